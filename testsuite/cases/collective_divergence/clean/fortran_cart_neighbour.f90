! Ranks at the rim of a ring of cells have no neighbour; they skip the exchange, and what follows it.
program heat
  use mpi
  implicit none
  integer, parameter :: n = 8
  integer :: line, left, right, ranks, ierr, step
  double precision :: u(0:n+1), change, worst
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, (/ ranks /), (/ .false. /), .false., line, ierr)
  call MPI_Cart_shift(line, 0, 1, left, right, ierr)
  u = 0d0
  u(n+1) = 1d0
  do step = 1, 3
    call MPI_Sendrecv(u(n), 1, MPI_DOUBLE_PRECISION, right, 1, u(0), 1, MPI_DOUBLE_PRECISION, left, 1, &
                      line, MPI_STATUS_IGNORE, ierr)
    call relax(u, change)
    call MPI_Allreduce(change, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, line, ierr)
    if (left == MPI_PROC_NULL) cycle
    u(1) = u(1) * (1d0 - worst * 1d-3)
  end do
  call MPI_Comm_free(line, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine relax(v, largest)
    double precision, intent(inout) :: v(0:)
    double precision, intent(out) :: largest
    integer :: i
    double precision :: old
    largest = 0d0
    do i = 1, n
      old = v(i)
      v(i) = 0.5d0 * (v(i-1) + v(i+1))
      largest = max(largest, abs(v(i) - old))
    end do
  end subroutine relax
end program heat
