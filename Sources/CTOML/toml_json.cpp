#include "toml_json.h"
