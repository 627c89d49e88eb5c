/* A wall clock that tests can set: preloaded, so that Python and the native library see one time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static volatile long jumped;

void jump(long seconds) { jumped += seconds; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int outcome = real(clock, now);
    if (clock == CLOCK_REALTIME) now->tv_sec += jumped;
    return outcome;
}
