// SPDX-License-Identifier: Apache-2.0
//
// Operators whose seed and offset are in tensors: the numbers of the plain ones, and the statuses.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_bernoulli.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using PhaseTwo = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);
using Plain =
    std::function<aclnnStatus(aclTensor* out, int64_t seed, int64_t offset, uint64_t*, aclOpExecutor**)>;
using OfTensors = std::function<aclnnStatus(aclTensor* out, const aclTensor* seed, const aclTensor* offset,
                                            int64_t behind, uint64_t*, aclOpExecutor**)>;

struct Both {
  const char* name;  // of the one with tensors
  Plain plain;
  PhaseTwo plainPhaseTwo;
  OfTensors ofTensors;
  PhaseTwo phaseTwo;
  std::vector<aclDataType> dtypes;
};

const std::vector<aclDataType> kAll{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                    ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8,  ACL_BOOL};
const std::vector<aclDataType> kAllAndComplex = [] {
  std::vector<aclDataType> dtypes = kAll;
  dtypes.insert(dtypes.end(), {ACL_COMPLEX64, ACL_COMPLEX128});
  return dtypes;
}();
IntArray ShapeOfMask() {
  return IntArray({5, 96});  // 480 elements: bits of 60 bytes, in 64
}

std::vector<Both> AllOfThem() {
  return {
      {"aclnnInplaceNormalTensor",
       [](auto* out, int64_t seed, int64_t offset, auto* size, auto** executor) {
         return aclnnInplaceNormalGetWorkspaceSize(out, 0.5F, 2, seed, offset, size, executor);
       },
       aclnnInplaceNormal,
       [](auto* out, auto* seed, auto* offset, int64_t behind, auto* size, auto** executor) {
         return aclnnInplaceNormalTensorGetWorkspaceSize(out, 0.5F, 2, seed, offset, behind, size, executor);
       },
       aclnnInplaceNormalTensor, kAllAndComplex},
      {"aclnnInplaceUniformTensor",
       [](auto* out, int64_t seed, int64_t offset, auto* size, auto** executor) {
         return aclnnInplaceUniformGetWorkspaceSize(out, 0, 1, static_cast<uint64_t>(seed),
                                                    static_cast<uint64_t>(offset), size, executor);
       },
       aclnnInplaceUniform,
       [](auto* out, auto* seed, auto* offset, int64_t behind, auto* size, auto** executor) {
         return aclnnInplaceUniformTensorGetWorkspaceSize(out, 0, 1, seed, offset,
                                                          static_cast<uint64_t>(behind), size, executor);
       },
       aclnnInplaceUniformTensor, kAll},
      {"aclnnInplaceRandomTensor",
       [](auto* out, int64_t seed, int64_t offset, auto* size, auto** executor) {
         return aclnnInplaceRandomGetWorkspaceSize(out, 0, 2, seed, offset, size, executor);
       },
       aclnnInplaceRandom,
       [](auto* out, auto* seed, auto* offset, int64_t behind, auto* size, auto** executor) {
         return aclnnInplaceRandomTensorGetWorkspaceSize(out, 0, 2, seed, offset, behind, size, executor);
       },
       aclnnInplaceRandomTensor, kAllAndComplex},
      {"aclnnInplaceRandomWithoutFromToTensor",
       [](auto* out, int64_t seed, int64_t offset, auto* size, auto** executor) {
         return aclnnInplaceRandomWithoutFromToGetWorkspaceSize(out, seed, offset, size, executor);
       },
       aclnnInplaceRandomWithoutFromTo,
       [](auto* out, auto* seed, auto* offset, int64_t behind, auto* size, auto** executor) {
         return aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize(out, seed, offset, behind, size,
                                                                      executor);
       },
       aclnnInplaceRandomWithoutFromToTensor, kAll},
      {"aclnnDropoutGenMaskV2Tensor",
       [](auto* out, int64_t seed, int64_t offset, auto* size, auto** executor) {
         return aclnnDropoutGenMaskV2GetWorkspaceSize(ShapeOfMask().Get(), 0.25, seed, offset, ACL_FLOAT, out,
                                                      size, executor);
       },
       aclnnDropoutGenMaskV2,
       [](auto* out, auto* seed, auto* offset, int64_t behind, auto* size, auto** executor) {
         return aclnnDropoutGenMaskV2TensorGetWorkspaceSize(ShapeOfMask().Get(), 0.25, seed, offset, behind,
                                                            ACL_FLOAT, out, size, executor);
       },
       aclnnDropoutGenMaskV2Tensor,
       {ACL_UINT8}},
  };
}

