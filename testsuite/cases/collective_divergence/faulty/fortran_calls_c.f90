! A Fortran program with an output library in C.
! Neither file shows the fault by itself; both together do.
!@ files: parts/flush_output.c
program main
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine flush_output(level) bind(c, name='flush_output')
      import :: c_int
      integer(c_int), value :: level
    end subroutine flush_output
  end interface
  integer :: rank, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call flush_output(int(rank, c_int))
  call MPI_Finalize(ierr)
end program main
