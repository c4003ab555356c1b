! exit and cycle leave a round before its collective.
program main
  use mpi
  implicit none
  integer :: ierr, rank, ranks, i, total, limit
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  limit = ranks + 3
  rounds: do i = 1, 100
    if (i == 2) cycle rounds
    if (i > limit) exit rounds
    call MPI_Allreduce(i, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  end do rounds
  call MPI_Finalize(ierr)
end program main
