! Each iteration receives its message in a critical section: one thread at a time.
!@ flags: -fopenmp
!@ ranks: 2
program columns
  use mpi
  implicit none
  integer, parameter :: n = 8
  integer :: ierr, rank, provided, j, total
  integer :: column(n)
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
  if (provided < MPI_THREAD_SERIALIZED) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  total = 0
  if (rank == 1) then
    do j = 1, n
      column(j) = j * j
      call MPI_Send(column(j), 1, MPI_INTEGER, 0, j, MPI_COMM_WORLD, ierr)
    end do
  else
    !$omp parallel do num_threads(4) schedule(guided) reduction(+:total) private(ierr)
    do j = 1, n
      !$omp critical (mpi_calls)
      call MPI_Recv(column(j), 1, MPI_INTEGER, 1, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      !$omp end critical (mpi_calls)
      total = total + column(j)
    end do
    !$omp end parallel do
    print '(i0)', total
  end if
  call MPI_Finalize(ierr)
end program columns
