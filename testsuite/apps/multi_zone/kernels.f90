!> The loops over points. Threads share the columns of one zone; no MPI in here.
module kernels
   use precision, only: dp
   use zones, only: zone
   implicit none
   private
   public :: start_zone, relax_zone, advance_zone, residual_zone, sum_zone

   real(dp), parameter :: pi = 3.14159265358979323846_dp

contains

   !> Zero everywhere, with a wavy source, hot on the west wall of the first zone.
   subroutine start_zone(z, total_columns)
      type(zone), intent(inout) :: z
      integer, intent(in) :: total_columns
      integer :: i, j
      real(dp) :: x, y

      z%now = 0.0_dp
      z%next = 0.0_dp
      !$omp parallel do private(i, x, y)
      do j = 1, z%columns
         x = real(z%first_column + j, dp) / real(total_columns + 1, dp)
         do i = 1, z%rows
            y = real(i, dp) / real(z%rows + 1, dp)
            z%source(i, j) = 0.01_dp * sin(3.0_dp * pi * x) * sin(pi * y) + 0.002_dp * x
         end do
      end do
      !$omp end parallel do
      if (z%number == 1) then
         do i = 1, z%rows
            y = real(i, dp) / real(z%rows + 1, dp)
            z%now(i, 0) = 4.0_dp * y * (1.0_dp - y)
            z%next(i, 0) = z%now(i, 0)
         end do
      end if
   end subroutine start_zone

   !> One sweep of weighted Jacobi into `next`.
   subroutine relax_zone(z, weight)
      type(zone), intent(inout) :: z
      real(dp), intent(in) :: weight
      integer :: i, j
      real(dp) :: average

      !$omp parallel do private(i, average) schedule(static)
      do j = 1, z%columns
         do i = 1, z%rows
            average = 0.25_dp * (z%now(i - 1, j) + z%now(i + 1, j) + z%now(i, j - 1) &
                                 + z%now(i, j + 1) + z%source(i, j))
            z%next(i, j) = z%now(i, j) + weight * (average - z%now(i, j))
         end do
      end do
      !$omp end parallel do
   end subroutine relax_zone

   !> Makes `next` the present; the halo columns stay as they are.
   subroutine advance_zone(z)
      type(zone), intent(inout) :: z
      integer :: j

      !$omp parallel do
      do j = 1, z%columns
         z%now(1:z%rows, j) = z%next(1:z%rows, j)
      end do
      !$omp end parallel do
   end subroutine advance_zone

   !> The largest change of the last sweep; to be called before it becomes the present.
   real(dp) function residual_zone(z) result(largest)
      type(zone), intent(in) :: z
      integer :: i, j

      largest = 0.0_dp
      !$omp parallel do private(i) reduction(max: largest)
      do j = 1, z%columns
         do i = 1, z%rows
            largest = max(largest, abs(z%next(i, j) - z%now(i, j)))
         end do
      end do
      !$omp end parallel do
   end function residual_zone

   !> Sum of all points, the same for every number of threads: columns in parallel, then the
   !> columns one after the other.
   real(dp) function sum_zone(z) result(total)
      type(zone), intent(in) :: z
      real(dp) :: column(z%columns)
      integer :: i, j

      !$omp parallel do private(i)
      do j = 1, z%columns
         column(j) = 0.0_dp
         do i = 1, z%rows
            column(j) = column(j) + z%now(i, j)
         end do
      end do
      !$omp end parallel do
      total = 0.0_dp
      do j = 1, z%columns
         total = total + column(j)
      end do
   end function sum_zone

end module kernels
