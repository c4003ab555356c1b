!> What the user asked for: a namelist that rank 0 reads and tells the others.
module configuration
   use mpi
   use precision, only: dp
   use failure, only: tell
   implicit none
   private
   public :: settings, read_settings

   type :: settings
      integer :: zones = 7            !< zones in the chain
      integer :: points = 24          !< rows of every zone, and columns of the narrowest
      integer :: growth = 6           !< columns by which each zone is wider than the last
      integer :: iterations = 120     !< at most this many
      integer :: check_every = 8      !< iterations between two convergence tests
      integer :: history_every = 40   !< iterations between two lines of history, 0: none
      real(dp) :: tolerance = 1.0e-4_dp
      real(dp) :: relaxation = 0.9_dp
   end type settings

contains

   !> Reads the namelist &multi_zone from `path` on rank 0 and gives it to all ranks; an empty path
   !> leaves the defaults. Collective; `ok` is the same on all ranks.
   subroutine read_settings(path, comm, config, ok)
      character(len=*), intent(in) :: path
      integer, intent(in) :: comm
      type(settings), intent(out) :: config
      logical, intent(out) :: ok
      integer :: rank, ierror

      call MPI_Comm_rank(comm, rank, ierror)
      ok = .true.
      if (rank == 0 .and. len_trim(path) > 0) call read_namelist(path, config, ok)
      call MPI_Bcast(ok, 1, MPI_LOGICAL, 0, comm, ierror)
      if (.not. ok) then
         call tell(comm, 'cannot read the settings in '//trim(path))
         return
      end if

      call MPI_Bcast(config%zones, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%points, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%growth, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%iterations, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%check_every, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%history_every, 1, MPI_INTEGER, 0, comm, ierror)
      call MPI_Bcast(config%tolerance, 1, MPI_DOUBLE_PRECISION, 0, comm, ierror)
      call MPI_Bcast(config%relaxation, 1, MPI_DOUBLE_PRECISION, 0, comm, ierror)
   end subroutine read_settings

   !> Not collective.
   subroutine read_namelist(path, config, ok)
      character(len=*), intent(in) :: path
      type(settings), intent(inout) :: config
      logical, intent(out) :: ok
      integer :: zones, points, growth, iterations, check_every, history_every
      real(dp) :: tolerance, relaxation
      integer :: unit, status
      namelist /multi_zone/ zones, points, growth, iterations, check_every, history_every, &
         tolerance, relaxation

      zones = config%zones
      points = config%points
      growth = config%growth
      iterations = config%iterations
      check_every = config%check_every
      history_every = config%history_every
      tolerance = config%tolerance
      relaxation = config%relaxation

      ok = .false.
      open (newunit=unit, file=path, status='old', action='read', iostat=status)
      if (status /= 0) return
      read (unit, nml=multi_zone, iostat=status)
      close (unit)
      if (status /= 0) return
      if (min(zones, points, check_every) < 1) return
      if (min(growth, iterations, history_every) < 0) return
      if (relaxation <= 0.0_dp .or. relaxation > 1.0_dp) return

      config%zones = zones
      config%points = points
      config%growth = growth
      config%iterations = iterations
      config%check_every = check_every
      config%history_every = history_every
      config%tolerance = tolerance
      config%relaxation = relaxation
      ok = .true.
   end subroutine read_namelist

end module configuration
