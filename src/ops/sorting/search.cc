// SPDX-License-Identifier: Apache-2.0
//
// aclnnSearchSorted, aclnnSearchSorteds, aclnnBucketize: where values belong into sequences that are in
// order.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>

#include "aclnnop/aclnn_bucketize.h"
#include "aclnnop/aclnn_searchsorted.h"
#include "base/errors.h"
#include "base/row_view.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted.h"
#include "kernels/indexing/indexed.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/number.h"
#include "ops/common/promotion.h"
#include "ops/common/result_checks.h"
#include "ops/sorting/bisection.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView sequence;
  TensorView self;
  TensorView sorter;
  TensorView out;
  DType common = DType::kUndefined;  // in which values and elements are compared
  ScalarValue number;                // what is looked for where there is no self
  bool upper = false;
};

// Values that a task looks for.
constexpr int64_t kChunksOfTask = 16;

struct State : Prepared {
  Bisection bisection{};
  ScratchArray<std::byte> sorted;     // the elements in the sorter's order
  ScratchArray<std::byte> converted;  // in the type of the search
  bool converts = false;
};

TensorView ContiguousLike(const TensorView& view, std::byte* data) {
  TensorView result = view;
  result.data = data;
  ContiguousStrides(view.Dims(), {result.strides.data(), static_cast<size_t>(view.rank)});
  return result;
}

State Prepare(const Args& args) {
  State state;
  state.bisection = FindBisection(args.common, args.upper);
  const int64_t elements = args.sequence.NumElements();
  ScratchLayout scratch;
  if (args.sorter.Defined()) {
    state.sorted = scratch.Book<std::byte>(elements * static_cast<int64_t>(SizeOf(args.sequence.dtype)));
  }
  state.converts = args.sequence.dtype != args.common || args.common != state.bisection.type ||
                   (!args.sorter.Defined() && !args.sequence.Contiguous());
  if (state.converts) {
    state.converted = scratch.Book<std::byte>(elements * static_cast<int64_t>(SizeOf(state.bisection.type)));
  }
  state.workspaceBytes = scratch.Bytes();
  const int64_t length = args.sequence.dims[static_cast<size_t>(args.sequence.rank) - 1];
  // A step of a search takes as long as some bytes of a copy.
  constexpr size_t kStep = 8;
  state.cost = 3 * state.workspaceBytes + static_cast<size_t>(args.out.NumElements()) * kStep *
                                              (2 + std::bit_width(static_cast<uint64_t>(length)));
  return state;
}

Status Sort(const Args& args, const TensorView& sorted, const backend::cpu::CpuContext& cpu) {
  const size_t last = static_cast<size_t>(args.sequence.rank) - 1;
  IndexSpace positions(args.sequence.Dims());
  for (size_t d = 0; d < last; ++d) {
    positions.AddStep(d, args.sequence.strides[d]);
  }
  positions.Add({"sorter", args.sorter, args.sequence.dims[last], args.sequence.strides[last], false});
  Status status = positions.Check(cpu);
  if (status.IsOk()) {
    TensorView element = args.sequence;
    element.rank = 0;
    GatherSlices(positions, element, sorted, cpu);
  }
  return status;
}

// Numbers as those of the common type are: rounded to it, and then widened.
class ValueReader {
 public:
  ValueReader(const TensorView& view, DType common, DType type)
      : first_(view, view.dtype == common ? type : common),
        widens_(view.dtype != common && common != type),
        common_(common),
        type_(type) {}

  const std::byte* Read(int64_t begin, int64_t count, ConvertedBuffer& buffer) const {
    if (!widens_) {
      return first_.Read(begin, count, buffer);
    }
    ConvertedBuffer narrow;
    const TensorView row = RowView(common_, count, first_.Read(begin, count, narrow));
    return ConvertedReader(row, type_).Read(0, count, buffer);
  }

