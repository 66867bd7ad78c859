// SPDX-License-Identifier: Apache-2.0
//
// The addresses of a repeatable executor's next run: those of every tensor of every operator, however the
// client counts them.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_mul.h"
#include "catalogue/model/values.h"
#include "tests/memory/calls.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

/// How a client counts the tensors of a call.
enum class Counting { kPrototype, kListsAsOne, kByRole, kDynamic };

std::string NameOf(const ::testing::TestParamInfo<Counting>& info) {
  return std::array{"Prototype", "ListsAsOne", "ByRole", "Dynamic"}.at(static_cast<size_t>(info.param));
}

/// The operands of a call that an index counts before one of them: each, or each of its role; an element of a
/// list, or the list.
class Counter {
 public:
  explicit Counter(const catalogue::Call& call) : operands_(call.operands) {}

  [[nodiscard]] size_t Before(size_t operand, bool sameRole, bool listsAsOne) const {
    const catalogue::Argument& argument = *operands_[operand].argument;
    size_t count = 0;
    for (size_t i = 0; i < operand; ++i) {
      const catalogue::Argument& other = *operands_[i].argument;
      const bool ofTheSameList = &other == &argument || (i > 0 && operands_[i - 1].argument == &other);
      if ((sameRole && other.IsRead() != argument.IsRead()) || (listsAsOne && ofTheSameList)) {
        continue;
      }
      ++count;
    }
    return count;
  }

 private:
  const std::vector<catalogue::Operand>& operands_;
};

/// The place of an operand in its list.
size_t PlaceInList(const catalogue::Call& call, size_t operand) {
  return operand - call.IndexOf(call.operands[operand].argument->name);
}

/// Gives operand `i` of a plan another address, as a client does that counts that way.
aclnnStatus SetAddress(const catalogue::Call& call, const catalogue::BoundCall& bound, size_t i,
                       Counting counting, aclOpExecutor* executor, void* address) {
  const catalogue::Argument& argument = *call.operands[i].argument;
  const Counter counter(call);
  aclTensor* const tensor = bound.Tensor(i);
  switch (counting) {
    case Counting::kPrototype:
      return aclSetTensorAddr(executor, counter.Before(i, false, false), tensor, address);
    case Counting::kListsAsOne:
      return aclSetTensorAddr(executor, counter.Before(i, false, true), tensor, address);
    case Counting::kByRole: {
      const size_t index = counter.Before(i, true, false);
      return argument.IsRead() ? aclSetInputTensorAddr(executor, index, tensor, address)
                               : aclSetOutputTensorAddr(executor, index, tensor, address);
    }
    case Counting::kDynamic:
      break;
  }
  if (argument.type != catalogue::CType::kTensorList) {
    return SetAddress(call, bound, i, Counting::kByRole, executor, address);
  }
  const auto number = static_cast<size_t>(&argument - call.op->arguments.data());
  // Clients own the lists that they set addresses by.
  auto* const list = static_cast<aclTensorList*>(const_cast<void*>(bound.Values()[number].object));
  const size_t index = counter.Before(i, true, true);
  return argument.IsRead()
             ? aclSetDynamicInputTensorAddr(executor, index, PlaceInList(call, i), list, address)
             : aclSetDynamicOutputTensorAddr(executor, index, PlaceInList(call, i), list, address);
}

class Addresses : public ::testing::TestWithParam<Counting> {};

INSTANTIATE_TEST_SUITE_P(Countings, Addresses,
                         ::testing::Values(Counting::kPrototype, Counting::kListsAsOne, Counting::kByRole,
                                           Counting::kDynamic),
                         NameOf);

/// Other numbers for the inputs of a call.
std::vector<std::vector<std::byte>> OtherElements(const SmallCall& small, uint64_t seed) {
  std::vector<std::vector<std::byte>> elements;
  std::mt19937_64 random(seed);
  for (const catalogue::Operand& operand : small.call.operands) {
    elements.push_back(operand.IsRead() ? catalogue::DrawElements(small.call, operand, random)
                                        : std::vector<std::byte>(operand.Bytes()));
  }
  return elements;
}

/// Memory of every operand, apart from all others.
class Instance {
 public:
  Instance(const SmallCall& small, const std::vector<std::vector<std::byte>>& elements) {
    for (size_t i = 0; i < elements.size(); ++i) {
      blocks_.emplace_back(elements[i], small.call.operands[i].Bytes());
    }
  }

  [[nodiscard]] void* Address(size_t operand) const { return blocks_[operand].Get(); }
  [[nodiscard]] std::vector<Place> Places() const {
    std::vector<Place> places;
    for (const Block& block : blocks_) {
      places.push_back({block.Get(), {}, 0});
    }
    return places;
  }
  /// All operands, those that are read, too: nothing else may have been written.
  [[nodiscard]] std::vector<std::vector<std::byte>> Read(const SmallCall& small) const {
    std::vector<std::vector<std::byte>> all;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      all.push_back(blocks_[i].Read(0, small.call.operands[i].Bytes()));
    }
    return all;
  }

 private:
  std::vector<Block> blocks_;
};

// One plan: it runs in the memory that phase one was given, and then in memory with other numbers.
TEST_P(Addresses, OfEveryTensorOfEveryOperatorMoveTheNextRun) {
  for (const SmallCall& small : SmallCalls()) {
    SCOPED_TRACE(small.name);
    const catalogue::Call& call = small.call;
    const auto numbers = OtherElements(small, 71);
    const Instance first(small, small.elements);
    const Instance second(small, numbers);
    const Instance expected(small, numbers);
    ASSERT_EQ(RunCall(call, expected.Places()), 0) << LastMessage();

    const catalogue::BoundCall bound = BindWithoutMemory(call);
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (bound.Tensor(i) != nullptr) {
        ASSERT_EQ(aclSetRawTensorAddr(bound.Tensor(i), first.Address(i)), 0);
      }
    }
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(bound.PhaseOne(&size, &executor), 0) << RecentMessage();
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
    const Block workspace({}, size);
    void* const given = size == 0 ? nullptr : workspace.Get();
    ASSERT_EQ(bound.PhaseTwo(given, size, executor, nullptr), 0) << RecentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0) << RecentMessage();
    const auto left = first.Read(small);
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (bound.Tensor(i) != nullptr) {
        EXPECT_EQ(SetAddress(call, bound, i, GetParam(), executor, second.Address(i)), 0)
            << call.operands[i].argument->name << ": " << RecentMessage();
      }
    }
    ASSERT_EQ(bound.PhaseTwo(given, size, executor, nullptr), 0) << RecentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0) << RecentMessage();
    EXPECT_EQ(second.Read(small), expected.Read(small));
    EXPECT_EQ(first.Read(small), left);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  }
}

// Where the same argument is read and written, it moves as a whole.
TEST(AddressesOfOneTensor, OfWhatIsWrittenInPlaceAreOne) {
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
