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
static inline GType albumen_type_of(gpointer instance) { return G_OBJECT_TYPE(instance); }
