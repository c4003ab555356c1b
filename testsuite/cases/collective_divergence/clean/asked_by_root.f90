! Rank 0 asks a lot of a structure of options, and changes nothing in it.
!@ check: nothing
!@ levels: -O0 -O2
program p
  use mpi
  implicit none
  type settings
    character(len=40) :: root = 'chain'
    integer :: list(8) = 3, grid(2,2) = 1
    integer :: steps = 1
  end type
  type(settings) :: s
  integer :: ierr
  call MPI_Init(ierr)
  s%steps = command_argument_count() + 1
  call run(s)
  call MPI_Finalize(ierr)
contains
  subroutine run(s)
    type(settings), intent(inout) :: s
    integer :: i, g, rank, ierr, k; character(len=60) :: f
    integer :: l(8), m(2,2), q(1)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
       f = trim(s%root)//'.txt'
       f = adjustl(s%root)
       f = adjustr(s%root)
       f = repeat(s%root, 2)
       q = findloc(s%list, 3)
       q = maxloc(s%list)
       m = spread(s%grid(:,1), 1, 2)
       m = matmul(s%grid, s%grid)
       m = transpose(s%grid)
       m = reshape(s%list(1:4), [2,2])
       l = cshift(s%list, 1)
       l = eoshift(s%list, 1)
       m(:, 1) = maxval(s%grid, dim=1)
       k = index(s%root, 'h', back=.true.) + scan(s%root, 'ai') + verify(s%root, 'ch')
       call get_environment_variable(s%root, f)
       print *, f, q, m, l, k
    end if
    do i = 1, s%steps
      call MPI_Allreduce(rank, g, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    end do
  end subroutine
end program
