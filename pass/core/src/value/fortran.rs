//! What functions of flang's runtime write where their arguments point.
//!
//! Arrays that are allocated, deferred or passed with their shape are handed to the runtime by
//! descriptors: an address, the size of an element, a header, and for each dimension its lower bound,
//! extent and stride. (`flang/include/flang/Runtime/descriptor.h`)

use super::received::Counted;

/// How much is written, from a place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// All of the object behind the place.
    Object,
    /// So many bytes.
    Bytes(i64),
    /// The first element, and perhaps more.
    Beginning,
    /// As much as a call of MPI receives whose count or datatype the callers know.
    Counted(Counted),
    /// A descriptor's dimension.
    Dimension(i64),
    /// A descriptor's address and strides; the number of its dimensions, if that is known.
    Allocation(Option<i64>),
    /// A whole descriptor; the number of its dimensions, if that is known.
    Descriptor(Option<i64>),
}

/// Does an extent cover an offset?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// It does.
    Sure,
    /// If the descriptor is that large.
    Possible,
    /// It does not.
    No,
}

/// Where the length of an element stands in a descriptor, in bytes.
pub const ELEMENT_OFFSET: i64 = 8;
/// Where the number of dimensions stands in a descriptor.
pub const RANK_OFFSET: i64 = 20;
const HEADER: i64 = 24;
const ADDRESS: i64 = 8;
const DIMENSION: i64 = 24;
const EXTENT: i64 = 8;
const STRIDE: i64 = 16;
/// Arrays have at most so many dimensions.
const MOST_DIMENSIONS: i64 = 15;

impl Extent {
    /// Is what stands so many bytes behind the place written?
    #[must_use]
    pub fn cover(self, offset: i64) -> Cover {
        let sure = |covered: bool| if covered { Cover::Sure } else { Cover::No };
        let dimensions = |known: Option<i64>| match known {
            Some(count) => sure(offset < HEADER + DIMENSION * count),
            None if offset < HEADER + DIMENSION => Cover::Sure,
            None if offset < HEADER + DIMENSION * MOST_DIMENSIONS => Cover::Possible,
            None => Cover::No,
        };
        match self {
            _ if offset < 0 => Cover::No,
            Self::Object => Cover::Sure,
            Self::Beginning if offset == 0 => Cover::Sure,
            Self::Beginning => Cover::Possible,
            Self::Counted(counted) => counted.roughly().cover(offset),
            Self::Bytes(count) => sure(offset < count),
            Self::Dimension(number) => {
                let start = HEADER + DIMENSION * number;
                sure((start..start + DIMENSION).contains(&offset))
            }
            Self::Allocation(_) if offset < ADDRESS => Cover::Sure,
            Self::Allocation(known) => {
                let is_stride = offset >= HEADER && (offset - HEADER) % DIMENSION == STRIDE;
                if is_stride { dimensions(known) } else { Cover::No }
            }
            Self::Descriptor(known) => dimensions(known),
        }
    }

    /// With the number of dimensions, where that is missing.
    #[must_use]
    pub fn with_dimensions(self, known: Option<i64>) -> Self {
        let known = known.filter(|count| (0..=MOST_DIMENSIONS).contains(count));
        match self {
            Self::Allocation(None) => Self::Allocation(known),
            Self::Descriptor(None) => Self::Descriptor(known),
            other => other,
        }
    }
}

/// Where the lower bound and the extent of a dimension stand in a descriptor.
#[must_use]
pub fn bounds(number: i64) -> [i64; 2] {
    let start = HEADER.wrapping_add(DIMENSION.wrapping_mul(number));
    [start, start + EXTENT]
}

/// How many bytes a descriptor of so many dimensions has.
#[must_use]
pub fn bytes_of_descriptor(dimensions: i64) -> i64 {
    bounds(dimensions)[0]
}

/// Where the stride of a dimension stands in a descriptor: how many bytes are from one element to the next.
#[must_use]
pub fn stride(number: i64) -> i64 {
    bounds(number)[0].wrapping_add(STRIDE)
}

/// Where the bounds and strides of so many dimensions stand in a descriptor; false: an extent.
pub fn shape(dimensions: i64) -> impl Iterator<Item = (i64, bool)> {
    let starts = (0..dimensions).map(|number| HEADER + DIMENSION * number);
    starts.flat_map(|start| {
        [(start, true), (start + EXTENT, false), (start + STRIDE, true)].into_iter()
    })
}

