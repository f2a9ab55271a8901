// Tracepoints of orc. Generated from its definition file; do not edit.

/// What each tracepoint does.
pub static ACTIVE: [::core::sync::atomic::AtomicU8; 31] = [
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(1),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
];

/// How often each tracepoint was reached.
pub static COUNTERS: [::glassbox::trace::component::HitCounter; 31] =
    [const { ::glassbox::trace::component::HitCounter::new() }; 31];

/// The component.
pub static COMPONENT: ::glassbox::trace::component::Component<'static> =
    ::glassbox::trace::component::Component {
        name: "orc",
        container: None,
        auxiliary: false,
        active: &ACTIVE,
        levels: &[1, 1, 2, 1, 3, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 1, 9, 1, 1, 1, 1, ],
        types: &[0, 2, 4, 1, 3, 5, 6, 8, 10, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ],
        groups: &[
            ::glassbox::trace::component::Group { name: "Entry", members: &[1, ] },
            ::glassbox::trace::component::Group { name: "Exit", members: &[2, ] },
            ::glassbox::trace::component::Group { name: "Event", members: &[0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, ] },
            ::glassbox::trace::component::Group { name: "Exception", members: &[3, ] },
            ::glassbox::trace::component::Group { name: "Debug", members: &[7, ] },
            ::glassbox::trace::component::Group { name: "Mem", members: &[6, ] },
            ::glassbox::trace::component::Group { name: "Perf", members: &[8, ] },
            ::glassbox::trace::component::Group { name: "setA", members: &[0, 1, ] },
            ::glassbox::trace::component::Group { name: "setB", members: &[1, ] },
        ],
        templates: &[
            "  Trace engine initialized for module orc",
            " >fn(name=%s, n=%d)",
            " <fn -> %d",
            "* fn failed rc=%d",
            "*>enter with error %d",
            "*<leave with error %d",
            "  mem %p",
            "  debug %u",
            "  perf %llu ns",
            "* ** ASSERTION FAILED ** at %s:%d: %s",
            "  d=%d i=%i u=%u x=%x X=%X",
            "  [%5d] [%-5d] [%05d] [%.3d] [%08x] [0x%08x]",
            "  lld=%lld llu=%llu llx=%llx 0x%llx",
            "  zu=%zu zd=%zd zx=%zx",
            "  p=%p 0x%p",
            "  c=<%c>",
            "  hd=%hd hu=%hu hx=%hx",
            "  f=%f g=%g .2f=%.2f",
            "  s=<%s>",
            "  <%10s> <%-10s> <%.3s>",
            "  prec=<%.*s>",
            "  a=%d b=<%.*s> c=<%.*s> d=%d",
            "  100%% of %d",
            "  no args 100%%",
            "  %s %p %u %llx %c %hd %f %zu %.*s",
            "  gone",
            "  compiled out %d",
            "  no level given",
            "  a=%u b=%u",
            "  a=%llu b=%llu",
            "  plain",
        ],
        counters: &COUNTERS,
        catalog: "OrcTraceFormat.dat",
    };

/// A function for each tracepoint, which the macro of its name calls.
#[allow(non_snake_case, dead_code, clippy::too_many_arguments)]
pub mod calls {
    use super::COMPONENT;

    /// Tracepoint 0.
    #[inline]
    pub fn Trc_ORC_Init(context: &mut impl ::glassbox::trace::engine::Tracer) {
        context.trace(&COMPONENT, 0, &[]);
    }

    /// Tracepoint 1.
    #[inline]
    pub fn Trc_ORC_Fn_Entry(context: &mut impl ::glassbox::trace::engine::Tracer, a1: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a2: i32) {
        context.trace(&COMPONENT, 1, &[
            ::glassbox::trace::recorder::Parameter::Text(Some(a1.as_ref())),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
        ]);
    }

