// SPDX-License-Identifier: Apache-2.0
//
// aclnnNonzero and aclnnNonzeroV2: where a tensor is not zero. aclnnMaskedSelect: the elements that a mask
// selects. How many there are is known when the work is done: then out's shape is that of the result, which
// out's first elements are, in row-major order. A result that out has no room for is an error, and nothing is
// written.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "base/row_view.h"
#include "executor/phases.h"
#include "kernels/indexing/true_elements.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "tensor/result_shape.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView mask;
  TensorView out;
  Dims shape;          // that self and mask broadcast to
  bool byDim = false;  // a row of numbers for each dim, not for each element
  // A contiguous result is packed, any other lies where the strides of out put it: those of the tensor, for the view may
  // be a copy of it.
  bool packed = false;
  std::shared_ptr<ResultShape> result;
};

struct State : Prepared {
  TrueElements elements;
};

State PrepareFor(const TensorView& tested, const Args& args, size_t moved) {
  State state;
  ScratchLayout scratch;
  state.elements = TrueElements(tested, scratch);
  state.workspaceBytes = scratch.Bytes();
  state.cost = 2 * static_cast<size_t>(tested.NumElements()) * SizeOf(tested.dtype) + moved +
               static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype) / 2;
  return state;
}

State PrepareNonzero(const Args& args) {
  return PrepareFor(args.self, args, 0);
}

Status ExpectRoom(int64_t count, int64_t room, const char* what) {
  return count <= room ? Status::Ok()
                       : Status(code::kRtVectorCoreException,
                                "out: expected room for the " + std::to_string(count) + " elements " + what +
                                    ", got room for " + std::to_string(room));
}

Status RunNonzero(const Args& args, const State& state, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
  const std::span<const int64_t> dims = args.self.Dims();
  const auto rank = static_cast<int64_t>(dims.size());
  const int64_t count = state.elements.Count(args.self, workspace, cpu);
  if (rank > 0) {
    if (Status status = ExpectRoom(count, args.out.dims[args.byDim ? 1 : 0], "that are not zero");
        !status.IsOk()) {
      return status;
    }
    TensorView places = args.out;
    places.dims[args.byDim ? 1 : 0] = count;
    state.elements.Visit(args.self, workspace, cpu, [&](const TrueElements::Run& run) {
      constexpr int64_t kSome = 128;
      std::array<int64_t, kSome * kMaxRank> numbers;
      const auto put = [&](int64_t begin, const int64_t* from, int64_t length) {
        if (args.packed) {
          std::memcpy(args.out.data + begin * static_cast<int64_t>(sizeof(int64_t)), from,
                      static_cast<size_t>(length) * sizeof(int64_t));
        } else {
          CopyFlat(RowView(DType::kInt64, length, from), 0, places, begin, length);
        }
      };
      const int64_t perElement = args.byDim ? 1 : rank;
      const int64_t perDim = args.byDim ? kSome : 1;
      Coordinates at(dims, run.begin);
      int64_t last = 0;
      const auto found = static_cast<int64_t>(run.places.size());
      for (int64_t begin = 0; begin < found; begin += kSome) {
        const int64_t some = std::min(kSome, found - begin);
        for (int64_t i = 0; i < some; ++i) {
          const int64_t place = run.places[static_cast<size_t>(begin + i)];
          at.Advance(place - last);
          last = place;
          for (int64_t d = 0; d < rank; ++d) {
            numbers[static_cast<size_t>(i * perElement + d * perDim)] = at[static_cast<size_t>(d)];
          }
        }
        const int64_t ordinal = run.ordinal + begin;
        if (!args.byDim) {
          put(ordinal * rank, numbers.data(), some * rank);
          continue;
        }
        for (int64_t d = 0; d < rank; ++d) {
          put(d * count + ordinal, numbers.data() + d * kSome, some);
        }
      }
    });
  }
  args.result->Set(args.byDim ? std::array{rank, count} : std::array{count, rank});
  return Status::Ok();
}

TensorView Broadcast(const TensorView& view, const Args& args) {
  return BroadcastTo(view, {args.shape.begin(), args.shape.size()});
}

State PrepareSelect(const Args& args) {
  const TensorView mask = Broadcast(args.mask, args);
  return PrepareFor(mask, args, static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype));
}

template <int64_t kSize>
void Pick(const std::byte* from, std::span<const uint16_t> places, std::byte* to, int64_t step) {
  for (const uint16_t place : places) {
    std::memcpy(to, from + place * kSize, static_cast<size_t>(kSize));
    to += step;
  }
}

