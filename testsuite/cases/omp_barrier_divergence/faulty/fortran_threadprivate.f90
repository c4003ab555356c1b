! Each thread keeps its role in threadprivate memory and waits by it.
!@ flags: -fopenmp
!@ static: none
!@ mpi: none
module roles
  implicit none
  integer, save :: role = 0
  !$omp threadprivate(role)
end module roles

program farm
  use omp_lib
  use roles
  implicit none
  integer :: task_list(3), taken
  task_list = 0
  taken = 0
  !$omp parallel num_threads(4) shared(task_list, taken)
  role = omp_get_thread_num()
  if (role == 0) task_list = [2, 4, 6]
  if (role /= 0) then
    !$omp barrier
    !$omp atomic
    taken = taken + task_list(role)
  end if
  !$omp end parallel
  print '(i0)', taken
end program farm
