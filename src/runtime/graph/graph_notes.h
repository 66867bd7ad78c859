// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checker/kept_work.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// Tells the checkers of work of a graph that is about to be given to a stream that runs it. Without certainty that
// it is run, nothing is said of what it would read.
void NoteKeptWork(const void* stream, const checker::KeptWork& work, bool isCertain = true) noexcept;
void NoteValue(const void* stream, const ValueTask& value);

}  // namespace openaclnn::runtime
