// SPDX-License-Identifier: Apache-2.0
#include "trace/verbose.h"

#include <unistd.h>

#include <array>
#include <cstdio>

#include "trace/write_all.h"

namespace openaclnn::trace {
namespace {

constexpr const char* kPrefix = "openaclnn_verbose,";

std::string TensorsText(const std::vector<Tensor>& tensors) {
  std::string text;
  for (const Tensor& tensor : tensors) {
    if (!text.empty()) {
      text += ' ';
    }
    text.append(tensor.Text()).append(":").append(tensor.dtype).append(":");
    for (size_t k = 0; k < tensor.dims.size(); ++k) {
      text.append(k == 0 ? "" : "x").append(std::to_string(tensor.dims[k]));
    }
    text.append(":").append(tensor.layout);
  }
  return text.empty() ? "-" : text;
}

std::string NumberText(const std::optional<uint64_t>& number) {
  return number ? std::to_string(*number) : "-";
}

}  // namespace

std::string VerboseTemplate() {
  return std::string(kPrefix) +
         "info,template:phase,where,name,kernel,tensors,workspace,bytes,status,microseconds\n";
}

std::string VerboseLine(std::string_view where, const Details& details, int32_t status, int64_t nanoseconds) {
  const char* const kernel = details.kernel != nullptr ? details.kernel : details.direction;
  std::string line = kPrefix;
  line.append(details.phase).append(",").append(where).append(",").append(details.name);
  line.append(",").append(kernel == nullptr ? "-" : kernel).append(",").append(TensorsText(details.tensors));
  line.append(",workspace:").append(NumberText(details.workspace));
  line.append(",bytes:").append(NumberText(details.bytes));
  line.append(",status:").append(std::to_string(status));
  std::array<char, 32> microseconds{};
  std::snprintf(microseconds.data(), microseconds.size(), ",%.3f\n", static_cast<double>(nanoseconds) / 1000);
  return line + microseconds.data();
}

void PrintVerbose(std::string_view line) noexcept {
  WriteAll(STDERR_FILENO, line);
}

}  // namespace openaclnn::trace
