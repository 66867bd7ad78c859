// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatter, aclnnScatterValue, aclnnScatterAdd and in-place forms: elements put where an index tensor
// says. aclnnIndexCopy, aclnnIndexAdd and aclnnIndexFill: slices.
#include <algorithm>
#include <optional>

#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_add_v2.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/promotion.h"
#include "ops/indexing/scattered.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;
using Given = ScatterGiven;
using Tensors = ScatterTensors;

Status RunElements(const Args& args, const ScatterState& state, std::byte* /*workspace*/,
                   const backend::cpu::CpuContext& cpu) {
  return ScatterElements(
      args, state, cpu, [&](const TensorView& index, const TensorView& out, const ElementPlaces& places) {
        const TensorView element = ElementOf(out);
        alignas(16) std::array<std::byte, 16> number{};
        const TensorView source = args.source.Defined()
                                      ? UpdatesOf(args.source, index)
                                      : Repeated(args.value, index.Dims(), element, number.data());
        ScatterSlices(places.positions, source, args.mode, element, places.apart, cpu);
      });
}

Status RunSlices(const Args& args, const ScatterState& state, std::byte* /*workspace*/,
                 const backend::cpu::CpuContext& cpu) {
  const TensorView index = AtLeastOneDim(args.index);
  const TensorView out = AtLeastOneDim(args.out);
  IndexSpace positions(index.Dims());
  positions.Add({"index", index, out.dims[args.dim], out.strides[args.dim], args.negative});
  if (Status status = positions.Check(cpu); !status.IsOk()) {
    return status;
  }
  state.copy.Run(args.self, args.out, cpu);
  const TensorView slice = WithoutDim(out, args.dim);
  alignas(16) std::array<std::byte, 16> number{};
  const TensorView source = args.source.Defined() ? WithDimsInFront(AtLeastOneDim(args.source), args.dim, 1)
                                                  : Repeated(args.value, index.Dims(), slice, number.data());
  ScatterSlices(positions, source, args.mode, slice, std::nullopt, cpu, args.value);
  return Status::Ok();
}

constexpr OnlyKernel kElementKernels(CpuKernel<RunElements>("cpu:scatter_elements",
                                                            PrepareScatter<&Args::index>));
constexpr OnlyKernel kSliceKernels(CpuKernel<RunSlices>("cpu:scatter_slices", PrepareScatter<&Args::index>));

constexpr std::array<TensorArgument<Args>, 3> WithValue(const char* self, const char* out) {
  return {{{self, Role::kInput, &Args::self},
           {"index", Role::kInput, &Args::index, false, true},
           {out, Role::kOutput, &Args::out, true}}};
}

constexpr auto kSource = NamesWithSource("self", "src", "out");
constexpr auto kSourceInplace = NamesWithSource("selfRef", "src", "selfRef");
constexpr auto kSlicesOf = NamesWithSource("selfRef", "source", "outRef");
constexpr auto kAddedSlices = NamesWithSource("self", "source", "out");
constexpr auto kSlicesInplace = NamesWithSource("selfRef", "source", "selfRef");
constexpr auto kValue = WithValue("self", "out");
constexpr auto kValueInplace = WithValue("selfRef", "selfRef");

constexpr Operator<Args> kScatter{"aclnnScatter", kSource, kElementKernels};
constexpr Operator<Args> kInplaceScatter{"aclnnInplaceScatter", kSourceInplace, kElementKernels};
constexpr Operator<Args> kScatterValue{"aclnnScatterValue", kValue, kElementKernels};
constexpr Operator<Args> kInplaceScatterValue{"aclnnInplaceScatterValue", kValueInplace, kElementKernels};
constexpr Operator<Args> kScatterAdd{"aclnnScatterAdd", kSource, kElementKernels};
constexpr Operator<Args> kIndexCopy{"aclnnIndexCopy", kSlicesOf, kSliceKernels};
constexpr Operator<Args> kInplaceIndexCopy{"aclnnInplaceIndexCopy", kSlicesInplace, kSliceKernels};
constexpr Operator<Args> kIndexAdd{"aclnnIndexAdd", kAddedSlices, kSliceKernels};
constexpr Operator<Args> kIndexAddV2{"aclnnIndexAddV2", kAddedSlices, kSliceKernels};
constexpr Operator<Args> kIndexFill{"aclnnIndexFill", kValue, kSliceKernels};
constexpr Operator<Args> kInplaceIndexFill{"aclnnInplaceIndexFill", kValueInplace, kSliceKernels};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Given& given, Args args) {
  if (given.source != nullptr) {
    args.value = given.value != nullptr ? ValueOf(*given.value) : ScalarValue{};
    return call.Bind(op, args, {given.self, given.index, given.source, given.out});
  }
  args.value = ValueOf(*given.value);
  return call.Bind(op, args, {given.self, given.index, given.out});
}

Status Elements(PhaseOneCall& call, const Operator<Args>& op, const Given& given, int64_t reduce) {
  const Tensors tensors = NamesOf(op, given);
  const bool hasSource = given.value == nullptr && op.arguments.size() == 4;
  ArgumentChecks check = CheckTensors(tensors, given, hasSource);
  check.InRange("reduce", reduce, 0, 2, "0 to replace, 1 to add or 2 to multiply");
  Args args;
  args.dim = CheckElements(check, tensors, given, hasSource);
  args.mode = static_cast<ScatterMode>(reduce);
  return check.Failed() ? check.Result() : Bind(call, op, given, args);
}

