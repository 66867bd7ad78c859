// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checker/kept_work.h"

namespace openaclnn::runtime {

// Tells the checkers of work of a graph that is about to be given to a stream that runs it.
void NoteKeptWork(const void* stream, const checker::KeptWork& work) noexcept;

}  // namespace openaclnn::runtime
