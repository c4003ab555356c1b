/* A tool that listens to the same events of the OpenMP library as Lockstep's runtime does, and does nothing with
 * them: what the library itself takes for having a tool. */
#include <omp-tools.h>

static void nothing(void) {}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    static const ompt_callbacks_t events[] = {
        ompt_callback_parallel_begin, ompt_callback_parallel_end, ompt_callback_task_create,
        ompt_callback_task_schedule,  ompt_callback_implicit_task, ompt_callback_mutex_released,
        ompt_callback_dependences,    ompt_callback_work,          ompt_callback_masked,
        ompt_callback_sync_region,    ompt_callback_mutex_acquire, ompt_callback_mutex_acquired,
        ompt_callback_cancel,         ompt_callback_dispatch,
    };
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
        set(events[i], (ompt_callback_t)nothing);
    (void)device, (void)data;
    return 1;
}

static void finalize(ompt_data_t *data)
{
    (void)data;
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
    static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
    (void)version, (void)runtime;
    return &tool;
}
