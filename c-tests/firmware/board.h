/* What the tests on boards ask of the board beside running a program: a reset, and a timer that interrupts. */
#ifndef GBX_TESTS_BOARD_H
#define GBX_TESTS_BOARD_H

#include <stdint.h>

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

#define SYST_CSR (*(volatile uint32_t *)0xe000e010u)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014u)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018u)
#define AIRCR (*(volatile uint32_t *)0xe000ed0cu)

/* Resets processor and devices. The memory keeps what is in it. */
static inline void board_reset(void) {
    __asm__ volatile("dsb" ::: "memory");
    AIRCR = 0x05fa0004u;
    for (;;) {
    }
}

/* Interrupts the program each time so many cycles have gone by; arm_systick_isr is what runs then. */
static inline void board_start_timer(uint32_t cycles) {
    SYST_RVR = cycles - 1u;
    SYST_CVR = 0;
    SYST_CSR = 7;
}

static inline void board_stop_timer(void) {
    SYST_CSR = 0;
}

#elif defined(__riscv)

/* The test device of QEMU's board `virt`. */
#define TEST_DEVICE (*(volatile uint32_t *)0x100000u)

/* Resets processor and devices. The memory keeps what is in it. */
static inline void board_reset(void) {
    __asm__ volatile("fence rw, rw" ::: "memory");
    TEST_DEVICE = 0x7777u;
    for (;;) {
    }
}

#endif

#endif
