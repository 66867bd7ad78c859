// SPDX-License-Identifier: Apache-2.0
//
// What OPENACLNN_SOC decides. CMakeLists.txt runs this once for each soc, with what to expect in the
// environment.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "catalogue/catalogue.h"
#include "catalogue/model/call.h"
#include "tests/support/bound_call.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

std::string FromEnvironment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): this program has one thread
  return value == nullptr ? "" : value;
}

// Phase one of each operator on tensors of each of its dtypes.
class Socs : public PhaseOneTest {
 protected:
  aclnnStatus Plan(const catalogue::Call& call) {
    const catalogue::BoundCall bound = BindWithoutMemory(call);
    return Call(call.op->Function(),
                [&](uint64_t* size, aclOpExecutor** executor) { return bound.PhaseOne(size, executor); });
  }

  // With a tensor of BFLOAT16 where that is `dtype`, and without one where it is not.
  static catalogue::Call Draw(const catalogue::Operator& op, aclDataType dtype) {
    for (uint64_t seed = 1;; ++seed) {
      catalogue::RandomChoices choices(seed, dtype, 100);
      catalogue::Call call = catalogue::MakeCall(op, op.draw(choices));
      const bool has = std::ranges::any_of(
          call.operands, [](const catalogue::Operand& operand) { return operand.tensor.dtype == ACL_BF16; });
      if (seed == 100 || has == (dtype == ACL_BF16)) {
        return call;
      }
    }
  }

  const bool bfloat16_ = FromEnvironment("EXPECTED_BFLOAT16") == "yes";
};

TEST_F(Socs, NameIsTheOneAskedFor) {
  EXPECT_EQ(aclrtGetSocName(), FromEnvironment("EXPECTED_NAME"));
}

TEST_F(Socs, EveryTypeButBfloat16IsThereOnEveryProduct) {
  for (const catalogue::Operator& op : catalogue::Operators()) {
    for (const aclDataType dtype : op.LeadDTypes()) {
      if (dtype != ACL_BF16) {
        EXPECT_EQ(Plan(Draw(op, dtype)), ACL_SUCCESS) << op.name << " " << catalogue::NameOf(dtype);
      }
    }
  }
}

TEST_F(Socs, Bfloat16WhereTheChipHasIt) {
  for (const catalogue::Operator& op : catalogue::Operators()) {
    if (!catalogue::Contains(op.LeadDTypes(), ACL_BF16)) {
      continue;
    }
    EXPECT_EQ(Plan(Draw(op, ACL_BF16)), bfloat16_ ? ACL_SUCCESS : kInvalid) << op.name;
    if (!bfloat16_) {
      ExpectMessage({"FLOAT16", FromEnvironment("EXPECTED_NAME").c_str(), "got BFLOAT16"});
    }
  }
}

// Inputs with types of their own, or shared with others that have the same ones: indices.
TEST_F(Socs, EveryTypeOfIndices) {
  for (const catalogue::Operator& op : catalogue::Operators()) {
    if (!bfloat16_ && std::ranges::equal(op.LeadDTypes(), std::array{ACL_BF16})) {
      continue;  // no call of it is right there
    }
    for (const catalogue::Argument* input : op.Inputs()) {
      for (const aclDataType dtype : input->dtypes) {
        if (input->holds == catalogue::Meaning::kIndices && dtype != ACL_BF16) {
          catalogue::Call call = Draw(op, ACL_FLOAT);
          call.operands[call.IndexOf(input->name)].tensor.dtype = dtype;
          if (Plan(call) == ACL_SUCCESS) {
            continue;
          }
          for (catalogue::Operand& operand : call.operands) {
            operand.tensor.dtype = operand.argument->dtypes == input->dtypes ? dtype : operand.tensor.dtype;
          }
          EXPECT_EQ(Plan(call), ACL_SUCCESS) << op.name << " " << catalogue::NameOf(dtype);
        }
      }
    }
  }
}

// The parts that compute in BFLOAT16 are those that copy rows inside a device.
TEST_F(Socs, RowsAreCopiedInsideADeviceWhereTheChipCanDoIt) {
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

// The limit of the first generation's memory is not one of ours.
TEST_F(Socs, ScaledEmbeddingRowsOfAnyLength) {
  catalogue::Arguments arguments;
  arguments.attributes = {{"numWeights", int64_t{10}}, {"scaleGradByFreq", int64_t{1}}};
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    arguments.tensors = {{"grad", {{{4, 1 << 24}, ACL_FLOAT}}}, {"indices", {{{4}, dtype}}}};
    const catalogue::Operator* embedding = catalogue::FindOperator("embedding_dense_backward");
    EXPECT_EQ(Plan(catalogue::MakeCall(*embedding, arguments)), ACL_SUCCESS) << dtype;
  }
}

using UnknownProduct = Socs;

TEST_F(UnknownProduct, IsNamedWhereTypesAreRefused) {
  catalogue::Arguments arguments;
  for (const char* name : {"gradOutput", "self", "target"}) {
    arguments.tensors[name] = {{{2, 3}, ACL_DOUBLE}};
  }
  EXPECT_EQ(Plan(catalogue::MakeCall(*catalogue::FindOperator("mse_loss_backward"), arguments)), kInvalid);
  ExpectMessage({"self", "FLOAT, FLOAT16 or BFLOAT16 (on Ascend9000, an unknown SoC)", "got DOUBLE"});
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
