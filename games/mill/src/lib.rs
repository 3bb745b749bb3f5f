//! Nine Men's Morris and its family.
