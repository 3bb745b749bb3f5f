//! The limit on the memory for values that the built-in tables have unpacked or derived.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of bytes of unpacked and derived values; `None` for no limit. WebAssembly has a limit,
/// because its memory never shrinks.
const MAX_RESERVED: Option<usize> = if cfg!(target_family = "wasm") { Some(24 << 20) } else { None };
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// Reserves memory for values, for good. Returns `false` if that would exceed [`MAX_RESERVED`].
pub(super) fn reserve(bytes: usize) -> bool {
    let Some(max) = MAX_RESERVED else { return true };
    let add = |reserved: usize| (reserved + bytes <= max).then_some(reserved + bytes);
    RESERVED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
}
