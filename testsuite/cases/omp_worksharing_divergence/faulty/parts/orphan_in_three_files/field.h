#ifndef FIELD_H
#define FIELD_H

#define CELLS 20

extern double field[CELLS];

void step(int number);
void kernel(double increment);

#endif