class SequenceTensors : public ::testing::TestWithParam<Both> {};
INSTANTIATE_TEST_SUITE_P(Operators, SequenceTensors, ::testing::ValuesIn(AllOfThem()),
                         [](const auto& one) { return std::string(one.param.name).substr(5); });

TEST_P(SequenceTensors, NumbersAreThePlainOnes) {
  const Both& op = GetParam();
  constexpr int64_t kSeed = -7;
  const RawTensor<int64_t> seed({kSeed}, ACL_INT64);
  const RawTensor<int64_t> offset({1000}, ACL_INT64);
  for (const aclDataType dtype : op.dtypes) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed}) {
      const NumberTensor expected({8, 8}, dtype, lie);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return op.plain(expected.Get(), kSeed, 1024, size, executor);
                    },
                    op.plainPhaseTwo),
                ACL_SUCCESS)
          << RecentMessage();
      const NumberTensor actual({8, 8}, dtype, lie);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return op.ofTensors(actual.Get(), seed.Get(), offset.Get(), 24, size, executor);
                    },
                    op.phaseTwo),
                ACL_SUCCESS)
          << RecentMessage();
      EXPECT_EQ(actual.Read().values, expected.Read().values) << dtype;
      EXPECT_TRUE(actual.IsIntactBetween());
    }
  }
}

class SequenceTensorsStatus : public PhaseOneTest {};

TEST_F(SequenceTensorsStatus, Table) {
  const Descriptor bytes({64}, ACL_UINT8);
  const Descriptor one({1}, ACL_INT64);
  const Descriptor none({}, ACL_INT64);
  const Descriptor two({2}, ACL_INT64);
  const Descriptor narrow({1}, ACL_INT32);
  for (const Both& op : AllOfThem()) {
    const auto call = [&](aclTensor* out, const aclTensor* seed, const aclTensor* offset) {
      return Call(op.name, [&](uint64_t* size, aclOpExecutor** executor) {
        return op.ofTensors(out, seed, offset, 0, size, executor);
      });
    };
    EXPECT_EQ(call(bytes.Get(), one.Get(), none.Get()), ACL_SUCCESS);
    EXPECT_EQ(call(nullptr, one.Get(), one.Get()), kNullptr);
    EXPECT_EQ(call(bytes.Get(), nullptr, one.Get()), kNullptr);
    ExpectMessage({"seedTensor"});
    EXPECT_EQ(call(bytes.Get(), one.Get(), nullptr), kNullptr);
    ExpectMessage({"offsetTensor"});
    EXPECT_EQ(call(bytes.Get(), two.Get(), one.Get()), kInvalid);
    ExpectMessage({"seedTensor", "2"});
    EXPECT_EQ(call(bytes.Get(), one.Get(), narrow.Get()), kInvalid);
    ExpectMessage({"offsetTensor", "INT32"});
  }
}

