//! Statements and shell commands of databases by example.

use super::*;
use crate::catalog::Catalog;
use crate::effects::{Context, Source};
use crate::model::Environment;
use crate::target::path::absolute;

fn environment() -> Environment {
    Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: Vec::new(),
        case_insensitive: false,
    }
}

fn worst(read: impl Fn(&Source<'_>, &Context<'_>) -> Vec<Effect>, text: &str) -> RiskClass {
    let environment = environment();
    let context = Context::new(Catalog::built_in(), &environment);
    let effects = read(&Source::argument("sql", text), &context);
    effects
        .iter()
        .map(|effect| effect.risk)
        .max()
        .expect("never empty")
}

fn sql(dialect: Dialect, text: &str, expected: RiskClass) {
    let found = worst(|source, context| statements(source, dialect, context), text);
    assert_eq!(found, expected, "{dialect:?}: {text}");
}

#[test]
fn the_statement_decides() {
    use RiskClass::{Delete, Execution, ExternalWrite, PermissionChange, Read};
    for (text, expected) in [
        ("SELECT 1", Read),
        (
            "select a, count(*) from t left join u on t.id = u.id where x = 'a;b' group by 1",
            Read,
        ),
        ("SELECT pg_read_file('/etc/passwd')", Read),
        ("WITH x AS (SELECT 1) SELECT * FROM x", Read),
        ("SHOW TABLES", Read),
        ("EXPLAIN SELECT * FROM t", Read),
        ("EXPLAIN DELETE FROM t", Read),
        ("EXPLAIN ANALYZE DELETE FROM t", Delete),
        ("SELECT * FROM t FOR UPDATE", Read),
        ("SELECT * INTO backup FROM t", ExternalWrite),
        ("SELECT 'x' INTO OUTFILE '/var/www/x.php'", ExternalWrite),
        (
            "WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone",
            Delete,
        ),
        ("INSERT INTO t SELECT * FROM u", ExternalWrite),
        ("UPDATE t SET a = 1", ExternalWrite),
        ("DELETE FROM t", Delete),
        ("SELECT 1; DROP TABLE t", Delete),
        ("ALTER TABLE t DROP COLUMN a", Delete),
        (
            "CREATE TABLE t (a int REFERENCES u ON DELETE CASCADE)",
            ExternalWrite,
        ),
        ("GRANT SELECT, DELETE ON t TO bob", PermissionChange),
        ("CREATE USER bob", PermissionChange),
        ("ALTER TABLE t DISABLE ROW LEVEL SECURITY", PermissionChange),
        ("SELECT pg_terminate_backend(1)", ExternalWrite),
        ("SELECT delete_customer(4)", Delete),
        ("SELECT json_remove(a, '$.b') FROM t", Read),
        ("COPY t FROM PROGRAM 'sh x'", Execution),
        ("DO $$ BEGIN DELETE FROM t; END $$", Execution),
        ("EXEC xp_cmdshell 'dir'", Execution),
        ("SELECT xp_cmdshell('dir')", Execution),
        ("garbage in", ExternalWrite),
        ("SELECT FROM WHERE (", ExternalWrite),
        ("SELECT 'open", ExternalWrite),
        ("", ExternalWrite),
        ("-- only a comment", ExternalWrite),
        ("SELECT 'a\\'; DROP TABLE t; --'", Delete),
        ("/*!50000 DROP TABLE t */", Delete),
        ("SELECT 1 # '\n; DROP TABLE t; # '", Delete),
        ("SELECT 1--1; DROP TABLE t", Delete),
        ("SELECT 1 /* /* */ ; DROP TABLE t; -- */", Delete),
        ("SELECT a -- all of it\nFROM t /* here */", Read),
        ("SELECT * FROM t WHERE x = '#1'", Read),
    ] {
        sql(Dialect::Generic, text, expected);
    }
}

