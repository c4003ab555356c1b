! One common block with other names in each program unit.
subroutine initialise
  implicit none
  include 'mpif.h'
  integer :: myid, nproc, iodump, ierr
  common /par/ myid, nproc, iodump
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, myid, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nproc, ierr)
  iodump = 2
end subroutine initialise

subroutine dump(step)
  implicit none
  include 'mpif.h'
  integer :: step, ipar, ierr
  real :: check, total
  common /par/ ipar(3)
  check = real(step)
  if (mod(step, ipar(1) + 1) == 0) then
    call MPI_Reduce(check, total, 1, MPI_REAL, MPI_SUM, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
end subroutine dump

program main
  implicit none
  integer :: step, ierr
  call initialise
  do step = 1, 4
    call dump(step)
  end do
  call MPI_Finalize(ierr)
end program main
