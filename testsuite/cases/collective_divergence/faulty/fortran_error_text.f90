! What could not be opened is told in a text that is put together, and rank 0 alone stops.
program main
  use mpi
  implicit none
  integer :: rank, ierr, n
  character(len=20) :: name = 'no_such_file'
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = 0
  if (rank == 0) then
    open (11, file=trim(name)//'.in', status='old', err=101)
    read (11, *) n
    close (11)
  end if
  call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
  if (rank == 0) print *, n
  call MPI_Finalize(ierr)
  stop
101 call fail('cannot open '//trim(name)//'.in')
contains
  subroutine fail(text)
    character(len=*), intent(in) :: text
    write (0, *) text
    stop 1
  end subroutine fail
end program main
