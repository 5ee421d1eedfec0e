//! Tests that run once for each program, and are ignored for programs that are absent.

/// Declares a test for each program, which calls the function of the same name as the module with
/// the program's name: `with_programs!(enumerates: minisat z3)` makes `enumerates::z3`. Tests that
/// read shared data say so: `with_programs!(enumerates, shared_data: z3)`.
macro_rules! with_programs {
    ($promise:ident: $($program:ident)*) => {
        with_programs!($promise, all(), "needs this program": $($program)*);
    };
    ($promise:ident, shared_data: $($program:ident)*) => {
        with_programs!(
            $promise, shared_data, "needs this program and ../shared/data": $($program)*
        );
    };
    ($promise:ident, $data:meta, $needs:literal: $($program:ident)*) => {
        mod $promise {
            $(
                #[test]
                #[cfg_attr(not(all($program, $data)), ignore = $needs)]
                fn $program() {
                    super::$promise(stringify!($program));
                }
            )*
        }
    };
}
