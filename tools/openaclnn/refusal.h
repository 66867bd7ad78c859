// SPDX-License-Identifier: Apache-2.0
//
// Why the library refuses a call, in the words of the command line.
#pragma once

#include <map>
#include <string>

#include "catalogue/catalogue.h"
#include "device.h"
#include "error.h"

namespace openaclnn::cli {

// "--self x.npy: expected dtype fp32, fp16 or bf16 (on Ascend910B1), got fp64", the files with what they
// hold, and an option where one would help. Empty where the message is not one of phase one.
[[nodiscard]] std::string ExplainRefusal(const LibraryError& error, const catalogue::Operator& description,
                                         const std::map<std::string, std::string>& files,
                                         const Inputs& inputs);

}  // namespace openaclnn::cli
