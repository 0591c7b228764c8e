// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Deprecated here means deprecated on Debian 13; Debian 12, the floor, has nothing newer to offer.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define ADW_DISABLE_DEPRECATION_WARNINGS
// Calls newer than the floor (GTK 4.8, libadwaita 1.2) warn, and warnings fail the lint.
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2
#include <adwaita.h>
