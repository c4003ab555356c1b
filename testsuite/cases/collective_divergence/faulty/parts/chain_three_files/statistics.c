double global_sum(double value);

double mean_energy(const double *energies, int n);

double mean_energy(const double *energies, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += energies[i];
    return global_sum(sum) / global_sum(n);
}
