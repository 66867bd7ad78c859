// SPDX-License-Identifier: Apache-2.0
//
// Descriptors that are gone, of another type or never made, in every function that takes one.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "base/object_slabs.h"

namespace openaclnn::testing {
namespace {

constexpr aclnnStatus kInvalid = 161002;
constexpr int64_t kDim = 3;

aclTensor* MakeTensor() {
  return aclCreateTensor(&kDim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kDim, 1, nullptr);
}

aclScalar* MakeScalar() {
  float value = 1;
  return aclCreateScalar(&value, ACL_FLOAT);
}

std::string TakeMessage() {
  const char* const message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

/// How objects of one type are made and destroyed.
struct Kind {
  const char* type;
  std::function<const void*()> make;
  std::function<aclnnStatus(const void*)> destroy;
};

template <typename Object>
Kind KindOf(const char* type, std::function<const void*()> make, aclnnStatus (*destroy)(const Object*)) {
  return {type, std::move(make),
          [destroy](const void* object) { return destroy(static_cast<const Object*>(object)); }};
}

std::vector<Kind> Kinds() {
  static constexpr float kFloat = 1;
  static constexpr bool kBool = true;
  return {
      KindOf("aclTensor", MakeTensor, aclDestroyTensor),
      KindOf("aclScalar", MakeScalar, aclDestroyScalar),
      KindOf(
          "aclIntArray", [] { return aclCreateIntArray(&kDim, 1); }, aclDestroyIntArray),
      KindOf(
          "aclFloatArray", [] { return aclCreateFloatArray(&kFloat, 1); }, aclDestroyFloatArray),
      KindOf(
          "aclBoolArray", [] { return aclCreateBoolArray(&kBool, 1); }, aclDestroyBoolArray),
      KindOf(
          "aclTensorList", [] { return aclCreateTensorList(nullptr, 0); }, aclDestroyTensorList),
      KindOf(
          "aclScalarList", [] { return aclCreateScalarList(nullptr, 0); }, aclDestroyScalarList),
  };
}

TEST(Handles, AreDestroyedOnce) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(kind.type);
    const void* const object = kind.make();
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(kind.destroy(object), 0);
    (void)TakeMessage();
    EXPECT_EQ(kind.destroy(object), kInvalid);
    EXPECT_NE(TakeMessage().find(std::string("an ") + kind.type + " that was destroyed before"),
              std::string::npos);
    EXPECT_EQ(kind.destroy(nullptr), 0);
  }
}

TEST(Handles, OfAnotherTypeAreLeftAlone) {
  for (const Kind& made : Kinds()) {
    const void* const object = made.make();
    for (const Kind& other : Kinds()) {
      if (other.type != made.type) {
        EXPECT_EQ(other.destroy(object), kInvalid) << other.type << " " << made.type;
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(std::string("an ") + made.type), std::string::npos) << message;
      }
    }
    EXPECT_EQ(made.destroy(object), 0) << made.type;
  }
}

TEST(Handles, ThatNeverWereOnesAreRefused) {
  for (const Kind& kind : Kinds()) {
    const int local = 0;
    for (const void* const stray :
         {reinterpret_cast<const void*>(uintptr_t{0x10}), reinterpret_cast<const void*>(UINTPTR_MAX),
          static_cast<const void*>(&local)}) {
      EXPECT_EQ(kind.destroy(stray), kInvalid) << kind.type;
      const std::string message = TakeMessage();
      EXPECT_NE(message.find("which is no object that this library made"), std::string::npos) << message;
    }
  }
}

TEST(Handles, DestroyedByManyThreadsAreDestroyedByOne) {
  for (const Kind& kind : Kinds()) {
    constexpr int kRounds = 50;
    for (int round = 0; round < kRounds; ++round) {
      const void* const object = kind.make();
      std::atomic<int> destroyed = 0;
      std::vector<std::thread> threads;
      for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] { destroyed += kind.destroy(object) == 0 ? 1 : 0; });
      }
      for (std::thread& thread : threads) {
        thread.join();
      }
      EXPECT_EQ(destroyed, 1) << kind.type;
    }
  }
}

