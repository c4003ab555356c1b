module parallel_setup
  use mpi
  implicit none
  private
  integer, parameter :: level = MPI_THREAD_FUNNELED
  integer, public, save :: my_rank = -1
  public :: start_parallel
contains
  subroutine start_parallel()
    integer :: provided, ierr
    call MPI_Init_thread(level, provided, ierr)
    if (provided < level) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, ierr)
  end subroutine start_parallel
end module parallel_setup
