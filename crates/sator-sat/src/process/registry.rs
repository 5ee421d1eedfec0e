//! The running child processes and their temporary files, which must not outlive this program.
//!
//! The crate process-wrap also starts process groups, but it reaps a leader as soon as it sees that
//! it has ended. The group's number is then free for other processes before the rest of the group is
//! killed. Here the leader is reaped last. On Windows only the child itself is killed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Everything that would be left behind if the program ended now.
static LIVE: Mutex<Live> =
    Mutex::new(Live { groups: Vec::new(), folders: Vec::new(), is_abandoned: false });

struct Live {
    /// Children by their numbers, each the first of a process group.
    groups: Vec<u32>,
    folders: Vec<PathBuf>,
    is_abandoned: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all children with all that they have started, and removes their temporary files. For a
/// program that is about to end: nothing can be started afterwards.
pub fn abandon_all() {
    let mut live = live();
    live.is_abandoned = true;
    for group in live.groups.drain(..) {
        signal(group, Signal::Kill);
    }
    for folder in live.folders.drain(..) {
        remove(&folder);
    }
}

/// Starts a child in a group of its own, and lists it.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Nobody may abandon all between the start and the listing.
    let mut live = live();
    live.check()?;
    let child = command.spawn()?;
    live.groups.push(child.id());
    Ok(child)
}

/// The numbers of all children that nobody has reaped.
pub(super) fn running() -> Vec<u32> {
    live().groups.clone()
}

/// Whether a child has ended. It is not reaped yet, which keeps its number from being given anew.
#[cfg(any(target_os = "android", target_os = "freebsd", target_os = "linux"))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    let status = waitid(Id::Pid(Pid::from_raw(child.id() as i32)), flags);
    // The end by a signal that has no name is an error there. Reaping tells what it was.
    status != Ok(WaitStatus::StillAlive)
}

/// Whether a child has ended. Elsewhere there is no asking without reaping.
#[cfg(not(any(target_os = "android", target_os = "freebsd", target_os = "linux")))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(strike(child, Child::try_wait), Ok(None))
}

/// Asks something about a child's end, and strikes it off the list if it has ended: its number
/// may soon be another's.
pub(super) fn strike<T>(
    child: &mut Child,
    has_ended: impl FnOnce(&mut Child) -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let mut live = live();
    let end = has_ended(child)?;
    if end.is_some() {
        live.groups.retain(|group| *group != child.id());
    }
    Ok(end)
}

impl Live {
    fn check(&self) -> io::Result<()> {
        let closed = || io::Error::other("the program is about to end");
        if self.is_abandoned { Err(closed()) } else { Ok(()) }
    }
}

/// How a group is asked to end.
#[derive(Clone, Copy)]
pub(super) enum Signal {
    /// It may tidy up first.
    Terminate,
    /// It is not asked.
    Kill,
}

/// Signals a child and all that it has started, as far as these have stayed in its group.
#[cfg(unix)]
pub(super) fn signal(group: u32, signal: Signal) {
    use nix::sys::signal::{Signal as Unix, killpg};
    use nix::unistd::Pid;
    let signal = match signal {
        Signal::Terminate => Unix::SIGTERM,
        Signal::Kill => Unix::SIGKILL,
    };
    // It fails only where nobody is left.
    let _gone = killpg(Pid::from_raw(group as i32), signal);
}

/// Elsewhere only the child itself can be ended, by who holds it.
#[cfg(not(unix))]
pub(super) fn signal(_group: u32, _signal: Signal) {}

/// A private folder for temporary files, which is gone when it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new folder inside another.
    pub fn inside(parent: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("sator-").disable_cleanup(true);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let mut live = live();
        live.check()?;
        let path = builder.tempdir_in(parent)?.path().to_owned();
        live.folders.push(path.clone());
        Ok(Self { path })
    }

    /// Where something of that name is in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.path);
        live().folders.retain(|folder| *folder != self.path);
    }
}

/// Removes a folder. A process that is being killed may still write to it, so this may take a few
/// attempts.
fn remove(folder: &Path) {
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