// Out of place: what is filled in place, of a tensor that is not read.
TEST(Bernoulli, OutOfPlaceIsAsInPlace) {
  const Scalar half(0.5, ACL_DOUBLE);
  const RawTensor<float> prob({0, 0.25F, 0.5F, 1}, ACL_FLOAT);
  for (const aclDataType dtype : kAll) {
    for (const bool ofTensor : {false, true}) {
      const NumberTensor self({64, 4}, ACL_FLOAT, Lie::kPlain);
      const NumberTensor out({64, 4}, dtype, Lie::kTransposed);
      const NumberTensor filled({64, 4}, dtype, Lie::kPlain);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return ofTensor ? aclnnBernoulliTensorGetWorkspaceSize(self.Get(), prob.Get(), 3, 8,
                                                                             out.Get(), size, executor)
                                      : aclnnBernoulliGetWorkspaceSize(self.Get(), half.Get(), 3, 8,
                                                                       out.Get(), size, executor);
                    },
                    ofTensor ? aclnnBernoulliTensor : aclnnBernoulli),
                ACL_SUCCESS)
          << RecentMessage();
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return ofTensor ? aclnnInplaceBernoulliTensorGetWorkspaceSize(filled.Get(), prob.Get(),
                                                                                    3, 8, size, executor)
                                      : aclnnInplaceBernoulliGetWorkspaceSize(filled.Get(), half.Get(), 3, 8,
                                                                              size, executor);
                    },
                    ofTensor ? aclnnInplaceBernoulliTensor : aclnnInplaceBernoulli),
                ACL_SUCCESS)
          << RecentMessage();
      EXPECT_EQ(out.Read().values, filled.Read().values) << dtype;
      EXPECT_TRUE(out.IsIntactBetween());
    }
  }
}

TEST_F(SequenceTensorsStatus, Bernoulli) {
  const Descriptor self({4, 5});
  const Descriptor row({5});
  const Descriptor four({4});
  const Descriptor wide({4, 5}, ACL_UINT32);
  const Scalar half(0.5, ACL_FLOAT);
  const Scalar large(1.5, ACL_FLOAT);
  const auto number = [&](const aclTensor* like, const aclScalar* prob, aclTensor* out) {
    return Call("aclnnBernoulli", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBernoulliGetWorkspaceSize(like, prob, 1, 3, out, size, executor);
    });
  };
  EXPECT_EQ(number(self.Get(), half.Get(), self.Get()), ACL_SUCCESS);
  EXPECT_EQ(number(nullptr, half.Get(), self.Get()), kNullptr);
  EXPECT_EQ(number(self.Get(), nullptr, self.Get()), kNullptr);
  EXPECT_EQ(number(self.Get(), half.Get(), nullptr), kNullptr);
  EXPECT_EQ(number(self.Get(), large.Get(), self.Get()), kInvalid);
  ExpectMessage({"prob", "1.5"});
  EXPECT_EQ(number(self.Get(), half.Get(), row.Get()), kInvalid);
  ExpectMessage({"out", "[5]"});
  EXPECT_EQ(number(wide.Get(), half.Get(), self.Get()), kInvalid);
  EXPECT_EQ(number(self.Get(), half.Get(), wide.Get()), kInvalid);
  const auto tensor = [&](const aclTensor* like, const aclTensor* prob, aclTensor* out) {
    return Call("aclnnBernoulliTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBernoulliTensorGetWorkspaceSize(like, prob, 1, 3, out, size, executor);
    });
  };
  EXPECT_EQ(tensor(self.Get(), row.Get(), self.Get()), ACL_SUCCESS);
  EXPECT_EQ(tensor(row.Get(), self.Get(), self.Get()), ACL_SUCCESS);
  EXPECT_EQ(tensor(self.Get(), nullptr, self.Get()), kNullptr);
  EXPECT_EQ(tensor(self.Get(), four.Get(), self.Get()), kInvalid);
  ExpectMessage({"prob", "[4] against [4, 5]"});
  EXPECT_EQ(tensor(self.Get(), row.Get(), row.Get()), kInvalid);
  EXPECT_EQ(tensor(self.Get(), wide.Get(), self.Get()), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
