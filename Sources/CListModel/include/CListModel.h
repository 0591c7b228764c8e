// SPDX-License-Identifier: GPL-3.0-or-later
// A GListModel whose items are made when GTK asks for them, and which is its own GtkSelectionModel: selecting makes no
// items. GObject classes are registered from C, because Swift cannot lay out their structures. Pointers are untyped here, so that no second module brings in GLib's types.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Gives the key of the item at a position. Positive keys name rows: no two positions may have the same one. Called on
/// the thread that uses the model, which is the main thread.
typedef int64_t (*AlbumenListKey)(void *context, uint32_t position);

/// A new, empty model; the caller owns it. `destroy` is called once with `context` when the model is finalised.
void *albumen_list_model_new(AlbumenListKey key, void *context, void (*destroy)(void *context));

uint32_t albumen_list_model_count(void *model);

/// Neighbours that stay neighbours: `count` items, from position `before` on in the list before a change, from `after` on
/// in the list after it.
typedef struct {
    uint32_t before;
    uint32_t after;
    uint32_t count;
} AlbumenListRun;

/// Says that `removed` items at `position` gave way to `added` ones; changes the count and emits items-changed. Items
/// outside of the range stay as selected as they were, wherever they stand now; so do those that are announced as
/// removed and added though they stay, in the runs `kept`.
void albumen_list_model_items_changed(void *model, uint32_t position, uint32_t removed, uint32_t added,
                                      const AlbumenListRun *kept, size_t kept_count);

/// Whether an object is an item of such a model.
bool albumen_list_item_check(void *object);

/// The key that the item was made with.
int64_t albumen_list_item_key(void *item);

/// Items made since the start, and those alive now; for tests.
uint64_t albumen_list_items_made(void);
uint64_t albumen_list_items_alive(void);
/// Models alive now; for tests.
uint64_t albumen_list_models_alive(void);
