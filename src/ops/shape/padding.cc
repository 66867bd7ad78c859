// SPDX-License-Identifier: Apache-2.0
//
// aclnnReflectionPad1d to 3d, aclnnReplicationPad1d to 3d, aclnnCircularPad2d and 3d, and their gradients.
#include "ops/shape/padding.h"

#include <algorithm>
#include <optional>
#include <string>

#include "aclnnop/aclnn_circular_pad2d.h"
#include "aclnnop/aclnn_circular_pad2d_backward.h"
#include "aclnnop/aclnn_circular_pad3d.h"
#include "aclnnop/aclnn_circular_pad3d_backward.h"
#include "aclnnop/aclnn_pad2d_backward.h"
#include "aclnnop/aclnn_reflection_pad1d.h"
#include "aclnnop/aclnn_reflection_pad1d_backward.h"
#include "aclnnop/aclnn_reflection_pad2d.h"
#include "aclnnop/aclnn_reflection_pad3d.h"
#include "aclnnop/aclnn_reflection_pad3d_backward.h"
#include "aclnnop/aclnn_replication_pad1d.h"
#include "aclnnop/aclnn_replication_pad1d_backward.h"
#include "aclnnop/aclnn_replication_pad2d.h"
#include "aclnnop/aclnn_replication_pad3d.h"
#include "aclnnop/aclnn_replication_pad3d_backward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "ops/common/checks.h"

namespace openaclnn {
namespace {

using Args = PadArgs;

constexpr std::array<TensorArgument<Args>, 2> kPadArguments{{
    {"self", Role::kInput, &Args::source},
    {"out", Role::kOutput, &Args::result},
}};
constexpr std::array<TensorArgument<Args>, 3> kGradientArguments{{
    {"gradOutput", Role::kInput, &Args::source},
    {"self", Role::kInput, &Args::model},
    {"gradInput", Role::kOutput, &Args::result},
}};
constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kPadCpu};

constexpr std::array<DType, 12> kDtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16,  DType::kDouble,     DType::kInt8,  DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kComplex64, DType::kComplex128, DType::kUint8, DType::kBool};

// An operator of the family: a name for each direction, and along how many of the last dims it pads.
struct PadOperator {
  Operator<Args> op;
  PadMode mode;
  size_t dims;
  const char* ranks;

  // Truth values are mirrored or go round; nobody repeats them.
  [[nodiscard]] std::span<const DType> Dtypes() const {
    return std::span(kDtypes).first(mode == PadMode::kReplication ? 11 : 12);
  }
};

constexpr PadOperator Row(const char* name, PadMode mode, size_t dims,
                          std::span<const TensorArgument<Args>> arguments) {
  constexpr std::array<const char*, 3> kRanks{"2 or 3 dims", "3 or 4 dims", "4 or 5 dims"};
  return {{name, arguments, kKernels}, mode, dims, kRanks[dims - 1]};
}

// More than any tensor has elements, so that no sum with an extent overflows.
constexpr int64_t kMostPadding = int64_t{1} << 60;

// Fills in `args`, and gives the padded shape.
Dims CheckPadding(ArgumentChecks& check, const PadOperator& row, const NamedTensor& self,
                  const aclIntArray* padding, Args& args) {
  const std::vector<int64_t>& own = self.tensor->viewDims;
  const std::vector<int64_t>& given = padding->values;
  const auto pads = [&] { return ShapeText(given) + " for " + ShapeText(own); };
  check.Require(
      self.name, row.ranks, [&] { return own.size() == row.dims + 1 || own.size() == row.dims + 2; },
      [&] { return ShapeText(own); });
  check.Require(
      self.name, "elements, but that there may be no sample",
      [&] { return std::ranges::find(own.begin() + (own.size() > row.dims + 1), own.end(), 0) == own.end(); },
      [&] { return ShapeText(own); });
  check.Require(
      "padding", "two numbers for each of the padded dims, from the last one on",
      [&] { return given.size() == 2 * row.dims; }, pads);
  check.Require(
      "padding", "numbers from -2^60 to 2^60",
      [&] {
        return std::ranges::all_of(given, [](int64_t p) { return p >= -kMostPadding && p <= kMostPadding; });
      },
      pads);
  if (check.Failed()) {
    return {};
  }
  Dims shape(own);
  for (size_t i = 0; !check.Failed() && i < row.dims; ++i) {
    const size_t dim = own.size() - 1 - i;
    const int64_t before = given[2 * i];
    const int64_t after = given[2 * i + 1];
    if (row.mode == PadMode::kReflection) {
      check.Require(
          "padding", "numbers less than the extent of their dim",
          [&] { return before < own[dim] && after < own[dim]; }, pads);
    }
    if (row.mode == PadMode::kCircular) {
      const int64_t left = own[dim] + std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0);
      check.Require(
          "padding", "numbers of at most what is left of their dim",
          [&] { return before <= left && after <= left; }, pads);
    }
    const std::optional<int64_t> extent = CheckedAdd(own[dim], before + after);
    check.Require(
        "padding", "at least one place left along each dim, and fewer than 2^63",
        [&] { return extent.value_or(0) >= 1; }, pads);
    args.before[dim] = before;
    shape[dim] = extent.value_or(0);
  }
  return shape;
}

