//! The programs of the real PCP, and the directory that they read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process;
use crate::workspace::Workspace;

/// Where the packages are unpacked, from the root.
const PLACE: &str = "target/xtask/pcp";

/// The packages, with the libraries that not every machine has.
const PACKAGES: &str =
    "pcp pcp-conf libpcp3 libpcp-pmda3 libpcp-gui2 libpcp-mmv1 libpcp-mmv1-dev libpcp3-dev libsasl2-2 libssl3";

/// For `sh -c`: brings the packages without installing them, with a new list of packages where the old one will not do.
pub fn fetch() -> String {
    let place = process::quoted(&root().join(PLACE).display().to_string());
    format!(
        "mkdir -p {place}/packages && cd {place}/packages && \
         {{ apt-get download {PACKAGES} || {{ $(command -v sudo) apt-get update && apt-get download {PACKAGES}; }}; }} && \
         for package in *.deb; do dpkg -x \"$package\" ..; done"
    )
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether everything that is used is there.
pub fn is_there() -> bool {
    let needed =
        ["usr/bin/pminfo", "usr/lib/libpcp_gui.so.2", "usr/lib/pcp/pmdas/mmv/mmvdump", "usr/lib/libpcp_mmv.so"];
    needed.iter().all(|file| root().join(PLACE).join(file).exists())
}

/// PCP with a directory of its own.
pub struct Pcp {
    /// Where the packages are.
    packages: PathBuf,
    /// What PCP takes for its temporary directory; the files are in `mmv` below it.
    directory: PathBuf,
    names: PathBuf,
    configuration: PathBuf,
}

impl Pcp {
    /// Makes an empty directory for files.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(workspace: &Workspace, purpose: &str) -> Result<Self> {
        let packages = fs::canonicalize(root().join(PLACE)).context("PCP is not there: cargo xtask setup")?;
        let directory = workspace.scratch(purpose)?;
        let files = directory.join("mmv");
        if files.exists() {
            fs::remove_dir_all(&files)?;
        }
        fs::create_dir_all(&files)?;
        let pcp =
            Self { names: directory.join("names"), configuration: directory.join("pcp.conf"), packages, directory };
        fs::write(&pcp.names, "root {\n    mmv\t70:*:*\n}\n")?;
        let configuration = fs::read_to_string(pcp.packages.join("etc/pcp.conf"))?;
        fs::write(&pcp.configuration, configuration.replace("=/", &format!("={}/", pcp.packages.display())))?;
        Ok(pcp)
    }

    /// A program of the packages, at `path` in them.
    pub fn command(&self, path: &str) -> Command {
        let mut command = Command::new(self.packages.join(path));
        self.prepare(&mut command);
        command
    }

    /// Lets a program find PCP.
    pub fn prepare(&self, command: &mut Command) {
        let libraries = [self.packages.join("usr/lib"), self.packages.join("usr/lib/x86_64-linux-gnu")];
        let libraries = libraries.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":");
        command.env("LD_LIBRARY_PATH", libraries).env("PCP_CONF", &self.configuration);
        command.env("PCP_TMP_DIR", &self.directory).env("LC_ALL", "C.UTF-8");
    }

    /// Where the packages are.
    pub fn packages(&self) -> &Path {
        &self.packages
    }

    /// What PCP takes for its temporary directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file that names the collector.
    pub fn names(&self) -> &Path {
        &self.names
    }

    /// The directory of files.
    pub fn files(&self) -> PathBuf {
        self.directory.join("mmv")
    }

    /// Puts a file into the directory under another name, and renames it over what was there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let (hidden, file) = (self.files().join(".new"), self.files().join(name));
        fs::write(&hidden, bytes)?;
        fs::rename(hidden, &file)?;
        Ok(file)
    }

    /// A tool that takes the arguments with which `pminfo` loads the collector.
    pub fn client(&self, name: &str) -> Command {
        let mut command = self.command(&format!("usr/bin/{name}"));
        let collector = self.packages.join("usr/lib/pcp/pmdas/mmv/pmda_mmv.so");
        command.arg("-n").arg(&self.names).args(["-L", "-K", "clear", "-K"]);
        command.arg(format!("add,70,{},mmv_init", collector.display()));
        command
    }

    /// What `pminfo` prints. It ends with an error when a metric has no values, which many are meant to have not.
    ///
    /// # Errors
    /// When it cannot be started, or dies.
    pub fn pminfo(&self, arguments: &[&str]) -> Result<String> {
        let mut command = self.client("pminfo");
        let output = command.args(arguments).output().context("pminfo cannot be started")?;
        ensure!(output.status.code().is_some(), "{} died: {}", process::shown(&command), output.status);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// What `mmvdump` prints.
    ///
    /// # Errors
    /// When it complains.
    pub fn mmvdump(&self, file: &Path) -> Result<String> {
        process::run(self.command("usr/lib/pcp/pmdas/mmv/mmvdump").arg(file))
    }
}
