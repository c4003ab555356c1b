void join(int value);
void even_part(int rank);

void even_part(int rank)
{
    if (rank % 2 == 0)
        join(2 * rank);
}
