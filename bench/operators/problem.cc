// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/problem.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace bench {
namespace {

template <typename... Callables>
struct Overloaded : Callables... {
  using Callables::operator()...;
};

std::vector<const Tensor*> TensorsOf(const Arguments& arguments) {
  return std::visit(
      Overloaded{
          [](const MseLoss& a) {
            return std::vector<const Tensor*>{&a.gradOutput, &a.self, &a.target, &a.out};
          },
          [](const Prelu& a) {
            return std::vector<const Tensor*>{&a.gradOutput, &a.self, &a.weight, &a.gradInput, &a.gradWeight};
          },
          [](const GroupNorm& a) {
            return std::vector<const Tensor*>{&a.gradOut, &a.input,     &a.mean,      &a.rstd,
                                              &a.gamma,   &a.gradInput, &a.gradGamma, &a.gradBeta};
          },
          [](const GridSampler& a) {
            return std::vector<const Tensor*>{&a.gradOutput, &a.input, &a.grid, &a.inputGrad, &a.gridGrad};
          },
          [](const Embedding& a) {
            return std::vector<const Tensor*>{&a.grad, &a.indices, &a.out};
          },
      },
      arguments);
}

}  // namespace

int64_t SizeOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kInt16:
      return 2;
    case DType::kDouble:
    case DType::kInt64:
      return 8;
    case DType::kInt8:
    case DType::kUint8:
    case DType::kBool:
      return 1;
    case DType::kFloat32:
    case DType::kInt32:
      break;
  }
  return 4;
}

const char* NameOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return "fp16";
    case DType::kBfloat16:
      return "bf16";
    case DType::kInt32:
      return "int32";
    case DType::kInt64:
      return "int64";
    case DType::kInt16:
      return "int16";
    case DType::kInt8:
      return "int8";
    case DType::kUint8:
      return "uint8";
    case DType::kBool:
      return "bool";
    case DType::kDouble:
      return "fp64";
    case DType::kFloat32:
      break;
  }
  return "fp32";
}

const char* NameOf(Layout layout) {
  switch (layout) {
    case Layout::kChannelsLast:
      return "channels-last";
    case Layout::kTransposed:
      return "transposed";
    case Layout::kExpanded:
      return "expanded";
    case Layout::kContiguous:
      break;
  }
  return "contiguous";
}

int64_t Tensor::Elements() const {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

int64_t Problem::MinimalBytes() const {
  int64_t bytes = 0;
  for (const Tensor* tensor : TensorsOf(arguments)) {
    bytes += tensor->Bytes();
  }
  return bytes;
}

int64_t Problem::Elements() const {
  int64_t most = 0;
  for (const Tensor* tensor : TensorsOf(arguments)) {
    most = std::max(most, tensor->Elements());
  }
  return most;
}

}  // namespace bench
