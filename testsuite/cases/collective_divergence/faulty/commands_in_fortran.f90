! Helpers serve the commands of the first process, which come as messages, but never answer one of them.
module commands
    use mpi
    implicit none
    integer, parameter :: stop_it = 0, load = 1, norm = 2
    integer, save :: me, processes
    real(8), save :: field(64)
contains
    subroutine tell(what)
        integer, intent(in) :: what
        integer :: to, ierr
        do to = 1, processes - 1
            call MPI_Send(what, 1, MPI_INTEGER, to, 11, MPI_COMM_WORLD, ierr)
        end do
    end subroutine tell

    subroutine load_field()
        integer :: ierr
        call MPI_Bcast(field, size(field), MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    end subroutine load_field

    subroutine lead(steps)
        integer, intent(in) :: steps
        integer :: step, ierr
        real(8) :: mine, total
        do step = 1, steps
            field = step
            call tell(load)
            call load_field()
            if (mod(step, 2) == 0) then
                call tell(norm)
                mine = 0
                call MPI_Reduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr) !~ collective_divergence
                print '(f10.3)', total
            end if
        end do
        call tell(stop_it)
    end subroutine lead

    subroutine serve()
        integer :: what, ierr, status(MPI_STATUS_SIZE)
        real(8) :: mine, total
        do
            call MPI_Recv(what, 1, MPI_INTEGER, 0, 11, MPI_COMM_WORLD, status, ierr)
            select case (what)
            case (stop_it)
                exit
            case (load)
                call load_field()
            case (norm)
                mine = sum(field(me:size(field):processes)**2)
                if (mine < 0) print *, total
            end select
        end do
    end subroutine serve
end module commands

program farm
    use commands
    implicit none
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, processes, ierr)
    if (me == 0) then
        call lead(4)
    else
        call serve()
    end if
    call MPI_Finalize(ierr)
end program farm
