#include "registry.hpp"

static bool added = Registry::add("direct", true);
