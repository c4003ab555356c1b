//! Compiles the C++ shim against the headers of the LLVM the plugin is for. LLVM itself is not
//! linked: its symbols resolve in the compiler that loads the plugin.

use std::process::Command;

fn main() {
    // Symbols are looked up when they are first called: a compiler of another version then gets as
    // far as the sentence that says so. That holds for the shim; what Rust calls of the C interface is
    // looked up at once and must be there in each of them, from LLVM 19 on.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,lazy");
    println!("cargo::rerun-if-changed=src/shim.cpp");
    println!("cargo::rerun-if-env-changed=LOCKSTEP_LLVM_CONFIG");
    let major = if cfg!(feature = "llvm19") { "19" } else { "22" };
    let config = std::env::var("LOCKSTEP_LLVM_CONFIG")
        .unwrap_or_else(|_| format!("/usr/lib/llvm-{major}/bin/llvm-config"));
    let include = match Command::new(&config).arg("--includedir").output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => panic!(
            "{config} does not run: install llvm-{major}-dev, or name an llvm-config of LLVM \
             {major} in LOCKSTEP_LLVM_CONFIG"
        ),
    };
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/shim.cpp")
        .flag("-isystem")
        .flag(&include)
        .flag_if_supported("-fno-rtti")
        .flag_if_supported("-fno-exceptions")
        .flag_if_supported("-fvisibility=hidden")
        .define("_GNU_SOURCE", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .warnings(false)
        .compile("lockstep_shim");
}
