// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

namespace openaclnn::cli {
namespace {

using catalogue::Call;
using catalogue::Operand;

// The shape of a tensor of the call; null if it has none of this name.
const catalogue::Shape* ShapeOf(const Call& call, const char* name) {
  const auto found = std::ranges::find_if(call.operands, [&](const Operand& operand) {
    return operand.argument->name == name && !operand.absent;
  });
  return found == call.operands.end() ? nullptr : &found->tensor.shape;
}

double Product(const catalogue::Shape& shape, size_t from = 0) {
  return std::accumulate(
      shape.begin() + static_cast<std::ptrdiff_t>(std::min(from, shape.size())), shape.end(), 1.0,
      [](double product, int64_t extent) { return product * static_cast<double>(extent); });
}

// Each element of the result is a sum over the last dim of the first factor.
std::optional<double> OfProduct(const Call& call) {
  const catalogue::Shape* factor = nullptr;
  for (const char* name : {"mat1", "batch1", "mat", "self"}) {
    factor = factor == nullptr ? ShapeOf(call, name) : factor;
  }
  const auto written =
      std::ranges::find_if(call.operands, [](const Operand& operand) { return operand.IsWritten(); });
  if (factor == nullptr || factor->empty() || written == call.operands.end()) {
    return std::nullopt;
  }
  const bool sumsBatches = call.op->name.ends_with("addbmm") && !call.op->name.ends_with("baddbmm");
  const double batches = sumsBatches ? static_cast<double>(factor->front()) : 1;
  return 2 * Product(written->tensor.shape) * static_cast<double>(factor->back()) * batches;
}

// Each element of the forward output meets one filter; of a transposed convolution, each of the input.
std::optional<double> OfConvolution(const Call& call) {
  const bool backward = call.op->name == "convolution_backward";
  const auto transposed = call.arguments.attributes.find("transposed");
  const bool swapped = transposed != call.arguments.attributes.end() &&
                       std::get_if<int64_t>(&transposed->second) != nullptr &&
                       std::get<int64_t>(transposed->second) != 0;
  const catalogue::Shape* const elements = ShapeOf(call, swapped    ? "input"
                                                         : backward ? "gradOutput"
                                                                    : "output");
  const catalogue::Shape* const weight = ShapeOf(call, "weight");
  if (elements == nullptr || weight == nullptr) {
    return std::nullopt;
  }
  return (backward ? 2 : 1) * 2 * Product(*elements) * Product(*weight, 1);
}

}  // namespace

std::optional<double> FloatingPointOperations(const Call& call) {
  return call.op->family == "matmul"        ? OfProduct(call)
         : call.op->family == "convolution" ? OfConvolution(call)
                                            : std::nullopt;
}

}  // namespace openaclnn::cli
