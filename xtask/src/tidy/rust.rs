//! The style of Rust sources, by their syntax.

use std::path::Path;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Breach;

/// The longest function a reader can keep in mind.
const FUNCTION_LIMIT: usize = 60;

/// What excuses a longer one, with a reason behind it.
const LONG_BECAUSE: &str = "// tidy: long because ";

/// Macros that say something is not finished.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];

/// Checks one source.
pub fn check(file: &Path, text: &str) -> Vec<Breach> {
    let syntax = match syn::parse_file(text) {
        Ok(syntax) => syntax,
        Err(error) => return vec![Breach::new(file, error.span().start().line, error.to_string())],
    };
    let mut checker = Checker { file, lines: text.lines().collect(), breaches: Vec::new() };
    checker.visit_file(&syntax);
    checker.breaches
}

struct Checker<'a> {
    file: &'a Path,
    lines: Vec<&'a str>,
    breaches: Vec<Breach>,
}

impl Checker<'_> {
    fn breach(&mut self, at: Span, what: String) {
        self.breaches.push(Breach::new(self.file, at.start().line, what));
    }

    /// A function from its signature to its last line. Comments and attributes before it do not
    /// count.
    fn function(&mut self, signature: &syn::Signature, whole: Span) {
        let (first, last) = (signature.span().start().line, whole.end().line);
        let length = last + 1 - first;
        let before = first.saturating_sub(4);
        let around = self.lines.get(before..last.min(self.lines.len())).unwrap_or_default();
        let excused = around.iter().any(|line| {
            line.split_once(LONG_BECAUSE).is_some_and(|(_, reason)| !reason.trim().is_empty())
        });
        if length > FUNCTION_LIMIT && !excused {
            let name = &signature.ident;
            let what = format!(
                "{name} has {length} lines; the limit is {FUNCTION_LIMIT}: split it, or say why not \
                 ({LONG_BECAUSE}…)"
            );
            self.breach(signature.span(), what);
        }
    }
}

impl<'ast> Visit<'ast> for Checker<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.function(&function.sig, function.block.span());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.function(&function.sig, function.block.span());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.function(&function.sig, body.span());
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if let Some(name) = called.path.segments.last().map(|segment| segment.ident.to_string())
            && UNFINISHED.contains(&name.as_str())
        {
            self.breach(called.span(), format!("{name}! says it is not finished"));
        }
        visit::visit_macro(self, called);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let lint = attribute.path().is_ident("allow") || attribute.path().is_ident("expect");
        if lint && let syn::Meta::List(list) = &attribute.meta {
            let reason = list.tokens.clone().into_iter().any(|token| token.to_string() == "reason");
            if !reason {
                self.breach(
                    attribute.span(),
                    "an exception from a lint without a reason".to_owned(),
                );
            }
        }
        visit::visit_attribute(self, attribute);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(text: &str) -> Vec<String> {
        check(Path::new("a.rs"), text).into_iter().map(|breach| breach.to_string()).collect()
    }

    #[test]
    fn long_functions_need_a_reason() {
        let body = "    call();\n".repeat(FUNCTION_LIMIT);
        let found = breaches(&format!("/// Doc.\nfn long() {{\n{body}}}\n"));
        assert!(found.len() == 1 && found[0].starts_with("a.rs:2: long has 62 lines"), "{found:?}");
        let found = breaches(&format!("{LONG_BECAUSE}one table.\nfn long() {{\n{body}}}\n"));
        assert_eq!(found, [""; 0]);
        let body = "    call();\n".repeat(FUNCTION_LIMIT - 2);
        assert_eq!(breaches(&format!("fn short() {{\n{body}}}\n")), [""; 0]);
    }

    #[test]
    fn unfinished_code_and_bare_exceptions_are_found() {
        assert_eq!(breaches("fn f() { todo!() }").len(), 1);
        assert_eq!(breaches("const TEXT: &str = \"todo!()\";"), [""; 0]);
        assert_eq!(breaches("#[allow(dead_code)]\nfn f() {}").len(), 1);
        assert_eq!(breaches("#[expect(dead_code, reason = \"a table\")]\nfn f() {}"), [""; 0]);
    }

    #[test]
    fn what_is_no_rust_is_said_so() {
        assert_eq!(breaches("fn {").len(), 1);
    }
}
