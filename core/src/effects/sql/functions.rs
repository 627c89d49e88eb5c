//! Functions that make a query more than a read.

use crate::model::{Marks, RiskClass};

/// Functions that run code or commands.
const RUN: &[&str] = &[
    "xp_cmdshell",
    "sys_exec",
    "sys_eval",
    "load_extension",
    "sp_oacreate",
    "sp_oamethod",
    "sp_executesql",
    "dbms_scheduler",
    "query_to_xml",
    "query_to_xmlschema",
    "table_to_xml",
    "plpy",
    "eval",
    "exec",
    "execute",
    "dbms_xslprocessor",
    "shell",
    "system",
    "command",
];
/// Functions that read files of the server or of this machine.
const READ_FILES: &[&str] = &[
    "pg_read_file",
    "pg_read_binary_file",
    "pg_ls_dir",
    "pg_ls_logdir",
    "pg_ls_waldir",
    "pg_stat_file",
    "load_file",
    "readfile",
    "lsdir",
    "fsdir",
    "bfilename",
    "lo_import",
    "openrowset",
    "read_csv",
    "read_csv_auto",
    "read_parquet",
    "read_json",
    "read_json_auto",
    "read_text",
    "read_blob",
    "glob_files",
    "file",
    "pg_hba_file_rules",
];
/// Functions that write files, or reach another system.
const WRITE: &[&str] = &[
    "lo_export",
    "lo_put",
    "lo_create",
    "lo_creat",
    "lo_from_bytea",
    "lowrite",
    "pg_file_write",
    "pg_file_rename",
    "writefile",
    "dblink",
    "dblink_exec",
    "dblink_connect",
    "dblink_send_query",
    "postgres_fdw_disconnect",
    "http_get",
    "http_post",
    "http_put",
    "http",
    "net_http_post",
    "utl_http",
    "setval",
    "nextval",
    "pg_reload_conf",
    "pg_rotate_logfile",
    "pg_switch_wal",
    "pg_terminate_backend",
    "pg_cancel_backend",
    "pg_notify",
    "pg_promote",
    "pg_stat_reset",
    "pg_create_restore_point",
    "pg_logical_emit_message",
    "xp_regwrite",
    "xp_dirtree",
    "xp_fileexist",
    "url",
    "remote",
    "s3",
    "mysql",
    "postgresql",
    "odbc",
    "jdbc",
    "edit",
    "pg_backup_start",
    "pg_backup_stop",
    "pg_wal_replay_pause",
    "pg_import_system_collations",
];
/// Functions that destroy.
const DELETE: &[&str] = &[
    "lo_unlink",
    "pg_drop_replication_slot",
    "pg_file_unlink",
    "pg_stat_statements_reset",
];
/// Verbs that give away a function of the user's own.
const WRITING_VERBS: &[&str] = &[
    "insert", "update", "create", "upsert", "send", "grant", "revoke", "set", "add", "write",
    "enable", "disable", "reset", "kill", "refresh", "run", "call", "trigger", "import", "export",
];
const DELETING_VERBS: &[&str] = &[
    "delete", "drop", "remove", "truncate", "purge", "destroy", "wipe",
];
/// Built-in families whose names begin with or hold such a verb but only compute.
const COMPUTING: &[&str] = &[
    "json",
    "jsonb",
    "array",
    "list",
    "map",
    "regexp",
    "string",
    "str",
    "bit",
    "xml",
    "struct",
    "dict",
    "set_bit",
    "set_byte",
    "insert",
    "set_config",
    "set_masklen",
    "last",
    "date",
    "time",
    "age",
    "add_months",
    "adddate",
    "addtime",
    "timestamp",
];

/// What calling a function adds to a statement: its class and marks; `None` for a plain one.
pub(super) fn judge(name: &str) -> Option<(RiskClass, Marks)> {
    let name = name.to_ascii_lowercase();
    let listed = |list: &[&str]| list.contains(&name.as_str());
    if listed(RUN) || name.starts_with("xp_") || name.starts_with("sp_oa") {
        return Some((RiskClass::Execution, Marks::empty()));
    }
    if listed(READ_FILES) {
        return Some((RiskClass::Read, Marks::SECRET));
    }
    if listed(DELETE) {
        return Some((RiskClass::Delete, Marks::empty()));
    }
    if listed(WRITE) {
        return Some((RiskClass::ExternalWrite, Marks::empty()));
    }
    if COMPUTING.iter().any(|family| {
        name.strip_prefix(family)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    }) {
        return None;
    }
    let first = name.split('_').next().unwrap_or_default();
    if DELETING_VERBS.contains(&first) && name.contains('_') {
        return Some((RiskClass::Delete, Marks::empty()));
    }
    if WRITING_VERBS.contains(&first) && name.contains('_') {
        return Some((RiskClass::ExternalWrite, Marks::empty()));
    }
    None
}
