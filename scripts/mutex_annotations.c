// What ThreadSanitizer does not see of Swift's Mutex: the slow paths, which wait in the kernel, are
// in a library that is not built with it. Preloaded by scripts/thread-sanitizer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
  typedef SWIFT void (*Function)(uint32_t, SELF);
  ((Function)dlsym(RTLD_NEXT, LOCK))(thread, self);
  acquire(self);
}

SWIFT bool try_lock_slow(SELF) __asm__(TRY);
SWIFT bool try_lock_slow(SELF) {
  typedef SWIFT bool (*Function)(SELF);
  bool is_locked = ((Function)dlsym(RTLD_NEXT, TRY))(self);
  if (is_locked) acquire(self);
  return is_locked;
}

SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF) {
  typedef SWIFT void (*Function)(SELF);
  if (__tsan_release) __tsan_release(self);
  ((Function)dlsym(RTLD_NEXT, UNLOCK))(self);
}
