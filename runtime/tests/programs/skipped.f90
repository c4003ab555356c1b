! A rank skips a barrier, through the bindings of mpif.h.
program skipped
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, halves, value, total
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, halves, ierror)
  value = rank
  call MPI_Allreduce(value, total, 1, MPI_INTEGER, MPI_SUM, halves, ierror)
  call MPI_Bcast(value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (rank /= 3 .or. command_argument_count() == 0) then
    call MPI_Barrier(halves, ierror)
  end if
  call MPI_Comm_free(halves, ierror)
  call MPI_Finalize(ierror)
end program
