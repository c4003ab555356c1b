! Which rank owns a block is counted in a module of another file.
!@ files: parts/owner_in_other_file/layout.f90
program main
  use mpi
  use layout
  implicit none
  integer :: block, ierr
  double precision :: values(4)
  call MPI_Init(ierr)
  call make_layout(MPI_COMM_WORLD)
  do block = 1, 4
    values = dble(block)
    call MPI_Bcast(values, 4, MPI_DOUBLE_PRECISION, owner_of(block), MPI_COMM_WORLD, ierr) !~ collective_argument_mismatch
  end do
  call MPI_Finalize(ierr)
end program main
