// A context object is filled in one file and asked in another.
//@ files: parts/context_from_other_file/context.h parts/context_from_other_file/context.cpp parts/context_from_other_file/io.cpp
#include "parts/context_from_other_file/context.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    {
        Context context(MPI_COMM_WORLD, 2);
        double checksum = 1.0;
        checksum = write_checkpoint(context, checksum);
        if (context.verbose())
            write_checkpoint(context, checksum);
    }
    MPI_Finalize();
    return 0;
}
