// SPDX-License-Identifier: GPL-3.0-or-later
#include "CListModel.h"

#include <gio/gio.h>

static uint64_t items_made = 0;
static uint64_t items_alive = 0;
static uint64_t models_alive = 0;

// An item: a key, nothing more. While it lives, the same key gives the same object, by which GTK recognises a row that
// moved: its cell stays, and so do selection and focus.

typedef struct {
    GObject parent;
    gint64 key;
    // Where the model finds the item again, shared with the model; NULL for an item that it does not.
    GHashTable *living;
} AlbumenListItem;

typedef struct {
    GObjectClass parent;
} AlbumenListItemClass;

static GType albumen_list_item_get_type(void);
G_DEFINE_TYPE(AlbumenListItem, albumen_list_item, G_TYPE_OBJECT)

static void albumen_list_item_init(AlbumenListItem *self) {
    (void)self;
    items_made += 1;
    items_alive += 1;
}

static void albumen_list_item_dispose(GObject *object) {
    AlbumenListItem *self = (AlbumenListItem *)object;
    if (self->living) {
        // From here on nobody may find it any more.
        g_hash_table_remove(self->living, &self->key);
        g_clear_pointer(&self->living, g_hash_table_unref);
    }
    G_OBJECT_CLASS(albumen_list_item_parent_class)->dispose(object);
}

static void albumen_list_item_finalize(GObject *object) {
    items_alive -= 1;
    G_OBJECT_CLASS(albumen_list_item_parent_class)->finalize(object);
}

static void albumen_list_item_class_init(AlbumenListItemClass *class) {
    G_OBJECT_CLASS(class)->dispose = albumen_list_item_dispose;
    G_OBJECT_CLASS(class)->finalize = albumen_list_item_finalize;
}

// The model: a count, and whom to ask.

typedef struct {
    GObject parent;
    uint32_t count;
    AlbumenListKey key;
    void *context;
    void (*destroy)(void *context);
    // Key to living item, none of them owned.
    GHashTable *living;
} AlbumenListModel;

typedef struct {
    GObjectClass parent;
} AlbumenListModelClass;

static GType model_item_type(GListModel *list) {
    (void)list;
    return albumen_list_item_get_type();
}

static guint model_count(GListModel *list) {
    return ((AlbumenListModel *)list)->count;
}

static gpointer model_item(GListModel *list, guint position) {
    AlbumenListModel *self = (AlbumenListModel *)list;
    if (position >= self->count) return NULL;
    gint64 key = self->key(self->context, position);
    // The same object at two positions would be wrong; only keys that are the row's own are shared.
    gboolean shared = key > 0;
    AlbumenListItem *item = shared ? g_hash_table_lookup(self->living, &key) : NULL;
    if (item) return g_object_ref(item);
    item = g_object_new(albumen_list_item_get_type(), NULL);
    item->key = key;
    if (shared) {
        item->living = g_hash_table_ref(self->living);
        g_hash_table_insert(self->living, &item->key, item);
    }
    return item;
}

static void model_interface_init(GListModelInterface *interface) {
    interface->get_item_type = model_item_type;
    interface->get_n_items = model_count;
    interface->get_item = model_item;
}

static GType albumen_list_model_get_type(void);
G_DEFINE_TYPE_WITH_CODE(AlbumenListModel, albumen_list_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, model_interface_init))

static void albumen_list_model_init(AlbumenListModel *self) {
    self->living = g_hash_table_new(g_int64_hash, g_int64_equal);
    models_alive += 1;
}

static void albumen_list_model_finalize(GObject *object) {
    AlbumenListModel *self = (AlbumenListModel *)object;
    self->destroy(self->context);
    g_hash_table_unref(self->living);
    models_alive -= 1;
    G_OBJECT_CLASS(albumen_list_model_parent_class)->finalize(object);
}

static void albumen_list_model_class_init(AlbumenListModelClass *class) {
    G_OBJECT_CLASS(class)->finalize = albumen_list_model_finalize;
}

void *albumen_list_model_new(AlbumenListKey key, void *context, void (*destroy)(void *context)) {
    AlbumenListModel *self = g_object_new(albumen_list_model_get_type(), NULL);
    self->key = key;
    self->context = context;
    self->destroy = destroy;
    return self;
}

uint32_t albumen_list_model_count(void *model) {
    return ((AlbumenListModel *)model)->count;
}

void albumen_list_model_items_changed(void *model, uint32_t position, uint32_t removed, uint32_t added) {
    AlbumenListModel *self = model;
    g_return_if_fail(removed <= self->count && position <= self->count - removed);
    self->count = self->count - removed + added;
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
}

bool albumen_list_item_check(void *object) {
    return G_TYPE_CHECK_INSTANCE_TYPE(object, albumen_list_item_get_type());
}

int64_t albumen_list_item_key(void *item) {
    return ((AlbumenListItem *)item)->key;
}

uint64_t albumen_list_items_made(void) {
    return items_made;
}

uint64_t albumen_list_items_alive(void) {
    return items_alive;
}

uint64_t albumen_list_models_alive(void) {
    return models_alive;
}
