#ifndef TABLE_H
#define TABLE_H

void table_open(void);
void table_close(void);

/* 0, or -1 if the key is there already. */
int table_insert(int key);

#endif
