// SPDX-License-Identifier: Apache-2.0
//
// What is measured: one operator on tensors of stated shapes, layouts and values. Both contenders, this
// library and the peer, work on the same inputs in the same memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace bench {

enum class DType { kFloat32, kFloat16, kBfloat16, kDouble, kInt64, kInt32, kInt16, kInt8, kUint8, kBool };

[[nodiscard]] int64_t SizeOf(DType dtype);
[[nodiscard]] const char* NameOf(DType dtype);

enum class Layout { kContiguous, kChannelsLast, kTransposed, kExpanded };

[[nodiscard]] const char* NameOf(Layout layout);

// A strided tensor in device memory, which on the CPU backend every contender can read. Strides in elements.
struct Tensor {
  DType dtype = DType::kFloat32;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  int64_t storageElements = 0;
  std::shared_ptr<void> storage;

  [[nodiscard]] void* Data() const { return storage.get(); }
  [[nodiscard]] int64_t Elements() const;
  // Bytes that have to be moved to read or write it once: an expanded dimension is there once.
  [[nodiscard]] int64_t Bytes() const { return storageElements * SizeOf(dtype); }
};

struct MseLoss {
  Tensor gradOutput, self, target, out;
  int64_t reduction = 0;  // 0 none, 1 mean, 2 sum
};

struct Prelu {
  Tensor gradOutput, self, weight, gradInput, gradWeight;
};

struct GroupNorm {
  Tensor gradOut, input, mean, rstd, gamma, gradInput, gradGamma, gradBeta;
  int64_t n = 0, c = 0, hxw = 0, group = 0;
};

struct GridSampler {
  Tensor gradOutput, input, grid, inputGrad, gridGrad;
  int64_t interpolation = 0;  // 0 bilinear, 1 nearest, 2 bicubic
  int64_t padding = 0;        // 0 zeros, 1 border, 2 reflection
  bool alignCorners = false;
};

struct Embedding {
  Tensor grad, indices, out;
  int64_t rows = 0;
  int64_t paddingIndex = -1;
  bool scaleByFrequency = false;
};

using Arguments = std::variant<MseLoss, Prelu, GroupNorm, GridSampler, Embedding>;

struct Problem {
  std::string name;  // shape and what is special
  std::string op;
  DType dtype = DType::kFloat32;
  Layout layout = Layout::kContiguous;
  Arguments arguments;

  // Each input read once, each output written once.
  [[nodiscard]] int64_t MinimalBytes() const;
  // Elements of the largest tensor: what time is related to.
  [[nodiscard]] int64_t Elements() const;
};

}  // namespace bench
