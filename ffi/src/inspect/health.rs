//! The health node: how a component says that it is well, or why not.

use glassbox::inspect::{Error, Health, Writer};

use super::handles::{CHandle, gbx_int_t, gbx_node_t, gbx_string_t};
use super::{both, gbx_inspect_t, with};
use crate::pointer::{Pointer, vouched};
use crate::status::gbx_status_t;
use crate::text::gbx_str_t;

/// A health node, `fuchsia.inspect.Health`. The caller owns it; all zero is none. The state's lock covers it, and there
/// must not be two of one node, since a message comes and goes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gbx_inspect_health_t {
    /// The node.
    pub node: gbx_node_t,
    /// When it was created.
    pub start: gbx_int_t,
    /// The status.
    pub status: gbx_string_t,
    /// The message, or the null handle while there is none.
    pub message: gbx_string_t,
}

impl gbx_inspect_health_t {
    const NONE: Self = Self {
        node: gbx_node_t::NULL,
        start: gbx_int_t::NULL,
        status: gbx_string_t::NULL,
        message: gbx_string_t::NULL,
    };

    fn wrap(health: Health) -> Self {
        Self {
            node: gbx_node_t::wrap(health.node),
            start: gbx_int_t::wrap(health.start),
            status: gbx_string_t::wrap(health.status),
            message: gbx_string_t::wrap(health.message),
        }
    }

    fn unwrap(self) -> Health {
        Health {
            node: self.node.unwrap(),
            start: self.start.unwrap(),
            status: self.status.unwrap(),
            message: self.message.unwrap(),
        }
    }
}

/// Creates the node `fuchsia.inspect.Health` below `parent`, with the status `STARTING_UP`. `now` is the time in
/// nanoseconds, of a clock of the program's.
///
/// Context: writer. Time: short. Errors: of a creation; `health` becomes all zero then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_create_health(
    state: *mut gbx_inspect_t,
    parent: gbx_node_t,
    now: i64,
    health: *mut gbx_inspect_health_t,
) -> gbx_status_t {
    vouched!(state, health);
    let out = match health.output() {
        Ok(out) => out,
        Err(status) => return status,
    };
    out.put(gbx_inspect_health_t::NONE);
    state.with(|writer| {
        let health = writer.create_health(parent.unwrap(), now)?;
        out.put(gbx_inspect_health_t::wrap(health));
        Ok::<_, Error>(())
    })
}

/// Sets the status to `OK`, and deletes the message.
///
/// Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`), `GBX_ERROR_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_health_ok(
    state: *mut gbx_inspect_t,
    health: *mut gbx_inspect_health_t,
) -> gbx_status_t {
    vouched!(state, health);
    change(state, health, Ok(()), |writer, health, ()| writer.set_health_ok(health))
}

/// Sets the status to `UNHEALTHY`, and the message to the reason; readers see both or none.
///
/// Context: writer. Time: that of the message's length. Errors: as `gbx_inspect_health_set`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_health_unhealthy(
    state: *mut gbx_inspect_t,
    health: *mut gbx_inspect_health_t,
    message: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, health, message);
    change(state, health, message.get(), Writer::set_health_unhealthy)
}

/// Sets the status to a text of the program's, and the message; readers see both or none. A message whose `data` is NULL
/// is none.
///
/// Context: writer. Time: that of their length. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`,
/// `status`), `GBX_ERROR_INVALID_UTF8`, `GBX_ERROR_TOO_LONG`, `GBX_ERROR_FULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_health_set(
    state: *mut gbx_inspect_t,
    health: *mut gbx_inspect_health_t,
    status: gbx_str_t,
    message: gbx_str_t,
) -> gbx_status_t {
    vouched!(state, health, status, message);
    change(state, health, both(status.get(), message.optional()), |writer, health, (status, message)| {
        writer.set_health(health, status, message)
    })
}

/// Deletes a health node; `health` becomes all zero.
///
/// Context: writer. Time: short. Errors: of the state, of the handle, `GBX_ERROR_NULL` (`health`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gbx_inspect_health_delete(
    state: *mut gbx_inspect_t,
    health: *mut gbx_inspect_health_t,
) -> gbx_status_t {
    vouched!(state, health);
    with(state, health.output(), |writer, health| {
        writer.delete_tree(health.current().node.unwrap())?;
        health.put(gbx_inspect_health_t::NONE);
        Ok(())
    })
}

/// Changes a health node whose handles lie with the caller.
fn change<A>(
    state: Pointer<gbx_inspect_t>,
    health: Pointer<gbx_inspect_health_t>,
    arguments: Result<A, gbx_status_t>,
    f: impl FnOnce(&mut Writer<'static>, &mut Health, A) -> Result<(), Error>,
) -> gbx_status_t {
    with(state, both(health.output(), arguments), |writer, (place, arguments)| {
        let mut health = place.current().unwrap();
        f(writer, &mut health, arguments)?;
        place.put(gbx_inspect_health_t::wrap(health));
        Ok(())
    })
}
