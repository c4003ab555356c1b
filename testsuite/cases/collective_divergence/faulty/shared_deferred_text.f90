! Length and characters of a text come from the root, which then goes on with a longer one.
!@ static: none
program main
  use mpi
  implicit none
  character(:), allocatable :: name
  integer :: ierr, me, length
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  length = 0
  if (me == 0) then
    name = 'implicit'
    length = len(name)
  end if
  call MPI_Bcast(length, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  if (me /= 0) allocate (character(length) :: name)
  call MPI_Bcast(name, length, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
  if (me == 0) name = 'implicit, second order'
  if (len(name) == 8) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program main
