struct configuration {
    int steps;
    int interval;
};

void configure(struct configuration *configuration, int wanted, MPI_Comm comm);
