// SPDX-License-Identifier: Apache-2.0
//
// Outer products of two vectors, and scaled ones that are added to a matrix.
#include <algorithm>
#include <array>
#include <optional>

#include "aclnnop/aclnn_addr.h"
#include "aclnnop/aclnn_ger.h"
#include "ops/common/elementwise_phase_one.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Smaller integers are left to INT32.
using OuterFormats =
    FormatList<Float32, Float16, Bfloat16, Float64, Int32, Int64, Bool, Complex64, Complex128>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_LOOP(Addr, (T self, T vec1, T vec2, T beta, T alpha), MulAdd(alpha * vec1, vec2, beta * self), 3, 2, OuterFormats)
// NaN and infinities of self do not reach the result.
OPENACLNN_LOOP(AddrToNothing, (T /*self*/, T vec1, T vec2, T /*beta*/, T alpha), alpha * vec1 * vec2, 3, 2, OuterFormats)
OPENACLNN_LOOP(Ger, (T self, T vec2), self * vec2, 2, 0, OuterFormats)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kOut = TernaryArguments("self", "vec1", "vec2", "out");
constexpr auto kInPlace = TernaryArguments("selfRef", "vec1", "vec2", "selfRef");
constexpr auto kVectors = BinaryArguments("self", "vec2", "out");

constexpr ElementwiseRules kRoundedNumbers{.roundsNumbers = true};

// The operator and what it is where beta is 0.
using AddrRows = std::array<ElementwiseOperator, 2>;
constexpr AddrRows kAddr{
    ElementwiseRow("aclnnAddr", kOut, LoopAddr, kPromotingDtypes, kRoundedNumbers),
    ElementwiseRow("aclnnAddr", kOut, LoopAddrToNothing, kPromotingDtypes, kRoundedNumbers)};
constexpr AddrRows kInplaceAddr{
    ElementwiseRow("aclnnInplaceAddr", kInPlace, LoopAddr, kPromotingDtypes, kRoundedNumbers),
    ElementwiseRow("aclnnInplaceAddr", kInPlace, LoopAddrToNothing, kPromotingDtypes, kRoundedNumbers)};

// The factor 1 where there is none.
ScalarOperand FactorOrOne(const char* name, const aclScalar* scalar) {
  return scalar == nullptr ? GivenNumber(ScalarOf(int64_t{1})) : FactorScalar(name, scalar);
}

bool IsZero(const aclScalar* scalar) {
  return scalar != nullptr && IsLive(scalar) && ClassOf(scalar->dtype) != DTypeClass::kOther &&
         !ValueOf(*scalar).As<bool>();
}

aclnnStatus AddOuterProduct(const char* function, const AddrRows& rows, const aclTensor* self,
                            const aclTensor* vec1, const aclTensor* vec2, const aclScalar* beta,
                            const aclScalar* alpha, const aclTensor* out, uint64_t* workspaceSize,
                            aclOpExecutor** executor) {
  const ElementwiseOperator& row = rows[IsZero(beta) ? 1 : 0];
  const NamedTensor added{row.op.arguments[0].name, self};
  const auto shapes = [&](ArgumentChecks& check) {
    const NamedTensor first{"vec1", vec1};
    const NamedTensor second{"vec2", vec2};
    check.ValidView(added).ValidView(first).ValidView(second).Rank(first, 1).Rank(second, 1);
    if (check.Failed()) {
      return;
    }
    const std::array<int64_t, 2> product{vec1->viewDims[0], vec2->viewDims[0]};
    check.Require(
        added.name, "a shape that broadcasts to [size of vec1, size of vec2]",
        [&] {
          const std::optional<Dims> both = BroadcastShape(self->viewDims, product);
          return both.has_value() && std::equal(both->begin(), both->end(), product.begin(), product.end());
        },
        [&] { return ShapeText(self->viewDims) + " for " + ShapeText(product); });
  };
  return PhaseOneOfInserted(function, row, {self, vec1, vec2},
                            {FactorOrOne("betaOptional", beta), FactorOrOne("alphaOptional", alpha)}, out,
                            workspaceSize, executor, shapes, [](size_t input) {
                              return InsertedDims{1, input == 1 ? 1U : 0U};
                            });
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnAddr,
                (const aclTensor* self, const aclTensor* vec1, const aclTensor* vec2,
                 const aclScalar* betaOptional, const aclScalar* alphaOptional, aclTensor* out),
                {
                  return AddOuterProduct(__func__, kAddr, self, vec1, vec2, betaOptional, alphaOptional, out,
                                         workspaceSize, executor);
                })
OPENACLNN_ENTRY(aclnnInplaceAddr,
                (aclTensor * selfRef, const aclTensor* vec1, const aclTensor* vec2,
                 const aclScalar* betaOptional, const aclScalar* alphaOptional),
                {
                  return AddOuterProduct(__func__, kInplaceAddr, selfRef, vec1, vec2, betaOptional,
                                         alphaOptional, selfRef, workspaceSize, executor);
                })
OPENACLNN_ENTRY(aclnnGer, (const aclTensor* self, const aclTensor* vec2, aclTensor* out), {
  static constexpr ElementwiseOperator kRow = ElementwiseRow("aclnnGer", kVectors, LoopGer, kPromotingDtypes);
  const auto vectors = [&](ArgumentChecks& check) {
    for (const NamedTensor& vector : {NamedTensor{"self", self}, NamedTensor{"vec2", vec2}}) {
      check.ValidView(vector).Rank(vector, 1);
    }
  };
  return PhaseOneOfInserted(__func__, kRow, {self, vec2}, {}, out, workspaceSize, executor, vectors,
                            [](size_t input) {
                              return InsertedDims{1, input == 0 ? 1U : 0U};
                            });
})
#endif  // HWY_ONCE
