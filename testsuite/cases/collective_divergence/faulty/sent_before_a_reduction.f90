! A rank sends a large array that is received only behind a reduction, which all have to come to.
!@ static: none
!@ says: to receive what it sends with tag 9
subroutine gather_field(field, n, rank)
  use mpi
  implicit none
  integer, intent(in) :: n, rank
  double precision, intent(inout) :: field(n)
  integer :: ierr
  double precision :: mine, total
  mine = field(1)
  if (rank == 1) call mpi_send(field, n, mpi_double_precision, 0, 9, mpi_comm_world, ierr)
  call mpi_allreduce(mine, total, 1, mpi_double_precision, mpi_sum, mpi_comm_world, ierr)
  if (rank == 0) then
    call mpi_recv(field, n, mpi_double_precision, 1, 9, mpi_comm_world, mpi_status_ignore, ierr)
    print *, nint(total), nint(field(1))
  end if
end subroutine

program fields
  use mpi
  implicit none
  integer, parameter :: n = 200000
  double precision, allocatable :: field(:)
  integer :: ierr, rank
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  allocate(field(n))
  field = rank
  call gather_field(field, n, rank)
  call mpi_finalize(ierr)
end program
