// SPDX-License-Identifier: Apache-2.0
//
// A correlation leads from a wide tensor [N, Cw, spatial] to a narrow one [N, Cn, spatial], by a weight
// [Cn, Cw / groups, taps]:
//
//   narrow[n, co, o] = sum over ci, t of weight[co, ci, t] * wide[n, ci, o * stride - padding + t * dilation]
//
// All that convolutions compute is this, its adjoint for the wide tensor, or its derivative for the weight.
// Each is a matrix product per group, whose operands are windows (windows.h) and the weight, which is
// reordered once, to panels as the library's kernel takes them. Where groups have a single channel of both
// tensors, channels lie side by side instead (depthwise.h). Where a copy of what a task's windows see stays
// in cache, the product is made straight from it: positions lie side by side (direct.h), or, for the weight,
// channels of the narrow tensor (direct_weight.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/gemm/gemm.h"
#include "kernels/layout/plane_copy.h"
#include "ops/convolution/convolution.h"
#include "ops/convolution/depthwise.h"
#include "ops/convolution/direct.h"
#include "ops/convolution/direct_weight.h"
#include "ops/convolution/plain_product.h"

namespace openaclnn {

struct CorrelationViews {
  TensorView wide;
  TensorView narrow;
  TensorView weight;
  TensorView bias{};  // of the result, unless that is the weight
};

/// What each element of the narrow tensor sees of the wide one, in a group.
Windows WindowsOfWide(const CorrelationViews& views, const ConvolutionAttributes& attributes);

enum class CorrelationResult { kNarrow, kWide, kWeight };

/// What computes one of the three: all decisions, from shapes alone.
class CorrelationPlan {
 public:
  CorrelationPlan() = default;
  CorrelationPlan(CorrelationResult result, const CorrelationViews& views,
                  const ConvolutionAttributes& attributes);

  void Run(const CorrelationViews& views, std::byte* workspace, const backend::cpu::CpuContext& cpu) const;

  [[nodiscard]] size_t WorkspaceBytes() const { return workspaceBytes_; }
  [[nodiscard]] size_t Cost() const;

 private:
  // One product: the whole result, or of the wide tensor those places that the same taps reach.
  struct Part {
    Windows windows;
    Spatial firstTap{};     // of the weight
    Spatial tapDistance{};  // from one of them to the next
    Spatial origin{};       // of the places in the result
    Spatial distance{};
    int64_t weightAt = 0;    // in the reordered weight, in elements
    int64_t weightRows = 0;  // of a group
    bool depthwise = false;
    DepthwisePartition channels;  // if it is
    bool direct = false;
    DirectPartition bands;             // if it is, and the result is not the weight
    DirectWeightPartition weightSums;  // if it is, and the result is the weight
    GemmPartition partition;
  };

  [[nodiscard]] PlainViews PlainViewsOf(const CorrelationViews& views) const;
  bool PlanPlain(const CorrelationViews& views);
  void PlanNarrow(const CorrelationViews& views);
  [[nodiscard]] Spatial StrideOfPlaces(const CorrelationViews& views) const;
  void PlanWide(const CorrelationViews& views);
  void PlanWeight(const CorrelationViews& views);
  [[nodiscard]] GemmResult ResultOf(const Part& part, const CorrelationViews& views, int64_t group,
                                    int64_t samples) const;
  [[nodiscard]] size_t NumberBytes() const;
  void Add(Part part, int64_t rows, int64_t columns, int64_t depth);

  template <typename T>
  void RunAs(const CorrelationViews& views, std::byte* workspace, const backend::cpu::CpuContext& cpu) const;
  template <typename T>
  void ReorderWeight(const TensorView& weight, T* reordered, const backend::cpu::CpuContext& cpu) const;
  template <typename T>
  void RunPart(const Part& part, const CorrelationViews& views, const T* reordered, std::byte* scratch,
               const backend::cpu::CpuContext& cpu) const;
  template <typename T>
  void RunDepthwisePart(const Part& part, const CorrelationViews& views, const T* reordered,
                        std::byte* scratch, const backend::cpu::CpuContext& cpu) const;
  template <typename T>
  void RunDirectPart(const Part& part, const CorrelationViews& views, const T* reordered, std::byte* scratch,
                     const backend::cpu::CpuContext& cpu) const;
  template <typename T>
  void RunWeight(const Part& part, const CorrelationViews& views, std::byte* scratch,
                 const backend::cpu::CpuContext& cpu) const;

  CorrelationResult result_ = CorrelationResult::kNarrow;
  ConvolutionAttributes attributes_;
  bool doubles_ = false;
  bool tiles_ = false;         // BFLOAT16 by the processor's instructions for tiles
  int64_t narrowOfGroup_ = 0;  // channels
  int64_t wideOfGroup_ = 0;
  bool plain_ = false;
  PlainProduct product_;        // if it is
  std::vector<Part> parts_;     // if it is not
  int64_t weightElements_ = 0;  // reordered
  size_t scratchAt_ = 0;
  PlaneCopy planesOfWide_;
  PlaneCopy planesOfNarrow_;
  size_t workspaceBytes_ = 0;
};

}  // namespace openaclnn
