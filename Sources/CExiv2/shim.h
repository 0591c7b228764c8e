// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gexiv2/gexiv2.h>
