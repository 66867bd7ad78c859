// SPDX-License-Identifier: Apache-2.0
//
// What the operators that fill tensors with random numbers refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "aclnnop/aclnn_bernoulli.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

class FillStatus : public PhaseOneTest {};

TEST_F(FillStatus, Table) {
  const Descriptor out({4, 5});
  const Descriptor row({5});
  const Descriptor four({4});
  const Descriptor bytes({4, 5}, ACL_UINT8);
  const Descriptor wide({4, 5}, ACL_UINT32);
  const auto normal = [&](aclTensor* tensor, float std) {
    return Call("aclnnInplaceNormal", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceNormalGetWorkspaceSize(tensor, 0, std, 1, 2, size, executor);
    });
  };
  EXPECT_EQ(normal(out.Get(), 1), ACL_SUCCESS);
  EXPECT_EQ(normal(nullptr, 1), kNullptr);
  EXPECT_EQ(normal(out.Get(), -1), kInvalid);
  ExpectMessage({"std", "-1"});
  EXPECT_EQ(normal(out.Get(), std::nanf("")), kInvalid);
  EXPECT_EQ(normal(wide.Get(), 1), kInvalid);
  ExpectMessage({"selfRef", "UINT32"});

  const auto uniform = [&](aclTensor* tensor, double from, double to) {
    return Call("aclnnInplaceUniform", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceUniformGetWorkspaceSize(tensor, from, to, 1, 2, size, executor);
    });
  };
  EXPECT_EQ(uniform(out.Get(), 1, 1), ACL_SUCCESS);
  EXPECT_EQ(uniform(nullptr, 0, 1), kNullptr);
  EXPECT_EQ(uniform(out.Get(), 1, 0.5), kInvalid);
  ExpectMessage({"to", "0.5"});
  EXPECT_EQ(uniform(out.Get(), std::nan(""), 1), kInvalid);
  EXPECT_EQ(uniform(out.Get(), 0, 1e39), kInvalid);
  EXPECT_EQ(uniform(out.Get(), -3e38, 3e38), kInvalid);
  EXPECT_EQ(uniform(bytes.Get(), -1, 3), kInvalid);
  EXPECT_EQ(uniform(bytes.Get(), 0, 255), ACL_SUCCESS);

  const auto random = [&](aclTensor* tensor, int64_t from, int64_t to) {
    return Call("aclnnInplaceRandom", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceRandomGetWorkspaceSize(tensor, from, to, 1, 2, size, executor);
    });
  };
  EXPECT_EQ(random(bytes.Get(), 0, 256), ACL_SUCCESS);
  EXPECT_EQ(random(out.Get(), INT64_MIN, INT64_MAX), ACL_SUCCESS);
  EXPECT_EQ(random(nullptr, 0, 1), kNullptr);
  EXPECT_EQ(random(bytes.Get(), 0, 257), kInvalid);
  ExpectMessage({"to", "257"});
  EXPECT_EQ(random(bytes.Get(), -1, 2), kInvalid);
  EXPECT_EQ(random(out.Get(), 3, 3), kInvalid);
  EXPECT_EQ(random(wide.Get(), 0, 3), kInvalid);

  EXPECT_EQ(Call("aclnnInplaceRandomWithoutFromTo",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnInplaceRandomWithoutFromToGetWorkspaceSize(nullptr, 1, 2, size, executor);
                 }),
            kNullptr);

  const auto bernoulli = [&](aclTensor* tensor, double value) {
    const std::unique_ptr<aclScalar, decltype(&aclDestroyScalar)> prob(aclCreateScalar(&value, ACL_DOUBLE),
                                                                       aclDestroyScalar);
    return Call("aclnnInplaceBernoulli", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceBernoulliGetWorkspaceSize(tensor, std::isinf(value) ? nullptr : prob.get(), 1, 2,
                                                   size, executor);
    });
  };
  EXPECT_EQ(bernoulli(out.Get(), 0), ACL_SUCCESS);
  EXPECT_EQ(bernoulli(out.Get(), std::numeric_limits<double>::infinity()), kNullptr);
  EXPECT_EQ(bernoulli(nullptr, 0), kNullptr);
  EXPECT_EQ(bernoulli(out.Get(), 1.25), kInvalid);
  ExpectMessage({"prob", "1.25"});
  EXPECT_EQ(bernoulli(out.Get(), std::nan("")), kInvalid);

  const auto ofTensor = [&](aclTensor* tensor, const aclTensor* prob) {
    return Call("aclnnInplaceBernoulliTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceBernoulliTensorGetWorkspaceSize(tensor, prob, 1, 2, size, executor);
    });
  };
  EXPECT_EQ(ofTensor(bytes.Get(), row.Get()), ACL_SUCCESS);
  EXPECT_EQ(ofTensor(bytes.Get(), nullptr), kNullptr);
  EXPECT_EQ(ofTensor(bytes.Get(), bytes.Get()), kInvalid);
  EXPECT_EQ(ofTensor(bytes.Get(), four.Get()), kInvalid);
  ExpectMessage({"prob", "[4] against [4, 5]"});
  EXPECT_EQ(ofTensor(row.Get(), out.Get()), kInvalid);

  const auto both = [&](const aclTensor* mean, const aclTensor* std, aclTensor* result) {
    return Call("aclnnNormalTensorTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNormalTensorTensorGetWorkspaceSize(mean, std, 1, 2, result, size, executor);
    });
  };
  EXPECT_EQ(both(out.Get(), row.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(both(nullptr, row.Get(), out.Get()), kNullptr);
  EXPECT_EQ(both(out.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_EQ(both(out.Get(), row.Get(), nullptr), kNullptr);
  EXPECT_EQ(both(out.Get(), four.Get(), out.Get()), kInvalid);
  ExpectMessage({"std", "[4] against [4, 5]"});
  EXPECT_EQ(both(row.Get(), row.Get(), out.Get()), kInvalid);
  EXPECT_EQ(both(out.Get(), bytes.Get(), out.Get()), kInvalid);
  EXPECT_EQ(Call("aclnnNormalTensorFloat",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnNormalTensorFloatGetWorkspaceSize(row.Get(), -2, 1, 2, row.Get(), size,
                                                                 executor);
                 }),
            kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
