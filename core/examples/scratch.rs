use agentsfence_core::{catalog::Catalog, effects::effects, model::*, target::path::absolute};
fn main() {
    let e = Environment {
        cwd: absolute("/home/u/proj"),
        home: absolute("/home/u"),
        hermes_home: absolute("/home/u/.hermes"),
        links: vec![],
        case_insensitive: false,
    };
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (tool, args) = match line.strip_prefix('!') {
            Some(r) => {
                let (t, a) = r.split_once(' ').unwrap();
                (t.to_owned(), serde_json::from_str(a).unwrap())
            }
            None => ("terminal".to_owned(), serde_json::json!({"command": line})),
        };
        let call = ToolCall::new(tool.as_str(), args.as_object().unwrap().clone());
        let mut fx = effects(&call, &e, Catalog::built_in());
        fx.sort_by_key(|f| std::cmp::Reverse(f.risk));
        let text: Vec<String> = fx
            .iter()
            .map(|f| {
                format!(
                    "{} {} {:?} {} {}",
                    f.risk,
                    f.capability,
                    f.certainty,
                    f.marks
                        .iter_names()
                        .map(|x| x.0)
                        .collect::<Vec<_>>()
                        .join("|"),
                    f.targets
                        .iter()
                        .map(|t| match t {
                            Target::Path(p) => p.path.to_string(),
                            Target::Host(h) => format!("host:{h}"),
                            Target::Url(u) => format!("url:{}", u.url),
                            Target::Recipient(r) => format!("to:{}", r.name),
                            Target::Resource(r) => format!("{}:{}", r.kind, r.name),
                            Target::Amount(a) => format!("{}{}", a.cents, a.currency),
                        })
                        .collect::<Vec<_>>()
                        .join(",")
                )
            })
            .collect();
        println!("{line}\n      {}", text.join("\n      "));
    }
}
