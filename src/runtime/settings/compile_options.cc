// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/compile_options.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "base/no_destructor.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

struct CompileOptions {
  static CompileOptions& Instance() {
    static NoDestructor<CompileOptions> options;
    return *options;
  }

  std::mutex mutex;
  std::map<int, std::string> values;

  // With the mutex held. Null where the option was never set.
  [[nodiscard]] const std::string* Find(int option) const {
    const auto found = values.find(option);
    return found == values.end() ? nullptr : &found->second;
  }
};

}  // namespace

Status SetCompileOption(int option, const char* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  CompileOptions& options = CompileOptions::Instance();
  const std::lock_guard lock(options.mutex);
  options.values[option] = value;
  return Status::Ok();
}

size_t CompileOptionSize(int option) {
  CompileOptions& options = CompileOptions::Instance();
  const std::lock_guard lock(options.mutex);
  const std::string* const value = options.Find(option);
  return value == nullptr ? 1 : value->size() + 1;
}

Status GetCompileOption(int option, char* value, size_t length) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  CompileOptions& options = CompileOptions::Instance();
  const std::lock_guard lock(options.mutex);
  const std::string* const found = options.Find(option);
  const size_t size = found == nullptr ? 1 : found->size() + 1;
  if (length < size) {
    return Mismatch(code::kInvalidParam, "length", "at least " + std::to_string(size) + " bytes",
                    std::to_string(length));
  }
  std::memcpy(value, found == nullptr ? "" : found->c_str(), size);
  return Status::Ok();
}

}  // namespace openaclnn::runtime
