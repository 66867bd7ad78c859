// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr unsigned char kCanary = 0xa5;
constexpr aclrtMemLocation kHost{0, ACL_MEM_LOCATION_TYPE_HOST};
constexpr aclrtMemLocation kDevice0{0, ACL_MEM_LOCATION_TYPE_DEVICE};
constexpr aclrtMemLocation kDevice1{1, ACL_MEM_LOCATION_TYPE_DEVICE};

aclrtMemcpyBatchAttr Attribute(aclrtMemLocation destination, aclrtMemLocation source) {
  aclrtMemcpyBatchAttr attribute{};
  attribute.dstLoc = destination;
  attribute.srcLoc = source;
  return attribute;
}

// The arguments of one call, to be changed by tests.
struct Batch {
  std::vector<void*> destinations;
  std::vector<size_t> limits;
  std::vector<void*> sources;
  std::vector<size_t> sizes;
  std::vector<aclrtMemcpyBatchAttr> attributes;
  std::vector<size_t> starts;

  void Add(void* destination, const void* source, size_t bytes) {
    destinations.push_back(destination);
    limits.push_back(bytes);
    sources.push_back(const_cast<void*>(source));
    sizes.push_back(bytes);
  }
  void Run(size_t start, aclrtMemLocation destination, aclrtMemLocation source) {
    starts.push_back(start);
    attributes.push_back(Attribute(destination, source));
  }
};

aclError Copy(Batch& batch, size_t* failed) {
  return aclrtMemcpyBatch(batch.destinations.data(), batch.limits.data(), batch.sources.data(),
                          batch.sizes.data(), batch.destinations.size(), batch.attributes.data(),
                          batch.starts.data(), batch.starts.size(), failed);
}
aclError CopyV2(Batch& batch) {
  return aclrtMemcpyBatchV2(batch.destinations.data(), batch.limits.data(), batch.sources.data(),
                            batch.sizes.data(), batch.destinations.size(), batch.attributes.data(),
                            batch.starts.data(), batch.starts.size());
}
aclError CopyAsync(Batch& batch, size_t* failed, aclrtStream stream) {
  return aclrtMemcpyBatchAsync(batch.destinations.data(), batch.limits.data(), batch.sources.data(),
                               batch.sizes.data(), batch.destinations.size(), batch.attributes.data(),
                               batch.starts.data(), batch.starts.size(), failed, stream);
}
aclError CopyAsyncV2(Batch& batch, aclrtStream stream) {
  return aclrtMemcpyBatchAsyncV2(batch.destinations.data(), batch.limits.data(), batch.sources.data(),
                                 batch.sizes.data(), batch.destinations.size(), batch.attributes.data(),
                                 batch.starts.data(), batch.starts.size(), stream);
}

class CopyBatchTest : public CopyTest {
 protected:
  void SetUp() override {
    CopyTest::SetUp();
    ASSERT_EQ(aclrtMemset(device_, kBytes, kCanary, kBytes), ACL_SUCCESS);
    std::memcpy(pinned_, host_.data(), kBytes);
  }

  // Three copies to the device, from ordinary and from pinned memory, with gaps between them.
  Batch ToDevice() {
    Batch batch;
    batch.Add(device_ + 10, host_.data(), 100);
    batch.Add(device_ + 200, host_.data() + 300, 50);
    batch.Add(device_ + 1000, pinned_ + 400, 500);
    batch.Run(0, kDevice0, kHost);
    return batch;
  }
  void ExpectCopied() {
    std::vector<unsigned char> expected(kBytes, kCanary);
    std::memcpy(expected.data() + 10, host_.data(), 100);
    std::memcpy(expected.data() + 200, host_.data() + 300, 50);
    std::memcpy(expected.data() + 1000, host_.data() + 400, 500);
    EXPECT_TRUE(Read(device_, kBytes) == expected);
  }
  void ExpectNothingCopied() {
    EXPECT_TRUE(Read(device_, kBytes) == std::vector<unsigned char>(kBytes, kCanary));
  }
};

TEST_F(CopyBatchTest, CopiesAllAndNothingElse) {
  const std::vector<std::function<aclError(Batch&)>> calls{
      [](Batch& batch) {
        size_t failed = 7;
        const aclError status = Copy(batch, &failed);
        EXPECT_EQ(failed, 7U);
        return status;
      },
      CopyV2,
      [this](Batch& batch) {
        size_t failed = 7;
        const aclError status = CopyAsync(batch, &failed, stream_);
        EXPECT_EQ(failed, 7U);
        return status;
      },
      [this](Batch& batch) { return CopyAsyncV2(batch, stream_); },
      [](Batch& batch) { return CopyAsyncV2(batch, nullptr); },
  };
  for (const auto& call : calls) {
    ASSERT_EQ(aclrtMemset(device_, kBytes, kCanary, kBytes), ACL_SUCCESS);
    Batch batch = ToDevice();
    EXPECT_EQ(call(batch), ACL_SUCCESS);
    ExpectCopied();  // without a synchronize: some of the host memory is ordinary
  }
}

