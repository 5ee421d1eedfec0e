//! Runs the commands of the documentation (README.md and the other pages at the root, docs/*.md),
//! compares their output, and follows the links.
//!
//! A fenced block of the language `console` holds lines `$ command`, each followed by the
//! output to expect, standard output and error together:
//!
//! - `…` (or `...`) alone on a line stands for any lines, or none;
//! - `[..]` within a line stands for any text;
//! - `? 2` on the last line states the exit status, which is 0 otherwise;
//! - white space at the end of a line and blank lines at the end of an output do not count.
//!
//! The commands of a file share a new folder with a copy of `examples`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sator_testing::needs;

#[needs(cadical, clasp, cvc5, minisat, z3)]
fn the_commands_of_the_documentation_print_its_outputs() {
    let reports: String = pages().map(|page| check_file(&page)).collect();
    assert!(reports.is_empty(), "\n{reports}");
}

/// The README stays a first page: what the program does, and one screen for each use.
#[test]
fn the_readme_has_under_250_lines_and_runs_commands() {
    let readme = read("README.md");
    let lines = readme.lines().count();
    assert!(lines < 250, "README.md has {lines} lines; move details to a page in docs");
    assert!(!examples(&readme).is_empty(), "README.md has no console block");
}

#[test]
fn the_summary_lists_every_page() {
    let listed: BTreeSet<_> = links(&read("docs/SUMMARY.md")).into_iter().collect();
    let pages = pages().filter_map(|page| Some(page.strip_prefix("docs/")?.to_owned()));
    let pages: BTreeSet<_> = pages.filter(|page| page != "SUMMARY.md").collect();
    assert_eq!(pages, listed, "left: the pages of docs, right: those in docs/SUMMARY.md");
}

#[test]
fn the_links_of_the_documentation_lead_somewhere() {
    let broken: Vec<_> = pages()
        .flat_map(|page| {
            let wrong = |link: &String| broken(&page, link);
            let reasons: Vec<_> = links(&read(&page)).iter().filter_map(wrong).collect();
            reasons.into_iter().map(move |reason| format!("{page}: {reason}"))
        })
        .collect();
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_pages_that_help_texts_name_exist() {
    let mut sources = vec![root().join("crates/sator-cli/src/args.rs")];
    let verbs = fs::read_dir(root().join("crates/sator-cli/src/args")).unwrap();
    sources.extend(verbs.map(|entry| entry.unwrap().path()));
    let mut named = BTreeSet::new();
    for source in &sources {
        for rest in read(source).split("docs/").skip(1) {
            named.extend(rest.split_once(".md").map(|(name, _)| format!("docs/{name}.md")));
        }
    }
    assert!(named.contains("docs/proofs.md"), "{named:?}");
    let pages: BTreeSet<_> = pages().collect();
    assert_eq!(named.difference(&pages).next(), None);
}

/// The Markdown files of the documentation, from the root of the repository.
fn pages() -> impl Iterator<Item = String> {
    let of = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap());
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        let mut pages: Vec<_> = names.filter(|name| is_page(Path::new(name))).collect();
        pages.sort();
        pages.into_iter().map(|name| format!("{folder}{name}")).collect()
    };
    of("").into_iter().chain(of("docs/"))
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "md")
}

/// The targets of the links and pictures in a Markdown text that name no other host.
fn links(text: &str) -> Vec<String> {
    // Every second part of a line is code.
    let prose = unfenced(text).map(|line| line.split('`').step_by(2).collect::<String>() + "\n");
    let prose: String = prose.collect();
    let targets = prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.contains("://")).map(String::from).collect()
}

/// The lines outside of fenced blocks.
fn unfenced(text: &str) -> impl Iterator<Item = &str> {
    let mut fence = None;
    text.lines().filter(move |line| {
        let line = line.trim();
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if line == open => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            _ => return fence.is_none(),
        }
        false
    })
}

/// Why a link of a page leads nowhere. A page of `docs` may not lead to a page outside: the book
/// does not have it.
fn broken(page: &str, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(page).parent().unwrap();
    let target = if path.is_empty() { PathBuf::from(page) } else { folder.join(path) };
    if !root().join(&target).exists() {
        Some(format!("{link}: no such file"))
    } else if is_page(&target) && path.starts_with("../") {
        Some(format!("{link}: the book has only the pages of docs"))
    } else if !anchor.is_empty() && !anchors(&read(&target)).contains(anchor) {
        Some(format!("{link}: no such heading"))
    } else {
        None
    }
}

