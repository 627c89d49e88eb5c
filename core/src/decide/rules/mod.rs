//! The rules, one a file: what it is for, its meta data, its code and its tests.

pub(super) mod approved_action;
pub(super) mod boundary;
pub(super) mod budget;
pub(super) mod exfiltration_url;
pub(super) mod hidden_text;
pub(super) mod host_catastrophe;
pub(super) mod nobody_answers;
pub(super) mod other_profile;
pub(super) mod outbound_budget;
pub(super) mod oversized_input;
pub(super) mod persistence;
pub(super) mod policy_expired;
pub(super) mod prohibition;
pub(super) mod read_default;
pub(super) mod remote_shell;
pub(super) mod secret_leaving;
pub(super) mod secret_read;
pub(super) mod self_protection;
pub(super) mod session_state;
pub(super) mod target_outside;
pub(super) mod target_unverifiable;
pub(super) mod task_grant;
pub(super) mod unauthorised;
pub(super) mod unknown_origin;
pub(super) mod unreadable_call;
pub(super) mod unresolved_delete;
