//! The attribute of tests that need data or programs.

use proc_macro::{TokenStream, TokenTree};

/// What `needs` may name, with the words for it where these are not the name.
const WORDS: [(&str, &str); 8] = [
    ("dask", "Dask in target/cluster-venv"),
    ("full", "SATOR_FULL=1"),
    ("hyperqueue", "HyperQueue in target/cluster-venv"),
    ("minisat_plus", "minisat+"),
    ("parallel", "GNU parallel"),
    ("ray", "Ray in target/cluster-venv"),
    ("shared_data", "../shared/data"),
    ("slurm", "Slurm"),
];

/// A test that is ignored unless all of this is here: `#[needs(z3)]`, `#[needs(full, slurm)]`.
///
/// A test that needs `shared_data` takes it, `fn promise(data: &SharedData)`, and is called
/// `promise::with_shared_data`, so that `cargo test with_shared_data` runs all such tests.
#[proc_macro_attribute]
pub fn needs(wanted: TokenStream, function: TokenStream) -> TokenStream {
    expand(&wanted.to_string(), function).unwrap_or_else(|error| {
        format!("::core::compile_error!({error:?});").parse().unwrap_or_default()
    })
}

fn expand(wanted: &str, function: TokenStream) -> Result<TokenStream, String> {
    let wanted: Vec<_> = wanted.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
    let is_in = |list: &str, name: &str| list.split(' ').any(|it| it == name);
    let is_here = |name: &str| is_in(env!("SATOR_HERE"), name);
    let unknown = wanted.iter().find(|it| !is_here(it) && !is_in(env!("SATOR_ABSENT"), it));
    if let Some(name) = unknown {
        return Err(format!(
            "`{name}` is no name of data or a program; testing/find.rs lists them"
        ));
    }
    let name = name_of(&function).ok_or("expected a function")?;
    let word =
        |name: &&str| WORDS.iter().find(|it| it.0 == *name).map_or(*name, |it| it.1).to_owned();
    let all: Vec<_> = wanted.iter().map(word).collect();
    let ignore = if wanted.iter().all(|it| is_here(it)) {
        String::new()
    } else {
        format!("#[ignore = {:?}]", format!("needs {}", all.join(" and ")))
    };
    let test = if !wanted.contains(&"shared_data") {
        format!("#[test] {ignore}")
    } else if is_here("shared_data") {
        let call = format!("super::{name}(&::sator_testing::SharedData::open());");
        format!("mod {name} {{ #[test] {ignore} fn with_shared_data() {{ {call} }} }}")
    } else {
        format!(
            "mod {name} {{ #[test] {ignore} fn with_shared_data() {{ let _ = super::{name}; }} }}"
        )
    };
    let mut test: TokenStream = test.parse().map_err(|error| format!("{error}"))?;
    test.extend(function);
    Ok(test)
}

/// The name after `fn`.
fn name_of(function: &TokenStream) -> Option<String> {
    let mut trees = function.clone().into_iter();
    trees.find(|tree| matches!(tree, TokenTree::Ident(ident) if ident.to_string() == "fn"))?;
    trees.next().map(|name| name.to_string())
}
