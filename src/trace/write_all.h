// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace openaclnn::trace {

// Writes all of a text to a file or pipe, whatever interrupts it. What cannot be written is dropped: it is
// for texts that go to the standard error output, about which nobody can be told. Allocates nothing.
void WriteAll(int file, std::string_view text) noexcept;

}  // namespace openaclnn::trace
