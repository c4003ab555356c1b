! Rank and size are variables of a module in another file.
!@ files: parts/fortran_module_in_other_file/solver.f90 parts/fortran_module_in_other_file/parallel.f90
program main
  use parallel
  use solver
  implicit none
  call start_parallel()
  call solve(5)
  call stop_parallel()
end program main
