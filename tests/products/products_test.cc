// SPDX-License-Identifier: Apache-2.0
//
// What OPENACLNN_SOC decides. CMakeLists.txt runs this once for each product, with what to expect in the
// environment.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

std::string FromEnvironment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): this program has one thread
  return value == nullptr ? "" : value;
}

// Phase one of each operator on tensors of one dtype.
class Products : public PhaseOneTest {
 protected:
  aclnnStatus GroupNorm(aclDataType dtype) {
    const Descriptor data({2, 4, 3}, dtype);
    const Descriptor statistics({2, 2}, dtype);
    const Descriptor channels({4}, dtype);
    const bool all[] = {true, true, true};
    aclBoolArray* mask = aclCreateBoolArray(all, 3);
    const aclnnStatus status = Call("aclnnGroupNormBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormBackwardGetWorkspaceSize(
          data.Get(), data.Get(), statistics.Get(), statistics.Get(), channels.Get(), 2, 4, 3, 2, mask,
          data.Get(), channels.Get(), channels.Get(), size, executor);
    });
    EXPECT_EQ(aclDestroyBoolArray(mask), 0);
    return status;
  }

  aclnnStatus Mse(aclDataType dtype) {
    const Descriptor data({2, 3}, dtype);
    return Call("aclnnMseLossBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMseLossBackwardGetWorkspaceSize(data.Get(), data.Get(), data.Get(), 0, data.Get(), size,
                                                  executor);
    });
  }

  aclnnStatus Prelu(aclDataType dtype) {
    const Descriptor data({2, 3}, dtype);
    const Descriptor weight({3}, dtype);
    return Call("aclnnPreluBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPreluBackwardGetWorkspaceSize(data.Get(), data.Get(), weight.Get(), data.Get(),
                                                weight.Get(), size, executor);
    });
  }

  aclnnStatus Embedding(aclDataType dtype) {
    const Descriptor grad({4, 3}, dtype);
    const Descriptor indices({4}, ACL_INT64);
    const Descriptor out({10, 3}, dtype);
    return Call("aclnnEmbeddingDenseBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad.Get(), indices.Get(), 10, 0, false, out.Get(),
                                                         size, executor);
    });
  }

  aclnnStatus Grid(aclDataType dtype) {
    const Descriptor gradOutput({1, 1, 3, 3}, dtype);
    const Descriptor input({1, 1, 5, 8}, dtype);
    const Descriptor grid({1, 3, 3, 2}, dtype);
    const bool both[] = {true, true};
    aclBoolArray* mask = aclCreateBoolArray(both, 2);
    const aclnnStatus status = Call("aclnnGridSampler2DBackward", [&](uint64_t* size,
                                                                      aclOpExecutor** executor) {
      return aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput.Get(), input.Get(), grid.Get(), 0, 0, true,
                                                        mask, input.Get(), grid.Get(), size, executor);
    });
    EXPECT_EQ(aclDestroyBoolArray(mask), 0);
    return status;
  }

  void ExpectAll(aclDataType dtype, aclnnStatus expected) {
    EXPECT_EQ(GroupNorm(dtype), expected);
    EXPECT_EQ(Mse(dtype), expected);
    EXPECT_EQ(Prelu(dtype), expected);
    EXPECT_EQ(Embedding(dtype), expected);
    EXPECT_EQ(Grid(dtype), expected);
  }

  const bool bfloat16_ = FromEnvironment("EXPECTED_BFLOAT16") == "yes";
};

TEST_F(Products, NameIsTheOneAskedFor) {
  EXPECT_EQ(aclrtGetSocName(), FromEnvironment("EXPECTED_NAME"));
}

TEST_F(Products, EveryProductHasFloatAndFloat16) {
  ExpectAll(ACL_FLOAT, ACL_SUCCESS);
  ExpectAll(ACL_FLOAT16, ACL_SUCCESS);
}

TEST_F(Products, Bfloat16WhereTheChipHasIt) {
  ExpectAll(ACL_BF16, bfloat16_ ? ACL_SUCCESS : kInvalid);
  if (!bfloat16_) {
    ExpectMessage({"FLOAT or FLOAT16", FromEnvironment("EXPECTED_NAME").c_str(), "got BFLOAT16"});
  }
}

// The parts that compute in BFLOAT16 are those that copy rows inside a device.
TEST_F(Products, RowsAreCopiedInsideADeviceWhereTheChipCanDoIt) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2dAsync(block, 8, static_cast<char*>(block) + 32, 8, 4, 4, ACL_MEMCPY_DEVICE_TO_DEVICE,
                               nullptr),
            bfloat16_ ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  aclGetRecentErrMsg();
}

TEST_F(Products, EveryIndexDtype) {
  const Descriptor grad({4, 3});
  const Descriptor out({10, 3});
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL}) {
    const Descriptor indices({4}, dtype);
    const aclnnStatus status =
        Call("aclnnEmbeddingDenseBackward", [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad.Get(), indices.Get(), 10, 0, true,
                                                             out.Get(), size, executor);
        });
    EXPECT_EQ(status, ACL_SUCCESS) << dtype;
  }
}

// The limit of the first generation's memory is not one of ours.
TEST_F(Products, ScaledEmbeddingRowsOfAnyLength) {
  const Descriptor grad({4, 1 << 24});
  const Descriptor out({10, 1 << 24});
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    const Descriptor indices({4}, dtype);
    const aclnnStatus status =
        Call("aclnnEmbeddingDenseBackward", [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad.Get(), indices.Get(), 10, 0, true,
                                                             out.Get(), size, executor);
        });
    EXPECT_EQ(status, ACL_SUCCESS) << dtype;
  }
}

using UnknownProduct = Products;

TEST_F(UnknownProduct, IsNamedWhereTypesAreRefused) {
  EXPECT_EQ(Mse(ACL_DOUBLE), kInvalid);
  ExpectMessage({"self", "FLOAT, FLOAT16 or BFLOAT16 (on Ascend9000, an unknown product)", "got DOUBLE"});
}

TEST_F(UnknownProduct, IsAClearErrorOfInit) {
  EXPECT_NE(aclInit(nullptr), ACL_SUCCESS);
  const char* message = aclGetRecentErrMsg();
  ASSERT_NE(message, nullptr);
  EXPECT_NE(std::string(message).find("OPENACLNN_SOC"), std::string::npos) << message;
  EXPECT_NE(std::string(message).find("Ascend9000"), std::string::npos) << message;
}

}  // namespace
}  // namespace openaclnn::testing
