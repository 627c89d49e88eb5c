//! What a guard must notice about an effect, beyond its class and targets.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Facts that the analysers state and the guards judge. A mark never allows anything.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Marks: u32 {
        /// Touches a key, token, credential store or `.env` file.
        const SECRET = 1;
        /// Touches what protects the user: our files, the host's settings, the host process.
        const SELF_PROTECTION = 1 << 1;
        /// Outlives the call: start-up files, cron, services, git hooks, memory, skills.
        const PERSISTENCE = 1 << 2;
        /// Moves or opens something in the physical world: a lock, a garage door.
        const PHYSICAL = 1 << 3;
        /// Recipients exist but the call names them only by an opaque id.
        const OPAQUE_RECIPIENT = 1 << 4;
        /// Hands a shell or a tunnel to a remote party.
        const REMOTE_SHELL = 1 << 5;
        /// Runs code that was downloaded, decoded or otherwise comes from nowhere the user named.
        const UNKNOWN_ORIGIN = 1 << 6;
        /// Destroys the machine, the home, a disk, or all of an account.
        const CATASTROPHE = 1 << 7;
        /// A URL or host name that carries data out.
        const EXFILTRATION = 1 << 8;
        /// Reaches into another profile of the host.
        const CROSS_PROFILE = 1 << 9;
        /// Stores something fetched from the network.
        const DOWNLOAD = 1 << 10;
        /// Sends the content of a local file or of earlier output.
        const SENDS_CONTENT = 1 << 11;
        /// Bidirectional, zero-width or control characters, or mixed scripts, hide the text.
        const HIDDEN_TEXT = 1 << 12;
        /// A name that looks like another name (confusable letters).
        const LOOK_ALIKE = 1 << 13;
        /// Larger than a budget allows; what is beyond was not read.
        const OVERSIZED = 1 << 14;
        /// Text that its own interpreter would not accept, or that ours could not read.
        const UNPARSABLE = 1 << 15;
        /// Runs with more privileges than the caller has.
        const PRIVILEGED = 1 << 16;
        /// Starts a build, a test, or a project's own script: code that the project shows.
        const PROJECT_CODE = 1 << 17;
        /// Cannot be undone by the user.
        const IRREVERSIBLE = 1 << 18;
        /// Hands work to another agent that decides for itself.
        const DELEGATES = 1 << 19;
        /// Asks the user something; the answer is theirs.
        const ASKS_USER = 1 << 20;
    }
}
