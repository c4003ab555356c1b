! The root makes arrays, and all ranks get their sizes and what stands in them.
program main
    use mpi
    implicit none
    integer, allocatable :: list(:)
    real, allocatable :: weights(:), levels(:), mask(:)
    integer :: rank, length, entries, i, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)

    ! A list that is there on the root alone at first.
    if (rank == 0) list = [3, 1, 2]
    if (rank == 0) length = size(list)
    call MPI_Bcast(length, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (rank /= 0) allocate (list(length))
    call MPI_Bcast(list, length, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    do i = 1, size(list)
        if (list(i) > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    end do

    ! Arrays that are there everywhere, which the root assigns anew.
    allocate (weights(2), source=0.)
    allocate (levels(3))
    levels = 0.
    if (rank == 0) weights = [2., 3.]
    if (rank == 0) levels = [1., 2., 3.]
    call MPI_Bcast(weights, 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(levels, 3, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    if (weights(1) > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (levels(2) > 1) call MPI_Barrier(MPI_COMM_WORLD, ierr)

    ! One that may be there or not: the root tells by a number.
    if (rank == 0) allocate (mask(3), source=1.)
    entries = -1
    if (allocated(mask)) entries = size(mask)
    call MPI_Bcast(entries, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (entries >= 0) then
        if (.not. allocated(mask)) allocate (mask(entries))
        call MPI_Bcast(mask, entries, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    end if
    if (allocated(mask)) call MPI_Barrier(MPI_COMM_WORLD, ierr)

    if (rank == 0) print '(a)', 'done'
    call MPI_Finalize(ierr)
end program
