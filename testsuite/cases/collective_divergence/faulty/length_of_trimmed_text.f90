! How long text of the rank's own is without blanks at its end.
!@ levels: -O0 -O2
!@ static: none
program main
    use mpi
    implicit none
    character(len=8) :: text
    integer :: rank, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    text = merge('a   ', 'abcd', rank == 0)
    if (len(trim(text)) > 2) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
end program
