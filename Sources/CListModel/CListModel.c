// SPDX-License-Identifier: GPL-3.0-or-later
#include "CListModel.h"

#include <gtk/gtk.h>

static uint64_t items_made = 0;
static uint64_t items_alive = 0;
static uint64_t models_alive = 0;

// An item: a key, nothing more. While it lives, the same key gives the same object, by which GTK recognises a row that
// moved: its cell stays, and so does the focus.

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

// The model: a count, whom to ask, and which positions are selected. GtkMultiSelection would hold an item for each
// selected position; here they are bits.

typedef struct {
    GObject parent;
    uint32_t count;
    // Never changed while it may be in others' hands: replaced.
    GtkBitset *selected;
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

static gboolean model_is_selected(GtkSelectionModel *model, guint position) {
    return gtk_bitset_contains(((AlbumenListModel *)model)->selected, position);
}

static GtkBitset *model_selection_in_range(GtkSelectionModel *model, guint position, guint count) {
    // What lies outside of the range may be anything.
    (void)position;
    (void)count;
    return gtk_bitset_ref(((AlbumenListModel *)model)->selected);
}

// GTK's other ways to select, all and none included, come down to this one.
static gboolean model_set_selection(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
    AlbumenListModel *self = (AlbumenListModel *)model;
    GtkBitset *wanted = gtk_bitset_copy(selected);
    gtk_bitset_intersect(wanted, mask);
    GtkBitset *now = gtk_bitset_copy(self->selected);
    gtk_bitset_subtract(now, mask);
    gtk_bitset_union(now, wanted);
    gtk_bitset_unref(wanted);
    // A caller may ask for more than there is.
    gtk_bitset_remove_range_closed(now, self->count, G_MAXUINT);

    GtkBitset *changed = gtk_bitset_copy(now);
    gtk_bitset_difference(changed, self->selected);
    gtk_bitset_unref(self->selected);
    self->selected = now;
    if (!gtk_bitset_is_empty(changed)) {
        guint first = gtk_bitset_get_minimum(changed);
        gtk_selection_model_selection_changed(model, first, gtk_bitset_get_maximum(changed) - first + 1);
    }
    gtk_bitset_unref(changed);
    return TRUE;
}

static void selection_interface_init(GtkSelectionModelInterface *interface) {
    interface->is_selected = model_is_selected;
    interface->get_selection_in_range = model_selection_in_range;
    interface->set_selection = model_set_selection;
}

static GType albumen_list_model_get_type(void);
G_DEFINE_TYPE_WITH_CODE(AlbumenListModel, albumen_list_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, model_interface_init)
                            G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, selection_interface_init))

static void albumen_list_model_init(AlbumenListModel *self) {
    self->living = g_hash_table_new(g_int64_hash, g_int64_equal);
    self->selected = gtk_bitset_new_empty();
    models_alive += 1;
}

static void albumen_list_model_finalize(GObject *object) {
    AlbumenListModel *self = (AlbumenListModel *)object;
    self->destroy(self->context);
    g_hash_table_unref(self->living);
    gtk_bitset_unref(self->selected);
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

// Selects where the rows of a run went, as they were selected where they stood.
static void carry_run(const GtkBitset *before, GtkBitset *after, AlbumenListRun run) {
    if (run.count == 0) return;
    guint last = run.before + run.count - 1;
    guint64 selected = gtk_bitset_get_size_in_range(before, run.before, last);
    if (selected == run.count) {
        gtk_bitset_add_range(after, run.after, run.count);
    } else if (selected > 0) {
        GtkBitsetIter iterator;
        guint position;
        gboolean valid = gtk_bitset_iter_init_at(&iterator, before, run.before, &position);
        for (; valid && position <= last; valid = gtk_bitset_iter_next(&iterator, &position)) {
            gtk_bitset_add(after, position - run.before + run.after);
        }
    }
}

void albumen_list_model_items_changed(void *model, uint32_t position, uint32_t removed, uint32_t added,
                                      const AlbumenListRun *kept, size_t kept_count) {
    AlbumenListModel *self = model;
    g_return_if_fail(removed <= self->count && position <= self->count - removed);
    // The selection follows its rows before anybody hears of the change.
    GtkBitset *selected = gtk_bitset_copy(self->selected);
    gtk_bitset_splice(selected, position, removed, added);
    for (size_t index = 0; index < kept_count; index += 1) carry_run(self->selected, selected, kept[index]);
    gtk_bitset_unref(self->selected);
    self->selected = selected;
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
