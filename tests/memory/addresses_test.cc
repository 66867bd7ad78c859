// SPDX-License-Identifier: Apache-2.0
//
// Which tensor an address is set for: the inputs of every operator are counted in the order of its prototype,
// and then the outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_mul.h"
#include "tests/memory/calls.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

// Whether a tensor is written in place: nobody says where it counts.
bool IsInPlace(const SmallCall& small) {
  return std::ranges::any_of(small.call.operands, [](const catalogue::Operand& operand) {
    return operand.argument->IsRead() && operand.argument->IsWritten();
  });
}

TEST(Addresses, AreOfTheArgumentsOfThePrototype) {
  size_t count = 0;
  for (const SmallCall& small : SmallCalls()) {
    const auto& operands = small.call.operands;
    if (IsInPlace(small)) {
      continue;
    }
    ++count;
    const catalogue::BoundCall bound = BindWithoutMemory(small.call);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(small.call.op->phases.phaseOne(bound.Values(), &size, &executor), 0) << small.name;
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
    const auto inputs = static_cast<size_t>(std::ranges::count_if(
        operands, [](const catalogue::Operand& operand) { return operand.argument->IsRead(); }));
    size_t input = 0;
    size_t output = inputs;
    for (size_t i = 0; i < operands.size(); ++i) {
      const size_t index = operands[i].argument->IsRead() ? input++ : output++;
      aclTensor* const tensor = bound.Tensor(i);
      if (tensor != nullptr && !operands[i].argument->unused) {
        EXPECT_EQ(aclSetTensorAddr(executor, index, tensor, nullptr), 0)
            << small.name << ": " << operands[i].argument->name << ": " << aclGetRecentErrMsg();
      }
    }
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  }
  EXPECT_GT(count, 0U);
}

// Where the same argument is read and written, it moves as a whole.
TEST(Addresses, OfWhatIsWrittenInPlaceAreOne) {
  const RawTensor<float> self({1, 2, 3}, ACL_FLOAT);
  const RawTensor<float> moved({10, 20, 30}, ACL_FLOAT);
  const RawTensor<float> other({2, 2, 2}, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnInplaceMulGetWorkspaceSize(self.Get(), other.Get(), &size, &executor), 0);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  void* address = nullptr;
  ASSERT_EQ(aclGetRawTensorAddr(moved.Get(), &address), 0);
  ASSERT_EQ(aclSetTensorAddr(executor, 0, self.Get(), address), 0);
  ASSERT_EQ(size, 0U);
  ASSERT_EQ(aclnnInplaceMul(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(moved.Read(), (std::vector<float>{20, 40, 60}));
  EXPECT_EQ(self.Read(), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

}  // namespace
}  // namespace openaclnn::testing
