! What could not be opened is told in a text that is put together, and the job is ended.
program main
  use mpi
  implicit none
  integer :: rank, ierr, n
  character(len=20) :: name = 'fortran_error_text'
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = 0
  if (rank == 0) then
    open (11, file=trim(name)//'.out', status='replace', err=101)
    write (11, *) 5
    close (11)
    open (11, file=trim(name)//'.out', status='old', err=102)
    read (11, *, err=103) n
    close (11, status='delete')
  end if
  call MPI_Bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, n
  call MPI_Finalize(ierr)
  stop
101 call fail('cannot write '//trim(name)//'.out')
102 call fail('cannot open '//name)
103 write (0, *) 'cannot read '//name//' as a number'
  call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
contains
  subroutine fail(text)
    character(len=*), intent(in) :: text
    integer :: ierr
    write (0, *) text
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
    stop 1
  end subroutine fail
end program main
