//! The walk over the statements: names, branches, loops, functions.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    self as ast, Comprehension, Expr, FStringPart, InterpolatedStringElement, Operator, Stmt,
};
use ruff_text_size::{Ranged, TextRange};
use smol_str::SmolStr;

use super::Found;
use super::value::{Origin, Text, Value};
use crate::effects::{Context, Source};
use crate::model::{Capability, Effect, Marks, Span};

/// How many expressions are read before the rest is given up.
const STEPS: usize = 120_000;
/// How many of them inside calls of functions of the same text.
const INLINED_STEPS: usize = 10_000;
/// How deep expressions are followed.
const DEPTH: usize = 200;
/// How deep calls of functions of the same text are followed.
const CALLS: usize = 4;
/// How deep loops are read twice.
const LOOPS: usize = 3;
/// The longest list whose items are kept.
const ITEMS: usize = 64;

/// The state of one walk.
pub(super) struct Reader<'a, 'c> {
    pub(super) source: &'c Source<'c>,
    pub(super) context: &'c Context<'c>,
    pub(super) effects: Vec<Effect>,
    pub(super) marks: Marks,
    /// Recipients that message headers were set to.
    pub(super) recipients: Vec<Value>,
    names: HashMap<SmolStr, Value>,
    /// Modules of which everything was imported.
    stars: Vec<SmolStr>,
    functions: HashMap<SmolStr, &'a ast::StmtFunctionDef>,
    methods: Vec<&'a ast::StmtFunctionDef>,
    called: HashSet<SmolStr>,
    active: Vec<SmolStr>,
    returned: Vec<Value>,
    /// What names held before the branch at hand bound them.
    log: Vec<(SmolStr, Option<Value>)>,
    steps: usize,
    inlined: usize,
    depth: usize,
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
        open.sort_by_key(|function| function.start());
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
                    let (name, module) = match &alias.asname {
                        Some(name) => (name.as_str(), alias.name.as_str()),
                        None => {
                            let root = alias.name.split('.').next().unwrap_or_default();
                            (root, root)
                        }
                    };
                    self.bind_name(name, Value::symbol(module));
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
    fn branch(&mut self, read: impl FnOnce(&mut Self)) -> Vec<(SmolStr, Value)> {
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

    fn bind(&mut self, target: &'a Expr, value: &Value) {
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

    /// What is known of an expression's value; every call in it is read on the way.
    pub(super) fn eval(&mut self, expr: &'a Expr) -> Value {
        self.steps += 1;
        self.inlined += usize::from(!self.active.is_empty());
        if self.steps > STEPS || self.depth > DEPTH {
            self.marks |= Marks::OVERSIZED;
            return Value::Unknown;
        }
        self.depth += 1;
        let value = self.eval_kind(expr);
        self.depth -= 1;
        value
    }

    fn eval_kind(&mut self, expr: &'a Expr) -> Value {
        match expr {
            Expr::Name(name) => self.lookup(name.id.as_str()),
            Expr::StringLiteral(literal) => Value::text(literal.value.to_str()),
            Expr::BytesLiteral(literal) => {
                let bytes: Vec<u8> = literal.value.bytes().collect();
                Value::text(String::from_utf8_lossy(&bytes).as_ref())
            }
            Expr::FString(literal) => self.format(literal),
            Expr::NumberLiteral(_) | Expr::NoneLiteral(_) => Value::Plain,
            Expr::BooleanLiteral(literal) => Value::Bool(literal.value),
            Expr::Call(call) => self.call(call),
            Expr::Attribute(attribute) => {
                let value = self.eval(&attribute.value);
                self.attribute(&value, attribute.attr.as_str(), attribute.range)
            }
            Expr::Subscript(subscript) => {
                let value = self.eval(&subscript.value);
                let key = self.eval(&subscript.slice);
                self.subscript(&value, &key, subscript.range)
            }
            Expr::BinOp(binop) => {
                let left = self.eval(&binop.left);
                let right = self.eval(&binop.right);
                binary(binop.op, &left, &right)
            }
            Expr::BoolOp(boolop) => boolop
                .values
                .iter()
                .map(|value| self.eval(value))
                .collect::<Vec<_>>()
                .into_iter()
                .reduce(Value::either)
                .unwrap_or(Value::Unknown),
            Expr::If(choice) => {
                self.eval(&choice.test);
                let body = self.eval(&choice.body);
                body.either(self.eval(&choice.orelse))
            }
            Expr::Named(named) => {
                let value = self.eval(&named.value);
                self.bind(&named.target, &value);
                value
            }
            Expr::List(ast::ExprList { elts, .. })
            | Expr::Tuple(ast::ExprTuple { elts, .. })
            | Expr::Set(ast::ExprSet { elts, .. }) => self.list(elts),
            Expr::Dict(dict) => self.dict(dict),
            Expr::ListComp(ast::ExprListComp {
                elt, generators, ..
            })
            | Expr::SetComp(ast::ExprSetComp {
                elt, generators, ..
            })
            | Expr::Generator(ast::ExprGenerator {
                elt, generators, ..
            }) => self.comprehension(generators, &[elt]),
            Expr::DictComp(comp) => {
                let parts: Vec<&'a Expr> = comp
                    .key
                    .as_deref()
                    .into_iter()
                    .chain(std::iter::once(&*comp.value))
                    .collect();
                self.comprehension(&comp.generators, &parts)
            }
            Expr::Lambda(lambda) => {
                self.branch(|reader| {
                    for parameter in lambda.parameters.iter().flat_map(|all| all.iter()) {
                        reader.bind_name(parameter.name().as_str(), Value::Unknown);
                    }
                    reader.eval(&lambda.body);
                });
                Value::Unknown
            }
            Expr::Await(inner) => self.eval(&inner.value),
            Expr::Starred(inner) => self.eval(&inner.value),
            other => {
                visitor::walk_expr(self, other);
                Value::Unknown
            }
        }
    }

    fn lookup(&mut self, name: &str) -> Value {
        if let Some(value) = self.names.get(name) {
            return value.clone();
        }
        let starred = self.stars.iter().find_map(|module| {
            let full = format!("{module}.{name}");
            super::library::find(&full).is_some().then_some(full)
        });
        match starred {
            Some(full) => Value::symbol(full),
            None => Value::symbol(name),
        }
    }

    fn format(&mut self, literal: &'a ast::ExprFString) -> Value {
        let mut text = Text::default();
        for part in &literal.value {
            match part {
                FStringPart::Literal(literal) => {
                    text = text.join(&Value::text(literal.value.as_ref()).to_text());
                }
                FStringPart::FString(part) => {
                    for element in &part.elements {
                        let piece = match element {
                            InterpolatedStringElement::Literal(literal) => {
                                Value::text(literal.value.as_ref())
                            }
                            InterpolatedStringElement::Interpolation(inner) => {
                                let value = self.eval(&inner.expression);
                                match value {
                                    Value::OneOf(_) => Value::Unknown,
                                    value => value,
                                }
                            }
                        };
                        text = text.join(&piece.to_text());
                    }
                }
            }
        }
        Value::Text(Text {
            is_path: false,
            ..text
        })
    }

    fn list(&mut self, elements: &'a [Expr]) -> Value {
        let mut items = Vec::new();
        for element in elements {
            let value = self.eval(element);
            match value {
                Value::List(inner) if element.is_starred_expr() => items.extend(inner),
                value if items.len() < ITEMS => items.push(value),
                _ => {}
            }
        }
        if elements.len() > ITEMS {
            items.push(Value::Unknown);
        }
        Value::List(items)
    }

    fn dict(&mut self, dict: &'a ast::ExprDict) -> Value {
        let mut items = Vec::new();
        for item in &dict.items {
            let key = item.key.as_ref().map(|key| self.eval(key));
            let value = self.eval(&item.value);
            let key = match key {
                Some(Value::Text(key)) => key.text,
                _ => SmolStr::default(),
            };
            if items.len() < ITEMS {
                items.push((key, value));
            }
        }
        Value::Dict(items)
    }

    fn comprehension(&mut self, generators: &'a [Comprehension], parts: &[&'a Expr]) -> Value {
        let mut last = Value::Unknown;
        self.branch(|reader| {
            for generator in generators {
                let items = reader.eval(&generator.iter);
                reader.bind(&generator.target, &items.item());
                for test in &generator.ifs {
                    reader.eval(test);
                }
            }
            for part in parts {
                last = reader.eval(part);
            }
        });
        Value::List(vec![last])
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

/// The value of an operator between two values.
fn binary(op: Operator, left: &Value, right: &Value) -> Value {
    match (op, left, right) {
        (Operator::Div, Value::Text(base), right) if base.is_path => {
            Value::Text(base.below(&right.to_text()))
        }
        (Operator::Div, left, Value::Text(below)) if below.is_path => {
            Value::Text(left.to_text().below(below))
        }
        (Operator::Add, Value::List(left), Value::List(right)) => {
            let mut items = left.clone();
            items.extend(right.iter().cloned());
            items.truncate(ITEMS + 1);
            Value::List(items)
        }
        (Operator::Add, Value::Text(text), right) => Value::Text(text.join(&right.to_text())),
        (Operator::Add, left, Value::Text(text)) => Value::Text(left.to_text().join(text)),
        (Operator::Mod, Value::Text(text), right) => super::apply::percent(text, right),
        _ => {
            let origin = left.origin().max(right.origin());
            if origin == Origin::Here {
                return Value::Unknown;
            }
            Value::instance("", origin)
        }
    }
}
