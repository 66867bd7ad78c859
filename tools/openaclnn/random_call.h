// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "catalogue/catalogue.h"
#include "catalogue/model/call.h"
#include "device.h"
#include "options.h"

namespace openaclnn::cli {

// A call on random data. Of the inputs, `options` holds shapes, such as "64x128:fp16"; `dtype` is the type of
// tensors that name none, "" for the operator's first.
[[nodiscard]] std::pair<catalogue::Call, Inputs> MakeRandomCall(const catalogue::Operator& description,
                                                                const CallOptions& options,
                                                                const std::string& dtype);

}  // namespace openaclnn::cli
