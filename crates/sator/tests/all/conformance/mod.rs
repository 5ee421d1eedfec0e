//! Every kind of puzzle keeps the same promises. Registering is testing: a new kind adds its small
//! instances to [`instances::small_instances`], and nothing else.

mod formulas;
mod instances;
mod logic;
mod other_texts;
mod plans;
mod texts;
mod truth;
mod variants;
mod witness;
