!> The zones of the domain and the ranks they live on.
!>
!> The domain is a chain of rectangles of the same height and growing width, side by side. Zones
!> are dealt out so that every rank has about the same number of points; a rank may have several
!> zones, or none when there are more ranks than zones.
module zones
   use mpi
   use precision, only: dp
   use configuration, only: settings
   use failure, only: failed_anywhere
   implicit none
   private
   public :: zone, zone_list, create_zones, destroy_zones

   type :: zone
      integer :: number = 0                        !< place in the chain, from 1
      integer :: rows = 0, columns = 0
      integer :: first_column = 0                  !< columns of all zones before it
      real(dp), allocatable :: now(:, :)           !< (0:rows+1, 0:columns+1)
      real(dp), allocatable :: next(:, :)
      real(dp), allocatable :: source(:, :)        !< (rows, columns)
   end type zone

   type :: zone_list
      integer :: comm = MPI_COMM_NULL
      integer :: rank = 0, ranks = 1
      integer :: total = 0                         !< zones of all ranks
      integer :: total_columns = 0
      integer, allocatable :: owner(:)             !< rank of every zone
      integer, allocatable :: width(:)             !< columns of every zone
      type(zone), allocatable :: mine(:)           !< in the order of the chain
   end type zone_list

contains

   !> Collective; `ok` is the same on all ranks.
   subroutine create_zones(config, comm, list, ok)
      type(settings), intent(in) :: config
      integer, intent(in) :: comm
      type(zone_list), intent(out) :: list
      logical, intent(out) :: ok
      integer :: number, count, status, ierror

      call MPI_Comm_dup(comm, list%comm, ierror)
      call MPI_Comm_rank(list%comm, list%rank, ierror)
      call MPI_Comm_size(list%comm, list%ranks, ierror)
      list%total = config%zones
      allocate (list%owner(list%total), list%width(list%total))
      do number = 1, list%total
         list%width(number) = config%points + (number - 1) * config%growth
      end do
      list%total_columns = sum(list%width)
      call deal_out(list%width, list%ranks, list%owner)

      count = 0
      status = 0
      allocate (list%mine(count_of(list%owner, list%rank)))
      do number = 1, list%total
         if (list%owner(number) /= list%rank) cycle
         count = count + 1
         call create_zone(list%mine(count), number, config%points, list%width, status)
         if (status /= 0) exit
      end do
      ok = .not. failed_anywhere(list%comm, status /= 0)
   end subroutine create_zones

   !> Collective.
   subroutine destroy_zones(list)
      type(zone_list), intent(inout) :: list
      integer :: ierror
      if (allocated(list%mine)) deallocate (list%mine)
      if (allocated(list%owner)) deallocate (list%owner, list%width)
      call MPI_Comm_free(list%comm, ierror)
   end subroutine destroy_zones

   !> The widest zones first, each to the rank that has least so far. All ranks compute the same.
   subroutine deal_out(width, ranks, owner)
      integer, intent(in) :: width(:), ranks
      integer, intent(out) :: owner(:)
      integer :: load(0:ranks - 1)
      integer :: number, rank
      load = 0
      do number = size(width), 1, -1
         rank = minloc(load, dim=1) - 1
         owner(number) = rank
         load(rank) = load(rank) + width(number)
      end do
   end subroutine deal_out

   pure integer function count_of(owner, rank)
      integer, intent(in) :: owner(:), rank
      count_of = count(owner == rank)
   end function count_of

   subroutine create_zone(new, number, rows, width, status)
      type(zone), intent(out) :: new
      integer, intent(in) :: number, rows, width(:)
      integer, intent(out) :: status
      integer :: columns
      columns = width(number)
      new%number = number
      new%rows = rows
      new%columns = columns
      new%first_column = sum(width(1:number - 1))
      allocate (new%now(0:rows + 1, 0:columns + 1), new%next(0:rows + 1, 0:columns + 1), &
                new%source(rows, columns), stat=status)
   end subroutine create_zone

end module zones
