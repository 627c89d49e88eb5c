//! `--include-new`: a profile that is made later has no configuration, so no guard. The wish to
//! protect it as well is remembered for the whole root, with the profiles that were taken out on
//! purpose.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::bundle::Manifest;
use super::file;
use crate::hermes::{Profile, Profiles};

/// What was asked for at the last install.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    include_new: bool,
    /// Profiles that the user has uninstalled from.
    #[serde(default)]
    excluded: Vec<String>,
}

impl Wish {
    /// The wish of a root; nothing is asked where there is no file.
    pub fn read(root: &Path) -> Self {
        fs::read(path(root))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// The profiles that are new since: unprotected and never taken out.
    pub fn newcomers(&self, profiles: &Profiles) -> Vec<Profile> {
        if !self.include_new {
            return Vec::new();
        }
        profiles
            .all()
            .unwrap_or_default()
            .into_iter()
            .filter(|profile| !self.excluded.contains(&profile.name))
            .filter(|profile| Manifest::read(&profile.plugin()).is_none())
            .collect()
    }

    /// Notes an install: these profiles are wanted again.
    pub fn update(
        mut self,
        root: &Path,
        include_new: Option<bool>,
        installed: &[Profile],
    ) -> anyhow::Result<()> {
        let before = self.clone();
        self.include_new = include_new.unwrap_or(self.include_new);
        self.excluded
            .retain(|name| !installed.iter().any(|profile| profile.name == *name));
        self.write(root, &before)
    }

    /// Notes an uninstall: these profiles are not wanted.
    pub fn exclude(mut self, root: &Path, removed: &[Profile]) -> anyhow::Result<()> {
        if !self.include_new {
            return Ok(());
        }
        let before = self.clone();
        for profile in removed {
            if !self.excluded.contains(&profile.name) {
                self.excluded.push(profile.name.clone());
            }
        }
        self.write(root, &before)
    }

    fn write(&self, root: &Path, before: &Self) -> anyhow::Result<()> {
        if self == before {
            return Ok(());
        }
        let path = path(root);
        let old = file::read(&path)?;
        if *self == Self::default() {
            return file::remove(&path);
        }
        file::replace(&path, old.as_deref(), &serde_json::to_vec_pretty(self)?)
    }
}

fn path(root: &Path) -> PathBuf {
    super::store::folder_of(root).join("include-new.json")
}
