//! The arguments of `sator ask`.

use clap::Args;

/// Answer requests in JSON, a line each.
#[derive(Debug, Args)]
#[command(
    after_help = "A request names a verb, and has the puzzle as a text: {\"verb\":\"count\",\"puzzle\":\"queens\",\
    \"input\":\"8\",\"options\":{\"threads\":1}}. Options are the long ones of the verb, without dashes; \
    'progress' and 'solution' are further texts. The events of a request are printed a line each, and repeat \
    its 'id': notes, progress, and at last the answer, which is what the verb prints with --json, or an \
    error.\n\nExamples:\n  \
    echo '{\"verb\":\"count\",\"input\":\"8\"}' | sator ask\n  \
    sator ask < requests.jsonl > events.jsonl\n\n\
    Exit status: the highest of 2, 3, 1, 0 in that order that an answer has.\n\nGuide: docs/http.md."
)]
pub(crate) struct Ask {}
