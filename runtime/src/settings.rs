//! What the runtime reads from the environment.

use std::path::PathBuf;

use lockstep_core::settings::SettingError;

/// What is checked (`LOCKSTEP_CHECK`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// What the program's objects ask for. The default.
    #[default]
    Selected,
    /// Every collective, whoever calls it.
    Full,
    /// Nothing.
    Off,
}

/// The runtime's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `LOCKSTEP_CHECK`.
    pub check: Check,
    /// `LOCKSTEP_BOARD=off`: no shared memory, ranks compare by messages only.
    pub no_board: bool,
    /// `LOCKSTEP_SENDS=synchronous`: every send of standard mode waits for its receive.
    pub synchronous_sends: bool,
    /// `LOCKSTEP_REPORT`: the folder JSON lines go to.
    pub report: Option<PathBuf>,
}

impl Settings {
    /// Those of this process. What is no text has a value that is none, too.
    ///
    /// # Errors
    /// The first variable whose value cannot be read.
    pub fn of_environment() -> Result<Self, SettingError> {
        Self::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Reads the settings with `get`, which answers an environment variable's value.
    ///
    /// # Errors
    /// The first variable whose value cannot be read.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, SettingError> {
        let error = |variable, value: &str, takes| {
            Err(SettingError { variable, value: value.to_owned(), takes })
        };
        let check = match get("LOCKSTEP_CHECK").as_deref() {
            None | Some("" | "selected") => Check::Selected,
            Some("full") => Check::Full,
            Some("off") => Check::Off,
            Some(other) => return error("LOCKSTEP_CHECK", other, "selected, full or off"),
        };
        let no_board = match get("LOCKSTEP_BOARD").as_deref() {
            None | Some("" | "on") => false,
            Some("off") => true,
            Some(other) => return error("LOCKSTEP_BOARD", other, "on or off"),
        };
        let synchronous_sends = match get("LOCKSTEP_SENDS").as_deref() {
            None | Some("" | "standard") => false,
            Some("synchronous") => true,
            Some(other) => return error("LOCKSTEP_SENDS", other, "standard or synchronous"),
        };
        let report = get("LOCKSTEP_REPORT").filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(folder) = &report
            && !folder.is_dir()
        {
            let value = folder.display().to_string();
            return error("LOCKSTEP_REPORT", &value, "a folder that exists");
        }
        Ok(Self { check, no_board, synchronous_sends, report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_values_are_errors_that_name_the_variable() {
        for variable in ["LOCKSTEP_CHECK", "LOCKSTEP_BOARD", "LOCKSTEP_SENDS", "LOCKSTEP_REPORT"] {
            let error = Settings::read(|name| (name == variable).then(|| "no/such".to_owned()));
            assert_eq!(error.expect_err(variable).variable, variable);
        }
    }

    #[test]
    fn values_are_read() {
        assert_eq!(Settings::read(|_| None), Ok(Settings::default()));
        let full = Settings::read(|name| (name == "LOCKSTEP_CHECK").then(|| "full".to_owned()));
        assert_eq!(full.map(|settings| settings.check), Ok(Check::Full));
        let off = Settings::read(|name| (name == "LOCKSTEP_BOARD").then(|| "off".to_owned()));
        assert_eq!(off.map(|settings| settings.no_board), Ok(true));
        let sends = |name: &str| (name == "LOCKSTEP_SENDS").then(|| "synchronous".to_owned());
        assert_eq!(Settings::read(sends).map(|settings| settings.synchronous_sends), Ok(true));
    }
}
