//! What a call uses up of the task's budgets, effect by effect, while it is decided.

use std::collections::BTreeMap;

use crate::model::{AbsPath, Effect, Marks, RiskClass, Target, Usage};

/// Whether the effect changes something outside the machine.
pub(crate) fn leaves(effect: &Effect) -> bool {
    match effect.risk {
        RiskClass::Read => false,
        RiskClass::Communication | RiskClass::ExternalWrite | RiskClass::Financial => true,
        _ => effect.hosts().next().is_some() || effect.recipients().next().is_some(),
    }
}

/// Files that a call fills from the network, or with what a secret file of the same call holds.
pub(crate) fn left_in_files<'e>(
    effects: &'e [Effect],
    before: &Usage,
) -> impl Iterator<Item = (String, Marks)> + 'e {
    let came = |path: &AbsPath| {
        let left = before.left_in_files.get(path.as_str());
        left.is_some_and(|left| left.contains(Marks::DOWNLOAD))
    };
    let downloads = downloaded(effects.iter().map(|effect| (effect, effect.marks)), came);
    let reads_secret = effects
        .iter()
        .any(|effect| effect.risk == RiskClass::Read && effect.marks.contains(Marks::SECRET));
    effects
        .iter()
        .filter(|effect| effect.risk == RiskClass::LocalWrite)
        .flat_map(move |effect| {
            let secret = if reads_secret {
                Marks::SECRET
            } else {
                Marks::default()
            };
            let left: Vec<(String, Marks)> = effect
                .paths()
                .map(|target| {
                    if downloads.contains(&&target.path) {
                        (target.path.to_string(), secret | Marks::DOWNLOAD)
                    } else {
                        (target.path.to_string(), secret)
                    }
                })
                .filter(|(_, left)| !left.is_empty())
                .collect();
            left
        })
}

/// Programs that write what they read, somewhere else.
const COPIERS: [&str; 9] = [
    "cp", "mv", "ln", "install", "rsync", "tar", "unzip", "gunzip", "dd",
];

/// Every file that the effects fill from the network, copies of such files included. `known`: the
/// files that earlier calls filled.
pub(crate) fn downloaded<'e>(
    effects: impl Iterator<Item = (&'e Effect, Marks)>,
    known: impl Fn(&AbsPath) -> bool,
) -> Vec<&'e AbsPath> {
    let mut files: Vec<&AbsPath> = Vec::new();
    let mut copied_by: Option<&str> = None;
    for (effect, marks) in effects {
        let program = effect.program.as_deref();
        let copier = program.filter(|program| COPIERS.contains(program));
        if copied_by.is_some() && copier != copied_by {
            copied_by = None;
        }
        let writes = effect.risk == RiskClass::LocalWrite;
        let came = |path: &AbsPath| files.iter().any(|file| path.is_within(file)) || known(path);
        if copier.is_some() && effect.paths().any(|target| came(&target.path)) {
            copied_by = copier;
        }
        if writes && (marks.contains(Marks::DOWNLOAD) || copied_by.is_some()) {
            files.extend(effect.paths().map(|target| &target.path));
        }
    }
    files
}

/// Whether a limit counts the effect by its targets: rewriting one file is one use.
pub(crate) fn counts_targets(effect: &Effect) -> bool {
    matches!(effect.risk, RiskClass::LocalWrite | RiskClass::Delete)
        && effect
            .targets
            .iter()
            .any(|target| counted_name(target).is_some())
}

/// The name under which a target is counted; `None` for sums of money.
pub(crate) fn counted_name(target: &Target) -> Option<String> {
    match target {
        Target::Path(path) => Some(path.path.to_string()),
        Target::Resource(resource) => Some(format!("{}:{}", resource.kind, resource.name)),
        Target::Url(url) => Some(url.url.clone()),
        Target::Host(host) => Some(host.to_string()),
        Target::Recipient(recipient) => Some(recipient.name.to_string()),
        Target::Amount(_) => None,
    }
}

/// What the earlier effects of the same call have used, by grant.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    targets: BTreeMap<String, Vec<String>>,
    cents: BTreeMap<String, i64>,
}

impl Ledger {
    /// Enters an effect that a grant covers.
    pub(crate) fn enter(&mut self, grant: &str, effect: &Effect) {
        if counts_targets(effect) {
            let known = self.targets.entry(grant.to_owned()).or_default();
            for name in effect.targets.iter().filter_map(counted_name) {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
        }
        let sum = self.cents.entry(grant.to_owned()).or_default();
        *sum = amounts(effect).fold(*sum, i64::saturating_add);
    }

    /// How many distinct targets, or calls, the grant would have covered with this effect. A call
    /// counts once per grant however many effects it has.
    pub(crate) fn count_with(&self, grant: &str, effect: &Effect, before: &Usage) -> usize {
        if !counts_targets(effect) {
            return before.calls.get(grant).copied().unwrap_or_default() as usize + 1;
        }
        let mut known: Vec<String> = before.targets.get(grant).cloned().unwrap_or_default();
        let ours = self.targets.get(grant).into_iter().flatten().cloned();
        for name in ours.chain(effect.targets.iter().filter_map(counted_name)) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        known.len()
    }

    /// Hundredths of currency that the grant would have covered with this effect.
    pub(crate) fn cents_with(&self, grant: &str, effect: &Effect, before: &Usage) -> i64 {
        let before = before.cents.get(grant).copied().unwrap_or_default();
        let ours = self.cents.get(grant).copied().unwrap_or_default();
        amounts(effect).fold(before.saturating_add(ours), i64::saturating_add)
    }
}

fn amounts(effect: &Effect) -> impl Iterator<Item = i64> + '_ {
    effect.targets.iter().filter_map(|target| match target {
        Target::Amount(amount) => Some(amount.cents),
        _ => None,
    })
}
