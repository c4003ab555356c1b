! The root alone has a work array, and looks at the status wherever it is allocated and given back.
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierr, i, total
  integer, allocatable :: work(:)
  integer, pointer :: more(:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  total = 0
  if (rank == 0) then
    allocate(work(0:9), stat=ierr)
    if (ierr /= 0) stop 1
    allocate(more(10), stat=ierr)
    if (ierr /= 0) stop 1
    do i = 0, 9
      work(i) = i + 1
    end do
    more = work
    total = sum(more)
    deallocate(more)
    deallocate(work, stat=ierr)
    if (ierr /= 0) then
      print '(a, i0)', 'work was not given back: ', ierr
      stop 1
    end if
  end if
  call MPI_Bcast(total, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program main
