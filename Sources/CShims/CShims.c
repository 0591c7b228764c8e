// SPDX-License-Identifier: GPL-3.0-or-later
// The header is the whole of it; the calls stand in the files beside this one.
#include "CShims.h"
