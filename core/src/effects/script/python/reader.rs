//! The walk over the statements: names, branches, loops, functions.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use smol_str::SmolStr;

use super::Found;
use super::expressions::binary;
use super::value::Value;
use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, Marks, Span};

/// How many of them inside calls of functions of the same text.
const INLINED_STEPS: usize = 10_000;
/// How deep calls of functions of the same text are followed.
const CALLS: usize = 4;
/// How deep loops are read twice.
const LOOPS: usize = 3;
/// The longest list whose items are kept.
pub(super) const ITEMS: usize = 64;

/// The state of one walk.
pub(super) struct Reader<'a, 'c> {
    pub(super) source: &'c Source<'c>,
    pub(super) context: &'c Context<'c>,
    pub(super) effects: Vec<Effect>,
    pub(super) marks: Marks,
    /// Recipients that message headers were set to.
    pub(super) recipients: Vec<Value>,
    pub(super) names: HashMap<SmolStr, Value>,
    /// Modules of which everything was imported.
    pub(super) stars: Vec<SmolStr>,
    functions: HashMap<SmolStr, &'a ast::StmtFunctionDef>,
    methods: Vec<&'a ast::StmtFunctionDef>,
    called: HashSet<SmolStr>,
    pub(super) active: Vec<SmolStr>,
    returned: Vec<Value>,
    /// What names held before the branch at hand bound them.
    log: Vec<(SmolStr, Option<Value>)>,
    pub(super) steps: usize,
    pub(super) inlined: usize,
    pub(super) depth: usize,
    loops: usize,
}

impl<'a> Visitor<'a> for Reader<'a, '_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.statement(stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.eval(expr);
    }
}

impl<'a, 'c> Reader<'a, 'c> {
    pub(super) fn new(source: &'c Source<'c>, context: &'c Context<'c>) -> Self {
        Self {
            source,
            context,
            effects: Vec::new(),
            marks: Marks::empty(),
            recipients: Vec::new(),
            names: HashMap::new(),
            stars: Vec::new(),
            functions: HashMap::new(),
            methods: Vec::new(),
            called: HashSet::new(),
            active: Vec::new(),
            returned: Vec::new(),
            log: Vec::new(),
            steps: 0,
            inlined: 0,
            depth: 0,
            loops: 0,
        }
    }

    /// Reads a whole module, then every function that nothing in it called.
    pub(super) fn module(&mut self, body: &'a [Stmt]) {
        self.visit_body(body);
        let mut open: Vec<_> = self.functions.values().copied().collect();
        open.sort_by_key(Ranged::start);
        open.retain(|function| !self.called.contains(function.name.as_str()));
        open.append(&mut self.methods);
        for function in open {
            self.branch(|reader| {
                for parameter in &function.parameters {
                    reader.bind_name(parameter.name().as_str(), Value::Unknown);
                }
                reader.visit_body(&function.body);
            });
        }
    }

    pub(super) fn finish(self) -> Found {
        Found {
            marks: self.marks,
            effects: self.effects,
        }
    }

