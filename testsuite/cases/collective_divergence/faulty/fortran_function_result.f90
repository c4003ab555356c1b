! A function tells whether this image of the work is the last one.
module work_module
  use mpi
  implicit none
contains
  logical function is_last(comm)
    integer, intent(in) :: comm
    integer :: rank, ranks, ierr
    call MPI_Comm_rank(comm, rank, ierr)
    call MPI_Comm_size(comm, ranks, ierr)
    is_last = rank + 1 == ranks
  end function is_last
end module work_module

program main
  use work_module
  implicit none
  double precision :: total, part
  integer :: ierr
  call MPI_Init(ierr)
  part = 1d0
  if (.not. is_last(MPI_COMM_WORLD)) then
    call MPI_Allreduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program main
