//! Every bound of the engine, named. On exhaustion the answer is BLOCK with a named reason, or an
//! effect that says what was not read; never a pass.

/// The longest command or script text that is parsed, in bytes. Longer text is opaque.
pub const COMMAND_BYTES: usize = 64 * 1024;
/// The largest arguments of one call, in bytes of text over all strings.
pub const ARGS_BYTES: usize = 8 * 1024 * 1024;
/// The deepest nesting of arguments.
pub const ARGS_DEPTH: usize = 64;
/// The deepest nesting of brackets and substitutions in a command before it is opaque.
pub const COMMAND_DEPTH: usize = 40;
/// The most commands, or brackets, of one command text before it is opaque.
pub const COMMAND_SEGMENTS: usize = 4000;
/// How many simple commands are followed in one call, loops and functions unrolled.
pub const COMMAND_STEPS: usize = 6000;
/// How many layers of wrappers and inner commands are followed (`sudo sh -c 'env ...'`).
pub const COMMAND_LAYERS: usize = 12;
/// How many effects one call may have; further ones are folded into one opaque effect.
pub const EFFECTS: usize = 512;
/// The longest owner's message that is compiled, in bytes; what is beyond only makes it uncertain.
pub const MESSAGE_BYTES: usize = 64 * 1024;
/// How much of one argument an approval prompt shows, in bytes; it says how much is left out.
pub const PROMPT_ARGUMENT_BYTES: usize = 32 * 1024;
/// The most words and marks of a message that are read; what is beyond makes it uncertain.
pub const MESSAGE_TOKENS: usize = 32 * 1024;
/// How many targets one effect of a tool may have; with more it is unresolved and says so.
pub const TARGETS: usize = 1024;
/// How many files a session remembers as filled from the network or with a secret.
pub const FILES_REMEMBERED: usize = 1024;
/// The most targets of a message that a later word such as "them" can mean.
pub const MESSAGE_TARGETS: usize = 64;
/// The most grants that one message makes; what is beyond is asked about.
pub const MESSAGE_GRANTS: usize = 512;
