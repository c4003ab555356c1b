! Only the even ranks normalise, on their own communicator; the odd ones wait in the world.
program main
  use mpi
  implicit none
  integer :: me, ierr, evens, color
  double precision :: part, whole
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  color = merge(1, MPI_UNDEFINED, mod(me, 2) == 0)
  call MPI_Comm_split(MPI_COMM_WORLD, color, me, evens, ierr)
  part = 1d0
  whole = 0d0
  if (mod(me, 2) == 0) then
    call MPI_Allreduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, evens, ierr)
    call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    call MPI_Comm_free(evens, ierr)
  end if
  if (me == 0) print '(f4.1)', whole
  call MPI_Finalize(ierr)
end program main
