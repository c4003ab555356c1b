! Rank 0 reads, writes and asks for parts of its settings, among them the one that decides.
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
        s%steps = 3
    end if
    do i = 1, s%steps
        call MPI_Barrier(MPI_COMM_WORLD, ierr) !~ collective_divergence
    end do
    call MPI_Finalize(ierr)
end program
