//! The running child processes and their temporary files, which must not outlive this program.
//!
//! The crate process-wrap also starts process groups, but it reaps a leader as soon as it sees that
//! it has ended. The group's number is then free for other processes before the rest of the group is
//! killed. Here the leader is reaped last. On Windows only the child itself is killed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::guard::{Fact, Guard};
use super::strays;

/// The processes and folders that would be left behind if the program ended now.
static LIVE: Mutex<Live> = Mutex::new(Live {
    groups: Vec::new(),
    folders: Vec::new(),
    guard: Guard::Absent,
    is_abandoned: false,
});

struct Live {
    /// The process ids of the children, each the leader of a process group.
    groups: Vec<u32>,
    folders: Vec<PathBuf>,
    guard: Guard,
    is_abandoned: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a guard with the first solver program: a process that kills the programs and removes their
/// files if this program dies without warning. The program with this argument must call
/// [`run_guard`](super::run_guard) with its standard input.
pub fn set_guard(program: impl Into<OsString>, argument: impl Into<OsString>) {
    live().guard = Guard::Planned(program.into(), argument.into());
}

/// Kills all children and all processes that they have started, and removes their temporary files.
/// For a program that is about to end: nothing can be started afterwards.
pub fn abandon_all() {
    let mut live = live();
    live.is_abandoned = true;
    let had_children = !live.groups.is_empty();
    for group in live.groups.drain(..) {
        signal(group, Signal::Kill);
    }
    if had_children {
        strays::kill(strays::run());
    }
    for folder in live.folders.drain(..) {
        remove(&folder);
    }
}

/// Starts a child in a group of its own, and lists it.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock is held, so that `abandon_all` cannot run between the start and the listing.
    let mut live = live();
    live.check()?;
    // The guard runs before the child does: this program may be killed at any moment.
    live.guard.tell(&Fact::Starting);
    let child = command.spawn();
    let started = child.as_ref().ok().map(Child::id);
    live.groups.extend(started);
    live.guard.tell(&Fact::Started(started));
    child
}

/// The process ids of all children that are not reaped.
pub(super) fn running() -> Vec<u32> {
    live().groups.clone()
}

/// Whether a child has ended. It is not reaped yet, so that its process id is not reused.
#[cfg(any(target_os = "android", target_os = "freebsd", target_os = "linux"))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    let status = waitid(Id::Pid(Pid::from_raw(child.id() as i32)), flags);
    // The end by a signal without a name is an error here. Reaping returns the right status.
    status != Ok(WaitStatus::StillAlive)
}

/// Whether a child has ended. On other systems it must be reaped to know.
#[cfg(not(any(target_os = "android", target_os = "freebsd", target_os = "linux")))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(strike(child, Child::try_wait), Ok(None))
}

/// Calls `has_ended`, and removes the child from the list if it has ended, because its process id
/// may be reused.
pub(super) fn strike<T>(
    child: &mut Child,
    has_ended: impl FnOnce(&mut Child) -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let mut live = live();
    let end = has_ended(child)?;
    if end.is_some() {
        live.groups.retain(|group| *group != child.id());
        live.guard.tell(&Fact::Ended(child.id()));
    }
    Ok(end)
}

impl Live {
    fn check(&self) -> io::Result<()> {
        let closed = || io::Error::other("the program is about to end");
        if self.is_abandoned { Err(closed()) } else { Ok(()) }
    }
}

/// The signals for a group.
#[derive(Clone, Copy)]
pub(super) enum Signal {
    /// The processes may clean up.
    Terminate,
    /// The processes end at once.
    Kill,
}

/// Signals a child and all processes that it has started, as far as they have stayed in its group.
#[cfg(unix)]
pub(super) fn signal(group: u32, signal: Signal) {
    use nix::sys::signal::{Signal as Unix, killpg};
    use nix::unistd::Pid;
    let signal = match signal {
        Signal::Terminate => Unix::SIGTERM,
        Signal::Kill => Unix::SIGKILL,
    };
    // It fails only if the group is empty.
    let _gone = killpg(Pid::from_raw(group as i32), signal);
}

/// On other systems only the child itself can be killed, by its owner.
#[cfg(not(unix))]
pub(super) fn signal(_group: u32, _signal: Signal) {}

/// A private folder for temporary files, which is removed when this is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates a folder inside another.
    pub fn inside(parent: &Path) -> io::Result<Self> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let mut live = live();
        live.check()?;
        // The guard knows of the folder before it exists: this program may be killed at any moment.
        let create = |path: &Path| {
            live.guard.tell(&Fact::Created(path));
            builder.create(path).inspect_err(|_| live.guard.tell(&Fact::Removed(path)))
        };
        let mut names = tempfile::Builder::new();
        let folder = names.prefix("sator-").disable_cleanup(true).make_in(parent, create)?;
        let path = folder.path().to_owned();
        live.folders.push(path.clone());
        Ok(Self { path })
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.path);
        let mut live = live();
        live.folders.retain(|folder| *folder != self.path);
        live.guard.tell(&Fact::Removed(&self.path));
    }
}

/// Removes a folder. A process that is being killed may still write to it, so this may take a few
/// attempts.
pub(super) fn remove(folder: &Path) {
    const ATTEMPTS: usize = 20;
    for _ in 0..ATTEMPTS {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                thread::sleep(Duration::from_millis(2));
            }
            _ => return,
        }
    }
}
