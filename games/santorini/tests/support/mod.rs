//! What several tests need.
#![allow(dead_code, reason = "each test uses a part of it")]

/// The text with the winner's mark before the god's name, as the data has it.
pub fn winner_first(text: &str) -> String {
    let part = |part: &str| match part.split_once('#') {
        Some((name, rest)) => format!("#{name}{rest}"),
        None => part.to_owned(),
    };
    text.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The gods of a position, the one to move first.
pub fn pair_to_move(text: &str) -> String {
    let parts: Vec<_> = text.split('/').collect();
    let name = |part: &str| part.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let (first, second) = (name(parts[2]), name(parts[3]));
    if parts[1] == "1" { format!("{first}-{second}") } else { format!("{second}-{first}") }
}

/// FNV-1a, 64 bits.
pub fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
