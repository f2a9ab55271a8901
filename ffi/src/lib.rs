//! The C interface of Glassbox.
#![no_std]
