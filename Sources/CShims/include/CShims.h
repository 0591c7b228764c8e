// SPDX-License-Identifier: GPL-3.0-or-later
// Small C that Swift cannot see or say: libc calls behind _GNU_SOURCE, variadics, dispatch's main-queue descriptor.
#pragma once
#include <stdint.h>
#include "CShimsFiles.h"
#include "CShimsLocks.h"
#include "CShimsFind.h"
#include "CShimsPixels.h"
#include "CShimsRows.h"
#include "CShimsSamples.h"
#include "MainQueue.h"
#include "CShimsCopy.h"
#include "CShimsSpawn.h"
