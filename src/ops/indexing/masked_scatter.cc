// SPDX-License-Identifier: Apache-2.0
//
// aclnnInplaceMaskedScatter: elements of a tensor, in order, put where a mask is true.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "aclnnop/aclnn_masked_scatter.h"
#include "base/errors.h"
#include "base/merged_dims.h"
#include "base/row_view.h"
#include "executor/phases.h"
#include "kernels/indexing/true_elements.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/self_copy.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView mask;
  TensorView source;
  TensorView out;
};

struct State : Prepared {
  TrueElements elements;
  SelfCopy copy;
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.elements = TrueElements(BroadcastTo(args.mask, args.out.Dims()), scratch);
  state.copy = SelfCopy(args.self, args.out);
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.copy.Cost() + static_cast<size_t>(args.out.NumElements()) * (2 + SizeOf(args.out.dtype));
  return state;
}

// Puts elements that lie side by side into the places of a run.
template <int64_t kSize>
void PutRun(const TrueElements::Run& run, const std::byte* from, const TensorView& out,
            const MergedDims& dims) {
  size_t next = 0;
  int64_t passed = 0;
  dims.ForEachRun(run.begin, run.size, [&](int64_t offset, int64_t stride, int64_t count) {
    for (; next < run.places.size() && run.places[next] < passed + count; ++next) {
      const int64_t to = offset + (run.places[next] - passed) * stride;
      std::memcpy(out.data + to * kSize, from + static_cast<int64_t>(next) * kSize,
                  static_cast<size_t>(kSize));
    }
    passed += count;
  });
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const TensorView mask = BroadcastTo(args.mask, args.out.Dims());
  const int64_t count = state.elements.Count(mask, workspace, cpu);
  if (count > args.source.NumElements()) {
    return {code::kRtVectorCoreException, "source: expected an element for each of the " +
                                              std::to_string(count) + " that the mask selects, got " +
                                              std::to_string(args.source.NumElements())};
  }
  state.copy.Run(args.self, args.out, cpu);
  const MergedDims dims(args.out);
  const bool contiguous = args.source.Contiguous();
  VisitElementSize(SizeOf(args.out.dtype), [&](auto size) {
    state.elements.Visit(mask, workspace, cpu, [&](const TrueElements::Run& run) {
      alignas(64) std::array<std::byte, static_cast<size_t>(kTileElements * size)> packed;
      const std::byte* from = args.source.data + run.ordinal * size;
      if (!contiguous) {
        const TensorView buffer =
            RowView(args.source.dtype, static_cast<int64_t>(run.places.size()), packed.data());
        CopyFlat(args.source, run.ordinal, buffer, 0, buffer.dims[0]);
        from = packed.data();
      }
      PutRun<size>(run, from, args.out, dims);
    });
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:masked_scatter", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{
    {{"selfRef", Role::kInput, &Args::self},
     {"mask", Role::kInput, &Args::mask, false, true},
     {"source", Role::kInput, &Args::source, false, true},
     {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kInplaceMaskedScatter{"aclnnInplaceMaskedScatter", kArguments, kKernels};
constexpr std::array<DType, 2> kMaskDtypes{DType::kBool, DType::kUint8};

Status MaskedScatter(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& mask,
                     const NamedTensor& source) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(mask).NotNull(source);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(mask, kMaskDtypes).SameDtype(source, self);
  check.ValidOutputView(self).ValidView(mask).ValidView(source);
  check.Require(
      mask.name, "a shape that broadcasts to selfRef's",
      [&] {
        const std::optional<Dims> shape = BroadcastShape(self.tensor->viewDims, mask.tensor->viewDims);
        return shape && std::ranges::equal(*shape, self.tensor->viewDims);
      },
      [&] { return ShapeText(mask.tensor->viewDims) + " for " + ShapeText(self.tensor->viewDims); });
  return check.Failed() ? check.Result()
                        : call.Bind(kInplaceMaskedScatter, Args{},
                                    {self.tensor, mask.tensor, source.tensor, self.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInplaceMaskedScatter,
               (aclTensor * selfRef, const aclTensor* mask, const aclTensor* source),
               MaskedScatter(call, {"selfRef", selfRef}, {"mask", mask}, {"source", source}))
