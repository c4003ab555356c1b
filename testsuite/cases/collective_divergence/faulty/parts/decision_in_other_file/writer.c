int process_rank(void);
int is_writer(void);
int is_verbose(int argc);

int is_writer(void)
{
    return process_rank() == 0;
}

int is_verbose(int argc)
{
    return argc < 9;
}
