//! `sator generate`: the models of the textbook formula, files that are written whole or not at all,
//! and answers of other solvers.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::Command;
use std::thread;

use sator_testing::with_programs;

use crate::common::{Folder, PROGRAM, Sator, sator};
use crate::witness::{Queens, boards};

/// A formula, parsed strictly.
pub(crate) struct Cnf {
    pub(crate) variables: i64,
    pub(crate) clauses: Vec<Vec<i64>>,
}

impl Cnf {
    #[track_caller]
    pub(crate) fn read(text: &str) -> Self {
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("c ")).collect();
        let header: Vec<_> = lines[0].split(' ').collect();
        let ["p", "cnf", variables, count] = header[..] else { panic!("{header:?}") };
        let clauses: Vec<_> = lines[1..].iter().map(|line| clause(line)).collect();
        assert_eq!(count, clauses.len().to_string(), "the header's number of clauses");
        let cnf = Self { variables: variables.parse().unwrap(), clauses };
        let largest = cnf.clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap();
        assert!(largest <= cnf.variables, "variable {largest}");
        cnf
    }

    fn is_satisfied(&self, columns: &[usize]) -> bool {
        let n = columns.len();
        let is_true = |lit: &i64| {
            let square = lit.unsigned_abs() as usize - 1;
            (columns[square / n] == square % n) == (*lit > 0)
        };
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }
}

#[track_caller]
fn clause(line: &str) -> Vec<i64> {
    let numbers: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
    let (end, lits) = numbers.split_last().unwrap();
    assert!(*end == 0 && lits.iter().all(|lit| *lit != 0), "{line}");
    lits.to_vec()
}

#[track_caller]
fn generated(options: &str) -> String {
    sator(&format!("generate {options} -o -")).run().exits(0).stdout.clone()
}

#[test]
fn the_textbook_formula_has_rows_and_every_attacking_pair_once() {
    let cnf = Cnf::read(&generated("8"));
    let (rows, pairs) = cnf.clauses.split_at(8);
    assert!(rows.iter().all(|row| row.len() == 8));
    let mut written: Vec<_> = pairs.iter().map(|pair| (-pair[0], -pair[1])).collect();
    written.sort_unstable();
    let attack = |a: i64, b: i64| {
        let (rows, columns) = ((a / 8).abs_diff(b / 8), (a % 8).abs_diff(b % 8));
        rows == 0 || columns == 0 || rows == columns
    };
    let all = (0..64).flat_map(|a| (a + 1..64).map(move |b| (a, b)));
    let expected = all.filter(|&(a, b)| attack(a, b)).map(|(a, b)| (a + 1, b + 1));
    assert!(written.into_iter().eq(expected));
}

#[test]
fn the_models_of_the_textbook_formula_are_the_answers() {
    let cnf = Cnf::read(&generated("6 --encoding pairwise"));
    let answers = Queens::empty(6).answers();
    assert_eq!(answers.len(), 4);
    assert!(answers.iter().all(|answer| cnf.is_satisfied(answer)));
    assert!(!cnf.is_satisfied(&[0, 1, 2, 3, 4, 5]));
}