// A number that sums in self's type can be multiplied by.
void CheckAlpha(ArgumentChecks& check, const aclTensor& self, const aclScalar& alpha) {
  if (check.Failed()) {
    return;
  }
  check.Require(
      "alpha", "a number of self's kind or a simpler one",
      [&] { return RankOf(alpha.dtype) <= RankOf(self.dtype); },
      [&] { return std::string(NameOf(alpha.dtype)) + " for " + NameOf(self.dtype); });
}

Status Slices(PhaseOneCall& call, const Operator<Args>& op, const Given& given) {
  const Tensors tensors = NamesOf(op, given);
  const bool hasSource = op.arguments.size() == 4;
  ArgumentChecks check = CheckTensors(tensors, given, hasSource);
  if (given.adds && !check.Failed()) {
    CheckAlpha(check, *given.self, *given.value);
  }
  check.Require(
      "index", "at most 1 dim", [&] { return given.index->viewDims.size() <= 1; },
      [&] { return ShapeText(given.index->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const size_t place = FindDim(check, "dim", given.dim, given.self->viewDims.size());
  if (hasSource && !check.Failed()) {
    Dims shape(std::span<const int64_t>(given.self->viewDims));
    if (!shape.empty()) {
      shape[place] = NumElements(*given.index);
    }
    // A source without dims is one slice of a tensor of one dim, or the element of one without.
    const bool oneElement = shape.empty() || (shape.size() == 1 && shape[0] == 1);
    if (given.adds || !oneElement || !std::ranges::equal(AtLeastOneDim(*given.source), Dims{1})) {
      check.Shape(tensors.source, shape, "of selfRef with the index's elements at dim");
    }
    check.Require(
        "index", "one element for a tensor without dims",
        [&] { return !shape.empty() || NumElements(*given.index) == 1; },
        [&] { return ShapeText(given.index->viewDims); });
  }
  Args args;
  args.dim = place;
  args.negative = !hasSource;
  if (given.adds) {
    const ScalarValue alpha = ValueOf(*given.value);
    const bool one = alpha.As<double>() == 1 && alpha.number.imaginary == 0;
    args.mode = one ? ScatterMode::kAdd : ScatterMode::kAddScaled;
  }
  return check.Failed() ? check.Result() : Bind(call, op, given, args);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScatter,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* src,
                int64_t reduce, aclTensor* out),
               Elements(call, kScatter, {self, dim, index, src, nullptr, out}, reduce))

OPENACLNN_CALL(aclnnInplaceScatter,
               (aclTensor * selfRef, int64_t dim, const aclTensor* index, const aclTensor* src,
                int64_t reduce),
               Elements(call, kInplaceScatter, {selfRef, dim, index, src, nullptr, selfRef}, reduce))

OPENACLNN_CALL(aclnnScatterValue,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclScalar* value,
                int64_t reduce, aclTensor* out),
               Elements(call, kScatterValue, {self, dim, index, nullptr, value, out}, reduce))

OPENACLNN_CALL(aclnnInplaceScatterValue,
               (aclTensor * selfRef, int64_t dim, const aclTensor* index, const aclScalar* value,
                int64_t reduce),
               Elements(call, kInplaceScatterValue, {selfRef, dim, index, nullptr, value, selfRef}, reduce))

OPENACLNN_CALL(aclnnScatterAdd,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* src,
                aclTensor* out),
               Elements(call, kScatterAdd, {self, dim, index, src, nullptr, out},
                        static_cast<int64_t>(ScatterMode::kAdd)))

OPENACLNN_CALL(aclnnIndexCopy,
               (const aclTensor* selfRef, int64_t dim, const aclTensor* index, const aclTensor* source,
                aclTensor* outRef),
               Slices(call, kIndexCopy, {selfRef, dim, index, source, nullptr, outRef}))

OPENACLNN_CALL(aclnnInplaceIndexCopy,
               (aclTensor * selfRef, int64_t dim, const aclTensor* index, const aclTensor* source),
               Slices(call, kInplaceIndexCopy, {selfRef, dim, index, source, nullptr, selfRef}))

OPENACLNN_CALL(aclnnIndexFill,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclScalar* value,
                aclTensor* out),
               Slices(call, kIndexFill, {self, dim, index, nullptr, value, out}))

OPENACLNN_CALL(aclnnInplaceIndexFill,
               (aclTensor * selfRef, int64_t dim, const aclTensor* index, const aclScalar* value),
               Slices(call, kInplaceIndexFill, {selfRef, dim, index, nullptr, value, selfRef}))

OPENACLNN_CALL(aclnnIndexAdd,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* source,
                const aclScalar* alpha, aclTensor* out),
               Slices(call, kIndexAdd, {self, dim, index, source, alpha, out, true}))

OPENACLNN_CALL(aclnnIndexAddV2,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* source,
                const aclScalar* alpha, int64_t /*mode*/, aclTensor* out),
               Slices(call, kIndexAddV2, {self, dim, index, source, alpha, out, true}))
