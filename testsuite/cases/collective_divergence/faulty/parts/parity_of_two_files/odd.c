void join(int value);
void odd_part(int rank);

void odd_part(int rank)
{
    if (rank % 2 == 2)
        join(2 * rank + 1);
}