fn mode(folder: &Folder, name: &str) -> u32 {
    fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_new_file_has_the_usual_permissions() {
    let folder = Folder::with("usual", "");
    sator("generate 4").inside(&folder).run().exits(0);
    assert_eq!(mode(&folder, "4-queens.cnf"), mode(&folder, "usual"));
}

#[test]
fn an_existing_file_is_replaced_and_keeps_its_permissions() {
    let folder = Folder::with("old.cnf", "old\n".repeat(10_000));
    fs::set_permissions(folder.path("old.cnf"), Permissions::from_mode(0o640)).unwrap();
    sator("generate 8 -o old.cnf").inside(&folder).run().exits(0);
    assert_eq!(folder.read("old.cnf"), generated("8"));
    assert_eq!(mode(&folder, "old.cnf"), 0o640);
    assert_eq!(folder.names(), ["old.cnf"]);
}

#[test]
fn behind_a_link_the_file_is_replaced_and_not_the_link() {
    let folder = Folder::new();
    fs::create_dir(folder.path("there")).unwrap();
    folder.write("there/file.cnf", "old\n");
    symlink("there/file.cnf", folder.path("link.cnf")).unwrap();
    sator("generate 8 -o link.cnf").inside(&folder).run().exits(0);
    assert!(fs::symlink_metadata(folder.path("link.cnf")).unwrap().is_symlink());
    assert_eq!(folder.read("there/file.cnf"), generated("8"));
    assert_eq!(folder.names(), ["link.cnf", "there"]);
    assert_eq!(fs::read_dir(folder.path("there")).unwrap().count(), 1);
}

#[test]
fn an_interrupt_leaves_no_file() {
    let folder = Folder::new();
    let mut run = sator("generate 500 --encoding pairwise --large").inside(&folder).start();
    run.wait_until("it writes", |_| !folder.names().is_empty());
    run.interrupt();
    run.finish().exits(3).stdout_is("");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut run = sator("generate 200 --encoding pairwise -o -").start();
    let mut stdout = BufReader::new(run.child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    assert!(line.starts_with("c ") || line.starts_with("p cnf"), "{line}");
    let run = run.finish();
    assert_eq!(run.exits(0).stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = Folder::new();
    sator("generate 8 -o /dev/null").run().exits(0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    let fifo = folder.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let path = fifo.clone();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        File::open(path).unwrap().read_to_string(&mut text).map(|_| text)
    });
    sator("generate 8 -o fifo").inside(&folder).run().exits(0);
    assert_eq!(reader.join().unwrap().unwrap(), generated("8"));
    assert!(fs::metadata(fifo).unwrap().file_type().is_fifo());
    assert_eq!(folder.names(), ["fifo"]);
}

#[test]
fn a_writable_file_is_written_in_a_folder_that_is_not_writable() {
    let folder = Folder::with("out.cnf", "before");
    fs::create_dir(folder.path("elsewhere")).unwrap();
    let line = format!(
        "chmod 777 elsewhere; chmod 666 out.cnf; chmod 555 .; export TMPDIR=elsewhere\n\
         run='{PROGRAM} generate 8 -q -o out.cnf'\n\
         if [ $(id -u) = 0 ]; then setpriv --reuid=65534 --clear-groups $run; else $run; fi\n\
         status=$?; chmod 755 .; exit $status"
    );
    Sator::program("sh").args(["-c", &line]).inside(&folder).run().exits(0);
    assert_eq!(folder.read("out.cnf"), generated("8"));
    assert_eq!(folder.names(), ["elsewhere", "out.cnf"]);
    assert_eq!(fs::read_dir(folder.path("elsewhere")).unwrap().count(), 0);
}

#[test]
fn files_of_a_killed_run_are_removed_by_a_later_one() {
    let folder = Folder::with(".sator-abc123.tmp", "");
    fs::create_dir(folder.path(".sator-def456.tmp")).unwrap();
    folder.write(".sator-def456.tmp/formula.cnf", "");
    for kept in [".sator-inuse1.tmp", ".sator-new123.tmp", ".sator-config", ".sator-my.own.tmp"] {
        folder.write(kept, "");
    }
    let old = "touch -d '1 hour ago' .sator-abc* .sator-def* .sator-inuse* .sator-c* .sator-my*";
    Sator::program("sh").args(["-c", old]).inside(&folder).run().exits(0);
    let in_use = File::open(folder.path(".sator-inuse1.tmp")).unwrap();
    in_use.lock().unwrap();
    sator("generate 8 -o f").inside(&folder).run().exits(0);
    assert_eq!(
        folder.names(),
        [".sator-config", ".sator-inuse1.tmp", ".sator-my.own.tmp", ".sator-new123.tmp", "f"]
    );
}

#[test]
fn names_need_not_be_text() {
    let folder = Folder::new();
    let name = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    fs::write(folder.path("").join(name(b"b\xff.txt")), "8").unwrap();
    sator("generate").arg(name(b"b\xff.txt")).inside(&folder).run().exits(0);
    sator("generate -o").arg(name(b"c\xff")).arg("8").inside(&folder).run().exits(0);
    for written in [name(b"b\xff.cnf"), name(b"c\xff")] {
        assert_eq!(fs::read_to_string(folder.path("").join(written)).unwrap(), generated("8"));
    }
}

/// The output of another solver for a formula.
pub(crate) fn answer_of(program: &str, folder: &Folder) -> String {
    let run = |args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(folder.path("")).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(10), "{program}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    match program {
        "minisat" => {
            run(&["formula.cnf", "result.txt"]);
            folder.read("result.txt")
        }
        _ => run(&["formula.cnf"]),
    }
}

with_programs!(answers_of_other_solvers_are_boards_that_check_accepts: minisat cadical);

fn answers_of_other_solvers_are_boards_that_check_accepts(program: &str) {
    for encoding in ["pairwise", "auto", "bimander"] {
        for n in [4, 8, 20] {
            let folder =
                Folder::with("formula.cnf", generated(&format!("{n} --encoding {encoding}")));
            folder.write("answer.txt", answer_of(program, &folder));
            let decode = format!("decode {n} --answer answer.txt");
            let run = sator(&decode).inside(&folder).run();
            let heading = format!("Found a solution for N={n}\n\n");
            let below = run.exits(0).stdout.strip_prefix(&heading).unwrap();
            assert!(Queens::empty(n).accepts(&boards(below)[0]), "{encoding} {n}");
            let check = format!("check {n} --solution -");
            sator(&check).input(run.stdout.as_str()).run().exits(0).stdout_is("Correct\n");
        }
    }
}
