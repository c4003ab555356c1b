//! `cargo xtask setup`: what building and testing needs, installed with apt where that may be done.
//!
//! Both MPIs are installed side by side. Their plain commands (`mpicc`, `mpirun`) are alternatives
//! of one another, so everything in this project calls them by their suffixed names.

use std::process::{Command, Stdio};

use xshell::cmd;

use crate::Problem;
use crate::workspace::{Workspace, run};

/// How the problem of a machine that lacks something begins.
pub const MISSING: &str = "this machine lacks";

/// Debian packages, each with a reason where the name does not tell it.
const PACKAGES: &[&str] = &[
    // The compilers the plugin is loaded by, and what the plugin is built from.
    "clang-22",
    "flang-22",
    "llvm-22-dev",
    "lld-22",
    "libomp-22-dev",
    // A compiler that the plugin is not made for, which has to be told so.
    "clang-19",
    // Headers of the C++ library clang++ uses, and a linker.
    "g++",
    "binutils",
    // What llvm-config names among LLVM's own libraries.
    "libzstd-dev",
    "zlib1g-dev",
    "libxml2-dev",
    // Both implementations.
    "openmpi-bin",
    "libopenmpi-dev",
    "mpich",
    "libmpich-dev",
    // The test suite and the benchmarks.
    "cmake",
    "hyperfine",
    "ninja-build",
    "valgrind",
    // mpi4py, the real program of the tests, and the MPI Forum's data.
    "python3-dev",
    "python3-pip",
    "python3-venv",
];

/// Installs the packages that are missing.
pub fn setup(workspace: &Workspace) -> Result<(), Problem> {
    if !answers("dpkg-query", "--version") {
        return without_apt();
    }
    let missing: Vec<&str> = PACKAGES.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("to be installed: {}", missing.join(" "));
    let sudo: &[&str] = if rustix::process::geteuid().is_root() {
        &[]
    } else if answers("sudo", "-n") {
        &["sudo", "-n"]
    } else {
        let all = missing.join(" ");
        return Err(format!("{MISSING} packages; run: sudo apt-get install {all}"));
    };
    let shell = &workspace.shell;
    let environment = ["env", "DEBIAN_FRONTEND=noninteractive"];
    let mut apt = sudo.iter().chain(&environment).copied();
    let first = apt.next().unwrap_or("env");
    let rest: Vec<&str> = apt.collect();
    let update = rest.clone();
    run(cmd!(shell, "{first} {update...} apt-get update -q"))?;
    let install =
        cmd!(shell, "{first} {rest...} apt-get install -q -y --no-install-recommends {missing...}");
    run(install).map_err(|error| {
        format!(
            "{MISSING} packages and apt could not install them ({error}); where the distribution has \
             no LLVM 22, add the source https://apt.llvm.org"
        )
    })
}

/// Whether the program is there and answers.
fn answers(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(argument);
    if program == "sudo" {
        command.arg("true");
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn is_installed(package: &str) -> bool {
    let query = Command::new("dpkg-query")
        .args(["--show", "--showformat", "${db:Status-Status}", package])
        .output();
    query.is_ok_and(|output| output.stdout == b"installed")
}

/// On another distribution nothing is installed; the programs must be there.
fn without_apt() -> Result<(), Problem> {
    let programs = [
        "clang-22",
        "clang++-22",
        "flang-22",
        "llvm-config-22",
        "mpicc.openmpi",
        "mpicc.mpich",
        "cmake",
    ];
    let missing: Vec<_> =
        programs.into_iter().filter(|program| !answers(program, "--version")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{MISSING} {}; this is no Debian, so install what gives these commands by hand",
        missing.join(", ")
    ))
}
