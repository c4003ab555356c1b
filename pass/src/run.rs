//! One module through the plugin: settings, reading, analysis, warnings, instrumentation.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lockstep_core::analysis::{Analysis, Options, analyze};
use lockstep_core::finding::Location;
use lockstep_core::json_lines;
use lockstep_core::program::Program;
use lockstep_core::record::{self, Told, Unit, UnitId};
use lockstep_core::settings::{Instrument, PassSettings};

use crate::ir::{Diagnostics, ModuleRef, Severity};
use crate::{ir, report};

/// The stack the analysis runs on: address space only, touched as needed. Nothing recurses with
/// the size of a function, but expressions nest.
const STACK: usize = 256 << 20;

/// Called by the shim for every module.
#[unsafe(no_mangle)]
extern "C" fn lockstep_run(module: ModuleRef) -> bool {
    let diagnostics = Diagnostics::new(module);
    let outcome = catch_unwind(AssertUnwindSafe(|| run(module, &diagnostics)));
    let changed = outcome.unwrap_or_else(|_| {
        not_analysed(&diagnostics, "an internal error");
        false
    });
    diagnostics.finish();
    changed
}

fn not_analysed(diagnostics: &Diagnostics, why: &str) {
    let message = format!("this file was not analysed: {why} [lockstep]");
    diagnostics.emit(Severity::Warning, &Location::default(), &message);
}

fn run(module: ModuleRef, diagnostics: &Diagnostics) -> bool {
    let settings = match PassSettings::from_environment() {
        Ok(settings) => settings,
        Err(error) => {
            diagnostics.emit(Severity::Error, &Location::default(), &error.to_string());
            return false;
        }
    };
    let mentions_mpi = ir::mentions_mpi(module);
    let concerns_us = mentions_mpi || ir::mentions_openmp(module);
    if (settings.without_record && !concerns_us) || !ir::mark(module) {
        return false;
    }
    let calls = ir::tag_calls(module);
    let mut program = ir::read(module);
    ir::remove_tags(&calls);
    settings.rank_dependent.apply(&mut program);
    dump(&program, &settings, diagnostics);
    let analysis = concerns_us.then(|| check(&program, &settings, diagnostics)).flatten();
    // Other units may know its functions by their second names.
    ir::add_aliases(module, &mut program);
    let unit = Unit {
        source: ir::source_of(module),
        directory: std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned(),
        told: analysis.iter().flat_map(|analysis| &analysis.findings).map(Told::from).collect(),
        program,
    };
    let record = (!settings.without_record).then(|| {
        let (bytes, id) = record::encode(&unit);
        ir::embed_record(module, &bytes);
        id
    });
    let instrumented = analysis.is_some_and(|analysis| {
        instrument(module, &unit.program, &analysis, &calls, &settings, record)
    });
    // Whoever is checked may hold what another unit's functions take.
    let announced = settings.instrument != Instrument::None && ir::announce_mutexes(module);
    record.is_some() || instrumented || announced
}

/// Analyses the program of a unit with MPI calls or threads and tells what was found. `None`: it could not be
/// analysed.
fn check(
    program: &Program,
    settings: &PassSettings,
    diagnostics: &Diagnostics,
) -> Option<Analysis> {
    let Some(analysis) = analyze_apart(program, settings) else {
        not_analysed(diagnostics, "an internal error");
        return None;
    };
    if !settings.quiet {
        report::show(diagnostics, &analysis.findings);
    }
    if let Some(path) = &settings.json
        && let Err(message) = json_lines::append(path.as_ref(), &analysis.findings)
    {
        diagnostics.emit(Severity::Error, &Location::default(), &message);
    }
    Some(analysis)
}

/// Instruments the module where the settings or the analysis ask for it. Answers whether they do.
fn instrument(
    module: ModuleRef,
    program: &Program,
    analysis: &Analysis,
    calls: &[ir::CallRef],
    settings: &PassSettings,
    record: Option<UnitId>,
) -> bool {
    let wanted = match settings.instrument {
        Instrument::None => false,
        Instrument::All => true,
        Instrument::Selected => {
            !analysis.unproven.is_empty()
                || analysis.unknown_calls_may_part
                || analysis.has_unproven_threads()
                || analysis.awaits_messages
        }
    };
    wanted && ir::instrument(module, program, analysis, calls, settings.instrument, record)
}

/// `LOCKSTEP_DUMP`.
fn dump(program: &Program, settings: &PassSettings, diagnostics: &Diagnostics) {
    let Some(path) = &settings.dump else { return };
    if let Err(error) = std::fs::write(path, format!("{program:#?}\n")) {
        let message = format!("LOCKSTEP_DUMP={path:?} cannot be written: {error}");
        diagnostics.emit(Severity::Error, &Location::default(), &message);
    }
}

/// Runs the analysis on a stack of its own: not on a thread, whose mere existence makes the compiler's own
/// allocations slower from then on. `None`: it panicked.
fn analyze_apart(program: &Program, settings: &PassSettings) -> Option<Analysis> {
    let options = Options {
        per_function: settings.per_file,
        complete: false,
        strict: settings.strict,
        initial_context: settings.initial_context,
    };
    let analysis = || stacker::grow(STACK, || analyze(program, options));
    catch_unwind(AssertUnwindSafe(analysis)).ok()
}