#[test]
fn clients_have_commands_of_their_own() {
    use RiskClass::{Delete, Execution, LocalWrite, Read};
    for (dialect, text, expected) in [
        (Dialect::Sqlite, ".tables", Read),
        (Dialect::Sqlite, ".schema t\nSELECT 1;", Read),
        (Dialect::Sqlite, "INSERT INTO t VALUES (1)", LocalWrite),
        (Dialect::Sqlite, "DROP TABLE t", Delete),
        (Dialect::Sqlite, ".shell ls", Execution),
        (Dialect::Sqlite, ".load ./x", Execution),
        (Dialect::Sqlite, ".output x.csv", LocalWrite),
        (Dialect::Sqlite, "PRAGMA table_info(t)", Read),
        (Dialect::Postgres, "\\dt", Read),
        (Dialect::Postgres, "SELECT 1 \\g | sh", Execution),
        (Dialect::Postgres, "\\! id", Execution),
        (Dialect::Postgres, "\\copy t to 'out.csv' csv", LocalWrite),
        (Dialect::Postgres, "\\i setup.sql", Execution),
        (Dialect::Mysql, "source x.sql", Execution),
        (Dialect::Mysql, "SELECT \"a;b\"", Read),
    ] {
        sql(dialect, text, expected);
    }
}

#[test]
fn other_languages() {
    use RiskClass::{Delete, Execution, ExternalWrite, PermissionChange, Read};
    for (text, expected) in [
        ("{ viewer { login } }", Read),
        ("query { users { id deleteUrl } }", Read),
        (
            "query A($x: Int!) { a(x: $x) { b } } fragment F on T { c }",
            Read,
        ),
        ("mutation { issueDelete(id: 1) { ok } }", Delete),
        (
            "mutation M { a: addStar(input: {text: \"} mutation\"}) { id } }",
            ExternalWrite,
        ),
        ("mutation { x }", ExternalWrite),
        ("{\"query\": \"mutation { deleteIt }\"}", Delete),
        ("mutation {", ExternalWrite),
        ("not graphql", ExternalWrite),
    ] {
        assert_eq!(worst(graphql, text), expected, "{text}");
    }
    for (text, expected) in [
        ("db.users.find({a: 1}).limit(5)", Read),
        ("db.users.deleteMany({})", Delete),
        ("db.dropDatabase()", Delete),
        ("show dbs", Read),
        ("db.users['drop']()", ExternalWrite),
        ("{\"delete\": \"users\", \"deletes\": []}", Delete),
        ("[{\"$match\": {}}, {\"$out\": \"x\"}]", ExternalWrite),
        ("[{\"$match\": {}}]", Read),
        ("db.createUser({user: 'x'})", PermissionChange),
        ("db.users.find({$where: 'sleep(1)'})", Execution),
        ("require('fs')", ExternalWrite),
    ] {
        assert_eq!(worst(mongo, text), expected, "{text}");
    }
    for (text, expected) in [
        ("GET key", Read),
        ("FLUSHALL", Delete),
        ("CONFIG SET dir /var/spool/cron", PermissionChange),
        ("CONFIG GET dir", Read),
        ("EVAL 'return 1' 0", Execution),
        ("GET a\nDEL a", Delete),
        ("FROBNICATE", ExternalWrite),
    ] {
        assert_eq!(worst(redis, text), expected, "{text}");
    }
    for (text, expected) in [
        ("MATCH (n:Delete) RETURN n.set", Read),
        ("MATCH (n) DETACH DELETE n", Delete),
        ("CREATE (n)", ExternalWrite),
        ("CALL db.labels()", Read),
        ("CALL apoc.cypher.doIt('x', {})", ExternalWrite),
        ("what", ExternalWrite),
    ] {
        assert_eq!(worst(cypher, text), expected, "{text}");
    }
}

#[test]
fn deep_and_long_text_ends_quickly() {
    let deep = format!("SELECT {}1{}", "(".repeat(5_000), ")".repeat(5_000));
    sql(Dialect::Generic, &deep, RiskClass::ExternalWrite);
    let nested = format!("SELECT {}1{}", "(".repeat(22), ")".repeat(22));
    worst(
        |source, context| statements(source, Dialect::Generic, context),
        &nested,
    );
    let many = "SELECT 1;".repeat(7_000);
    sql(Dialect::Generic, &many, RiskClass::ExternalWrite);
}

proptest::proptest! {
    #[test]
    fn any_text_has_effects(text in "\\PC*") {
        let environment = environment();
        let context = Context::new(Catalog::built_in(), &environment);
        let source = Source::argument("sql", &text);
        for dialect in [Dialect::Generic, Dialect::Postgres, Dialect::Mysql, Dialect::Sqlite] {
            proptest::prop_assert!(!statements(&source, dialect, &context).is_empty());
        }
        proptest::prop_assert!(!graphql(&source, &context).is_empty());
        proptest::prop_assert!(!mongo(&source, &context).is_empty());
        proptest::prop_assert!(!redis(&source, &context).is_empty());
        proptest::prop_assert!(!cypher(&source, &context).is_empty());
    }
}
