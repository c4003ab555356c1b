!> Rank 0 reads a namelist, and what the user set of how often to meet stays with it.
program namelist_settings
   use mpi
   implicit none
   integer :: rank, ierror, steps, step, every
   logical :: ok

   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   steps = 4
   every = 2
   ok = .true.
   if (rank == 0) call read_settings('&settings every=3 /', steps, every, ok)
   call MPI_Bcast(ok, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierror)
   if (ok) then
      call MPI_Bcast(steps, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
      do step = 1, steps
         if (mod(step, every) == 0) call MPI_Barrier(MPI_COMM_WORLD, ierror) !~ collective_divergence
      end do
   end if
   call MPI_Finalize(ierror)
contains
   subroutine read_settings(text, steps, every, ok)
      character(len=*), intent(in) :: text
      integer, intent(inout) :: steps, every
      logical, intent(out) :: ok
      integer :: status
      namelist /settings/ steps, every
      read (text, nml=settings, iostat=status)
      ok = status == 0
   end subroutine read_settings
end program namelist_settings
