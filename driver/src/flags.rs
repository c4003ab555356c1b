//! `lockstep flags`: what the wrappers add, for command lines that are written without them.

use std::ffi::OsString;

use crate::compiler::{self, Language, RuntimeKind};
use crate::failure::Failure;
use crate::installation::Installation;
use crate::mpi::Choice;

/// Print the flags that compile or link a program with Lockstep, quoted for the shell.
#[derive(Clone, Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").args(["compile", "link"]).required(true).multiple(true)))]
pub struct Flags {
    /// Flags for clang or flang: the plugin and MPI's headers.
    #[arg(long)]
    compile: bool,
    /// Flags for the linker's command line, behind the objects: MPI's libraries and the runtime.
    #[arg(long)]
    link: bool,
    /// Which MPI: openmpi, mpich, none or the path of an mpicc [what `mpicc` is].
    #[arg(long, value_name = "MPI")]
    mpi: Option<String>,
    /// The language, which decides on MPI's headers and libraries.
    #[arg(long, value_enum, default_value = "c")]
    language: Language,
    /// How the runtime is linked.
    #[arg(long, value_enum, default_value = "static")]
    runtime: RuntimeKind,
}

impl Flags {
    /// The flags, as one line for a shell.
    pub fn line(&self) -> Result<String, Failure> {
        let words = self.words(&Installation::of_this_command())?;
        let mut line = Vec::new();
        for word in words {
            let text = word.into_string().map_err(|word| {
                Failure::new(
                    format!("{} is not valid UTF-8", word.display()),
                    "use the wrappers, `lockstep cc`",
                )
            })?;
            line.push(quoted(text));
        }
        Ok(line.join(" "))
    }

    fn words(&self, installation: &Installation) -> Result<Vec<OsString>, Failure> {
        let choice = match &self.mpi {
            Some(choice) => choice.parse()?,
            None => Choice::from_environment()?,
        };
        let mpi = choice.flags(self.language)?;
        let mut words = Vec::new();
        if self.compile {
            words.extend(compiler::plugin_flags(&installation.plugin()?, false));
            match (self.language, &mpi) {
                (Language::Fortran, Some(mpi)) => {
                    words.extend(compiler::fortran_header_flags(mpi)?)
                }
                (_, mpi) => words.extend(compiler::header_flags(mpi.as_ref())),
            }
        }
        if self.link {
            let libraries = compiler::mpi_libraries(mpi.as_ref(), false);
            match self.runtime {
                RuntimeKind::Static => {
                    // Which linker will read them is not known.
                    let archive = installation.static_runtime()?;
                    words.extend(compiler::static_runtime(&archive, true, None));
                    words.extend(libraries);
                }
                RuntimeKind::Shared => {
                    words.extend(compiler::shared_runtime(&installation.shared_runtime()?, true));
                    words.extend(libraries);
                }
                RuntimeKind::None => words.extend(libraries),
            }
        }
        Ok(words)
    }
}

/// The word as a shell reads it. Only what must be is quoted: `$(lockstep flags …)` splits words
/// and takes quotes for letters, so the usual case has none (the other needs `eval`). A `*` stays
/// as it is: no file has a name that begins like an option of ours.
fn quoted(word: String) -> String {
    let special = |c: char| c.is_whitespace() || "'\"\\$`&|;<>()?[]#~!{}".contains(c);
    if word.contains(special) { format!("'{}'", word.replace('\'', "'\\''")) } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_they_must_be() {
        for plain in ["-Wl,-u,x", "-fpass-plugin=/a/b.so", "-lmpi", "-Wl,x=MPI_*"] {
            assert_eq!(quoted(plain.to_owned()), plain);
        }
        for word in ["/a b/c", "it's", "$x"] {
            assert_eq!(shlex::split(&quoted(word.to_owned())).unwrap(), [word]);
        }
    }
}