 private:
  ConvertedReader first_;
  bool widens_;
  DType common_;
  DType type_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const DType type = state.bisection.type;
  TensorView sequence = args.sequence;
  if (args.sorter.Defined()) {
    sequence = ContiguousLike(sequence, state.sorted.In(workspace));
    if (Status status = Sort(args, sequence, cpu); !status.IsOk()) {
      return status;
    }
  }
  if (state.converts) {
    const ValueReader reader(sequence, args.common, type);
    std::byte* const to = state.converted.In(workspace);
    const auto size = static_cast<int64_t>(SizeOf(type));
    ForEachPiece(cpu, sequence.NumElements(), kConvertedChunk, kChunksOfTask,
                 [&](int64_t begin, int64_t count) {
                   ConvertedBuffer buffer;
                   std::memcpy(to + begin * size, reader.Read(begin, count, buffer),
                               static_cast<size_t>(count * size));
                 });
    sequence = ContiguousLike(sequence, to);
  }
  alignas(16) std::array<std::byte, 16> number;
  TensorView self = args.self;
  if (!self.Defined()) {
    StoreNumber(args.number, args.common, number.data());
    self = BroadcastTo({.data = number.data(), .dtype = args.common, .rank = 0}, args.out.Dims());
  }
  const ValueReader reader(self, args.common, type);
  const ConvertedWriter writer(args.out, DType::kInt64);
  const bool together = sequence.rank == 1;
  const int64_t perSequence = together ? 0 : self.dims[static_cast<size_t>(self.rank) - 1];
  const int64_t length = sequence.dims[static_cast<size_t>(sequence.rank) - 1];
  ForEachPiece(cpu, args.out.NumElements(), kConvertedChunk, kChunksOfTask,
               [&](int64_t begin, int64_t count) {
                 ConvertedBuffer buffer;
                 std::array<int64_t, kConvertedChunk> places;
                 state.bisection.run({sequence.data, length, reader.Read(begin, count, buffer), count,
                                      perSequence, begin, places.data()});
                 writer.Write(begin, count, reinterpret_cast<const std::byte*>(places.data()));
               });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:search", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kTensors{{{"sortedSequence", Role::kInput, &Args::sequence},
                                                        {"self", Role::kInput, &Args::self},
                                                        {"sorter", Role::kInput, &Args::sorter},
                                                        {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kNumber{{{"sortedSequence", Role::kInput, &Args::sequence},
                                                       {"sorter", Role::kInput, &Args::sorter},
                                                       {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kBuckets{{{"self", Role::kInput, &Args::self},
                                                        {"boundaries", Role::kInput, &Args::sequence},
                                                        {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kSearchSorted{"aclnnSearchSorted", kTensors, kKernels};
constexpr Operator<Args> kSearchSorteds{"aclnnSearchSorteds", kNumber, kKernels};
constexpr Operator<Args> kBucketize{"aclnnBucketize", kBuckets, kKernels};

constexpr std::array<DType, 1> kSorterDtypes{DType::kInt64};
constexpr std::array<DType, 1> kNarrowPlaces{DType::kInt32};
constexpr std::array<DType, 1> kWidePlaces{DType::kInt64};

// What all have in common, but for the views of values and results.
void CheckSequence(ArgumentChecks& check, const NamedTensor& sequence, bool outInt32,
                   const NamedTensor& out) {
  check.DtypeIn(out, outInt32 ? std::span<const DType>(kNarrowPlaces) : kWidePlaces);
  check.ValidView(sequence);
  check.Require(
      sequence.name, "at least 1 dim", [&] { return !sequence.tensor->viewDims.empty(); },
      [] { return "0"; });
  check.Require(
      sequence.name, "no more elements in a sequence than INT32 counts where outInt32 is true",
      [&] { return !outInt32 || sequence.tensor->viewDims.back() <= INT32_MAX; },
      [&] { return std::to_string(sequence.tensor->viewDims.back()); });
}

void CheckSorter(ArgumentChecks& check, const NamedTensor& sorter, const NamedTensor& sequence) {
  if (sorter.tensor != nullptr) {
    check.DtypeIn(sorter, kSorterDtypes).ValidView(sorter).SameShape(sorter, sequence);
  }
}

// The dims that number sequences.
std::span<const int64_t> Leading(const aclTensor& tensor) {
  return std::span<const int64_t>(tensor.viewDims).first(tensor.viewDims.size() - 1);
}

Status Search(PhaseOneCall& call, const NamedTensor& sequence, const NamedTensor& self, bool outInt32,
              bool right, const NamedTensor& sorter, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(sequence).NotNull(self).LiveOrNull(sorter).NotNull(out);
  check.DtypeIn(sequence, kRealDtypesButBool).DtypeIn(self, kRealDtypesButBool);
  CheckSequence(check, sequence, outInt32, out);
  check.ValidView(self);
  CheckSorter(check, sorter, sequence);
  check.ValidOutputView(out);
  check.Require(
      self.name, "the dims of sortedSequence but for the last one, or a sortedSequence of 1 dim",
      [&] {
        return sequence.tensor->viewDims.size() == 1 ||
               (self.tensor->viewDims.size() == sequence.tensor->viewDims.size() &&
                std::ranges::equal(Leading(*self.tensor), Leading(*sequence.tensor)));
      },
      [&] { return ShapeText(self.tensor->viewDims) + " for " + ShapeText(sequence.tensor->viewDims); });
  check.SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.common = Promote(sequence.tensor->dtype, self.tensor->dtype).value_or(sequence.tensor->dtype);
  args.upper = right;
  return call.Bind(kSearchSorted, args, {sequence.tensor, self.tensor, sorter.tensor, out.tensor});
}

Status SearchNumber(PhaseOneCall& call, const NamedTensor& sequence, const aclScalar* self, bool outInt32,
                    bool right, const NamedTensor& sorter, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(sequence).NotNull("self", self).LiveOrNull(sorter).NotNull(out);
  check.DtypeIn(sequence, kRealDtypesButBool);
  check.Require(
      "self", "a real number",
      [&] {
        return ClassOf(self->dtype) != DTypeClass::kComplex && ClassOf(self->dtype) != DTypeClass::kOther;
      },
      [&] { return NameOf(self->dtype); });
  CheckSequence(check, sequence, outInt32, out);
  check.Rank(sequence, 1);
  CheckSorter(check, sorter, sequence);
  CheckOneElement(check.ValidOutputView(out), out);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.number = ValueOf(*self);
  args.common = PromoteWithScalar(sequence.tensor->dtype, args.number);
  args.upper = right;
  return call.Bind(kSearchSorteds, args, {sequence.tensor, sorter.tensor, out.tensor});
}

Status Bucketize(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& boundaries, bool outInt32,
                 bool right, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(boundaries).NotNull(out);
  check.DtypeIn(self, kRealDtypesButBool).DtypeIn(boundaries, kRealDtypesButBool);
  CheckSequence(check, boundaries, outInt32, out);
  check.ValidView(self).ValidOutputView(out).Rank(boundaries, 1).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.common = Promote(boundaries.tensor->dtype, self.tensor->dtype).value_or(self.tensor->dtype);
  args.upper = right;
  return call.Bind(kBucketize, args, {self.tensor, boundaries.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSearchSorted,
               (const aclTensor* sortedSequence, const aclTensor* self, bool outInt32, bool right,
                const aclTensor* sorter, aclTensor* out),
               Search(call, {"sortedSequence", sortedSequence}, {"self", self}, outInt32, right,
                      {"sorter", sorter}, {"out", out}))

OPENACLNN_CALL(aclnnSearchSorteds,
               (const aclTensor* sortedSequence, const aclScalar* self, bool outInt32, bool right,
                const aclTensor* sorter, aclTensor* out),
               SearchNumber(call, {"sortedSequence", sortedSequence}, self, outInt32, right,
                            {"sorter", sorter}, {"out", out}))

OPENACLNN_CALL(aclnnBucketize,
               (const aclTensor* self, const aclTensor* boundaries, bool outInt32, bool right,
                aclTensor* out),
               Bucketize(call, {"self", self}, {"boundaries", boundaries}, outInt32, right, {"out", out}))