    /// Tracepoint 2.
    #[inline]
    pub fn Trc_ORC_Fn_Exit(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 2, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 3.
    #[inline]
    pub fn Trc_ORC_Exc(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 3, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 4.
    #[inline]
    pub fn Trc_ORC_EntryExc(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 4, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 5.
    #[inline]
    pub fn Trc_ORC_ExitExc(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 5, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 6.
    #[inline]
    pub fn Trc_ORC_Mem(context: &mut impl ::glassbox::trace::engine::Tracer, a1: usize) {
        context.trace(&COMPONENT, 6, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 7.
    #[inline]
    pub fn Trc_ORC_Debug(context: &mut impl ::glassbox::trace::engine::Tracer, a1: u32) {
        context.trace(&COMPONENT, 7, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 8.
    #[inline]
    pub fn Trc_ORC_Perf(context: &mut impl ::glassbox::trace::engine::Tracer, a1: u64) {
        context.trace(&COMPONENT, 8, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 9.
    #[inline]
    pub fn Trc_ORC_Assert(context: &mut impl ::glassbox::trace::engine::Tracer, file: &str, line: u32, expression: &str) {
        context.assertion_failed(&COMPONENT, 9, file, line, expression);
    }

    /// Tracepoint 10.
    #[inline]
    pub fn Trc_ORC_Int(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32, a2: i32, a3: u32, a4: u32, a5: u32) {
        context.trace(&COMPONENT, 10, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a4.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a5.to_le_bytes()),
        ]);
    }

    /// Tracepoint 11.
    #[inline]
    pub fn Trc_ORC_IntW(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32, a2: i32, a3: i32, a4: i32, a5: u32, a6: u32) {
        context.trace(&COMPONENT, 11, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a4.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a5.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a6.to_le_bytes()),
        ]);
    }

    /// Tracepoint 12.
    #[inline]
    pub fn Trc_ORC_I64(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i64, a2: u64, a3: u64, a4: u64) {
        context.trace(&COMPONENT, 12, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a4.to_le_bytes()),
        ]);
    }

    /// Tracepoint 13.
    #[inline]
    pub fn Trc_ORC_Size(context: &mut impl ::glassbox::trace::engine::Tracer, a1: usize, a2: isize, a3: usize) {
        context.trace(&COMPONENT, 13, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
        ]);
    }

    /// Tracepoint 14.
    #[inline]
    pub fn Trc_ORC_Ptr(context: &mut impl ::glassbox::trace::engine::Tracer, a1: usize, a2: usize) {
        context.trace(&COMPONENT, 14, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
        ]);
    }

    /// Tracepoint 15.
    #[inline]
    pub fn Trc_ORC_Char(context: &mut impl ::glassbox::trace::engine::Tracer, a1: u8) {
        context.trace(&COMPONENT, 15, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 16.
    #[inline]
    pub fn Trc_ORC_Short(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i16, a2: u16, a3: u16) {
        context.trace(&COMPONENT, 16, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
        ]);
    }

    /// Tracepoint 17.
    #[inline]
    pub fn Trc_ORC_Dbl(context: &mut impl ::glassbox::trace::engine::Tracer, a1: f64, a2: f64, a3: f64) {
        context.trace(&COMPONENT, 17, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
        ]);
    }

    /// Tracepoint 18.
    #[inline]
    pub fn Trc_ORC_Str(context: &mut impl ::glassbox::trace::engine::Tracer, a1: &(impl ::core::convert::AsRef<[u8]> + ?Sized)) {
        context.trace(&COMPONENT, 18, &[
            ::glassbox::trace::recorder::Parameter::Text(Some(a1.as_ref())),
        ]);
    }

    /// Tracepoint 19.
    #[inline]
    pub fn Trc_ORC_StrW(context: &mut impl ::glassbox::trace::engine::Tracer, a1: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a2: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a3: &(impl ::core::convert::AsRef<[u8]> + ?Sized)) {
        context.trace(&COMPONENT, 19, &[
            ::glassbox::trace::recorder::Parameter::Text(Some(a1.as_ref())),
            ::glassbox::trace::recorder::Parameter::Text(Some(a2.as_ref())),
            ::glassbox::trace::recorder::Parameter::Text(Some(a3.as_ref())),
        ]);
    }

    /// Tracepoint 20.
    #[inline]
    pub fn Trc_ORC_StrP(context: &mut impl ::glassbox::trace::engine::Tracer, a1: &(impl ::core::convert::AsRef<[u8]> + ?Sized)) {
        context.trace(&COMPONENT, 20, &[
            ::glassbox::trace::recorder::Parameter::Counted(a1.as_ref()),
        ]);
    }

    /// Tracepoint 21.
    #[inline]
    pub fn Trc_ORC_StrP2(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32, a2: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a3: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a4: i32) {
        context.trace(&COMPONENT, 21, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Counted(a2.as_ref()),
            ::glassbox::trace::recorder::Parameter::Counted(a3.as_ref()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a4.to_le_bytes()),
        ]);
    }

    /// Tracepoint 22.
    #[inline]
    pub fn Trc_ORC_Pct(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 22, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 23.
    #[inline]
    pub fn Trc_ORC_PctOnly(context: &mut impl ::glassbox::trace::engine::Tracer) {
        context.trace(&COMPONENT, 23, &[]);
    }

    /// Tracepoint 24.
    #[inline]
    pub fn Trc_ORC_Many(context: &mut impl ::glassbox::trace::engine::Tracer, a1: &(impl ::core::convert::AsRef<[u8]> + ?Sized), a2: usize, a3: u32, a4: u64, a5: u8, a6: i16, a7: f64, a8: usize, a9: &(impl ::core::convert::AsRef<[u8]> + ?Sized)) {
        context.trace(&COMPONENT, 24, &[
            ::glassbox::trace::recorder::Parameter::Text(Some(a1.as_ref())),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a3.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a4.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a5.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a6.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a7.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a8.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Counted(a9.as_ref()),
        ]);
    }

    /// Tracepoint 26.
    #[inline]
    pub fn Trc_ORC_Hot(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 26, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 27.
    #[inline]
    pub fn Trc_ORC_NoLevel(context: &mut impl ::glassbox::trace::engine::Tracer) {
        context.trace(&COMPONENT, 27, &[]);
    }

    /// Tracepoint 28.
    #[inline]
    pub fn Trc_ORC_U32x2(context: &mut impl ::glassbox::trace::engine::Tracer, a1: u32, a2: u32) {
        context.trace(&COMPONENT, 28, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
        ]);
    }

    /// Tracepoint 29.
    #[inline]
    pub fn Trc_ORC_U64x2(context: &mut impl ::glassbox::trace::engine::Tracer, a1: u64, a2: u64) {
        context.trace(&COMPONENT, 29, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
            ::glassbox::trace::recorder::Parameter::Bytes(&a2.to_le_bytes()),
        ]);
    }

    /// Tracepoint 30.
    #[inline]
    pub fn Trc_ORC_Plain(context: &mut impl ::glassbox::trace::engine::Tracer) {
        context.trace(&COMPONENT, 30, &[]);
    }
}

#[allow(unused_macros)]
macro_rules! Trc_ORC_Init {
    ($context:expr $(,)?) => {
        if crate::orc::ACTIVE[0].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Init($context);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Init;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Fn_Entry {
    ($context:expr, $a1:expr, $a2:expr $(,)?) => {
        if crate::orc::ACTIVE[1].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Fn_Entry($context, $a1, $a2);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Fn_Entry;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Fn_Exit {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[2].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Fn_Exit($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Fn_Exit;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Exc {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[3].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Exc($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Exc;

#[allow(unused_macros)]
macro_rules! Trc_ORC_EntryExc {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[4].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_EntryExc($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_EntryExc;

#[allow(unused_macros)]
macro_rules! Trc_ORC_ExitExc {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[5].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_ExitExc($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_ExitExc;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Mem {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[6].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Mem($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Mem;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Debug {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[7].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Debug($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Debug;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Perf {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[8].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Perf($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Perf;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Assert {
    ($context:expr, $expression:expr $(,)?) => {
        if crate::orc::ACTIVE[9].load(::core::sync::atomic::Ordering::Relaxed) != 0 && !$expression {
            crate::orc::calls::Trc_ORC_Assert($context, ::core::file!(), ::core::line!(), ::core::stringify!($expression));
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Assert;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Int {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr, $a4:expr, $a5:expr $(,)?) => {
        if crate::orc::ACTIVE[10].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Int($context, $a1, $a2, $a3, $a4, $a5);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Int;

#[allow(unused_macros)]
macro_rules! Trc_ORC_IntW {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr, $a4:expr, $a5:expr, $a6:expr $(,)?) => {
        if crate::orc::ACTIVE[11].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_IntW($context, $a1, $a2, $a3, $a4, $a5, $a6);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_IntW;

#[allow(unused_macros)]
macro_rules! Trc_ORC_I64 {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr, $a4:expr $(,)?) => {
        if crate::orc::ACTIVE[12].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_I64($context, $a1, $a2, $a3, $a4);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_I64;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Size {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr $(,)?) => {
        if crate::orc::ACTIVE[13].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Size($context, $a1, $a2, $a3);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Size;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Ptr {
    ($context:expr, $a1:expr, $a2:expr $(,)?) => {
        if crate::orc::ACTIVE[14].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Ptr($context, $a1, $a2);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Ptr;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Char {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[15].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Char($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Char;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Short {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr $(,)?) => {
        if crate::orc::ACTIVE[16].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Short($context, $a1, $a2, $a3);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Short;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Dbl {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr $(,)?) => {
        if crate::orc::ACTIVE[17].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Dbl($context, $a1, $a2, $a3);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Dbl;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Str {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[18].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Str($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Str;

#[allow(unused_macros)]
macro_rules! Trc_ORC_StrW {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr $(,)?) => {
        if crate::orc::ACTIVE[19].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_StrW($context, $a1, $a2, $a3);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_StrW;

#[allow(unused_macros)]
macro_rules! Trc_ORC_StrP {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[20].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_StrP($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_StrP;

#[allow(unused_macros)]
macro_rules! Trc_ORC_StrP2 {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr, $a4:expr $(,)?) => {
        if crate::orc::ACTIVE[21].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_StrP2($context, $a1, $a2, $a3, $a4);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_StrP2;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Pct {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orc::ACTIVE[22].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Pct($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Pct;

#[allow(unused_macros)]
macro_rules! Trc_ORC_PctOnly {
    ($context:expr $(,)?) => {
        if crate::orc::ACTIVE[23].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_PctOnly($context);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_PctOnly;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Many {
    ($context:expr, $a1:expr, $a2:expr, $a3:expr, $a4:expr, $a5:expr, $a6:expr, $a7:expr, $a8:expr, $a9:expr $(,)?) => {
        if crate::orc::ACTIVE[24].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Many($context, $a1, $a2, $a3, $a4, $a5, $a6, $a7, $a8, $a9);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Many;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Hot {
    ($context:expr, $a1:expr $(,)?) => {
        if false {
            crate::orc::calls::Trc_ORC_Hot($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Hot;

#[allow(unused_macros)]
macro_rules! Trc_ORC_NoLevel {
    ($context:expr $(,)?) => {
        if crate::orc::ACTIVE[27].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_NoLevel($context);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_NoLevel;

#[allow(unused_macros)]
macro_rules! Trc_ORC_U32x2 {
    ($context:expr, $a1:expr, $a2:expr $(,)?) => {
        if crate::orc::ACTIVE[28].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_U32x2($context, $a1, $a2);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_U32x2;

#[allow(unused_macros)]
macro_rules! Trc_ORC_U64x2 {
    ($context:expr, $a1:expr, $a2:expr $(,)?) => {
        if crate::orc::ACTIVE[29].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_U64x2($context, $a1, $a2);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_U64x2;

#[allow(unused_macros)]
macro_rules! Trc_ORC_Plain {
    ($context:expr $(,)?) => {
        if crate::orc::ACTIVE[30].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orc::calls::Trc_ORC_Plain($context);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORC_Plain;
