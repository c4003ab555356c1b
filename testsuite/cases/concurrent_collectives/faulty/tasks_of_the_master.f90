! The first thread makes two tasks, which any two threads run: each has a collective of one communicator.
!@ flags: -fopenmp
!@ ranks: 2
!@ repeat: 20
program two_fields
  use mpi
  use omp_lib
  implicit none
  integer :: ierr, rank, provided
  double precision :: heat, mass, sums(2)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  heat = rank
  mass = 2 * rank
  sums = 0
  !$omp parallel default(shared) private(ierr) num_threads(3)
  if (omp_get_thread_num() == 0) then
     !$omp task
     call MPI_Allreduce(heat, sums(1), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
     !$omp end task
     !$omp task
     call MPI_Allreduce(mass, sums(2), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr) !~ concurrent_collectives
     !$omp end task
  end if
  !$omp end parallel
  print '(i3, 2f6.1)', rank, sums
  call MPI_Finalize(ierr)
end program two_fields
