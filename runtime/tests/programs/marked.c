/* What the plugin puts into a unit that asks for checks: CHECKED is the sum of what it asks for. */
struct lockstep_unit {
  unsigned abi, checked;
  unsigned long long record;
};

void __lockstep_v2_activate(const struct lockstep_unit *unit);

static const struct lockstep_unit unit = {2, CHECKED, 0};

__attribute__((constructor)) static void activate(void) { __lockstep_v2_activate(&unit); }
