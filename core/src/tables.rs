//! Every table that is built from policies/ once per process and shared by all decisions. Each is
//! built on first use; here they are listed, so that who loads the guard can have them built
//! before anybody waits.

use crate::{catalog, effects, intent, policy, target};

/// Builds every table.
pub(crate) fn prepare() {
    catalog::prepare();
    effects::script::prepare();
    target::sensitive::prepare();
    policy::preset::prepare();
    intent::prepare();
}
