// SPDX-License-Identifier: Apache-2.0
//
// Lines on standard error, one for each operator's call and task, in the manner of oneDNN's verbose mode.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trace/details.h"

namespace openaclnn::trace {

// What the fields of the lines are.
[[nodiscard]] std::string VerboseTemplate();

// "openaclnn_verbose,run,device:0 stream:1,aclnnPreluBackward,cpu:tiles,self:FLOAT:4x8:contiguous
// gradInput:...,workspace:0,bytes:96,status:0,12.345": what is not known is "-". Ends with a line break.
[[nodiscard]] std::string VerboseLine(std::string_view where, const Details& details, int32_t status,
                                      int64_t nanoseconds);

void PrintVerbose(std::string_view line) noexcept;

}  // namespace openaclnn::trace
