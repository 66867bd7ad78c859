// SPDX-License-Identifier: Apache-2.0
//
// aclnnCast and aclnnInplaceCopy: elements of one type as elements of another.
#include <array>
#include <string>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "kernels/elementwise/conversion.h"
#include "ops/common/dtype_argument.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/common/int4_bytes.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

constexpr auto kCastArguments = UnaryArguments("self", "out");
constexpr auto kCopyArguments = UnaryArguments("src", "selfRef");
constexpr Operator<ElementwiseArgs> kCast{"aclnnCast", kCastArguments, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kCopy{"aclnnInplaceCopy", kCopyArguments, kElementwiseKernels};

constexpr std::array<DType, 1> kInt4{DType::kInt4};

ArgumentChecks& CheckTensors(ArgumentChecks& check, const NamedTensor& from, const NamedTensor& to) {
  check.DtypeIn(from, kStorableDtypes).DtypeIn(to, kStorableDtypes);
  return check.ValidView(from).ValidOutputView(to);
}

Status BindConversion(PhaseOneCall& call, const Operator<ElementwiseArgs>& op, const aclTensor* from,
                      const aclTensor* to, const TensorsOfCall& tensors) {
  ElementwiseArgs args;
  args.types = {from->dtype, to->dtype};
  args.loop = FindConversion(from->dtype, to->dtype);
  return call.Bind(op, args, tensors);
}

Status Cast(PhaseOneCall& call, const NamedTensor& self, const aclDataType& dtype, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  CheckTensors(check, self, out);
  CheckDtypeArgument(check, "dtype", dtype, out);
  check.SameShape(out, self);
  return check.Failed() ? check.Result()
                        : BindConversion(call, kCast, self.tensor, out.tensor, {self.tensor, out.tensor});
}

void CheckBroadcast(ArgumentChecks& check, const NamedTensor& src, const NamedTensor& selfRef) {
  check.Require(
      src.name, "a shape that broadcasts to selfRef's",
      [&] {
        const auto shape = BroadcastShape(selfRef.tensor->viewDims, src.tensor->viewDims);
        return shape && std::ranges::equal(*shape, selfRef.tensor->viewDims);
      },
      [&] { return ShapeText(src.tensor->viewDims) + " against " + ShapeText(selfRef.tensor->viewDims); });
}

// Of INT4, whose bytes are copied: both have them along the same dim.
Status CopyInt4(PhaseOneCall& call, ArgumentChecks& check, const NamedTensor& selfRef,
                const NamedTensor& src) {
  check.DtypeIn(src, kInt4).DtypeIn(selfRef, kInt4).ValidView(src).ValidView(selfRef);
  CheckBroadcast(check, src, selfRef);
  if (check.Failed()) {
    return check.Result();
  }
  const size_t fromLast = selfRef.tensor->viewDims.size() - PackedDimOf(*selfRef.tensor);
  const size_t rank = src.tensor->viewDims.size();
  const aclTensor to = AsBytes(check, selfRef, selfRef.tensor->viewDims.size() - fromLast);
  const aclTensor from = AsBytes(check, src, fromLast > rank ? rank : rank - fromLast);
  check.ValidOutputView({selfRef.name, &to});
  CheckBroadcast(check, {src.name, &from}, {selfRef.name, &to});
  return check.Failed() ? check.Result()
                        : BindConversion(call, kCopy, &from, &to, {{src.tensor, from}, {selfRef.tensor, to}});
}

Status Copy(PhaseOneCall& call, const NamedTensor& selfRef, const NamedTensor& src) {
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull(src);
  if (!check.Failed() && selfRef.tensor->dtype == DType::kInt4) {
    return CopyInt4(call, check, selfRef, src);
  }
  CheckTensors(check, src, selfRef);
  CheckBroadcast(check, src, selfRef);
  return check.Failed()
             ? check.Result()
             : BindConversion(call, kCopy, src.tensor, selfRef.tensor, {src.tensor, selfRef.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCast, (const aclTensor* self, const aclDataType dtype, aclTensor* out),
               Cast(call, {"self", self}, dtype, {"out", out}))

OPENACLNN_CALL(aclnnInplaceCopy, (aclTensor * selfRef, const aclTensor* src),
               Copy(call, {"selfRef", selfRef}, {"src", src}))
