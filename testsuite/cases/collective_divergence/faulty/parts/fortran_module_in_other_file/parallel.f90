module parallel
  use mpi
  implicit none
  integer :: me = 0, ranks = 1
contains
  subroutine start_parallel()
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  end subroutine start_parallel

  subroutine stop_parallel()
    integer :: ierr
    call MPI_Finalize(ierr)
  end subroutine stop_parallel
end module parallel
