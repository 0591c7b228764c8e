// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Deprecated on Debian 13 is not deprecated at the floor, Debian 12, which has nothing newer to offer;
// calls newer than the floor (GTK 4.8, libadwaita 1.2) warn, and warnings fail the lint.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2
#include <adwaita.h>
#include <glib-unix.h>

// Fundamental and boxed types are macros in C, which Swift does not import.
static inline GType albumen_type_file_list(void) { return GDK_TYPE_FILE_LIST; }
static inline GType albumen_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType albumen_type_int(void) { return G_TYPE_INT; }
static inline GType albumen_type_uint(void) { return G_TYPE_UINT; }
static inline GType albumen_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType albumen_type_enum(void) { return G_TYPE_ENUM; }
static inline GType albumen_type_flags(void) { return G_TYPE_FLAGS; }
static inline GType albumen_type_string(void) { return G_TYPE_STRING; }
static inline GType albumen_type_object(void) { return G_TYPE_OBJECT; }
static inline GType albumen_type_boxed(void) { return G_TYPE_BOXED; }
static inline GType albumen_type_variant(void) { return G_TYPE_VARIANT; }
static inline GType albumen_type_value(void) { return G_TYPE_VALUE; }
static inline GType albumen_type_of(gpointer instance) { return G_OBJECT_TYPE(instance); }

// Macros too.
static inline _Bool albumen_value_holds(const GValue *value, GType type) { return G_VALUE_HOLDS(value, type); }
static inline _Bool albumen_has_property(gpointer instance, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(instance), name) != NULL;
}
static inline _Bool albumen_is_a(gpointer instance, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(instance, type); }

// For tests, variadic in C: how an accessible property differs from the text (to be freed), NULL where it does not.
static inline char *albumen_accessible_difference(GtkWidget *widget, GtkAccessibleProperty property, const char *text) {
    return gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, text);
}
static inline char *albumen_accessible_state_difference(GtkWidget *widget, GtkAccessibleState state, gboolean isOn) {
    return gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), state, isOn);
}
