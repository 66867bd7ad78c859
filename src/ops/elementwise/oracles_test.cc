// SPDX-License-Identifier: Apache-2.0
//
// Element-by-element operators against what their formulas give in long double.
#include <array>

#include "tests/pointwise/oracle.h"

namespace openaclnn::testing {
namespace {

long double Sum(Elements x) {
  return x[0] + x[2] * x[1];
}
long double Difference(Elements x) {
  return x[0] - x[2] * x[1];
}
long double Exchanged(Elements x) {
  return x[1] - x[2] * x[0];
}
long double Product(Elements x) {
  return x[0] * x[1];
}

const std::array<PointwiseOracle, 14> kSums{{
    {"aclnnAdd", Sum},
    {"aclnnAdds", Sum},
    {"aclnnInplaceAdd", Sum},
    {"aclnnInplaceAdds", Sum},
    {"aclnnInplaceMul", Product},
    {"aclnnInplaceMuls", Product},
    {"aclnnInplaceSub", Difference},
    {"aclnnInplaceSubs", Difference},
    {"aclnnMul", Product},
    {"aclnnMuls", Product},
    {"aclnnRsub", Exchanged},
    {"aclnnRsubs", Exchanged},
    {"aclnnSub", Difference},
    {"aclnnSubs", Difference},
}};
OPENACLNN_POINTWISE_TESTS(Sums, kSums);

}  // namespace
}  // namespace openaclnn::testing
