// SPDX-License-Identifier: Apache-2.0
//
// aclnnOneHot: classes as vectors that are on in one place.
#include <algorithm>
#include <array>
#include <cstring>

#include "aclnnop/aclnn_one_hot.h"
#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView on;  // one element each
  TensorView off;
  TensorView out;
  size_t axis = 0;
};

struct State : Prepared {
  SelfCopy off;
};

// One element of all.
TensorView First(TensorView view) {
  view.rank = 0;
  return view;
}

State Prepare(const Args& args) {
  State state;
  state.off = SelfCopy(BroadcastTo(First(args.off), args.out.Dims()), args.out);
  state.cost = state.off.Cost() + static_cast<size_t>(args.self.NumElements()) * SizeOf(args.self.dtype);
  return state;
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  const size_t size = SizeOf(args.out.dtype);
  std::array<std::byte, 16> on;
  std::memcpy(on.data(), args.on.data, size);
  state.off.Run(BroadcastTo(First(args.off), args.out.Dims()), args.out, cpu);
  const int64_t classes = args.out.dims[args.axis];
  const int64_t step = args.out.strides[args.axis];
  const IndexReader reader(args.self, -1);
  const MergedDims places(WithoutDim(args.out, args.axis));
  const int64_t count = args.self.NumElements();
  cpu.ParallelFor(CeilDivide(count, kTileElements), [&](int64_t tile) {
    std::array<int64_t, kTileElements> chosen;
    const int64_t begin = tile * kTileElements;
    const int64_t some = std::min(kTileElements, count - begin);
    reader.Read(begin, some, chosen.data());
    const int64_t* next = chosen.data();
    places.ForEachRun(begin, some, [&](int64_t offset, int64_t stride, int64_t length) {
      for (int64_t i = 0; i < length; ++i) {
        const int64_t choice = *next++;
        if (choice >= 0 && choice < classes) {
          std::memcpy(args.out.data + (offset + i * stride + choice * step) * static_cast<int64_t>(size),
                      on.data(), size);
        }
      }
    });
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:one_hot", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"onValue", Role::kInput, &Args::on},
                                                          {"offValue", Role::kInput, &Args::off},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kOneHot{"aclnnOneHot", kArguments, kKernels};

Status OneHot(PhaseOneCall& call, const NamedTensor& self, int64_t numClasses, const NamedTensor& on,
              const NamedTensor& off, int64_t axis, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(on).NotNull(off).NotNull(out);
  check.DtypeIn(self, kIndexDtypes).DtypeIn(out, kMovableDtypes).SameDtype(on, out).SameDtype(off, out);
  check.ValidView(self).ValidView(on).ValidView(off).ValidOutputView(out);
  check.Require(
      "numClasses", "0 or more", [&] { return numClasses >= 0; }, [&] { return std::to_string(numClasses); });
  for (const NamedTensor& value : {on, off}) {
    check.Require(
        value.name, "an element", [&] { return NumElements(*value.tensor) > 0; }, [] { return "none"; });
  }
  check.Require(
      self.name, "at most 7 dims", [&] { return self.tensor->viewDims.size() < kMaxRank; },
      [&] { return std::to_string(self.tensor->viewDims.size()); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.axis = FindDim(check, "axis", axis, self.tensor->viewDims.size() + 1);
  Dims shape;
  for (size_t d = 0; d <= self.tensor->viewDims.size(); ++d) {
    shape.push_back(d == args.axis ? numClasses : self.tensor->viewDims[d - (d > args.axis ? 1 : 0)]);
  }
  check.Shape(out, shape, "of self with numClasses at axis");
  return check.Failed() ? check.Result()
                        : call.Bind(kOneHot, args, {self.tensor, on.tensor, off.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnOneHot,
               (const aclTensor* self, int numClasses, const aclTensor* onValue, const aclTensor* offValue,
                int64_t axis, aclTensor* out),
               OneHot(call, {"self", self}, numClasses, {"onValue", onValue}, {"offValue", offValue}, axis,
                      {"out", out}))
