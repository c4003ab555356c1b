! MPI_Comm_create is called on both arms, but only the members come to the barrier of all.
!@ ranks: 4
program create_in_both_arms
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, everybody, others, leaders, total
  integer :: left_out(1)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, everybody, ierr)
  left_out(1) = 0
  call MPI_Group_excl(everybody, 1, left_out, others, ierr)
  if (rank == 0) then
    call MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, leaders, ierr)
  else
    call MPI_Comm_create(MPI_COMM_WORLD, others, leaders, ierr)
  end if
  if (leaders /= MPI_COMM_NULL) then
    total = rank
    call MPI_Bcast(total, 1, MPI_INTEGER, 0, leaders, ierr)
    if (rank > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    call MPI_Comm_free(leaders, ierr)
  end if
  call MPI_Finalize(ierr)
end program create_in_both_arms
