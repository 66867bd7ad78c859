// SPDX-License-Identifier: Apache-2.0
//
// Correlations that are products of matrices as these lie in memory, small or thin ones (kernels/gemm/lane_product.h):
// windows of one tap that see each place once, for a few channels of the result; and a transposed convolution of single
// places, whose taps are the places of the result.
#pragma once

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/gemm/lane_product.h"

namespace openaclnn {

/// The tensors of such a product. Those of samples are [N, C, spatial], the weight is [channels, channels of a group,
/// taps].
struct PlainViews {
  const TensorView& operand;
  const TensorView& weight;
  const TensorView& result;
  const TensorView& bias;  // may be left out
  int64_t groups;
  int64_t operandOfGroup;  // channels
  int64_t resultOfGroup;
};

class PlainProduct {
 public:
  PlainProduct() = default;

  /// Whether this is the better way, from the shape alone.
  static bool SuitsChannels(const PlainViews& views);
  static bool SuitsTaps(const PlainViews& views);

  /// result[n, c, o] = the sum over i of weight[c, i] * operand[n, i, o]. `transposed`: of weight[i, c].
  static PlainProduct OfChannels(const PlainViews& views, bool transposed);
  /// result[n, c, t] = the sum over i of weight[i, c, t] * operand[n, i].
  static PlainProduct OfTaps(const PlainViews& views);

  [[nodiscard]] size_t Cost() const;
  void Run(const PlainViews& views, const backend::cpu::CpuContext& cpu) const;

 private:
  // A dim of the batch, by its strides.
  void AddDim(int64_t dim, int64_t first, int64_t second, int64_t added, int64_t out);
  void Cut(int64_t rows, int64_t depth, const TensorView& columns, const TensorView& out);

  bool weightIsFirst_ = false;
  BatchDims batch_;
  ProductStrides strides_;
  LanePartition lanes_;
};

}  // namespace openaclnn
