/*
 * Locks for Glassbox: examples to use as they are, or to copy and change.
 *
 * A lock is a pair of functions and a context. Choose one before this header is included:
 *
 *     #define GBX_LOCK_PTHREAD     threads of a POSIX system: gbx_pthread_lock(&mutex)
 *     #define GBX_LOCK_FREERTOS    tasks of FreeRTOS: gbx_freertos_lock(semaphore)
 *     #define GBX_LOCK_PRIMASK     the main loop and interrupts of a Cortex-M core: gbx_primask_lock()
 *
 * and give it to the writer:
 *
 *     gbx_inspect_config_t config = {0};
 *     config.lock = gbx_pthread_lock(&mutex);
 *     gbx_inspect_init(&state, memory, sizeof memory, &config);
 */
#ifndef GLASSBOX_LOCKS_H
#define GLASSBOX_LOCKS_H

#include "glassbox.h"

#ifdef GBX_LOCK_PTHREAD
#include <pthread.h>
#endif
#if defined(GBX_LOCK_FREERTOS) && !defined(INC_FREERTOS_H)
#include "FreeRTOS.h"
#endif
#if defined(GBX_LOCK_FREERTOS) && !defined(SEMAPHORE_H)
#include "semphr.h"
#endif

#ifdef __cplusplus
#define GBX_LOCK_CONTEXT(type, context) static_cast<type>(context)
extern "C" {
#else
#define GBX_LOCK_CONTEXT(type, context) ((type)(context))
#endif

#ifdef GBX_LOCK_PTHREAD
/* Waits as long as it must. Not for signal handlers. An ordinary mutex that its own thread takes twice waits for ever;
 * one of the type PTHREAD_MUTEX_ERRORCHECK fails instead, which is GBX_ERROR_BUSY. */
static inline bool gbx_pthread_acquire(void *context, size_t *key) {
    (void)key;
    return pthread_mutex_lock(GBX_LOCK_CONTEXT(pthread_mutex_t *, context)) == 0;
}

static inline void gbx_pthread_release(void *context, size_t key) {
    (void)key;
    (void)pthread_mutex_unlock(GBX_LOCK_CONTEXT(pthread_mutex_t *, context));
}

static inline gbx_lock_t gbx_pthread_lock(pthread_mutex_t *mutex) {
    gbx_lock_t lock;
    lock.context = mutex;
    lock.acquire = gbx_pthread_acquire;
    lock.release = gbx_pthread_release;
    return lock;
}
#endif

#ifdef GBX_LOCK_FREERTOS
/* A mutex semaphore, which hands priority on. In an interrupt it cannot be taken: GBX_ERROR_BUSY. */
static inline bool gbx_freertos_acquire(void *context, size_t *key) {
    (void)key;
    if (xPortIsInsideInterrupt() != pdFALSE) {
        return false;
    }
    return xSemaphoreTake(GBX_LOCK_CONTEXT(SemaphoreHandle_t, context), portMAX_DELAY) == pdTRUE;
}

static inline void gbx_freertos_release(void *context, size_t key) {
    (void)key;
    (void)xSemaphoreGive(GBX_LOCK_CONTEXT(SemaphoreHandle_t, context));
}

static inline gbx_lock_t gbx_freertos_lock(SemaphoreHandle_t mutex) {
    gbx_lock_t lock;
    lock.context = mutex;
    lock.acquire = gbx_freertos_acquire;
    lock.release = gbx_freertos_release;
    return lock;
}
#endif

#ifdef GBX_LOCK_PRIMASK
/* Keeps all interrupts out, but for NMI and faults, which must not use the writer. The key is the mask that was found, so
 * the lock may also be taken where interrupts are off already. They stay off for the time that the function takes. */
static inline bool gbx_primask_acquire(void *context, size_t *key) {
    uint32_t mask;
    (void)context;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(mask) : : "memory");
    *key = mask;
    return true;
}

static inline void gbx_primask_release(void *context, size_t key) {
    (void)context;
    __asm__ volatile("msr primask, %0" : : "r"(key) : "memory");
}

static inline gbx_lock_t gbx_primask_lock(void) {
    gbx_lock_t lock;
    lock.context = NULL;
    lock.acquire = gbx_primask_acquire;
    lock.release = gbx_primask_release;
    return lock;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
