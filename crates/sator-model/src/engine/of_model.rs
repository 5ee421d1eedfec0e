//! Questions to a model by itself: solutions are verified by the constraints' meaning.

use std::sync::Arc;

use super::{
    ByMeaning, Count, EngineError, Instance, Options, Solutions, Step, Verifier, count,
    count_visiting,
};
use crate::cell::Solution;
use crate::model::Model;

impl Model {
    /// A solution, or `None` if there is none.
    pub fn solve(&self) -> Result<Option<Solution>, EngineError> {
        self.solve_with(&Options::new())
    }

    /// A solution, or `None` if there is none, with options.
    pub fn solve_with(&self, options: &Options) -> Result<Option<Solution>, EngineError> {
        match self.solutions_with(options).step()? {
            Step::Solution(solution) => Ok(Some(solution)),
            Step::Exhausted => Ok(None),
            Step::Stopped(reason) => Err(EngineError::Stopped(reason)),
        }
    }

    /// All solutions, one after another.
    pub fn solutions(&self) -> Solutions {
        self.solutions_with(&Options::new())
    }

    /// All solutions, one after another, with options.
    pub fn solutions_with(&self, options: &Options) -> Solutions {
        Solutions::new(Instance::from(self.clone()), self.verifier(), options)
    }

    /// The number of solutions.
    pub fn count(&self) -> Result<Count, EngineError> {
        self.count_with(&Options::new())
    }

    /// The number of solutions, or a lower bound if the budget ends, with options.
    pub fn count_with(&self, options: &Options) -> Result<Count, EngineError> {
        let (instance, verifier) = (Instance::from(self.clone()), self.verifier());
        let symmetries = Vec::new();
        let counted = count(&instance, &verifier, options, &symmetries, false, &mut |_, _| ())?;
        if let Some(counted) = counted {
            return Ok(counted);
        }
        let mut solutions = Solutions::new(instance, verifier, options);
        count_visiting(&mut solutions, &symmetries, false, None, |_| ())
    }

    fn verifier(&self) -> Arc<dyn Verifier> {
        Arc::new(ByMeaning(self.clone()))
    }
}
