//! Expressions: what is known of their values.

use ruff_python_ast::visitor;
use ruff_python_ast::{
    self as ast, Comprehension, Expr, FStringPart, InterpolatedStringElement, Operator,
};
use smol_str::SmolStr;

use super::calls;
use super::reader::{ITEMS, Reader};
use super::value::{Origin, Text, Value};
use crate::model::Marks;

/// How many expressions are read before the rest is given up.
const STEPS: usize = 120_000;
/// How deep expressions are followed.
const DEPTH: usize = 200;

/// The tools that the host's `hermes_tools` module gives to code in both generations.
const NESTED_TOOLS: [&str; 7] = [
    "web_search",
    "web_extract",
    "read_file",
    "write_file",
    "search_files",
    "patch",
    "terminal",
];

impl<'a> Reader<'a, '_> {
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
                calls::attribute(&value, attribute.attr.as_str())
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
            let gives = super::library::find(&full).is_some()
                || module == "hermes_tools" && NESTED_TOOLS.contains(&name);
            gives.then_some(full)
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
}

/// The value of an operator between two values.
pub(super) fn binary(op: Operator, left: &Value, right: &Value) -> Value {
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
        (Operator::Mod, Value::Text(text), right) => super::pure::percent(text, right),
        _ => {
            let origin = left.origin().max(right.origin());
            if origin == Origin::Here {
                return Value::Unknown;
            }
            Value::instance("", origin)
        }
    }
}
