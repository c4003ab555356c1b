!> A subroutine returns early where rank 0 could not read its input, on all ranks, and tells its caller.
module shared_settings
   use mpi
   implicit none
contains
   subroutine share(text, comm, steps, ok)
      character(len=*), intent(in) :: text
      integer, intent(in) :: comm
      integer, intent(inout) :: steps
      logical, intent(out) :: ok
      integer :: rank, status, ierror
      call MPI_Comm_rank(comm, rank, ierror)
      ok = .true.
      if (rank == 0) then
         read (text, *, iostat=status) steps
         ok = status == 0
      end if
      call MPI_Bcast(ok, 1, MPI_LOGICAL, 0, comm, ierror)
      if (.not. ok) return
      call MPI_Bcast(steps, 1, MPI_INTEGER, 0, comm, ierror)
   end subroutine share
end module shared_settings

program shared_status_early_return
   use shared_settings
   implicit none
   integer :: ierror, steps, step
   logical :: ok
   call MPI_Init(ierror)
   steps = 2
   call share('3', MPI_COMM_WORLD, steps, ok)
   if (ok) then
      do step = 1, steps
         call MPI_Barrier(MPI_COMM_WORLD, ierror)
      end do
   end if
   call MPI_Finalize(ierror)
end program shared_status_early_return