    /// The place of a piece of the text in the call's arguments.
    pub(super) fn span(&self, range: TextRange) -> Span {
        self.source
            .span(range.start().to_usize(), range.end().to_usize())
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.import(alias.name.as_str(), alias.range);
                    // `import a.b` binds `a`; `import a.b as c` binds the inner module.
                    let root = alias.name.split('.').next().unwrap_or_default();
                    if let Some(name) = &alias.asname {
                        self.bind_name(name, Value::symbol(alias.name.as_str()));
                    } else {
                        self.bind_name(root, Value::symbol(root));
                    }
                }
            }
            Stmt::ImportFrom(import) => self.import_from(import),
            Stmt::Assign(assign) => {
                let value = self.eval(&assign.value);
                for target in &assign.targets {
                    self.bind(target, &value);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.eval(value);
                    self.bind(&assign.target, &value);
                }
            }
            Stmt::AugAssign(assign) => {
                let old = self.eval(&assign.target);
                let new = self.eval(&assign.value);
                let value = binary(assign.op, &old, &new);
                self.bind(&assign.target, &value);
            }
            Stmt::For(each) => {
                let items = self.eval(&each.iter);
                self.repeated(&each.body, |reader| {
                    reader.bind(&each.target, &items.item());
                });
                self.visit_body(&each.orelse);
            }
            Stmt::While(each) => {
                self.eval(&each.test);
                self.repeated(&each.body, |_| {});
                self.visit_body(&each.orelse);
            }
            Stmt::If(choice) => {
                self.eval(&choice.test);
                let mut changes = self.branch(|reader| reader.visit_body(&choice.body));
                for clause in &choice.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        self.eval(test);
                    }
                    changes.extend(self.branch(|reader| reader.visit_body(&clause.body)));
                }
                self.merge(changes);
            }
            Stmt::Try(attempt) => {
                self.visit_body(&attempt.body);
                let mut changes = Vec::new();
                for handler in &attempt.handlers {
                    let ast::ExceptHandler::ExceptHandler(handler) = handler;
                    changes.extend(self.branch(|reader| reader.visit_body(&handler.body)));
                }
                self.merge(changes);
                self.visit_body(&attempt.orelse);
                self.visit_body(&attempt.finalbody);
            }
            Stmt::Match(choice) => {
                self.eval(&choice.subject);
                let mut changes = Vec::new();
                for case in &choice.cases {
                    changes.extend(self.branch(|reader| reader.visit_match_case(case)));
                }
                self.merge(changes);
            }
            Stmt::With(with) => {
                for item in &with.items {
                    let value = self.eval(&item.context_expr);
                    if let Some(target) = &item.optional_vars {
                        self.bind(target, &value);
                    }
                }
                self.visit_body(&with.body);
            }
            Stmt::FunctionDef(function) => {
                self.decorators_and_defaults(function);
                let name = SmolStr::new(function.name.as_str());
                self.functions.insert(name.clone(), function);
                self.bind_name(&name, Value::Function(name.clone()));
            }
            Stmt::ClassDef(class) => self.class(class),
            Stmt::Return(back) => {
                if let Some(value) = &back.value {
                    let value = self.eval(value);
                    self.returned.push(value);
                }
            }
            other => visitor::walk_stmt(self, other),
        }
    }

    fn import_from(&mut self, import: &'a ast::StmtImportFrom) {
        let module = import.module.as_ref().map_or("", |name| name.as_str());
        if import.level > 0 {
            return;
        }
        for alias in &import.names {
            let name = alias.name.as_str();
            if name == "*" {
                self.import(module, alias.range);
                self.stars.push(SmolStr::new(module));
                continue;
            }
            let full = format!("{module}.{name}");
            self.import(&full, alias.range);
            let bound = alias.asname.as_ref().map_or(name, |name| name.as_str());
            self.bind_name(bound, Value::symbol(full));
        }
    }

    /// Notices modules of the host itself, whose functions loosen what protects the user.
    pub(super) fn import(&mut self, module: &str, range: TextRange) {
        const HOST: &[&str] = &["hermes_cli", "agentsfence", "tools.approval", "model_tools"];
        let starts = |prefix: &str| {
            module.strip_prefix(prefix).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with('.') || rest.starts_with('_')
            })
        };
        if HOST.iter().any(|prefix| starts(prefix)) {
            let span = self.span(range);
            let effect = Effect::opaque(
                Capability::CODE_EXEC,
                span,
                format!("reaches into the host's module `{module}`"),
            );
            self.effects.push(effect.marked(Marks::SELF_PROTECTION));
        }
    }

    fn decorators_and_defaults(&mut self, function: &'a ast::StmtFunctionDef) {
        for decorator in &function.decorator_list {
            self.eval(&decorator.expression);
        }
        for parameter in function.parameters.iter_non_variadic_params() {
            if let Some(default) = parameter.default() {
                self.eval(default);
            }
        }
    }

    fn class(&mut self, class: &'a ast::StmtClassDef) {
        for decorator in &class.decorator_list {
            self.eval(&decorator.expression);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_arguments(arguments);
        }
        self.branch(|reader| {
            for stmt in &class.body {
                match stmt {
                    Stmt::FunctionDef(function) => {
                        reader.decorators_and_defaults(function);
                        reader.methods.push(function);
                    }
                    other => reader.statement(other),
                }
            }
        });
        self.bind_name(class.name.as_str(), Value::Unknown);
    }

    /// Reads statements that may not run; what they bind is given back, not kept.
    pub(super) fn branch(&mut self, read: impl FnOnce(&mut Self)) -> Vec<(SmolStr, Value)> {
        let start = self.log.len();
        read(self);
        let mut changes = Vec::new();
        while self.log.len() > start {
            let Some((name, before)) = self.log.pop() else {
                break;
            };
            let after = match before {
                Some(before) => self.names.insert(name.clone(), before),
                None => self.names.remove(&name),
            };
            if let Some(after) = after
                && !changes.iter().any(|(known, _)| *known == name)
            {
                changes.push((name, after));
            }
        }
        changes
    }

    /// Keeps what branches bound beside what the names held before.
    fn merge(&mut self, changes: Vec<(SmolStr, Value)>) {
        for (name, value) in changes {
            let value = match self.names.get(&name) {
                Some(before) => before.clone().either(value),
                None => value,
            };
            self.bind_name(&name, value);
        }
    }

    /// A loop's body, read twice so that what one round binds is seen by the next.
    fn repeated(&mut self, body: &'a [Stmt], start: impl Fn(&mut Self)) {
        let rounds = if self.loops < LOOPS { 2 } else { 1 };
        self.loops += 1;
        for _ in 0..rounds {
            let changes = self.branch(|reader| {
                start(reader);
                reader.visit_body(body);
            });
            self.merge(changes);
        }
        self.loops -= 1;
    }

    pub(super) fn bind_name(&mut self, name: &str, value: Value) {
        let name = SmolStr::new(name);
        let before = self.names.insert(name.clone(), value);
        self.log.push((name, before));
    }

    pub(super) fn bind(&mut self, target: &'a Expr, value: &Value) {
        match target {
            Expr::Name(name) => self.bind_name(name.id.as_str(), value.clone()),
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                for (index, target) in elts.iter().enumerate() {
                    let part = match value {
                        Value::List(items) if items.len() == elts.len() => {
                            items.get(index).cloned().unwrap_or(Value::Unknown)
                        }
                        other => other.item(),
                    };
                    self.bind(target, &part);
                }
            }
            Expr::Starred(starred) => self.bind(&starred.value, &Value::Unknown),
            Expr::Subscript(place) => {
                let key = self.eval(&place.slice);
                self.eval(&place.value);
                if let Value::Text(key) = key
                    && ["to", "cc", "bcc"].contains(&key.text.to_ascii_lowercase().as_str())
                {
                    self.recipients.push(value.clone());
                }
            }
            Expr::Attribute(place) => {
                self.eval(&place.value);
            }
            _ => {}
        }
    }

    /// The result of calling a function of the same text.
    pub(super) fn call_function(
        &mut self,
        name: &SmolStr,
        positional: &[Value],
        keywords: &[(SmolStr, Value)],
    ) -> Value {
        let Some(function) = self.functions.get(name).copied() else {
            return Value::Unknown;
        };
        let fits = self.active.len() < CALLS && self.inlined < INLINED_STEPS;
        if !fits || self.active.contains(name) {
            return Value::Unknown;
        }
        self.called.insert(name.clone());
        self.active.push(name.clone());
        let outer = std::mem::take(&mut self.returned);
        self.branch(|reader| {
            reader.bind_parameters(function, positional, keywords);
            reader.visit_body(&function.body);
        });
        self.active.pop();
        let returned = std::mem::replace(&mut self.returned, outer);
        returned
            .into_iter()
            .reduce(Value::either)
            .unwrap_or(Value::Unknown)
    }

    fn bind_parameters(
        &mut self,
        function: &'a ast::StmtFunctionDef,
        positional: &[Value],
        keywords: &[(SmolStr, Value)],
    ) {
        for (index, parameter) in function.parameters.iter_non_variadic_params().enumerate() {
            let name = parameter.name().as_str();
            let keyword = keywords.iter().find(|(key, _)| key == name);
            let value = match (positional.get(index), keyword, parameter.default()) {
                (Some(value), _, _) | (None, Some((_, value)), _) => value.clone(),
                (None, None, Some(default)) => self.eval(default),
                (None, None, None) => Value::Unknown,
            };
            self.bind_name(name, value);
        }
        let parameters = &function.parameters;
        if let Some(rest) = &parameters.vararg {
            let first = parameters.posonlyargs.len() + parameters.args.len();
            let rest_of = positional.get(first..).unwrap_or_default().to_vec();
            self.bind_name(rest.name.as_str(), Value::List(rest_of));
        }
        if let Some(rest) = &parameters.kwarg {
            self.bind_name(rest.name.as_str(), Value::Dict(keywords.to_vec()));
        }
    }
}
