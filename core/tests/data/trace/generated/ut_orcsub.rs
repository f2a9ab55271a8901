// Tracepoints of orcsub. Generated from its definition file; do not edit.

/// What each tracepoint does.
pub static ACTIVE: [::core::sync::atomic::AtomicU8; 2] = [
    ::core::sync::atomic::AtomicU8::new(0),
    ::core::sync::atomic::AtomicU8::new(0),
];

/// The component.
pub static COMPONENT: ::glassbox::trace::component::Component<'static> =
    ::glassbox::trace::component::Component {
        name: "orcsub",
        container: Some("orc"),
        auxiliary: false,
        active: &ACTIVE,
        levels: &[1, 1, ],
        types: &[0, 2, ],
        groups: &[
            ::glassbox::trace::component::Group { name: "Entry", members: &[1, ] },
            ::glassbox::trace::component::Group { name: "Exit", members: &[] },
            ::glassbox::trace::component::Group { name: "Event", members: &[0, ] },
            ::glassbox::trace::component::Group { name: "Exception", members: &[] },
            ::glassbox::trace::component::Group { name: "Debug", members: &[] },
        ],
        templates: &[],
        counters: &[],
        catalog: "OrcTraceFormat.dat",
    };

/// A function for each tracepoint, which the macro of its name calls.
#[allow(non_snake_case, dead_code, clippy::too_many_arguments)]
pub mod calls {
    use super::COMPONENT;

    /// Tracepoint 0.
    #[inline]
    pub fn Trc_ORCSUB_Event(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 0, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }

    /// Tracepoint 1.
    #[inline]
    pub fn Trc_ORCSUB_Entry(context: &mut impl ::glassbox::trace::engine::Tracer) {
        context.trace(&COMPONENT, 1, &[]);
    }
}

#[allow(unused_macros)]
macro_rules! Trc_ORCSUB_Event {
    ($context:expr, $a1:expr $(,)?) => {
        if crate::orcsub::ACTIVE[0].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orcsub::calls::Trc_ORCSUB_Event($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORCSUB_Event;

#[allow(unused_macros)]
macro_rules! Trc_ORCSUB_Entry {
    ($context:expr $(,)?) => {
        if crate::orcsub::ACTIVE[1].load(::core::sync::atomic::Ordering::Relaxed) != 0 {
            crate::orcsub::calls::Trc_ORCSUB_Entry($context);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORCSUB_Entry;
