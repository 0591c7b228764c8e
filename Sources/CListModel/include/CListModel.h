// SPDX-License-Identifier: GPL-3.0-or-later
// A GListModel whose items Swift makes by index. No gtk.h here: pointers are untyped at this boundary.
#pragma once
#include <stdint.h>
