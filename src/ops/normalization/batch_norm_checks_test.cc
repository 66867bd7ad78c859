// SPDX-License-Identifier: Apache-2.0
//
// The statuses of batch norm and its gradients.
#include <gtest/gtest.h>

#include <cstdint>

#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;

class BatchNormChecks : public PhaseOneTest {
 protected:
  Descriptor data{{4, 6, 2}};
  Descriptor row{{6}};
  Descriptor wrong{{5}};
  Descriptor flat{{6}};
  Descriptor half{{4, 6, 2}, ACL_FLOAT16};
  Descriptor halfRow{{6}, ACL_FLOAT16};
  Descriptor doubles{{4, 6, 2}, ACL_DOUBLE};

  struct Tensors {
    const aclTensor* input;
    const aclTensor* weight;
    aclTensor* runningMean;
    aclTensor* output;
    aclTensor* saveMean;
  };
  [[nodiscard]] Tensors Usual() const { return {data.Get(), row.Get(), row.Get(), data.Get(), row.Get()}; }
  aclnnStatus Forward(const Tensors& tensors, bool training = true, double eps = kEpsilon) {
    return Call("aclnnBatchNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormGetWorkspaceSize(tensors.input, tensors.weight, nullptr, tensors.runningMean,
                                            tensors.runningMean, training, 0.1, eps, tensors.output,
                                            tensors.saveMean, row.Get(), size, executor);
    });
  }

  struct GradientTensors {
    const aclTensor* gradOut;
    const aclTensor* weight;
    const aclTensor* runningMean;
    const aclTensor* saveMean;
    const aclBoolArray* mask;
    aclTensor* gradInput;
    aclTensor* gradWeight;
  };
  aclnnStatus Backward(const GradientTensors& tensors, bool training = true, double eps = kEpsilon) {
    return Call("aclnnBatchNormBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormBackwardGetWorkspaceSize(tensors.gradOut, data.Get(), tensors.weight,
                                                    tensors.runningMean, row.Get(), tensors.saveMean,
                                                    row.Get(), training, eps, tensors.mask, tensors.gradInput,
                                                    tensors.gradWeight, nullptr, size, executor);
    });
  }
};

TEST_F(BatchNormChecks, Forward) {
  Tensors tensors = Usual();
  EXPECT_EQ(Forward(tensors), ACL_SUCCESS);
  EXPECT_EQ(Forward(tensors, false), ACL_SUCCESS);
  tensors.runningMean = nullptr;
  EXPECT_EQ(Forward(tensors), ACL_SUCCESS);
  EXPECT_EQ(Forward(tensors, false), kNullptr);
  ExpectMessage({"runningMean"});
  tensors = Usual();
  tensors.input = nullptr;
  EXPECT_EQ(Forward(tensors), kNullptr);
  ExpectMessage({"input"});
  tensors = Usual();
  tensors.output = nullptr;
  EXPECT_EQ(Forward(tensors), kNullptr);
  ExpectMessage({"output"});
  tensors = Usual();
  tensors.saveMean = nullptr;
  EXPECT_EQ(Forward(tensors), kNullptr);
  ExpectMessage({"saveMean"});
  tensors = {doubles.Get(), nullptr, nullptr, doubles.Get(), row.Get()};
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"input", "FLOAT", "DOUBLE"});
  tensors = Usual();
  tensors.output = half.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"output", "FLOAT16"});
  tensors = Usual();
  tensors.weight = halfRow.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"weight", "FLOAT16"});
  EXPECT_EQ(Forward(Usual(), true, -1), kInvalid);
  ExpectMessage({"eps", "-1"});
  tensors = {flat.Get(), nullptr, nullptr, flat.Get(), row.Get()};
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"input", "2 to 8 dims", "1"});
  tensors = Usual();
  tensors.weight = wrong.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"weight", "[6]", "[5]"});
  tensors = Usual();
  tensors.runningMean = wrong.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"runningMean", "[6]", "[5]"});
  tensors = Usual();
  tensors.output = row.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"output", "[4, 6, 2]", "[6]"});
  tensors = Usual();
  tensors.saveMean = wrong.Get();
  EXPECT_EQ(Forward(tensors), kInvalid);
  ExpectMessage({"saveMean", "[5]"});
}

TEST_F(BatchNormChecks, Backward) {
  const BoolArray mask{true, true, false};
  const BoolArray two{true, true};
  const GradientTensors usual{data.Get(), row.Get(), row.Get(), row.Get(), mask.Get(), data.Get(), row.Get()};
  EXPECT_EQ(Backward(usual), ACL_SUCCESS);
  GradientTensors tensors = usual;
  tensors.runningMean = nullptr;
  EXPECT_EQ(Backward(tensors), ACL_SUCCESS);
  EXPECT_EQ(Backward(tensors, false), kNullptr);
  ExpectMessage({"runningMean"});
  tensors = usual;
  tensors.saveMean = nullptr;
  EXPECT_EQ(Backward(tensors, false), ACL_SUCCESS);
  EXPECT_EQ(Backward(tensors), kNullptr);
  ExpectMessage({"saveMean"});
  tensors = usual;
  tensors.gradOut = nullptr;
  EXPECT_EQ(Backward(tensors), kNullptr);
  ExpectMessage({"gradOut"});
  tensors = usual;
  tensors.mask = nullptr;
  EXPECT_EQ(Backward(tensors), kNullptr);
  ExpectMessage({"outputMask"});
  tensors = usual;
  tensors.gradWeight = nullptr;
  EXPECT_EQ(Backward(tensors), kNullptr);
  ExpectMessage({"gradWeight"});
  tensors = usual;
  tensors.mask = two.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"outputMask", "3", "2"});
  tensors = usual;
  tensors.gradOut = half.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"input", "FLOAT16"});
  tensors = usual;
  tensors.gradInput = half.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"gradInput", "FLOAT16"});
  EXPECT_EQ(Backward(usual, true, -1), kInvalid);
  ExpectMessage({"eps", "-1"});
  tensors = usual;
  tensors.gradOut = row.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"gradOut", "[4, 6, 2]", "[6]"});
  tensors = usual;
  tensors.weight = wrong.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"weight", "[6]", "[5]"});
  tensors = usual;
  tensors.gradWeight = wrong.Get();
  EXPECT_EQ(Backward(tensors), kInvalid);
  ExpectMessage({"gradWeight", "[5]"});
}

}  // namespace
}  // namespace openaclnn::testing
