//! Redis: commands, one a line.

use super::{capability, effect, unreadable};
use crate::effects::{Context, Source};
use crate::limits;
use crate::model::{Capability, Certainty, Effect, Marks, RiskClass, Span};

const READS: &[&str] = &[
    "get",
    "mget",
    "strlen",
    "exists",
    "ttl",
    "pttl",
    "keys",
    "scan",
    "type",
    "hget",
    "hmget",
    "hgetall",
    "hkeys",
    "hvals",
    "hlen",
    "hexists",
    "hscan",
    "lrange",
    "llen",
    "lindex",
    "lpos",
    "smembers",
    "sismember",
    "smismember",
    "scard",
    "sscan",
    "srandmember",
    "sinter",
    "sunion",
    "sdiff",
    "zrange",
    "zrevrange",
    "zrangebyscore",
    "zscore",
    "zcard",
    "zcount",
    "zrank",
    "zrevrank",
    "zscan",
    "zrangebylex",
    "xrange",
    "xrevrange",
    "xlen",
    "xread",
    "xinfo",
    "xpending",
    "getrange",
    "getbit",
    "bitcount",
    "bitpos",
    "pfcount",
    "geopos",
    "geodist",
    "georadius",
    "geosearch",
    "geohash",
    "info",
    "ping",
    "echo",
    "dbsize",
    "time",
    "lastsave",
    "randomkey",
    "object",
    "memory",
    "slowlog",
    "latency",
    "select",
    "hello",
    "auth",
    "multi",
    "exec",
    "discard",
    "watch",
    "unwatch",
    "subscribe",
    "psubscribe",
    "unsubscribe",
    "monitor",
    "dump",
    "wait",
    "command",
    "quit",
    "help",
    "lolwut",
    "scan_iter",
    "scan_all_keys",
    "hscan_iter",
    "sscan_iter",
    "zscan_iter",
    "role",
    "lcs",
    "substr",
    "touch",
    "readonly",
    "expiretime",
    "pubsub",
    "ft.search",
    "ft.info",
    "json.get",
    "ts.get",
    "ts.range",
];
const DELETES: &[&str] = &[
    "del",
    "delete",
    "unlink",
    "flushall",
    "flushdb",
    "hdel",
    "lrem",
    "ltrim",
    "lpop",
    "rpop",
    "blpop",
    "brpop",
    "lmpop",
    "spop",
    "srem",
    "zrem",
    "zremrangebyrank",
    "zremrangebyscore",
    "zremrangebylex",
    "zpopmin",
    "zpopmax",
    "xdel",
    "xtrim",
    "getdel",
    "swapdb",
    "shutdown",
    "ft.dropindex",
    "json.del",
    "json.forget",
];
const WRITES: &[&str] = &[
    "set",
    "mset",
    "msetnx",
    "setex",
    "psetex",
    "setnx",
    "getset",
    "getex",
    "append",
    "incr",
    "incrby",
    "incrbyfloat",
    "decr",
    "decrby",
    "setrange",
    "setbit",
    "bitop",
    "bitfield",
    "hset",
    "hmset",
    "hsetnx",
    "hincrby",
    "hincrbyfloat",
    "lpush",
    "rpush",
    "lpushx",
    "rpushx",
    "lset",
    "linsert",
    "lmove",
    "rpoplpush",
    "blmove",
    "sadd",
    "smove",
    "sinterstore",
    "sunionstore",
    "sdiffstore",
    "zadd",
    "zincrby",
    "zinterstore",
    "zunionstore",
    "zrangestore",
    "xadd",
    "xack",
    "xgroup",
    "xclaim",
    "xautoclaim",
    "xsetid",
    "pfadd",
    "pfmerge",
    "geoadd",
    "expire",
    "pexpire",
    "expireat",
    "pexpireat",
    "persist",
    "rename",
    "renamenx",
    "copy",
    "move",
    "restore",
    "sort",
    "publish",
    "spublish",
    "save",
    "bgsave",
    "bgrewriteaof",
    "json.set",
    "ts.add",
    "ft.create",
];
const PERMISSIONS: &[&str] = &["acl", "config", "client"];
const RUNS: &[&str] = &[
    "eval",
    "evalsha",
    "eval_ro",
    "fcall",
    "script",
    "function",
    "module",
    "debug",
    "replicaof",
    "slaveof",
    "migrate",
    "cluster",
    "failover",
    "sync",
    "psync",
    "execute_command",
    "register_script",
];

/// What a command does by its name, in the letters of the client or of Python's library.
pub(crate) fn method(name: &str) -> Option<(RiskClass, Capability)> {
    let name = name.to_ascii_lowercase();
    let listed = |list: &[&str]| list.contains(&name.as_str());
    let risk = if listed(DELETES) {
        RiskClass::Delete
    } else if listed(READS) {
        RiskClass::Read
    } else if listed(WRITES) {
        RiskClass::ExternalWrite
    } else if listed(PERMISSIONS) || name.starts_with("acl_") || name == "config_set" {
        RiskClass::PermissionChange
    } else if listed(RUNS) {
        RiskClass::Execution
    } else {
        return None;
    };
    Some((risk, capability(risk)))
}

/// Everything that the commands do; never empty.
pub(crate) fn redis(source: &Source<'_>, _context: &Context<'_>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        let span = source.span(start, at + line.trim_end().len().max(start - at));
        at += line.len();
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        effects.push(command(line.trim(), span));
        if effects.len() >= limits::EFFECTS {
            let effect = unreadable(source.whole(), "there are too many commands to read");
            effects.push(effect.marked(Marks::OVERSIZED));
            break;
        }
    }
    if effects.is_empty() {
        effects.push(unreadable(source.whole(), "there is no command"));
    }
    effects
}

fn command(line: &str, span: Span) -> Effect {
    let mut words = line
        .split_whitespace()
        .map(|word| word.trim_matches(['"', '\'']).to_ascii_lowercase())
        // `3 PING` repeats a command.
        .skip_while(|word| word.parse::<u32>().is_ok());
    let name = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let looks = matches!(
        (name.as_str(), second.as_str()),
        ("config", "get" | "help")
            | (
                "acl",
                "list" | "whoami" | "getuser" | "users" | "cat" | "log" | "help" | "dryrun"
            )
            | (
                "client",
                "list" | "info" | "id" | "getname" | "setname" | "help" | "no-evict"
            )
            | ("script", "exists")
            | ("function", "list" | "stats" | "dump")
            | ("module", "list")
            | (
                "cluster",
                "info" | "nodes" | "slots" | "shards" | "keyslot" | "myid"
            )
    );
    if looks {
        return effect(RiskClass::Read, span);
    }
    if name == "client" {
        return effect(RiskClass::ExternalWrite, span);
    }
    match method(&name) {
        Some((RiskClass::Execution, capability)) => {
            Effect::opaque(capability, span, "runs code in the database")
        }
        Some((risk, _)) => {
            let everything = ["flushall", "flushdb", "shutdown"].contains(&name.as_str());
            let marks = if everything {
                Marks::IRREVERSIBLE
            } else {
                Marks::empty()
            };
            effect(risk, span).marked(marks)
        }
        None => effect(RiskClass::ExternalWrite, span)
            .uncertain(
                Certainty::Opaque,
                format!("the command `{name}` is not known"),
            )
            .marked(Marks::UNPARSABLE),
    }
}
