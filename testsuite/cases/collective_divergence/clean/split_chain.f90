! Splits of splits, with collectives on each level.
!@ ranks: 4
program main
  use mpi
  implicit none
  integer :: world, half, quarter, rank, half_rank, ierr, total
  call MPI_Init(ierr)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, ierr)
  call MPI_Comm_split(world, rank / 2, rank, half, ierr)
  call MPI_Comm_rank(half, half_rank, ierr)
  call MPI_Comm_split(half, half_rank, 0, quarter, ierr)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, half, ierr)
  print '(i0)', total
  call MPI_Barrier(quarter, ierr)
  call MPI_Comm_free(quarter, ierr)
  call MPI_Comm_free(half, ierr)
  call MPI_Finalize(ierr)
end program main