// Objects of many slabs, destroyed in an order that mixes them.
TEST(Handles, OfManyObjectsAreToldApart) {
  constexpr size_t kCount = 5000;
  std::vector<aclScalar*> scalars;
  for (size_t i = 0; i < kCount; ++i) {
    scalars.push_back(MakeScalar());
    ASSERT_NE(scalars.back(), nullptr);
  }
  for (size_t i = 0; i < kCount; i += 3) {
    EXPECT_EQ(aclDestroyScalar(scalars[i]), 0);
  }
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(aclDestroyScalar(scalars[i]), i % 3 == 0 ? kInvalid : 0);
  }
  (void)TakeMessage();
}

TEST(Handles, TheSlotThatIsFreeForLongestIsUsedFirst) {
  const aclTensor* const gone = MakeTensor();
  ASSERT_EQ(aclDestroyTensor(gone), 0);
  const aclTensor* const next = MakeTensor();
  EXPECT_NE(next, gone);
  EXPECT_EQ(aclDestroyTensor(next), 0);
}

template <typename Getter, typename... Outputs>
void ExpectRefused(const Getter& getter, const aclTensor* tensor, Outputs*... outputs) {
  EXPECT_EQ(getter(tensor, outputs...), kInvalid);
  EXPECT_NE(TakeMessage().find("expected a live aclTensor"), std::string::npos);
}

TEST(Handles, OfTensorsAreLookedUpByEveryFunction) {
  aclTensor* const gone = MakeTensor();
  ASSERT_EQ(aclDestroyTensor(gone), 0);
  for (aclTensor* const bad : {gone, reinterpret_cast<aclTensor*>(uintptr_t{0x10})}) {
    int64_t* dims = nullptr;
    uint64_t count = 0;
    int64_t offset = 0;
    aclFormat format = ACL_FORMAT_ND;
    aclDataType dtype = ACL_FLOAT;
    void* address = nullptr;
    ExpectRefused(aclGetViewShape, bad, &dims, &count);
    ExpectRefused(aclGetStorageShape, bad, &dims, &count);
    ExpectRefused(aclGetViewStrides, bad, &dims, &count);
    ExpectRefused(aclGetViewOffset, bad, &offset);
    ExpectRefused(aclGetFormat, bad, &format);
    ExpectRefused(aclGetDataType, bad, &dtype);
    ExpectRefused(aclGetRawTensorAddr, bad, &address);
    EXPECT_EQ(aclSetRawTensorAddr(bad, nullptr), kInvalid);
    EXPECT_EQ(aclInitTensor(bad, &kDim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kDim, 1, nullptr),
              kInvalid);
    EXPECT_EQ(dims, nullptr);
  }
  uint64_t size = 7;
  EXPECT_EQ(aclGetIntArraySize(reinterpret_cast<const aclIntArray*>(gone), &size), kInvalid);
  EXPECT_EQ(aclGetFloatArraySize(reinterpret_cast<const aclFloatArray*>(gone), &size), kInvalid);
  EXPECT_EQ(aclGetBoolArraySize(reinterpret_cast<const aclBoolArray*>(gone), &size), kInvalid);
  EXPECT_EQ(aclGetTensorListSize(reinterpret_cast<const aclTensorList*>(gone), &size), kInvalid);
  EXPECT_EQ(aclGetScalarListSize(reinterpret_cast<const aclScalarList*>(gone), &size), kInvalid);
  EXPECT_EQ(size, 7U);
  (void)TakeMessage();
}

TEST(Handles, ADestroyedTensorGetsNoAddress) {
  const std::array<aclTensor*, 3> tensors{MakeTensor(), MakeTensor(), MakeTensor()};
  aclScalar* const alpha = MakeScalar();
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor), 0);
  ASSERT_EQ(aclDestroyTensor(tensors[0]), 0);
  EXPECT_EQ(aclSetInputTensorAddr(executor, 0, tensors[0], nullptr), kInvalid);
  EXPECT_NE(TakeMessage().find("self: expected a live aclTensor"), std::string::npos);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(aclDestroyTensor(tensors[1]), 0);
  EXPECT_EQ(aclDestroyTensor(tensors[2]), 0);
  EXPECT_EQ(aclDestroyScalar(alpha), 0);
}

}  // namespace
}  // namespace openaclnn::testing
