! Figure 3.2(b): one condition, one barrier, the end of the subroutine.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, ranks
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call f(rank)
  call MPI_Finalize(ierr)
contains
  subroutine f(r)
    integer, intent(in) :: r
    if (r == 0) then
      call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    end if
  end subroutine f
end program main
