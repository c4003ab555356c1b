struct settings {
    int steps;
    double size;
    int levels[3];
};

void print_settings(struct settings *settings);
void print_levels(int *levels, int count);
void note(struct settings *settings, int number);
