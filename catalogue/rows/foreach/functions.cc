// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_foreach_a_cos_inplace.h"
#include "aclnnop/aclnn_foreach_acos.h"
#include "aclnnop/aclnn_foreach_asin.h"
#include "aclnnop/aclnn_foreach_atan.h"
#include "aclnnop/aclnn_foreach_cos.h"
#include "aclnnop/aclnn_foreach_cosh.h"
#include "aclnnop/aclnn_foreach_erf.h"
#include "aclnnop/aclnn_foreach_erfc.h"
#include "aclnnop/aclnn_foreach_exp.h"
#include "aclnnop/aclnn_foreach_expm1.h"
#include "aclnnop/aclnn_foreach_log.h"
#include "aclnnop/aclnn_foreach_log10.h"
#include "aclnnop/aclnn_foreach_log1p.h"
#include "aclnnop/aclnn_foreach_log2.h"
#include "aclnnop/aclnn_foreach_log_inplace.h"
#include "aclnnop/aclnn_foreach_pow_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar.h"
#include "aclnnop/aclnn_foreach_pow_scalar_and_tensor.h"
#include "aclnnop/aclnn_foreach_pow_scalar_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar_v2.h"
#include "aclnnop/aclnn_foreach_round_off_number.h"
#include "aclnnop/aclnn_foreach_round_off_number_v2.h"
#include "aclnnop/aclnn_foreach_sigmoid.h"
#include "aclnnop/aclnn_foreach_sign.h"
#include "aclnnop/aclnn_foreach_sin.h"
#include "aclnnop/aclnn_foreach_sinh.h"
#include "aclnnop/aclnn_foreach_tan.h"
#include "aclnnop/aclnn_foreach_tanh.h"
#include "catalogue/rows/foreach/lists.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::foreach::functions {

std::vector<Operator> Rows() {
  return {
      FOREACH_ROW(ForeachACosInplace, "arc cosines, in place", "x[k] = acos(x[k])",
                  {InPlaceList("x", Floats())}),
      FOREACH_ROW(ForeachAcos, "arc cosines", "out[k] = acos(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachAsin, "arc sines", "out[k] = asin(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachAtan, "arc tangents", "out[k] = atan(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachCos, "cosines", "out[k] = cos(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachCosh, "hyperbolic cosines", "out[k] = cosh(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachErf, "the error function", "out[k] = erf(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachErfc, "the complementary error function", "out[k] = 1 - erf(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachLog, "natural logarithms", "out[k] = log(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachLog10, "logarithms to base 10", "out[k] = log10(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachLog1p, "logarithms of 1 + x", "out[k] = log(1 + x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachLog2, "logarithms to base 2", "out[k] = log2(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachSigmoid, "logistic functions", "out[k] = 1 / (1 + exp(-x[k]))",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachSin, "sines", "out[k] = sin(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachSinh, "hyperbolic sines", "out[k] = sinh(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachTan, "tangents", "out[k] = tan(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachTanh, "hyperbolic tangents", "out[k] = tanh(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachExp, "exponentials", "out[k] = exp(x[k])",
                  {List("x", Joined(Floats(), {ACL_INT16, ACL_INT8, ACL_UINT8})),
                   ResultList("out", "x", Joined(Floats(), {ACL_INT16, ACL_INT8, ACL_UINT8}))}),
      FOREACH_ROW(ForeachExpm1, "exponentials minus 1", "out[k] = exp(x[k]) - 1",
                  {List("x", Joined(Floats(), {ACL_INT16, ACL_INT8, ACL_UINT8})),
                   ResultList("out", "x", Joined(Floats(), {ACL_INT16, ACL_INT8, ACL_UINT8}))}),
      FOREACH_ROW(ForeachLogInplace, "natural logarithms, in place", "x[k] = log(x[k])",
                  {InPlaceList("x", Floats())}),
      FOREACH_ROW(ForeachPowList, "powers of a list to a list", "out[k] = x1[k]^x2[k]",
                  {List("x1", Computed()), List("x2", Computed()), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(
          ForeachPowScalar, "powers of a list to a number", "out[k] = x[k]^scalar[0]",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachPowScalarAndTensor, "powers of a number to a list", "out[k] = scalar^x[k]",
                  {NumberFor("scalar", "x", 3), List("x", Computed()), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachPowScalarList, "powers of a list to numbers", "out[k] = x[k]^scalars[k]",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachPowScalarV2, "powers of a list to a number", "out[k] = x[k]^scalar",
                  {List("x", Floats()), NumberFor("scalar", "x", 3), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachRoundOffNumber, "rounding to integers",
                  "out[k] = x[k], rounded as roundMode[0] says",
                  {List("x", Joined(Floats(), {ACL_INT16})), NumberTensor("roundMode", "x", false),
                   ResultList("out", "x", Joined(Floats(), {ACL_INT16}))}),
      FOREACH_ROW(ForeachRoundOffNumberV2, "rounding to integers", "out[k] = x[k], rounded as roundMode says",
                  {List("x", Joined(Floats(), {ACL_INT16})), NumberFor("roundMode", "x", 4),
                   ResultList("out", "x", Joined(Floats(), {ACL_INT16}))}),
      FOREACH_ROW(ForeachSign, "signs", "out[k] = -1, 0 or 1",
                  {List("x", Joined(Floats(), {ACL_INT8, ACL_INT32, ACL_INT64})),
                   ResultList("out", "x", Joined(Floats(), {ACL_INT8, ACL_INT32, ACL_INT64}))}),
  };
}

}  // namespace openaclnn::catalogue::foreach::functions
