//! Where things are: the root of the repository, the build directory, and what the packages are made of.
//!
//! What cargo knows is asked of cargo, so that a new feature, test or benchmark needs no line here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::process;

/// The workspace, as cargo describes it.
#[derive(Deserialize)]
pub struct Workspace {
    /// The top directory of the repository.
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    #[serde(rename = "target_directory")]
    target: PathBuf,
    packages: Vec<Package>,
}

/// A package of the workspace.
#[derive(Deserialize)]
pub struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
}

/// A library, program, test or benchmark of a package.
#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

/// The feature of the C interface that makes an archive complete in itself. It cannot be on where `std` is linked.
pub const PANIC_HANDLER: &str = "panic-handler";
/// The feature of core that switches the inspector off, which the tests of what it does cannot have.
pub const DISABLED: &str = "disabled";

impl Workspace {
    /// Finds the workspace that this program belongs to.
    ///
    /// # Errors
    /// When cargo cannot describe it.
    pub fn find() -> Result<Self> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut metadata = process::cargo(["metadata", "--no-deps", "--format-version", "1"]);
        let description = process::stdout(metadata.current_dir(here))?;
        serde_json::from_str(&description).context("cargo metadata is not understood")
    }

    /// A directory for one purpose, made when it is not there. It stays, as what cargo builds stays.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn scratch(&self, purpose: &str) -> Result<PathBuf> {
        let directory = self.target.join("xtask").join(purpose);
        fs::create_dir_all(&directory).with_context(|| format!("{} cannot be made", directory.display()))?;
        Ok(directory)
    }

    /// The name of this kind of machine, as compilers call it.
    ///
    /// # Errors
    /// When cargo does not say.
    pub fn host(&self) -> Result<String> {
        let version = process::stdout(process::cargo(["-vV"]).current_dir(&self.root))?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(host.context("cargo -vV names no host")?.into())
    }

    /// The package of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn package(&self, name: &str) -> Result<&Package> {
        let package = self.packages.iter().find(|package| package.name == name);
        package.with_context(|| format!("the workspace has no package {name}"))
    }

    /// Every feature of every package that all can have at once, as cargo's `--features` takes them.
    pub fn all_features(&self) -> String {
        self.packages.iter().flat_map(Package::common_features).collect::<Vec<_>>().join(",")
    }

    /// The same of core alone.
    ///
    /// # Errors
    /// When there is no core.
    pub fn core_features(&self) -> Result<String> {
        Ok(self.package("glassbox")?.common_features().collect::<Vec<_>>().join(","))
    }

    /// Builds something with cargo and gives the path of the program `target`.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn built(&self, arguments: &[&str], target: &str) -> Result<PathBuf> {
        let mut build = process::cargo(arguments);
        build.args(["--quiet", "--message-format", "json-render-diagnostics"]).current_dir(&self.root);
        let messages = process::stdout(&mut build)?;
        let executable = |line: &str| -> Option<PathBuf> {
            let message: Value = serde_json::from_str(line).ok()?;
            let path = message.pointer("/executable")?.as_str()?;
            (message.pointer("/target/name")? == target).then(|| path.into())
        };
        messages.lines().find_map(executable).with_context(|| format!("cargo built no program {target}"))
    }

    /// Builds the tool `glassbox` and gives its path.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn tool(&self) -> Result<PathBuf> {
        self.built(&["build", "--package", "glassbox-cli", "--bin", "glassbox"], "glassbox")
    }

    /// The files in a directory of the repository whose names end with `.` and `extension`, by name; none when the
    /// directory is not there.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn files(&self, directory: &str, extension: &str) -> Result<Vec<PathBuf>> {
        let directory = self.root.join(directory);
        if !directory.is_dir() {
            return Ok(Vec::new());
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(&directory).with_context(|| format!("{} cannot be read", directory.display()))? {
            let path = entry?.path();
            if path.is_file() && path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

impl Package {
    /// The names of the features, without `default`.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str).filter(|name| *name != "default")
    }

    /// The features that all can have at once, with the name of the package before each: all but [`PANIC_HANDLER`] and
    /// [`DISABLED`].
    fn common_features(&self) -> impl Iterator<Item = String> {
        let names = self.features().filter(|name| ![PANIC_HANDLER, DISABLED].contains(name));
        names.map(|name| format!("{}/{name}", self.name))
    }

    /// The names of the targets of one kind: `test`, `bench`, `bin`.
    pub fn targets(&self, kind: &str) -> impl Iterator<Item = &str> {
        let of_kind = move |target: &&Target| target.kind.iter().any(|found| found == kind);
        self.targets.iter().filter(of_kind).map(|target| target.name.as_str())
    }
}