TEST_F(CopyBatchTest, CopiesFromSeveralDevices) {
  char* there = nullptr;
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&there), 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemset(there, 64, 9, 64), ACL_SUCCESS);
  Batch batch;
  batch.Add(result_.data(), device_, 10);
  batch.Add(result_.data() + 10, device_, 0);
  batch.Add(result_.data() + 20, there, 10);
  batch.Run(0, kHost, kDevice0);
  batch.Run(2, kHost, kDevice1);
  EXPECT_EQ(CopyV2(batch), ACL_SUCCESS);
  std::vector<unsigned char> expected(kBytes, 0);
  std::fill_n(expected.begin(), 10, kCanary);
  std::fill_n(expected.begin() + 20, 10, static_cast<unsigned char>(9));
  EXPECT_EQ(result_, expected);
  batch.starts = {0, 1};
  size_t failed = 7;
  EXPECT_EQ(Copy(batch, &failed), ACL_SUCCESS) << "copies of no bytes are nowhere";
  batch.attributes[1].srcLoc.id = 0;
  ExpectFailure(Copy(batch, &failed), ACL_ERROR_RT_PARAM_INVALID,
                {"srcs[2]", "memory of device 0", "device 1"});
  EXPECT_EQ(failed, 2U);
  EXPECT_EQ(aclrtFree(there), ACL_SUCCESS);
}

