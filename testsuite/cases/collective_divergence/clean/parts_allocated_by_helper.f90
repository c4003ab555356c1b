!> Each rank allocates its parts of the work, some more than others, and goes over them; what all ranks
!> do together stands behind the loop.
module work
   implicit none
   type :: part
      integer :: first = 0
      real, allocatable :: values(:)
   end type part
   type :: work_list
      integer :: total = 0
      type(part), allocatable :: mine(:)
   end type work_list
contains
   subroutine deal_out(list, total, rank, ranks)
      type(work_list), intent(out) :: list
      integer, intent(in) :: total, rank, ranks
      list%total = total
      allocate (list%mine(total / ranks + merge(1, 0, rank < mod(total, ranks))))
   end subroutine deal_out
end module work

program parts_allocated_by_helper
   use mpi
   use work
   implicit none
   type(work_list) :: list
   integer :: rank, ranks, ierror, k
   real :: local, largest

   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
   call deal_out(list, 4, rank, ranks)
   local = 0.0
   do k = 1, size(list%mine)
      local = max(local, real(list%mine(k)%first + rank))
   end do
   call MPI_Allreduce(local, largest, 1, MPI_REAL, MPI_MAX, MPI_COMM_WORLD, ierror)
   do k = 1, list%total
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
   end do
   call MPI_Finalize(ierror)
end program parts_allocated_by_helper
