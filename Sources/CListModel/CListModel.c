#include "CListModel.h"
