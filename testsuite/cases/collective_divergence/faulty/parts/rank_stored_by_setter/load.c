static struct {
    int rank, ranks;
} load;

void load_set_rank(int rank);
void load_set_ranks(int ranks);
int load_rounds(void);

void load_set_rank(int rank)
{
    load.rank = rank;
}

void load_set_ranks(int ranks)
{
    load.ranks = ranks;
}

int load_rounds(void)
{
    return 2 + load.rank / 2;
}
