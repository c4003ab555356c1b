! A Fortran program with a communication layer in C; the communicator goes over as an integer.
!@ files: parts/fortran_asks_c/layer.c
program main
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine layer_query(rank, size) bind(c, name='layer_query')
      import :: c_int
      integer(c_int), intent(out) :: rank, size
    end subroutine layer_query
    subroutine layer_synchronise(comm) bind(c, name='layer_synchronise')
      import :: c_int
      integer(c_int), value :: comm
    end subroutine layer_synchronise
  end interface
  integer(c_int) :: rank, ranks
  integer :: ierr
  call MPI_Init(ierr)
  call layer_query(rank, ranks)
  if (ranks /= 1) call layer_synchronise(MPI_COMM_WORLD)
  call MPI_Finalize(ierr)
end program main
