#ifndef COMMUNICATION_LOCK_H
#define COMMUNICATION_LOCK_H

void communication_lock(int thread);
void communication_unlock(int thread);

#endif
