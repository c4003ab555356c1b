! A section of an array goes through a helper in one piece, and back to every other element.
module helpers
  use mpi
  implicit none
contains
  subroutine send(array, n)
    integer, intent(inout) :: array(:)
    integer, intent(in) :: n
    integer :: ierr
    call mpi_bcast(array, n, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end subroutine
end module

program sections
  use helpers
  implicit none
  integer :: rank, ierr, numbers(6)
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  numbers = rank
  call send(numbers(1:6:2), 3)
  if (numbers(3) == 0) call mpi_barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, 'done'
  call mpi_finalize(ierr)
end program
