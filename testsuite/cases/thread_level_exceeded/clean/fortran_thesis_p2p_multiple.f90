! The microbenchmark p2p_multiple in Fortran.
!@ flags: -fopenmp
!@ ranks: 2
program p2p_multiple
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided, required, t, tag, request
  integer :: out(0:3), in(0:3)
  required = MPI_THREAD_MULTIPLE
  call MPI_Init_thread(required, provided, ierr)
  if (provided < required) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  in = -1
  !$omp parallel num_threads(4) private(t, tag, request, ierr) shared(out, in, rank)
  t = omp_get_thread_num()
  tag = 1000 + t
  out(t) = 10 * rank + t
  call MPI_Irecv(in(t), 1, MPI_INTEGER, 1 - rank, tag, MPI_COMM_WORLD, request, ierr)
  call MPI_Send(out(t), 1, MPI_INTEGER, 1 - rank, tag, MPI_COMM_WORLD, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  !$omp end parallel
  print '(5i4)', rank, in
  call MPI_Finalize(ierr)
end program p2p_multiple
