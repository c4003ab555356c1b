! One number of each rank at the root, in Fortran.
program main
  use mpi
  implicit none
  integer :: rank, ranks, ierr
  integer :: mine, everything(8)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  mine = 3 + rank
  if (mod(ranks, 2) == 1) then
    call MPI_Gather(mine, 1, MPI_INTEGER, everything, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program main
