!> A multi-zone Poisson solver: MPI between zones, OpenMP inside.
program multi_zone
   use mpi
   use precision, only: dp
   use configuration, only: settings, read_settings
   use diagnostics, only: global_residual, print_history, print_summary
   use exchange, only: exchange_halos
   use failure, only: tell
   use kernels, only: advance_zone, relax_zone, start_zone
   use zones, only: create_zones, destroy_zones, zone_list
   implicit none

   integer :: provided, ierror, status

   call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierror)
   if (provided < MPI_THREAD_FUNNELED) then
      call tell(MPI_COMM_WORLD, 'this MPI does not allow threads')
      call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
   end if
   call run(MPI_COMM_WORLD, status)
   call MPI_Finalize(ierror)
   if (status /= 0) stop 1

contains

   !> Collective; `status` is the same on all ranks.
   subroutine run(comm, status)
      integer, intent(in) :: comm
      integer, intent(out) :: status
      type(settings) :: config
      type(zone_list) :: list
      character(len=256) :: path
      real(dp) :: residual
      integer :: iterations, k
      logical :: ok, converged

      status = 1
      path = ''
      if (command_argument_count() > 0) call get_command_argument(1, path)
      call read_settings(path, comm, config, ok)
      if (.not. ok) return
      call create_zones(config, comm, list, ok)
      if (ok) then
         do k = 1, size(list%mine)
            call start_zone(list%mine(k), list%total_columns)
         end do
         call iterate(config, list, iterations, residual, converged)
         call print_summary(list, iterations, residual, converged)
         status = 0
      else
         call tell(comm, 'not enough memory for the zones')
      end if
      call destroy_zones(list)
   end subroutine run

   !> Relaxes until nothing changes; collective.
   subroutine iterate(config, list, iterations, residual, converged)
      type(settings), intent(in) :: config
      type(zone_list), intent(inout) :: list
      integer, intent(out) :: iterations
      real(dp), intent(out) :: residual
      logical, intent(out) :: converged
      integer :: iteration, k

      iterations = 0
      residual = huge(residual)
      converged = .false.
      do iteration = 1, config%iterations
         call exchange_halos(list)
         do k = 1, size(list%mine)
            call relax_zone(list%mine(k), config%relaxation)
         end do
         iterations = iteration
         if (mod(iteration, config%check_every) == 0) then
            residual = global_residual(list)
            converged = residual < config%tolerance
         end if
         do k = 1, size(list%mine)
            call advance_zone(list%mine(k))
         end do
         if (config%history_every > 0) then
            if (mod(iteration, config%history_every) == 0) call print_history(list, iteration)
         end if
         if (converged) exit
      end do
   end subroutine iterate

end program multi_zone
