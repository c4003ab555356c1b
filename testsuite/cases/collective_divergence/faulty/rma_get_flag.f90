! A flag in a neighbour's window says whether to go on.
program main
  use mpi
  implicit none
  integer :: me, ranks, ierr, window, flag, seen, bytes
  integer(kind=MPI_ADDRESS_KIND) :: length, first
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Type_size(MPI_INTEGER, bytes, ierr)
  length = bytes
  first = 0
  flag = merge(1, 0, me < ranks - 1)
  seen = -1
  call MPI_Win_create(flag, length, bytes, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr)
  call MPI_Win_fence(0, window, ierr)
  call MPI_Get(seen, 1, MPI_INTEGER, mod(me + 1, ranks), first, 1, MPI_INTEGER, window, ierr)
  call MPI_Win_fence(0, window, ierr)
  call MPI_Win_free(window, ierr)
  if (seen == 1) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
  end if
  call MPI_Finalize(ierr)
end program main