/// The anchors that GitHub and mdBook make of the headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let heading =
        |line: &str| Some(line.strip_prefix('#')?.trim_start_matches('#').trim().to_lowercase());
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    let anchor =
        |heading: String| heading.chars().filter(kept).collect::<String>().replace(' ', "-");
    unfenced(text).filter_map(heading).map(anchor).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: impl AsRef<Path>) -> String {
    let file = file.as_ref();
    fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// Runs the commands of a page; returns the differences.
fn check_file(page: &str) -> String {
    let examples = examples(&read(page));
    if examples.is_empty() {
        return String::new();
    }
    let folder = tempfile::tempdir().unwrap();
    let copied = Command::new("cp")
        .args(["-R".as_ref(), root().join("examples").as_path(), folder.path()])
        .status();
    assert!(copied.unwrap().success(), "cannot copy examples");
    let bin = Path::new(env!("CARGO_BIN_EXE_sator")).parent().unwrap();
    report(page, &examples, bin, folder.path())
}

/// A command of the documentation, and its output.
#[derive(Debug)]
struct Example {
    /// Counted from 1.
    line: usize,
    command: String,
    /// The expected output, then the exit status as `? N`.
    output: Vec<String>,
}

/// All commands in the console blocks of a Markdown text.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((opening, line)) = lines.next() {
        let indent = opening.len() - opening.trim_start().len();
        let info = opening[indent..].trim_start_matches('`');
        let fence = &opening[indent..opening.len() - info.len()];
        if fence.len() < 3 || info.contains('`') {
            continue;
        }
        let block = lines.by_ref().take_while(|(text, _)| text.trim() != fence);
        if info.trim() != "console" {
            block.for_each(drop);
            continue;
        }
        let before = examples.len();
        for (text, line) in block {
            let text = text.get(indent..).unwrap_or_default().trim_end();
            if let Some(command) = text.strip_prefix("$ ") {
                examples.push(Example { line, command: command.into(), output: Vec::new() });
            } else {
                assert!(examples.len() > before, "line {line}: expected `$ command`");
                examples.last_mut().unwrap().output.push(text.into());
            }
        }
        assert!(examples.len() > before, "line {line}: a console block without a command");
    }
    for example in &mut examples {
        example.end_with_status();
    }
    examples
}

impl Example {
    fn end_with_status(&mut self) {
        while self.output.pop_if(|line| line.is_empty()).is_some() {}
        let status = self.output.last().and_then(|line| line.strip_prefix("? "));
        if status.is_none_or(|status| status.parse::<u8>().is_err()) {
            self.output.push("? 0".into());
        }
    }
}

/// Runs the examples in a folder, with the programs of `bin` first, and returns the differences.
fn report(file: &str, examples: &[Example], bin: &Path, folder: &Path) -> String {
    let mut report = String::new();
    for Example { line, command, output: expected } in examples {
        let actual = run(command, bin, folder);
        if !lines_match(expected, &actual) {
            let diff = diff(expected, &actual);
            writeln!(report, "{file}:{line}: $ {command}\n{diff}").unwrap();
        }
    }
    report
}

/// The output of the command, then its exit status as `? N`.
fn run(command: &str, bin: &Path, folder: &Path) -> Vec<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(bin.into()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let status = output.status.code().map_or("a signal".into(), |code| code.to_string());
    let text = String::from_utf8_lossy(&output.stdout);
    let printed = text.trim_end().lines().map(|line| line.trim_end().into());
    printed.chain([format!("? {status}")]).collect()
}

fn lines_match(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((line, rest)) if ["…", "..."].contains(&line.trim()) => {
            (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..]))
        }
        Some((line, rest)) => actual
            .split_first()
            .is_some_and(|(found, more)| line_matches(line, found) && lines_match(rest, more)),
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let Some((before, after)) = expected.split_once("[..]") else { return expected == actual };
    actual.strip_prefix(before).is_some_and(|rest| {
        let mut ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]);
        ends.any(|end| line_matches(after, &rest[end..]))
    })
}

