// SPDX-License-Identifier: Apache-2.0
//
// Handles that stand for no object: destroyed, of another type, inside of an object, never ours. Every
// argument of every operator refuses them; so does every other function that takes one.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "aclnn/acl_meta.h"
#include "tests/memory/calls.h"

namespace openaclnn::testing {
namespace {

using catalogue::CType;
using catalogue::CValue;

constexpr int kInvalid = 161002;

struct Descriptor {
  void operator()(const aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  void operator()(const aclScalar* scalar) const { (void)aclDestroyScalar(scalar); }
  void operator()(const aclIntArray* array) const { (void)aclDestroyIntArray(array); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Descriptor>;

aclTensor* MakeTensor() {
  constexpr int64_t kDim = 2;
  return aclCreateTensor(&kDim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kDim, 1, nullptr);
}

aclScalar* MakeScalar() {
  float value = 1;
  return aclCreateScalar(&value, ACL_FLOAT);
}

aclIntArray* MakeIntArray() {
  constexpr int64_t kValue = 1;
  return aclCreateIntArray(&kValue, 1);
}

bool IsObject(CType type) {
  switch (type) {
    case CType::kInteger:
    case CType::kBool:
    case CType::kReal:
    case CType::kDType:
      return false;
    default:
      return true;
  }
}

std::string TakeMessage() {
  const char* const message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

/// Pointers that are no live object of a type, with what messages say of them.
class BadHandles {
 public:
  struct Bad {
    const void* handle;
    std::string text;
  };

  BadHandles() : tensor_(MakeTensor()), scalar_(MakeScalar()), array_(MakeIntArray()) {
    destroyedTensor_ = MakeTensor();
    EXPECT_EQ(aclDestroyTensor(destroyedTensor_), 0);
    destroyedScalar_ = MakeScalar();
    EXPECT_EQ(aclDestroyScalar(destroyedScalar_), 0);
  }

  [[nodiscard]] std::vector<Bad> For(CType type) const {
    const bool isTensor = type == CType::kTensor || type == CType::kWritableTensor;
    std::vector<Bad> bad{
        {reinterpret_cast<const void*>(uintptr_t{0x10}), "got 0x10, which is no object"},
        {this, "which is no object"},
        {reinterpret_cast<const char*>(tensor_.get()) + 1, "which is no object"},
        {destroyedTensor_, "an aclTensor that was destroyed before"},
        {destroyedScalar_, "an aclScalar that was destroyed before"},
    };
    bad.push_back(isTensor ? Bad{scalar_.get(), "an aclScalar"} : Bad{tensor_.get(), "an aclTensor"});
    if (type != CType::kIntArray) {
      bad.push_back({array_.get(), "an aclIntArray"});
    }
    return bad;
  }

 private:
  Owned<aclTensor> tensor_;
  Owned<aclScalar> scalar_;
  Owned<aclIntArray> array_;
  const aclTensor* destroyedTensor_;
  const aclScalar* destroyedScalar_;
};

/// Arguments that nothing looks at, in this call or in any.
bool IsUnused(const catalogue::Operator& op, const catalogue::Argument& argument) {
  if (op.name.starts_with("flash_attention_score_grad") ||
      op.name.starts_with("flash_attention_unpadding_score_grad")) {
    return argument.name == "softmaxIn";
  }
  // In training the statistics of the batch count, else the running ones.
  return (op.name == "batch_norm_backward" || op.name == "fast_batch_norm_backward") &&
         (argument.name.starts_with("running") || argument.name.starts_with("save"));
}

/// Lists of scalars in whose place these operators also take a tensor.
bool MayBeTensor(const catalogue::Operator& op, const catalogue::Argument& argument) {
  return argument.type == CType::kScalarList &&
         (op.name == "foreach_addcdiv_scalar_list" || op.name == "foreach_addcmul_scalar_list");
}

bool IsLeftOut(const catalogue::Call& call, const catalogue::Argument& argument) {
  for (const catalogue::Operand& operand : call.operands) {
    if (operand.argument == &argument && operand.leftOut) {
      return true;
    }
  }
  return false;
}

TEST(Handles, EveryArgumentOfEveryOperatorIsLookedUp) {
  for (const SmallCall& small : SmallCalls()) {
    const catalogue::BoundCall bound = BindWithoutMemory(small.call);
    const BadHandles handles;
    const auto& arguments = small.call.op->arguments;
    for (size_t number = 0; number < arguments.size(); ++number) {
      const catalogue::Argument& argument = arguments[number];
      if (!IsObject(argument.type) || argument.unused || IsUnused(*small.call.op, argument) ||
          IsLeftOut(small.call, argument)) {
        continue;
      }
      for (const auto& [handle, text] : handles.For(argument.type)) {
        if (text == "an aclTensor" && MayBeTensor(*small.call.op, argument)) {
          continue;
        }
        SCOPED_TRACE(small.name + ": " + argument.name + " is " + text);
        std::vector<CValue> values(bound.Values().begin(), bound.Values().end());
        values[number].object = handle;
        uint64_t size = 77;
        aclOpExecutor* executor = nullptr;
        EXPECT_EQ(small.call.op->phases.phaseOne(values, &size, &executor), kInvalid);
        EXPECT_EQ(size, 77U);
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(argument.name + ": expected a live acl"), std::string::npos) << message;
        EXPECT_NE(message.find(text), std::string::npos) << message;
      }
    }
  }
}

TEST(Handles, ElementsOfListsAreLookedUp) {
  for (const SmallCall& small : SmallCalls()) {
    const auto& arguments = small.call.op->arguments;
    const catalogue::BoundCall bound = BindWithoutMemory(small.call);
    for (size_t number = 0; number < arguments.size(); ++number) {
      if (arguments[number].type != CType::kTensorList || arguments[number].unused) {
        continue;
      }
      SCOPED_TRACE(small.name + ": " + arguments[number].name);
      std::vector<const aclTensor*> elements;
      for (size_t i = 0; i < small.call.operands.size(); ++i) {
        if (small.call.operands[i].argument == &arguments[number]) {
          elements.push_back(MakeTensor());
        }
      }
      if (elements.empty()) {
        continue;
      }
      aclTensorList* const list = aclCreateTensorList(elements.data(), elements.size());
      ASSERT_EQ(aclDestroyTensor(elements.back()), 0);
      std::vector<CValue> values(bound.Values().begin(), bound.Values().end());
      values[number].object = list;
      uint64_t size = 0;
      aclOpExecutor* executor = nullptr;
      EXPECT_EQ(small.call.op->phases.phaseOne(values, &size, &executor), kInvalid);
      const std::string message = TakeMessage();
      EXPECT_NE(message.find("expected a live aclTensor, got 0x"), std::string::npos) << message;
      EXPECT_EQ(aclDestroyTensorList(list), kInvalid);
      EXPECT_NE(TakeMessage().find("an element of the list: expected a live aclTensor"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