/// What a function of the runtime writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// Nothing the program sees.
    Nothing,
    /// One number, where its arguments point.
    Number,
    /// Text, where its arguments point.
    Text,
    /// Of the descriptor its first argument points to, the dimension its second argument says.
    Bounds,
    /// Of the descriptor its first argument points to, the address and the strides.
    Allocation,
    /// As [`Self::Allocation`], and what stands in the new memory.
    AllocationOfCopy,
    /// Of the descriptor its first argument points to, the address.
    Release,
    /// The descriptor its first argument points to, and what that describes.
    First,
    /// Elements of what the descriptor its first argument points to describes: arrays that do not stand in one piece, before
    /// and behind a call that takes an address.
    Behind,
    /// As [`Self::First`]; it gets as many dimensions as the one its second argument points to, unless that
    /// has none.
    Assignment,
    /// The descriptors its arguments point to, what they describe, and so on.
    All,
    /// As [`Self::All`], but for what it is asked for, or to do: its first argument.
    AllButFirst,
}

/// Functions that write nothing: names begin so.
const READING: &[&str] = &[
    "ioBegin",
    "ioEnable",
    "ioEnd",
    "ioOutput",
    "ioSet",
    "All1",
    "All2",
    "All4",
    "All8",
    "Any1",
    "Any2",
    "Any4",
    "Any8",
    "AllocatableCheck",
    "CharacterCompareScalar",
    "ClassIs",
    "CpuTime",
    "Destroy",
    "DotProduct",
    "ExtendsTypeOf",
    "IsContiguous",
    "LboundDim",
    "LenTrim",
    "PointerIsAssociated",
    "Product",
    "SameTypeAs",
    "Selected",
    "Size",
    "Sum",
    "SystemClockCount",
    "UboundDim",
];
/// Functions that write nothing.
const READING_WHOLE: &[&str] = &["All", "Any", "Count", "Finalize", "Parity", "Rank"];
/// Functions that answer a number, of one type each: behind the name stands the type.
const EXTREMES: &[&str] = &["Maxval", "Minval", "IAll", "IAny", "IParity", "Norm2_"];
/// Functions that leave what they answer, an array or text, in the descriptor their first argument points to: names begin so
/// (flang's `transformational.h`, `character.h`, `reduction.h`, `matmul.h`).
const ANSWERING: &[&str] = &[
    "Adjust",
    "Bessel",
    "CharacterCompare",
    "CharacterConcatenate",
    "CharacterMax",
    "CharacterMin",
    "Cshift",
    "Eoshift",
    "Findloc",
    "Matmul",
    "Maxloc",
    "Minloc",
    "Pack",
    "PointerAssociateRemapping",
    "Repeat",
    "Reshape",
    "ShallowCopy",
    "Spread",
    "Transfer",
    "Transpose",
    "Trim",
    "Unpack",
];
/// Functions that answer a number if one is behind the name, the kind of the characters; else they leave an array.
const SEARCHING: &[&str] = &["Index", "Scan", "Verify"];
/// Functions that are told by their first argument what to do, and write to the others.
const TOLD: &[&str] = &["ExecuteCommandLine", "GetEnvVariable"];
/// Functions that write one number.
const NUMBERS: &[&str] = &[
    "ioGetNewUnit",
    "ioGetSize",
    "ioInputComplex",
    "ioInputInteger",
    "ioInputLogical",
    "ioInputReal",
    "ioInquireInteger64",
    "ioInquireLogical",
];
/// Functions that write text.
const TEXTS: &[&str] = &["ioGetIoMsg", "ioInputAscii", "ioInputCharacter", "ioInquireCharacter"];

/// What the function of this symbol writes; `None`: it is none of flang's runtime.
#[must_use]
pub fn writes(symbol: &str) -> Option<Writes> {
    let name = symbol.strip_prefix("_FortranA")?;
    let begins = |names: &[&str]| names.iter().any(|prefix| name.starts_with(prefix));
    Some(match name {
        _ if is_internal_output(symbol) => Writes::Text,
        "AllocatableSetBounds" | "PointerSetBounds" => Writes::Bounds,
        "AllocatableAllocate" | "PointerAllocate" => Writes::Allocation,
        "AllocatableAllocateSource" | "PointerAllocateSource" => Writes::AllocationOfCopy,
        "AllocatableDeallocate" | "PointerDeallocate" => Writes::Release,
        // A reduction to an array or to text.
        _ if begins(REDUCING) && (name.ends_with("Dim") || name.ends_with("Character")) => {
            Writes::First
        }
        _ if READING_WHOLE.contains(&name) || begins(READING) => Writes::Nothing,
        _ if begins(EXTREMES) => Writes::Nothing,
        _ if begins(NUMBERS) => Writes::Number,
        _ if begins(TEXTS) => Writes::Text,
        _ if begins(SEARCHING) => match name.ends_with(|end: char| end.is_ascii_digit()) {
            true => Writes::Nothing,
            false => Writes::First,
        },
        _ if begins(ANSWERING) => Writes::First,
        _ if TOLD.contains(&name) => Writes::AllButFirst,
        "PointerAssociate" | "PointerAssociateLowerBounds" => Writes::Assignment,
        "PointerAssociateScalar" => Writes::First,
        "CopyInAssign" | "CopyOutAssign" => Writes::Behind,
        _ if name.starts_with("Assign") => Writes::Assignment,
        _ => Writes::All,
    })
}

