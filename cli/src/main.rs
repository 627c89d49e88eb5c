//! `agentsfence`: installs the guard into Hermes profiles, checks that it really protects, and
//! explains any decision with the same core that the plugin uses.

fn main() -> std::process::ExitCode {
    agentsfence_cli::run()
}
