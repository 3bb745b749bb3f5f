//! The buffer through which the page gives bytes to the module.

#![expect(unsafe_code, reason = "the names of exported functions are unsafe attributes")]

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Replaces the buffer by one of `length` zero bytes. Returns its address, to which the page must write its own bytes
/// before it calls another function of the module.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Takes the bytes that the page has written, and leaves the buffer empty.
pub(crate) fn written() -> Vec<u8> {
    BUFFER.take()
}