Status Pad(PhaseOneCall& call, const PadOperator& row, const aclTensor* selfTensor,
           const aclIntArray* padding, const aclTensor* outTensor) {
  const NamedTensor self{"self", selfTensor};
  const NamedTensor out{"out", outTensor};
  ArgumentChecks check;
  check.NotNull(self).NotNull("padding", padding).NotNull(out);
  check.DtypeIn(self, row.Dtypes()).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = row.mode;
  check.Shape(out, CheckPadding(check, row, self, padding, args), "of self padded");
  return check.Failed() ? check.Result() : call.Bind(row.op, args, {selfTensor, outTensor});
}

Status Gradient(PhaseOneCall& call, const PadOperator& row, const aclTensor* gradOutputTensor,
                const aclTensor* selfTensor, const aclIntArray* padding, const aclTensor* gradInputTensor) {
  const NamedTensor gradOutput{"gradOutput", gradOutputTensor};
  const NamedTensor self{"self", selfTensor};
  const NamedTensor gradInput{"gradInput", gradInputTensor};
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull("padding", padding).NotNull(gradInput);
  check.DtypeIn(gradOutput, std::span(kDtypes).first(4));
  check.SameDtype(self, gradOutput).SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = row.mode;
  args.gradient = true;
  check.Shape(gradOutput, CheckPadding(check, row, self, padding, args), "of self padded");
  check.SameShape(gradInput, self);
  return check.Failed() ? check.Result()
                        : call.Bind(row.op, args, {gradOutputTensor, {selfTensor, false}, gradInputTensor});
}

}  // namespace
}  // namespace openaclnn

// Both phases of a padding and of its gradient: their name, what stands around, along how many dims.
#define OPENACLNN_PAD(name, mode, dims)                                                                 \
  aclnnStatus name##GetWorkspaceSize(const aclTensor* self, const aclIntArray* padding, aclTensor* out, \
                                     uint64_t* workspaceSize, aclOpExecutor** executor) {               \
    using namespace openaclnn;                                                                          \
    static constexpr PadOperator kRow = Row(#name, PadMode::mode, dims, kPadArguments);                 \
    return PhaseOne(__func__, workspaceSize, executor,                                                  \
                    [&](PhaseOneCall& call) { return Pad(call, kRow, self, padding, out); });           \
  }                                                                                                     \
  OPENACLNN_PHASE_TWO(name)                                                                             \
  aclnnStatus name##BackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,        \
                                             const aclIntArray* padding, aclTensor* gradInput,          \
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {       \
    using namespace openaclnn;                                                                          \
    static constexpr PadOperator kRow = Row(#name "Backward", PadMode::mode, dims, kGradientArguments); \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {                        \
      return Gradient(call, kRow, gradOutput, self, padding, gradInput);                                \
    });                                                                                                 \
  }                                                                                                     \
  OPENACLNN_PHASE_TWO(name##Backward)

OPENACLNN_PAD(aclnnCircularPad2d, kCircular, 2)
OPENACLNN_PAD(aclnnCircularPad3d, kCircular, 3)
OPENACLNN_PAD(aclnnReflectionPad1d, kReflection, 1)
OPENACLNN_PAD(aclnnReflectionPad2d, kReflection, 2)
OPENACLNN_PAD(aclnnReflectionPad3d, kReflection, 3)
OPENACLNN_PAD(aclnnReplicationPad1d, kReplication, 1)
OPENACLNN_PAD(aclnnReplicationPad2d, kReplication, 2)
OPENACLNN_PAD(aclnnReplicationPad3d, kReplication, 3)
