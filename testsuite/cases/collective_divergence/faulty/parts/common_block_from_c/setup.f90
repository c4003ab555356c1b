subroutine setup
  implicit none
  include 'mpif.h'
  integer :: me, np, debug, ierr
  common /par/ me, np, debug
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  debug = 1
end subroutine setup
