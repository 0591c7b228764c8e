// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
