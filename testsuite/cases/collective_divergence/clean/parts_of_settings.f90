! Rank 0 reads, writes and asks for parts of its settings: those behind are as they were, the same on all ranks.
!@ levels: -O0 -O2
program main
    use mpi
    implicit none
    type settings
        character(len=8) :: title = 'a'
        integer :: list(4) = 1, steps = 2
    end type
    type(settings) :: s
    integer :: rank, i, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) then
        write (s%title, '(i0)') 10
        call get_command_argument(0, s%title)
        s%list = [s%list(2:4), 5]
        read (s%title, '(a)') s%title
    end if
    do i = 1, s%steps
        call MPI_Barrier(MPI_COMM_WORLD, ierr)
    end do
    call MPI_Finalize(ierr)
end program
