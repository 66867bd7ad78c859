// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/system_options.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/settings/option_values.h"

namespace openaclnn::runtime {
namespace {

// The largest value of each aclSysParamOpt; the least is 0.
constexpr std::array<int64_t, 4> kLargest{3, 1, 1, 1};

OptionValues& ProcessOptions() {
  static NoDestructor<OptionValues> options;
  return *options;
}

Status ExpectOption(int32_t option) {
  return option >= 0 && static_cast<size_t>(option) < kLargest.size()
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "opt", "an aclSysParamOpt (0 to 3)", std::to_string(option));
}

Status ExpectValue(int32_t option, int64_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectOption(option));
  const int64_t largest = kLargest[static_cast<size_t>(option)];
  return value >= 0 && value <= largest
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "value",
                        "0 to " + std::to_string(largest) + " for this option", std::to_string(value));
}

}  // namespace

Status SetProcessOption(int32_t option, int64_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectValue(option, value));
  ProcessOptions().Set(option, value);
  return Status::Ok();
}

Status GetProcessOption(int32_t option, int64_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectOption(option));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  *value = ProcessOptions().Get(option).value_or(0);
  return Status::Ok();
}

Status SetContextOption(int32_t option, int64_t value) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectValue(option, value));
  context->Options().Set(option, value);
  return Status::Ok();
}

Status GetContextOption(int32_t option, int64_t* value) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectOption(option));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  const std::optional<int64_t> stored = context->Options().Get(option);
  if (!stored) {
    return Mismatch(code::kRtSysParamOptNotSet, "opt", "an option that aclrtCtxSetSysParamOpt has set",
                    std::to_string(option));
  }
  *value = *stored;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
