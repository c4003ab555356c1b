! One reduction per column of a local array.
program main
  use mpi
  implicit none
  integer :: rank, ranks, ierr, columns, j
  double precision, allocatable :: a(:, :), norms(:)
  double precision :: local
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  columns = 10 / ranks
  if (rank < mod(10, ranks)) columns = columns + 1
  allocate (a(4, columns), norms(columns))
  a = 1.0d0
  do j = 1, size(a, 2)
    local = sum(a(:, j)**2)
    call MPI_Allreduce(local, norms(j), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end do
  deallocate (a, norms)
  call MPI_Finalize(ierr)
end program main