Status RunSelect(const Args& args, const State& state, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  const TensorView self = Broadcast(args.self, args);
  const TensorView mask = Broadcast(args.mask, args);
  const size_t size = SizeOf(self.dtype);
  const int64_t step = args.out.strides[0] * static_cast<int64_t>(size);
  const bool contiguous = self.Contiguous();
  const int64_t count = state.elements.Count(mask, workspace, cpu);
  if (Status status = ExpectRoom(count, args.out.dims[0], "that mask selects"); !status.IsOk()) {
    return status;
  }
  state.elements.Visit(mask, workspace, cpu, [&](const TrueElements::Run& run) {
    alignas(64) std::array<std::byte, kTileElements * 16> packed;
    const std::byte* from = self.data + run.begin * static_cast<int64_t>(size);
    if (!contiguous) {
      CopyFlat(self, run.begin, RowView(self.dtype, run.size, packed.data()), 0, run.size);
      from = packed.data();
    }
    std::byte* const to = args.out.data + run.ordinal * step;
    VisitElementSize(size, [&](auto constant) { Pick<constant>(from, run.places, to, step); });
  });
  args.result->Set(std::array{count});
  return Status::Ok();
}

constexpr OnlyKernel kNonzeroKernels(CpuKernel<RunNonzero>("cpu:nonzero", PrepareNonzero));
constexpr OnlyKernel kSelectKernels(CpuKernel<RunSelect>("cpu:masked_select", PrepareSelect));

constexpr std::array<TensorArgument<Args>, 2> kNonzeroArguments{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kSelectArguments{{{"self", Role::kInput, &Args::self},
                                                                {"mask", Role::kInput, &Args::mask},
                                                                {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kNonzero{"aclnnNonzero", kNonzeroArguments, kNonzeroKernels};
constexpr Operator<Args> kNonzeroV2{"aclnnNonzeroV2", kNonzeroArguments, kNonzeroKernels};
constexpr Operator<Args> kMaskedSelect{"aclnnMaskedSelect", kSelectArguments, kSelectKernels};

constexpr std::array<DType, 1> kPlaceDtypes{DType::kInt64};
constexpr std::array<DType, 2> kMaskDtypes{DType::kBool, DType::kUint8};

Status Nonzero(PhaseOneCall& call, const Operator<Args>& op, const aclTensor* self, aclTensor* out) {
  const NamedTensor input{"self", self};
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull(input).NotNull(result);
  check.DtypeIn(input, kMovableDtypes).DtypeIn(result, kPlaceDtypes);
  check.ValidView(input).ValidOutputView(result);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.byDim = &op == &kNonzeroV2;
  // Clients that know the number of elements give room for these alone.
  check.Rank(result, 2).DimEquals(result, args.byDim ? 0 : 1, static_cast<int64_t>(self->viewDims.size()),
                                  "dims of self");
  if (check.Failed()) {
    return check.Result();
  }
  args.packed = ViewOf(*out).Contiguous();
  args.result = ResultShape::Of(*out);
  return call.Bind(op, args, {self, out});
}

Status MaskedSelect(PhaseOneCall& call, const aclTensor* self, const aclTensor* mask, aclTensor* out) {
  const NamedTensor input{"self", self};
  const NamedTensor truth{"mask", mask};
  const NamedTensor result{"out", out};
  ArgumentChecks check;
  check.NotNull(input).NotNull(truth).NotNull(result);
  check.DtypeIn(input, kMovableDtypes).DtypeIn(truth, kMaskDtypes).SameDtype(result, input);
  check.ValidView(input).ValidView(truth).ValidOutputView(result);
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<Dims> shape = BroadcastShape(self->viewDims, mask->viewDims);
  check.Require(
      truth.name, "a shape that broadcasts with self's", [&] { return shape.has_value(); },
      [&] { return ShapeText(mask->viewDims) + " for " + ShapeText(self->viewDims); });
  check.Rank(result, 1);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.shape = *shape;
  args.result = ResultShape::Of(*out);
  return call.Bind(kMaskedSelect, args, {self, mask, out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnNonzero, (const aclTensor* self, aclTensor* out), Nonzero(call, kNonzero, self, out))

OPENACLNN_CALL(aclnnNonzeroV2, (const aclTensor* self, aclTensor* out), Nonzero(call, kNonzeroV2, self, out))

OPENACLNN_CALL(aclnnMaskedSelect, (const aclTensor* self, const aclTensor* mask, aclTensor* out),
               MaskedSelect(call, self, mask, out))
