#include "civil_time.h"
