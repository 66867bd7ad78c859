// SPDX-License-Identifier: Apache-2.0
//
// Other processes, for the check for races: what streams tell them, and hear from them. What was told before
// counts as done before what is heard, as another process may have waited for it.
#pragma once

namespace openaclnn::runtime {

void NoteTold(const void* stream) noexcept;
void NoteHeard(const void* stream) noexcept;

}  // namespace openaclnn::runtime
