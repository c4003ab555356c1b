! What is behind the pieces of a work array that all have is each rank's own.
program pieces
  use mpi
  implicit none
  integer :: work(1000), rank, ranks, ierr, i, first, behind
  double precision :: x, total
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  first = 1
  behind = first + ranks
  if (rank == 0) then
    do i = 1, ranks
      work(i) = 3
    end do
  end if
  call mpi_bcast(work(first), ranks, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  work(behind) = rank
  x = 1
  total = 0
  do i = 1, work(ranks)
    call mpi_allreduce(x, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end do
  if (rank == 0) print *, total
  call mpi_finalize(ierr)
end program
