!> Neighbouring zones see each other's outermost column: by a copy when they live on one rank, by a
!> message when they do not.
module exchange
   use mpi
   use precision, only: dp
   use zones, only: zone_list
   implicit none
   private
   public :: exchange_halos

contains

   !> All ranks call it together; only neighbours talk.
   subroutine exchange_halos(list)
      type(zone_list), intent(inout), target :: list
      integer :: requests(4 * size(list%mine) + 1)
      integer :: count, k, ierror

      count = 0
      do k = 1, size(list%mine)
         associate (z => list%mine(k))
            if (z%number > 1) then
               call receive(list, k, z%number - 1, 0, requests, count)
            end if
            if (z%number < list%total) then
               call receive(list, k, z%number + 1, z%columns + 1, requests, count)
            end if
         end associate
      end do
      do k = 1, size(list%mine)
         associate (z => list%mine(k))
            if (z%number > 1) call send(list, k, z%number - 1, 1, requests, count)
            if (z%number < list%total) then
               call send(list, k, z%number + 1, z%columns, requests, count)
            end if
         end associate
      end do
      call MPI_Waitall(count, requests, MPI_STATUSES_IGNORE, ierror)
   end subroutine exchange_halos

   !> Column `column` of my zone k comes from zone `from`.
   subroutine receive(list, k, from, column, requests, count)
      type(zone_list), intent(inout), target :: list
      integer, intent(in) :: k, from, column
      integer, intent(inout) :: requests(:), count
      integer :: other, ierror

      associate (z => list%mine(k))
         if (list%owner(from) == list%rank) then
            other = place(list, from)
            if (column == 0) then
               z%now(1:z%rows, 0) = list%mine(other)%now(1:z%rows, list%mine(other)%columns)
            else
               z%now(1:z%rows, column) = list%mine(other)%now(1:z%rows, 1)
            end if
         else
            count = count + 1
            call MPI_Irecv(z%now(1, column), z%rows, MPI_DOUBLE_PRECISION, list%owner(from), &
                           tag(from, z%number), list%comm, requests(count), ierror)
         end if
      end associate
   end subroutine receive

   !> Column `column` of my zone k goes to zone `to`; a zone of this rank takes it by itself.
   subroutine send(list, k, to, column, requests, count)
      type(zone_list), intent(inout), target :: list
      integer, intent(in) :: k, to, column
      integer, intent(inout) :: requests(:), count
      integer :: ierror

      if (list%owner(to) == list%rank) return
      associate (z => list%mine(k))
         count = count + 1
         call MPI_Isend(z%now(1, column), z%rows, MPI_DOUBLE_PRECISION, list%owner(to), &
                        tag(z%number, to), list%comm, requests(count), ierror)
      end associate
   end subroutine send

   !> One tag per direction and pair of zones, since two ranks may share several borders.
   pure integer function tag(from, to)
      integer, intent(in) :: from, to
      tag = 2 * max(from, to)
      if (from > to) tag = tag + 1
   end function tag

   !> Place of zone `number` among mine.
   pure integer function place(list, number)
      type(zone_list), intent(in) :: list
      integer, intent(in) :: number
      integer :: k
      place = 0
      do k = 1, size(list%mine)
         if (list%mine(k)%number == number) place = k
      end do
   end function place

end module exchange