/// Does the function assign to a variable, which is there behind it? A pointer may be associated with nothing.
#[must_use]
pub fn assigns(symbol: &str) -> bool {
    symbol.starts_with("_FortranAAssign")
}

/// Functions that answer something of an array: names begin so, and behind them stands the type.
const REDUCING: &[&str] = &[
    "All",
    "Any",
    "Count",
    "DotProduct",
    "IAll",
    "IAny",
    "IParity",
    "Maxval",
    "Minval",
    "Norm2_",
    "Parity",
    "Product",
    "Sum",
];

/// Functions that leave in a descriptor how much of text or of an array is left: names begin so.
const SHORTENING: &[&str] = &["Pack", "Trim"];

/// Does the function answer something of what an array holds that it is handed the descriptor of?
#[must_use]
pub fn reads_behind(symbol: &str) -> bool {
    let Some(name) = symbol.strip_prefix("_FortranA") else { return false };
    !name.starts_with("Allocat")
        && REDUCING.iter().chain(SHORTENING).any(|prefix| name.starts_with(prefix))
}

/// Does the function begin to write to a text of the program's? What is written then, later calls tell.
#[must_use]
pub fn is_internal_output(symbol: &str) -> bool {
    symbol.starts_with("_FortranAioBeginInternal") && symbol.ends_with("Output")
}

/// Does the function read from a file? Nothing that stood before where it writes matters.
#[must_use]
pub fn reads_file(symbol: &str) -> bool {
    symbol.starts_with("_FortranAioInput")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extent_covers_its_part_of_a_descriptor() {
        let second = Extent::Dimension(1);
        assert_eq!(
            [47, 48, 71, 72].map(|at| second.cover(at) == Cover::Sure),
            [false, true, true, false]
        );
        let matrix = Extent::Descriptor(Some(2));
        assert_eq!(
            [-8, 0, 71, 72].map(|at| matrix.cover(at)),
            [Cover::No, Cover::Sure, Cover::Sure, Cover::No]
        );
        let unknown = Extent::Descriptor(None);
        assert_eq!(
            [47, 48, 400].map(|at| unknown.cover(at)),
            [Cover::Sure, Cover::Possible, Cover::No]
        );
        let allocated = Extent::Allocation(Some(1));
        assert_eq!(
            [0, 32, 40, 64].map(|at| allocated.cover(at) == Cover::Sure),
            [true, false, true, false]
        );
    }

    #[test]
    fn functions_of_the_runtime_are_told_by_what_they_write() {
        for (symbol, expected) in [
            ("_FortranAioOutputDescriptor", Writes::Nothing),
            ("_FortranAioInputInteger", Writes::Number),
            ("_FortranAioInputNamelist", Writes::All),
            ("_FortranAAllocatableSetBounds", Writes::Bounds),
            ("_FortranASumInteger4", Writes::Nothing),
            ("_FortranASumDim", Writes::First),
            ("_FortranAMaxvalInteger4", Writes::Nothing),
            ("_FortranAMaxvalDim", Writes::First),
            ("_FortranAMaxvalCharacter", Writes::First),
            ("_FortranAAssign", Writes::Assignment),
            ("_FortranAPointerAssociate", Writes::Assignment),
            ("_FortranAPointerAssociateScalar", Writes::First),
            ("_FortranAPointerAssociateRemapping", Writes::First),
            ("_FortranATrim", Writes::First),
            ("_FortranAMatmulReal8Real8", Writes::First),
            ("_FortranAMaxlocInteger4", Writes::First),
            ("_FortranACharacterCompareScalar1", Writes::Nothing),
            ("_FortranACharacterAppend1", Writes::All),
            ("_FortranAIndex", Writes::First),
            ("_FortranAIndex1", Writes::Nothing),
            ("_FortranAAllDim", Writes::First),
            ("_FortranASizeDim", Writes::Nothing),
            ("_FortranAAllocatableInitDerived", Writes::All),
            ("_FortranAGetEnvVariable", Writes::AllButFirst),
            ("_FortranAioBeginInternalListOutput", Writes::Text),
            ("_FortranAioBeginInternalListInput", Writes::Nothing),
        ] {
            assert_eq!(writes(symbol), Some(expected), "{symbol}");
        }
        assert_eq!(writes("strcpy"), None);
    }
}
