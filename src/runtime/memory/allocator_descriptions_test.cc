// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "runtime/core/testing.h"
#include "runtime/stream/stream_settings.h"

namespace openaclnn::runtime {
namespace {

void* Allocate(aclrtAllocator /*allocator*/, size_t /*size*/) {
  return nullptr;
}
void* AllocateOther(aclrtAllocator /*allocator*/, size_t /*size*/) {
  return nullptr;
}
void Free(aclrtAllocator /*allocator*/, aclrtAllocatorBlock /*block*/) {}
void* AllocateAt(aclrtAllocator /*allocator*/, size_t /*size*/, aclrtAllocatorAddr /*address*/) {
  return nullptr;
}
void* AddressOf(aclrtAllocatorBlock block) {
  return block;
}

// What aclrtAllocatorGetByStream says.
struct Asked : RegisteredAllocator {
  aclError Ask(aclrtStream stream) {
    return aclrtAllocatorGetByStream(stream, &description, &facts.allocator, &facts.allocate, &facts.free,
                                     &facts.allocateAt, &facts.addressOf);
  }
};

class AllocatorTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    description_ = aclrtAllocatorCreateDesc();
    ASSERT_NE(description_, nullptr);
  }
  void TearDown() override {
    if (description_ != nullptr) {
      EXPECT_EQ(aclrtAllocatorDestroyDesc(description_), ACL_SUCCESS);
    }
    if (stream_ != nullptr) {
      EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }
  aclrtStream stream_ = nullptr;
  aclrtAllocatorDesc description_ = nullptr;
  int object_ = 0;
};

TEST_F(AllocatorTest, AStreamKeepsWhatItWasGiven) {
  EXPECT_EQ(aclrtAllocatorSetObjToDesc(description_, &object_), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorSetAllocFuncToDesc(description_, &Allocate), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorSetFreeFuncToDesc(description_, &Free), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorSetAllocAdviseFuncToDesc(description_, &AllocateAt), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(description_, &AddressOf), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
  aclrtAllocatorDesc description = description_;
  EXPECT_EQ(aclrtAllocatorSetAllocFuncToDesc(description_, &AllocateOther), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorDestroyDesc(std::exchange(description_, nullptr)), ACL_SUCCESS);
  Asked registered;
  EXPECT_EQ(registered.Ask(stream_), ACL_SUCCESS);
  EXPECT_EQ(registered.description, description);
  EXPECT_EQ(registered.facts.allocator, &object_);
  EXPECT_EQ(registered.facts.allocate, &Allocate) << "as it was at the registration";
  EXPECT_EQ(registered.facts.free, &Free);
  EXPECT_EQ(registered.facts.allocateAt, &AllocateAt);
  EXPECT_EQ(registered.facts.addressOf, &AddressOf);
}

TEST_F(AllocatorTest, TheLastRegistrationHolds) {
  EXPECT_EQ(aclrtAllocatorSetAllocFuncToDesc(description_, &Allocate), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
  aclrtAllocatorDesc other = aclrtAllocatorCreateDesc();
  EXPECT_EQ(aclrtAllocatorSetAllocFuncToDesc(other, &AllocateOther), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorRegister(stream_, other), ACL_SUCCESS);
  Asked registered;
  registered.facts.free = &Free;
  EXPECT_EQ(registered.Ask(stream_), ACL_SUCCESS);
  EXPECT_EQ(registered.description, other);
  EXPECT_EQ(registered.facts.allocate, &AllocateOther);
  EXPECT_EQ(registered.facts.free, nullptr) << "never set";
  EXPECT_EQ(aclrtAllocatorDestroyDesc(other), ACL_SUCCESS);
}

TEST_F(AllocatorTest, UnregisterTakesItAway) {
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorRegister(other, description_), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorUnregister(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorUnregister(stream_), ACL_SUCCESS) << "a repeat";
  Asked registered;
  registered.description = &object_;
  ExpectFailure(registered.Ask(stream_), ACL_ERROR_RT_PARAM_INVALID, {"stream", "allocator"});
  EXPECT_EQ(registered.description, &object_) << "untouched";
  EXPECT_EQ(registered.Ask(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtAllocatorUnregister(other), ACL_SUCCESS) << "a stream that is gone";
  EXPECT_EQ(aclrtAllocatorUnregister(&object_), ACL_SUCCESS) << "one that never was";
  ExpectFailure(aclrtAllocatorUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
}

TEST_F(AllocatorTest, WrongDescriptionsAreFoundOut) {
  aclrtAllocatorDesc gone = aclrtAllocatorCreateDesc();
  EXPECT_EQ(aclrtAllocatorDestroyDesc(gone), ACL_SUCCESS);
  const auto expectAll = [this](aclrtAllocatorDesc description, aclError expected, const char* reason) {
    const std::initializer_list<const char*> fragments = {"allocatorDesc", reason};
    ExpectFailure(aclrtAllocatorSetObjToDesc(description, &object_), expected, fragments);
    ExpectFailure(aclrtAllocatorSetAllocFuncToDesc(description, &Allocate), expected, fragments);
    ExpectFailure(aclrtAllocatorSetFreeFuncToDesc(description, &Free), expected, fragments);
    ExpectFailure(aclrtAllocatorSetAllocAdviseFuncToDesc(description, &AllocateAt), expected, fragments);
    ExpectFailure(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(description, &AddressOf), expected, fragments);
    ExpectFailure(aclrtAllocatorRegister(stream_, description), expected, fragments);
    ExpectFailure(aclrtAllocatorDestroyDesc(description), expected, fragments);
  };
  expectAll(nullptr, ACL_ERROR_INVALID_PARAM, "null");
  expectAll(gone, ACL_ERROR_RT_INVALID_HANDLE, "destroyed before");
  expectAll(stream_, ACL_ERROR_RT_INVALID_HANDLE, "never was one");
  expectAll(&object_, ACL_ERROR_RT_INVALID_HANDLE, "never was one");
}

TEST_F(AllocatorTest, FunctionsAreRequiredAndTheObjectIsNot) {
  EXPECT_EQ(aclrtAllocatorSetObjToDesc(description_, nullptr), ACL_SUCCESS);
  ExpectFailure(aclrtAllocatorSetAllocFuncToDesc(description_, nullptr), ACL_ERROR_INVALID_PARAM, {"func"});
  ExpectFailure(aclrtAllocatorSetFreeFuncToDesc(description_, nullptr), ACL_ERROR_INVALID_PARAM, {"func"});
  ExpectFailure(aclrtAllocatorSetAllocAdviseFuncToDesc(description_, nullptr), ACL_ERROR_INVALID_PARAM,
                {"func"});
  ExpectFailure(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(description_, nullptr), ACL_ERROR_INVALID_PARAM,
                {"func"});
}

TEST_F(AllocatorTest, WrongStreamsAreFoundOut) {
  Asked registered;
  ExpectFailure(aclrtAllocatorRegister(nullptr, description_), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
  ExpectFailure(registered.Ask(nullptr), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
  EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  ExpectFailure(aclrtAllocatorRegister(stream_, description_), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
  ExpectFailure(registered.Ask(stream_), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
  stream_ = nullptr;
}

TEST_F(AllocatorTest, EveryOutputIsRequired) {
  EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
  Asked out;
  ExpectFailure(aclrtAllocatorGetByStream(stream_, nullptr, &out.facts.allocator, &out.facts.allocate,
                                          &out.facts.free, &out.facts.allocateAt, &out.facts.addressOf),
                ACL_ERROR_INVALID_PARAM, {"allocatorDesc"});
  ExpectFailure(aclrtAllocatorGetByStream(stream_, &out.description, nullptr, &out.facts.allocate,
                                          &out.facts.free, &out.facts.allocateAt, &out.facts.addressOf),
                ACL_ERROR_INVALID_PARAM, {"allocator"});
  ExpectFailure(aclrtAllocatorGetByStream(stream_, &out.description, &out.facts.allocator, nullptr,
                                          &out.facts.free, &out.facts.allocateAt, &out.facts.addressOf),
                ACL_ERROR_INVALID_PARAM, {"allocFunc"});
  ExpectFailure(
      aclrtAllocatorGetByStream(stream_, &out.description, &out.facts.allocator, &out.facts.allocate, nullptr,
                                &out.facts.allocateAt, &out.facts.addressOf),
      ACL_ERROR_INVALID_PARAM, {"freeFunc"});
  ExpectFailure(
      aclrtAllocatorGetByStream(stream_, &out.description, &out.facts.allocator, &out.facts.allocate,
                                &out.facts.free, nullptr, &out.facts.addressOf),
      ACL_ERROR_INVALID_PARAM, {"allocAdviseFunc"});
  ExpectFailure(
      aclrtAllocatorGetByStream(stream_, &out.description, &out.facts.allocator, &out.facts.allocate,
                                &out.facts.free, &out.facts.allocateAt, nullptr),
      ACL_ERROR_INVALID_PARAM, {"getAddrFromBlockFunc"});
  EXPECT_EQ(out.description, nullptr);
}

TEST_F(AllocatorTest, NeedsNoContext) {
  OnNewThread([this] {
    EXPECT_EQ(aclrtAllocatorRegister(stream_, description_), ACL_SUCCESS);
    Asked registered;
    EXPECT_EQ(registered.Ask(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorUnregister(stream_), ACL_SUCCESS);
  });
}

TEST(Allocator, NeedsAnInitializedProcess) {
  TakeMessages();
  EXPECT_EQ(aclrtAllocatorCreateDesc(), nullptr);
  EXPECT_NE(TakeMessages().find("aclInit"), std::string::npos);
}

}  // namespace
}  // namespace openaclnn::runtime
