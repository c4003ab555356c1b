!> How a failure of one rank becomes a failure of all. A rank that stops or returns alone leaves
!> the others in their next collective.
module failure
   use mpi
   implicit none
   private
   public :: failed_anywhere, tell

contains

   !> Whether any rank of `comm` says it failed; collective, the same answer on all ranks.
   logical function failed_anywhere(comm, failed)
      integer, intent(in) :: comm
      logical, intent(in) :: failed
      integer :: ierror
      call MPI_Allreduce(failed, failed_anywhere, 1, MPI_LOGICAL, MPI_LOR, comm, ierror)
   end function failed_anywhere

   !> One line to standard error, from rank 0 of `comm` alone. Not collective.
   subroutine tell(comm, text)
      use, intrinsic :: iso_fortran_env, only: error_unit
      integer, intent(in) :: comm
      character(len=*), intent(in) :: text
      integer :: rank, ierror
      call MPI_Comm_rank(comm, rank, ierror)
      if (rank == 0) write (error_unit, '(2a)') 'multi_zone: ', text
   end subroutine tell

end module failure
