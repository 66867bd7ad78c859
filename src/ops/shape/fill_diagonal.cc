// SPDX-License-Identifier: Apache-2.0
//
// aclnnInplaceFillDiagonal: a number on the main diagonal.
#include <algorithm>
#include <iterator>

#include "aclnnop/aclnn_fill_diagonal.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

// What is beside the diagonal is kept: the tensor is read, too.
constexpr std::array<TensorArgument<Args>, 2> kSelfRef{
    {{"selfRef", Role::kInput, &Args::self}, {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kFillDiagonal{"aclnnInplaceFillDiagonal", kSelfRef, kMoveKernels};

// Elements with the same index in all dims from `dim` on.
void FillFrom(Window out, size_t dim, Moves& moves) {
  while (out.Rank() > dim + 1) {
    out.Join(dim);
  }
  moves.Fill(out);
}

// numbers: whether the diagonal begins again, a row below its end, in a matrix that is high enough.
void Plan(const Args& args, Moves& moves) {
  if (args.out.Empty()) {
    return;
  }
  const Window all(args.out);
  const int64_t rows = all.Dim(0);
  const int64_t period = all.Dim(1) + 1;
  if (args.numbers[0] == 0 || all.Rank() > 2 || rows < period) {
    FillFrom(all, 0, moves);
    return;
  }
  const int64_t whole = rows / period * period;
  Window blocks = all;
  blocks.Narrow(0, 0, whole);
  blocks.Split(0, period);
  FillFrom(blocks, 1, moves);
  Window rest = all;
  rest.Narrow(0, whole, rows - whole);
  FillFrom(rest, 0, moves);
}

Status FillDiagonal(PhaseOneCall& call, const NamedTensor& selfRef, const aclScalar* fillValue, bool wrap) {
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull("fillValue", fillValue);
  check.DtypeIn(selfRef, kMovableDtypes);
  check.Require(
      "fillValue", "a number", [&] { return ClassOf(fillValue->dtype) != DTypeClass::kOther; },
      [&] { return NameOf(fillValue->dtype); });
  check.ValidOutputView(selfRef);
  const auto shape = [&] { return ShapeText(selfRef.tensor->viewDims); };
  check.Require(
      selfRef.name, "at least 2 dims", [&] { return selfRef.tensor->viewDims.size() >= 2; }, shape);
  check.Require(
      selfRef.name, "dims of one extent, if there are more than 2",
      [&] {
        const auto& dims = selfRef.tensor->viewDims;
        return dims.size() == 2 || std::ranges::count(dims, dims[0]) == std::ssize(dims);
      },
      shape);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.fill = ValueOf(*fillValue);
  args.numbers = {wrap ? 1 : 0};
  args.plan = Plan;
  return call.Bind(kFillDiagonal, std::move(args), {selfRef.tensor, selfRef.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInplaceFillDiagonal, (aclTensor * selfRef, const aclScalar* fillValue, bool wrap),
               FillDiagonal(call, {"selfRef", selfRef}, fillValue, wrap))
