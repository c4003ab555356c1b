! Each rank switches on its own entry of a table; all ask for the second one.
program own_entry
  use mpi
  implicit none
  integer :: rank, ierr
  integer :: active(8)
  real :: total, part
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  active(1) = 0
  active(2) = 0
  active(rank + 1) = 1
  part = 1.0
  if (active(2) == 1) then
    call MPI_Allreduce(part, total, 1, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program own_entry
