! Some ranks send single precision, the others double: which one, a table says.
!@ ranks: 2
!@ static: none
program precisions
  use mpi
  implicit none
  integer :: kinds(2), rank, ierror
  double precision :: values(8), sums(8)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  kinds = MPI_REAL
  kinds(2) = MPI_DOUBLE_PRECISION
  values = rank
  sums = 0
  call MPI_Allreduce(values, sums, 8, kinds(mod(rank, 2) + 1), MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program precisions
