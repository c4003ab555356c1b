#include "parallel.h"

double team_sum(const Team *team, double part)
{
    double sum = 0.0;
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, team->comm);
    return sum;
}

double write_result(const Team *team, double value)
{
    double sum = team_sum(team, value);
    return team->rank > 0 ? value : value / sum;
}