TEST_F(CopyBatchTest, TheCopyThatIsElsewhereIsNumbered) {
  const auto expect = [this](Batch batch, size_t index, const char* text) {
    size_t failed = 7;
    ExpectFailure(Copy(batch, &failed), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMemcpyBatch", text});
    EXPECT_EQ(failed, index);
    failed = 7;
    ExpectFailure(CopyAsync(batch, &failed, stream_), ACL_ERROR_RT_PARAM_INVALID, {text});
    EXPECT_EQ(failed, index);
    ExpectFailure(CopyV2(batch), ACL_ERROR_RT_PARAM_INVALID, {text});
    ExpectFailure(CopyAsyncV2(batch, stream_), ACL_ERROR_RT_PARAM_INVALID, {text});
    ExpectNothingCopied();
  };
  Batch batch = ToDevice();
  batch.destinations[1] = result_.data();
  expect(batch, 1, "dsts[1]: expected device memory");
  batch = ToDevice();
  batch.sources[2] = other_;
  expect(batch, 2, "srcs[2]: expected host memory");
  batch = ToDevice();
  batch.attributes[0].dstLoc = kDevice1;
  expect(batch, 0, "dsts[0]: expected memory of device 1");
  batch = ToDevice();
  batch.sizes[1] = batch.limits[1] = kUsable;
  expect(batch, 1, "dsts[1]: expected a range inside one block");
  batch = ToDevice();
  void* freed = nullptr;
  ASSERT_EQ(aclrtMallocHost(&freed, 500), ACL_SUCCESS);
  ASSERT_EQ(aclrtFreeHost(freed), ACL_SUCCESS);
  batch.sources[2] = freed;
  expect(batch, 2, "srcs[2]: expected live memory");
}

TEST_F(CopyBatchTest, OtherFailuresHaveNoNumber) {
  const auto expect = [this](Batch batch, aclError status, const char* text) {
    size_t failed = 7;
    ExpectFailure(Copy(batch, &failed), status, {text});
    EXPECT_EQ(failed, SIZE_MAX);
    failed = 7;
    ExpectFailure(CopyAsync(batch, &failed, stream_), status, {text});
    EXPECT_EQ(failed, SIZE_MAX);
    ExpectFailure(CopyV2(batch), status, {text});
    ExpectFailure(CopyAsyncV2(batch, stream_), status, {text});
    ExpectNothingCopied();
  };
  Batch batch = ToDevice();
  batch.limits[2] = 499;
  expect(batch, ACL_ERROR_INVALID_PARAM, "sizes[2]: expected at most destMaxs[2] = 499, got 500");
  batch = ToDevice();
  batch.destinations[1] = nullptr;
  expect(batch, ACL_ERROR_INVALID_PARAM, "dsts[1]: expected a pointer, got null");
  batch = ToDevice();
  batch.sources[1] = nullptr;
  expect(batch, ACL_ERROR_INVALID_PARAM, "srcs[1]: expected a pointer, got null");
  batch = ToDevice();
  batch.starts[0] = 1;
  expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrsIndexes[0]: expected 0, got 1");
  batch = ToDevice();
  batch.Run(0, kDevice0, kHost);
  expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrsIndexes[1]: expected more than 0");
  batch.starts[1] = 3;
  expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrsIndexes[1]: expected less than numBatches = 3, got 3");
  batch = ToDevice();
  batch.Run(1, kHost, kDevice0);
  expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrs[1]: expected the direction of attrs[0]");
  for (const aclrtMemLocation& location : {kHost, kDevice0}) {
    batch = ToDevice();
    batch.attributes[0] = Attribute(location, location);
    expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrs[0]: expected copies between the host and a device");
  }
  for (const int type : {2, 3, 4, -1}) {
    batch = ToDevice();
    batch.attributes[0].srcLoc.type = AnyEnum<aclrtMemLocationType>(type);
    expect(batch, ACL_ERROR_RT_PARAM_INVALID, "attrs[0].srcLoc.type");
  }
  batch = ToDevice();
  batch.starts = {0, 1, 2, 3};
  batch.attributes.resize(4, batch.attributes[0]);
  expect(batch, ACL_ERROR_RT_PARAM_INVALID, "numAttrs: expected 1 to numBatches = 3, got 4");
}

TEST_F(CopyBatchTest, ArraysAreRequired) {
  Batch batch = ToDevice();
  size_t failed = 7;
  ExpectFailure(Copy(batch, nullptr), ACL_ERROR_INVALID_PARAM, {"failIndex", "null"});
  ExpectFailure(CopyAsync(batch, nullptr, stream_), ACL_ERROR_INVALID_PARAM, {"failIndex", "null"});
  void** dsts = batch.destinations.data();
  size_t* limits = batch.limits.data();
  void** srcs = batch.sources.data();
  size_t* sizes = batch.sizes.data();
  aclrtMemcpyBatchAttr* attrs = batch.attributes.data();
  size_t* starts = batch.starts.data();
  const auto expect = [&](aclError status, aclError expected, const char* text) {
    ExpectFailure(status, expected, {text});
    EXPECT_EQ(failed, SIZE_MAX);
    failed = 7;
  };
  const aclError null = ACL_ERROR_INVALID_PARAM;
  expect(aclrtMemcpyBatch(nullptr, limits, srcs, sizes, 3, attrs, starts, 1, &failed), null, "dsts");
  expect(aclrtMemcpyBatch(dsts, nullptr, srcs, sizes, 3, attrs, starts, 1, &failed), null, "destMaxs");
  expect(aclrtMemcpyBatch(dsts, limits, nullptr, sizes, 3, attrs, starts, 1, &failed), null, "srcs");
  expect(aclrtMemcpyBatch(dsts, limits, srcs, nullptr, 3, attrs, starts, 1, &failed), null, "sizes");
  expect(aclrtMemcpyBatch(dsts, limits, srcs, sizes, 3, nullptr, starts, 1, &failed), null, "attrs");
  expect(aclrtMemcpyBatch(dsts, limits, srcs, sizes, 3, attrs, nullptr, 1, &failed), null, "attrsIndexes");
  expect(aclrtMemcpyBatch(dsts, limits, srcs, sizes, 0, attrs, starts, 1, &failed), null, "numBatches");
  expect(aclrtMemcpyBatch(dsts, limits, srcs, sizes, 3, attrs, starts, 0, &failed),
         ACL_ERROR_RT_PARAM_INVALID, "numAttrs");
  ExpectFailure(CopyAsyncV2(batch, &batch), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&] {
    expect(Copy(batch, &failed), ACL_ERROR_RT_CONTEXT_NULL, "context");
    expect(CopyAsync(batch, &failed, stream_), ACL_ERROR_RT_CONTEXT_NULL, "context");
  });
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  expect(CopyAsync(batch, &failed, stream_), ACL_ERROR_RT_STREAM_CONTEXT, "stream");
}

TEST_F(CopyBatchTest, PinnedMemoryIsCopiedAsynchronously) {
  Batch batch;
  batch.Add(device_ + 1, pinned_, 100);
  batch.Add(device_ + 200, pinned_ + 200, kBytes - 200);
  batch.Add(device_ + 150, host_.data(), 0);  // nothing to wait for
  batch.Run(0, kDevice0, kHost);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(CopyAsyncV2(batch, stream_), ACL_SUCCESS);
  ExpectNothingCopied();
  std::memset(pinned_, 4, kBytes);
  batch = Batch();  // the arrays are free again
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  std::vector<unsigned char> expected(kBytes, 4);
  expected[0] = kCanary;
  std::fill(expected.begin() + 101, expected.begin() + 200, kCanary);
  EXPECT_TRUE(Read(device_, kBytes) == expected);
}

TEST_F(CopyBatchTest, AFailureOfEarlierWorkStaysForTheSynchronize) {
  EXPECT_EQ(Launch(stream_, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION), ACL_SUCCESS);
  Batch batch = ToDevice();
  EXPECT_EQ(CopyAsyncV2(batch, stream_), ACL_SUCCESS);
  ExpectCopied();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

}  // namespace
}  // namespace openaclnn::runtime