/// Both texts, with the lines in common at the start and the end shown once.
fn diff(expected: &[String], actual: &[String]) -> String {
    let same = |(expected, actual): &(&String, &String)| line_matches(expected, actual);
    let head = expected.iter().zip(actual).take_while(same).count();
    let (start, right) = actual.split_at(head);
    let left = &expected[head..];
    let tail = left.iter().rev().zip(right.iter().rev()).take_while(same).count();
    let left = &left[..left.len() - tail];
    let (right, end) = right.split_at(right.len() - tail);

    let marked = |mark, lines: &[String]| {
        lines.iter().map(|line| format!("{mark} {line}\n")).collect::<Vec<_>>().concat()
    };
    let body = [marked(' ', start), marked('-', left), marked('+', right), marked(' ', end)];
    format!("- expected\n+ found\n{}", body.concat())
}

#[test]
fn links_and_headings_are_found_outside_of_code() {
    let text = "\
# A page: its `--flags`
See [one](a.md) and ![two](b.svg), `[not](code.md)`, [`three`](#a-page),
[away](https://example.org/).
```sh
# no heading
[no](link.md)
```
## Sums, and more
";
    assert_eq!(links(text), ["a.md", "b.svg", "#a-page"]);
    assert!(anchors(text).iter().eq(["a-page-its---flags", "sums-and-more"]));
}

/// The differences found in a console block, for the tests of this file.
fn report_on(block: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let examples = examples(&format!("```console\n{block}\n```\n"));
    report("test.md", &examples, folder.path(), folder.path())
}

#[test]
fn only_console_blocks_hold_commands() {
    let text = "\
$ not in a block
```nor here```
```sh
$ not a console
```
````markdown
```console
$ quoted
```
````
1. A step:
   ```console
   $ a  b
   one

   $ c
     two
   ? 3
   ```
";
    let [a, c] = &examples(text)[..] else { panic!("{:?}", examples(text)) };
    assert_eq!((a.line, &*a.command, a.output.join("|")), (13, "a  b", "one|? 0".into()));
    assert_eq!((c.line, &*c.command, c.output.join("|")), (16, "c", "  two|? 3".into()));
}

#[test]
#[should_panic(expected = "line 2: expected `$ command`")]
fn output_without_a_command_is_refused() {
    report_on("output");
}

#[test]
fn output_as_expected_is_not_reported() {
    for block in [
        "$ echo a; echo b >&2; echo c\na\nb\nc",
        "$ printf 'a  \\n\\n'\na",
        "$ true",
        "$ echo a > f\n$ cat f\na\n\n$ rm f",
        "$ seq 9\n1\n…\n8\n9",
        "$ seq 9\n...",
        "$ seq 2\n1\n…\n2\n…",
        "$ seq 9\n…\n3\n…\n7\n…",
        "$ echo took 1.5 s, é\ntook [..] s, [..]",
        "$ echo a; exit 3\na\n? 3",
        "$ echo $NO_COLOR\n1",
    ] {
        assert_eq!(report_on(block), "", "{block}");
    }
}

#[test]
fn other_output_is_reported() {
    for block in [
        "$ echo a\nb",
        "$ echo a",
        "$ true\na",
        "$ echo ' a'\na",
        "$ seq 9\n1\n…\n8",
        "$ seq 2\n1\n…\n2\n3",
        "$ echo took 1 m\ntook [..] s",
        "$ false",
        "$ true\n? 1",
        "$ kill -9 $$\n? 9",
        "$ no-such-program\n…",
    ] {
        assert_ne!(report_on(block), "", "{block}");
    }
}

#[test]
fn a_report_shows_the_place_and_the_difference() {
    assert_eq!(
        report_on("$ seq 4\n1\ntwo\n[..]\n4"),
        "test.md:2: $ seq 4\n- expected\n+ found\n  1\n- two\n+ 2\n  3\n  4\n  ? 0\n\n"
    );
    assert_eq!(
        report_on("$ echo a; exit 2\na"),
        "test.md:2: $ echo a; exit 2\n- expected\n+ found\n  a\n- ? 0\n+ ? 2\n\n"
    );
}
