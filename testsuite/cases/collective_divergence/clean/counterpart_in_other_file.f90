! The broadcast of the master is here, the one of the workers in another file.
!@ files: parts/counterpart_in_other_file/worker.f90
program main
  use mpi
  use worker
  implicit none
  integer :: me, ierr
  double precision :: table(3), check
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  if (me == 0) then
    table = (/ 1d0, 2d0, 4d0 /)
    call MPI_Bcast(table, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    call MPI_Reduce(MPI_IN_PLACE, table, 3, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    print '(3f6.1)', table
  else
    call work(check)
  end if
  call MPI_Finalize(ierr)
end program main
