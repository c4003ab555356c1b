//! The environment variables of Lockstep, each with its parser. A setting that cannot be read is
//! an error that names the variable, its value and what it takes; it is never ignored.

use std::fmt;

use crate::threads::InitialContext;
use crate::value::sources::Sources;

/// What the pass instruments (`LOCKSTEP_INSTRUMENT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instrument {
    /// Nothing: warnings only.
    None,
    /// The collectives the analysis could not prove. The default.
    #[default]
    Selected,
    /// Every collective, as if nothing could be proven.
    All,
}

/// What the pass reads from the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassSettings {
    /// `LOCKSTEP_JSON`: a file findings are appended to, one JSON object a line.
    pub json: Option<String>,
    /// `LOCKSTEP_PER_FILE=1`: warn as the thesis does, function by function, about every condition
    /// that is not proven uniform.
    pub per_file: bool,
    /// `LOCKSTEP_INSTRUMENT`.
    pub instrument: Instrument,
    /// `LOCKSTEP_WARNINGS=0`: print no warnings (the JSON lines are still written).
    pub quiet: bool,
    /// `LOCKSTEP_RECORD=0`: leave no record for the analysis of the whole program.
    pub without_record: bool,
    /// `LOCKSTEP_RANK_DEPENDENT=name,name`: functions whose answers differ between ranks; `input`: what is
    /// read from files does.
    pub rank_dependent: Sources,
    /// `LOCKSTEP_OPENMP=strict`: OpenMP's rules by the letter, also where no thread would wait for ever.
    pub strict: bool,
    /// `LOCKSTEP_INITIAL_CONTEXT`: how functions are called of which no caller is seen.
    pub initial_context: InitialContext,
    /// `LOCKSTEP_DUMP=file`: write the program as the analysis sees it, in its text form.
    pub dump: Option<String>,
}

/// A setting that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The environment variable.
    pub variable: &'static str,
    /// What it was set to.
    pub value: String,
    /// What it takes.
    pub takes: &'static str,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?} is not understood; it takes {}", self.variable, self.value, self.takes)
    }
}

impl std::error::Error for SettingError {}

/// Reads a switch: unset, empty or `0` is off, `1` is on.
///
/// # Errors
/// Any other value.
pub fn switch(variable: &'static str, value: Option<&str>) -> Result<bool, SettingError> {
    match value {
        None | Some("" | "0") => Ok(false),
        Some("1") => Ok(true),
        Some(other) => Err(SettingError { variable, value: other.to_owned(), takes: "0 or 1" }),
    }
}

impl PassSettings {
    /// The variables [`Self::read`] asks for.
    pub const VARIABLES: [&'static str; 9] = [
        "LOCKSTEP_JSON",
        "LOCKSTEP_PER_FILE",
        "LOCKSTEP_INSTRUMENT",
        "LOCKSTEP_WARNINGS",
        "LOCKSTEP_RECORD",
        "LOCKSTEP_RANK_DEPENDENT",
        "LOCKSTEP_OPENMP",
        "LOCKSTEP_INITIAL_CONTEXT",
        "LOCKSTEP_DUMP",
    ];

    /// Reads the settings of this process.
    ///
    /// # Errors
    /// The first variable whose value cannot be read.
    pub fn from_environment() -> Result<Self, SettingError> {
        for variable in Self::VARIABLES {
            if let Some(value) = std::env::var_os(variable)
                && value.to_str().is_none()
            {
                let value = value.to_string_lossy().into_owned();
                return Err(SettingError { variable, value, takes: "text in UTF-8" });
            }
        }
        Self::read(|name| std::env::var(name).ok())
    }

    /// Reads the settings with `get`, which answers an environment variable's value.
    ///
    /// # Errors
    /// The first variable whose value cannot be read.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, SettingError> {
        let text = |name| get(name).filter(|value| !value.is_empty());
        let instrument = match get("LOCKSTEP_INSTRUMENT").as_deref() {
            None | Some("" | "selected") => Instrument::Selected,
            Some("none") => Instrument::None,
            Some("all") => Instrument::All,
            Some(other) => {
                return Err(SettingError {
                    variable: "LOCKSTEP_INSTRUMENT",
                    value: other.to_owned(),
                    takes: "none, selected or all",
                });
            }
        };
        // Switches that are on where nothing is said.
        let turned_off = |name| match get(name).as_deref() {
            None | Some("" | "1") => Ok(false),
            other => switch(name, other).map(|on| !on),
        };
        Ok(Self {
            json: text("LOCKSTEP_JSON"),
            per_file: switch("LOCKSTEP_PER_FILE", get("LOCKSTEP_PER_FILE").as_deref())?,
            instrument,
            quiet: turned_off("LOCKSTEP_WARNINGS")?,
            without_record: turned_off("LOCKSTEP_RECORD")?,
            rank_dependent: rank_dependent(text("LOCKSTEP_RANK_DEPENDENT"))?,
            strict: strict(text("LOCKSTEP_OPENMP"))?,
            initial_context: initial_context(text("LOCKSTEP_INITIAL_CONTEXT"))?,
            dump: text("LOCKSTEP_DUMP"),
        })
    }
}

/// `strict` or `lenient`.
///
/// # Errors
/// It is neither.
pub fn strict(value: Option<String>) -> Result<bool, SettingError> {
    match value.as_deref() {
        None | Some("lenient") => Ok(false),
        Some("strict") => Ok(true),
        Some(other) => Err(SettingError {
            variable: "LOCKSTEP_OPENMP",
            value: other.to_owned(),
            takes: "strict or lenient",
        }),
    }
}

/// `serial`, `parallel` or `nested`.
///
/// # Errors
/// It is none of them.
pub fn initial_context(value: Option<String>) -> Result<InitialContext, SettingError> {
    match value.as_deref() {
        None | Some("serial") => Ok(InitialContext::Serial),
        Some("parallel") => Ok(InitialContext::Parallel),
        Some("nested") => Ok(InitialContext::Nested),
        Some(other) => Err(SettingError {
            variable: "LOCKSTEP_INITIAL_CONTEXT",
            value: other.to_owned(),
            takes: "serial, parallel or nested",
        }),
    }
}

/// The functions the user names.
///
/// # Errors
/// They are no names with commas between them.
pub fn rank_dependent(value: Option<String>) -> Result<Sources, SettingError> {
    let Some(value) = value else { return Ok(Sources::default()) };
    Sources::parse(&value).ok_or(SettingError {
        variable: "LOCKSTEP_RANK_DEPENDENT",
        value,
        takes: "names of functions with commas between them, or input",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_values_are_errors_that_name_the_variable() {
        for variable in [
            "LOCKSTEP_INSTRUMENT",
            "LOCKSTEP_PER_FILE",
            "LOCKSTEP_WARNINGS",
            "LOCKSTEP_RECORD",
            "LOCKSTEP_RANK_DEPENDENT",
        ] {
            let error = PassSettings::read(|name| (name == variable).then(|| "may be".to_owned()));
            assert_eq!(error.expect_err(variable).variable, variable);
        }
    }

    #[test]
    fn defaults_are_selected_and_loud() {
        let settings = PassSettings::read(|_| None).expect("nothing is set");
        assert_eq!(settings, PassSettings::default());
    }
}
