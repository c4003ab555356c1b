! The neighbour's error decides whether the step is repeated.
module exchange_module
  use mpi
  implicit none
  integer :: me, ranks
contains
  function neighbour_error(own) result(error)
    double precision, intent(in) :: own
    double precision :: error
    integer :: next, previous, ierr
    next = mod(me + 1, ranks)
    previous = mod(me + ranks - 1, ranks)
    call MPI_Sendrecv(own, 1, MPI_DOUBLE_PRECISION, next, 3, error, 1, MPI_DOUBLE_PRECISION, &
                      previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end function neighbour_error

  function worst_error(own) result(error)
    double precision, intent(in) :: own
    double precision :: error
    integer :: ierr
    call MPI_Allreduce(own, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function worst_error
end module exchange_module

program main
  use exchange_module
  implicit none
  double precision :: error, field(4)
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  field = dble(me)
  error = neighbour_error(field(1))
  if (error > 0.5d0) then
    call MPI_Bcast(field, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program main
