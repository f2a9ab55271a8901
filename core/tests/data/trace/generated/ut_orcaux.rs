// Tracepoints of orcaux. Generated from its definition file; do not edit.

/// What each tracepoint does.
pub static ACTIVE: [::core::sync::atomic::AtomicU8; 1] = [
    ::core::sync::atomic::AtomicU8::new(0),
];

/// The component.
pub static COMPONENT: ::glassbox::trace::component::Component<'static> =
    ::glassbox::trace::component::Component {
        name: "orcaux",
        container: None,
        auxiliary: true,
        active: &ACTIVE,
        levels: &[1, ],
        types: &[0, ],
        groups: &[
            ::glassbox::trace::component::Group { name: "Entry", members: &[] },
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
    pub fn Trc_ORCAUX_Line(context: &mut impl ::glassbox::trace::engine::Tracer, a1: i32) {
        context.trace(&COMPONENT, 0, &[
            ::glassbox::trace::recorder::Parameter::Bytes(&a1.to_le_bytes()),
        ]);
    }
}

#[allow(unused_macros)]
macro_rules! Trc_ORCAUX_Line {
    ($context:expr, $a1:expr $(,)?) => {
        if true {
            crate::orcaux::calls::Trc_ORCAUX_Line($context, $a1);
        }
    };
}
#[allow(unused_imports)]
pub(crate) use Trc_ORCAUX_Line;
