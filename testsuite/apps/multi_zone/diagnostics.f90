!> Numbers about the whole domain.
module diagnostics
   use mpi
   use precision, only: dp
   use zones, only: zone_list
   use kernels, only: residual_zone, sum_zone
   implicit none
   private
   public :: global_residual, print_history, print_summary

contains

   !> The largest change of the last sweep over all zones of all ranks; collective.
   real(dp) function global_residual(list) result(residual)
      type(zone_list), intent(in) :: list
      real(dp) :: local
      integer :: k, ierror

      local = 0.0_dp
      do k = 1, size(list%mine)
         local = max(local, residual_zone(list%mine(k)))
      end do
      call MPI_Allreduce(local, residual, 1, MPI_DOUBLE_PRECISION, MPI_MAX, list%comm, ierror)
   end function global_residual

   !> The sum of every zone, on rank 0. Every zone has its own place in the message, so nothing is
   !> added up that could be rounded. Collective.
   subroutine zone_sums(list, sums)
      type(zone_list), intent(in) :: list
      real(dp), intent(out) :: sums(:)
      real(dp) :: local(size(sums))
      integer :: k, ierror

      local = 0.0_dp
      do k = 1, size(list%mine)
         local(list%mine(k)%number) = sum_zone(list%mine(k))
      end do
      sums = 0.0_dp
      call MPI_Reduce(local, sums, size(sums), MPI_DOUBLE_PRECISION, MPI_SUM, 0, list%comm, ierror)
   end subroutine zone_sums

   !> One line about an iteration; collective.
   subroutine print_history(list, iteration)
      type(zone_list), intent(in) :: list
      integer, intent(in) :: iteration
      real(dp) :: sums(list%total)
      integer :: rank, ierror

      call zone_sums(list, sums)
      call MPI_Comm_rank(list%comm, rank, ierror)
      if (rank == 0) print '(a, i0, a, es14.7)', 'iteration ', iteration, ': sum ', sum(sums)
   end subroutine print_history

   !> The result, zone by zone; collective.
   subroutine print_summary(list, iterations, residual, converged)
      type(zone_list), intent(in) :: list
      integer, intent(in) :: iterations
      real(dp), intent(in) :: residual
      logical, intent(in) :: converged
      real(dp) :: sums(list%total)
      integer :: points, all_points, k, rank, ierror

      points = 0
      do k = 1, size(list%mine)
         points = points + list%mine(k)%rows * list%mine(k)%columns
      end do
      call MPI_Reduce(points, all_points, 1, MPI_INTEGER, MPI_SUM, 0, list%comm, ierror)
      call zone_sums(list, sums)
      call MPI_Comm_rank(list%comm, rank, ierror)
      if (rank /= 0) return
      print '(i0, a, i0, a)', all_points, ' points in ', list%total, ' zones'
      print '(a, a, i0, a, es12.5)', trim(merge('converged    ', 'not converged', converged)), &
         ' after ', iterations, ' iterations, residual ', residual
      do k = 1, list%total
         print '(a, i0, a, es14.7)', 'zone ', k, ': sum ', sums(k)
      end do
   end subroutine print_summary

end module diagnostics
