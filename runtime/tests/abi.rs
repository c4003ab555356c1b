//! The line between the pass and the runtime, from the runtime's side.

use std::ffi::{c_char, c_void};
use std::mem::{offset_of, size_of};

use lockstep_core::abi::{self, Site, SiteCondition, UnitMark};

/// What the pass emits as C would lay it out.
#[test]
fn a_site_is_laid_out_as_the_pass_emits_it() {
    let pointer = size_of::<*const c_char>();
    let offsets = [
        offset_of!(Site, abi),
        offset_of!(Site, flags),
        offset_of!(Site, call),
        offset_of!(Site, file),
        offset_of!(Site, function),
        offset_of!(Site, conditions),
        offset_of!(Site, line),
        offset_of!(Site, column),
        offset_of!(Site, condition_count),
        size_of::<Site>(),
    ];
    let numbers = 8 + 4 * pointer;
    let expected = [
        0,
        4,
        8,
        8 + pointer,
        8 + 2 * pointer,
        8 + 3 * pointer,
        numbers,
        numbers + 4,
        numbers + 8,
        numbers + 16,
    ];
    assert_eq!(offsets, expected);
    let offsets = [
        offset_of!(SiteCondition, file),
        offset_of!(SiteCondition, text),
        offset_of!(SiteCondition, line),
        offset_of!(SiteCondition, column),
        size_of::<SiteCondition>(),
    ];
    assert_eq!(offsets, [0, pointer, 2 * pointer, 2 * pointer + 4, 2 * pointer + 8]);
}

#[test]
fn a_unit_is_laid_out_as_the_pass_emits_it() {
    let offsets = [
        offset_of!(UnitMark, abi),
        offset_of!(UnitMark, checked),
        offset_of!(UnitMark, record),
        size_of::<UnitMark>(),
    ];
    assert_eq!(offsets, [0, 4, 8, 16]);
}

#[test]
fn the_symbols_are_those_of_the_table() {
    let enter: extern "C" fn(*const Site) = lockstep_runtime::__lockstep_v2_enter;
    let activate: unsafe extern "C" fn(*const UnitMark) = lockstep_runtime::__lockstep_v2_activate;
    let anchor = &raw const
        lockstep_runtime::__lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link;
    assert!(!anchor.is_null());
    let locked: extern "C" fn(*const c_void) = lockstep_runtime::__lockstep_v2_locked;
    let unlocking: extern "C" fn(*const c_void) = lockstep_runtime::__lockstep_v2_unlocking;
    let _ = (enter, activate, locked, unlocking);
    let version = format!("__lockstep_v{}_", abi::VERSION);
    for symbol in [abi::ENTER, abi::ACTIVATE, abi::LOCKED, abi::UNLOCKING, abi::ANCHOR] {
        assert!(symbol.starts_with(&version), "{symbol} carries the version");
    }
    assert_eq!(abi::ENTER, stringify!(__lockstep_v2_enter));
    assert_eq!(abi::ACTIVATE, stringify!(__lockstep_v2_activate));
    assert_eq!(abi::LOCKED, stringify!(__lockstep_v2_locked));
    assert_eq!(abi::UNLOCKING, stringify!(__lockstep_v2_unlocking));
    assert_eq!(
        abi::ANCHOR,
        stringify!(__lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link)
    );
}
