// SPDX-License-Identifier: Apache-2.0
//
// Data between ranks of one host, by way of memory that they share, or not.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "collectives/testing.h"

namespace openaclnn::collectives::testing {
namespace {

bool HasUcx() {
  const char* carrier = std::getenv("OPENACLNN_HCCL_CARRIER");
  return carrier != nullptr && std::string(carrier) == "ucx";
}

// How many memories of this name, of other ranks or for them, this process has mapped.
size_t Mapped(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.find("memfd:" + name + " ") != std::string::npos ? 1 : 0;
  }
  return count;
}
size_t MappedSlots() {
  return Mapped("openaclnn-hccl");
}
size_t MappedRings() {
  return Mapped("openaclnn-hccl-ring");
}

class SharedMemory : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    BringUp();
    setenv("OPENACLNN_HCCL_SHARED_MEMORY", GetParam(), 1);
  }
  void TearDown() override { unsetenv("OPENACLNN_HCCL_SHARED_MEMORY"); }
};

// Beside what is worth a slot, what fills one, and what fills them all, several times.
TEST_P(SharedMemory, MovesAnySizeBothWays) {
  constexpr uint64_t kSlot = 128 << 10;
  const bool isOn = std::string(GetParam()) == "1" && !HasUcx();
  EXPECT_EQ(MappedSlots(), 0U);
  {
    const Ranks ranks(3);
    for (const uint64_t count :
         {16384UL, 16385UL, kSlot - 1, kSlot, kSlot + 1, 8 * kSlot + 1, 40 * kSlot - 3}) {
      Bytes expected;
      for (uint32_t rank = 0; rank < 3; ++rank) {
        Append(expected, Pattern(count, rank));
      }
      for (int turn = 0; turn < 3; ++turn) {  // the first offers the memory
        ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
          const DeviceBytes receive(3 * count, 0);
          const DeviceBytes send(Pattern(count, rank));
          ASSERT_EQ(HcclAllGather(send.Data(), receive.Data(), count, HCCL_DATA_TYPE_UINT8, comm, stream),
                    HCCL_SUCCESS)
              << RecentMessage();
          ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
          EXPECT_EQ(receive.Read(), expected) << count;
        });
      }
    }
    // Six ways between three ranks, each mapped by both.
    EXPECT_EQ(MappedSlots(), isOn ? 12U : 0U);
    // Whatever carries many bytes.
    EXPECT_EQ(MappedRings(), std::string(GetParam()) == "1" ? 12U : 0U);
  }
  EXPECT_EQ(MappedSlots(), 0U) << "left behind";
  EXPECT_EQ(MappedRings(), 0U) << "left behind";
}

TEST_P(SharedMemory, ReducesWhatGoesThroughIt) {
  constexpr uint64_t kCount = 3'000'001;
  const Ranks ranks(2);
  for (int turn = 0; turn < 2; ++turn) {
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      std::vector<int32_t> numbers(kCount);
      for (size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<int32_t>(i * (rank + 2));
      }
      const auto* bytes = reinterpret_cast<const uint8_t*>(numbers.data());
      const DeviceBytes data(Bytes(bytes, bytes + kCount * sizeof(int32_t)));
      ASSERT_EQ(HcclAllReduce(data.Data(), data.Data(), kCount, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm,
                              stream),
                HCCL_SUCCESS)
          << RecentMessage();
      ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
      const Bytes sums = data.Read();
      for (size_t i = 0; i < kCount; ++i) {
        int32_t sum = 0;
        std::memcpy(&sum, sums.data() + i * sizeof sum, sizeof sum);
        ASSERT_EQ(sum, static_cast<int32_t>(i * 5)) << i;
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(OnAndOff, SharedMemory, ::testing::Values("1", "0"));

}  // namespace
}  // namespace openaclnn::collectives::testing
