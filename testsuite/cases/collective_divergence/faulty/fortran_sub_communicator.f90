! The communicator of the workers is null elsewhere.
!@ ranks: 4
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, workers, color, one, total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  color = MPI_UNDEFINED
  if (rank > 0) color = 1
  call MPI_Comm_split(MPI_COMM_WORLD, color, rank, workers, ierr)
  one = 1
  if (workers /= MPI_COMM_NULL) then
    call MPI_Allreduce(one, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
    call MPI_Comm_free(workers, ierr)
  end if
  call MPI_Finalize(ierr)
end program main
