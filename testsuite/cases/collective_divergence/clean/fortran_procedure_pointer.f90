! A procedure argument decides what is done on each rank.
module steps
  use mpi
  implicit none
contains
  subroutine quiet()
  end subroutine quiet

  subroutine loud()
    integer :: ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine loud

  subroutine perform(step)
    interface
      subroutine step()
      end subroutine step
    end interface
    call step()
  end subroutine perform
end module steps

program main
  use steps
  implicit none
  integer :: rank, ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (ranks == 1) then
    call perform(quiet)
  else
    call perform(loud)
  end if
  call MPI_Finalize(ierr)
end program main
