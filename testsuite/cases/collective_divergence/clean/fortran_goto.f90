! Fixed-form habits in free form: an error label at the end.
subroutine solve(n, x, info, rank)
  use mpi
  implicit none
  integer, intent(in) :: n, rank
  double precision, intent(inout) :: x(n)
  integer, intent(out) :: info
  double precision :: norm, local
  integer :: ierr
  info = 0
  if (n < 1) goto 900
  local = sum(x * x)
  call MPI_Allreduce(local, norm, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  x = x / sqrt(norm)
  return
900 continue
  info = -1
end subroutine solve

program main
  use mpi
  implicit none
  double precision :: x(4)
  integer :: ierr, rank, info
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 2.0d0
  call solve(4, x, info, rank)
  call MPI_Finalize(ierr)
end program main
