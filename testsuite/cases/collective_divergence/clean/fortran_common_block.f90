! Rank and size in a common block, as in older codes.
subroutine setup()
  implicit none
  include 'mpif.h'
  integer :: me, np, ierr
  common /parallel/ me, np
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
end subroutine setup

subroutine output(step)
  implicit none
  include 'mpif.h'
  integer :: step, me, np, ierr
  common /parallel/ me, np
  if (mod(step, 2) == 0 .and. np > 2) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if
end subroutine output

program main
  implicit none
  integer :: step, ierr
  call setup()
  do step = 1, 4
    call output(step)
  end do
  call MPI_Finalize(ierr)
end program main
