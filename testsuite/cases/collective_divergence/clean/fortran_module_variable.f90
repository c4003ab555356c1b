! The rank is a module variable; the flag computed from it is another.
module parallel_state
  use mpi
  implicit none
  integer :: my_rank = -1, n_ranks = 0
  logical :: io_rank = .false., is_parallel = .false.
contains
  subroutine start()
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_ranks, ierr)
    io_rank = my_rank == 0
    is_parallel = n_ranks > 1
  end subroutine start
end module parallel_state

subroutine write_header()
  use parallel_state
  implicit none
  integer :: ierr, version
  version = 3
  if (is_parallel) then
    call MPI_Bcast(version, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end if
end subroutine write_header

program main
  use parallel_state
  implicit none
  integer :: ierr
  call start()
  call write_header()
  call MPI_Finalize(ierr)
end program main
