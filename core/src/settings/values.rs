//! The settings as the program uses them, with their defaults.

use std::sync::Arc;

use smol_str::SmolStr;

use super::StandingRules;
use crate::model::hash_of;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every spelling, the mildest first.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// By its spelling.
            pub fn of(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Its spelling.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

words! {
    /// What to do about other plugins that can change or approve calls.
    PluginConflicts {
        /// Report them.
        Warn = "warn",
        /// Compare what runs with what was decided.
        Verify = "verify",
        /// Block every call while one is active.
        Strict = "strict",
    }
}

words! {
    /// Who reads the user's message.
    CompilerMode {
        /// Only the local compiler.
        Local = "local",
        /// A model, too, when words of action could not be grounded.
        Auto = "auto",
        /// A model, too, always.
        Model = "model",
    }
}

words! {
    /// What applies to a session whose first message was never seen.
    MissingPolicy {
        /// Reads pass, the rest asks.
        Fallback = "fallback",
        /// Nothing runs.
        Block = "block",
    }
}

/// How long words last.
#[derive(Clone, Debug)]
pub struct PolicySettings {
    /// Hours.
    pub ttl_hours: u32,
}

/// Who reads messages.
#[derive(Clone, Debug)]
pub struct CompilerSettings {
    /// Who.
    pub mode: CompilerMode,
    /// Seconds.
    pub timeout: u32,
}

/// Limits of a task that its words do not set.
#[derive(Clone, Debug)]
pub struct BudgetSettings {
    /// Effects that leave the machine; 0 is no limit.
    pub outbound: u32,
}

/// The audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditSettings {
    /// Whether there is one.
    pub enabled: bool,
    /// Whether allowed reads are in it.
    pub reads: bool,
    /// The size at which a new file begins.
    pub max_bytes: u64,
    /// How long older files are kept.
    pub keep_days: u32,
}

/// The text that settings were read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsText {
    /// The user's file; empty where there is none.
    pub user: String,
    /// The project's file; `None` where there is none.
    pub project: Option<String>,
    /// Names the text. Lower-case hex.
    pub hash: SmolStr,
}

impl SettingsText {
    /// The text of a user's file and of a project's.
    pub fn new(user: &str, project: Option<&str>) -> Self {
        Self {
            user: user.to_owned(),
            project: project.map(str::to_owned),
            hash: hash_of([user].into_iter().chain(project)),
        }
    }
}

/// All settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What they were read from.
    pub text: Arc<SettingsText>,
    /// Block every question that would be answered without a human.
    pub strict_yolo: bool,
    /// What to do about other plugins.
    pub plugin_conflicts: PluginConflicts,
    /// What applies to sessions that were never announced.
    pub missing_policy: MissingPolicy,
    /// Whether the model gets notes.
    pub notes: bool,
    /// How long words last.
    pub policy: PolicySettings,
    /// Who reads messages.
    pub compiler: CompilerSettings,
    /// Limits that the words do not set.
    pub budgets: BudgetSettings,
    /// Globs of paths that no call may change.
    pub protected_paths: Vec<String>,
    /// Globs of paths that are secrets.
    pub secret_paths: Vec<String>,
    /// The audit log.
    pub audit: AuditSettings,
    /// The `[[rule]]` entries.
    pub standing: StandingRules,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            text: Arc::new(SettingsText::new("", None)),
            strict_yolo: false,
            plugin_conflicts: PluginConflicts::Verify,
            missing_policy: MissingPolicy::Fallback,
            notes: true,
            policy: PolicySettings { ttl_hours: 12 },
            compiler: CompilerSettings {
                mode: CompilerMode::Auto,
                timeout: 20,
            },
            budgets: BudgetSettings { outbound: 0 },
            protected_paths: Vec::new(),
            secret_paths: Vec::new(),
            audit: AuditSettings {
                enabled: true,
                reads: true,
                max_bytes: 16 * 1024 * 1024,
                keep_days: 90,
            },
            standing: StandingRules::default(),
        }
    }
}
