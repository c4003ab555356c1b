void hooks_raise(int event);
int particles_move(int count, int limit);

int particles_move(int count, int limit)
{
    int moved = 0;
    for (int i = 0; i < count; i++) {
        moved++;
        if (i < limit)
            hooks_raise(i);
    }
    return moved;
}
