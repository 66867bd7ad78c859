// SPDX-License-Identifier: Apache-2.0
//
// Operations that move data: collective ones, messages, groups.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "collectives/testing.h"

namespace openaclnn::collectives::testing {
namespace {

void Done(aclrtStream stream) {
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
}

// Nothing, one element, what goes along with the call, and what does not.
constexpr uint64_t kCounts[] = {0, 1, 4099, 600'001};

class Moves : public ::testing::TestWithParam<uint32_t> {
 protected:
  const uint32_t size = GetParam();
  const Ranks ranks{GetParam()};
};

TEST_P(Moves, BroadcastGivesAllWhatTheRootHas) {
  for (const uint64_t count : kCounts) {
    const uint32_t root = size / 2;
    const Bytes expected = Pattern(count * 2, root);
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      const DeviceBytes buffer(rank == root ? expected : Bytes(count * 2, 0));
      ASSERT_EQ(HcclBroadcast(buffer.Data(), count, HCCL_DATA_TYPE_BFP16, root, comm, stream), HCCL_SUCCESS)
          << RecentMessage();
      Done(stream);
      EXPECT_EQ(buffer.Read(), expected) << count;
    });
  }
}

TEST_P(Moves, AllGatherJoinsInTheOrderOfRanks) {
  for (const uint64_t count : kCounts) {
    Bytes expected;
    for (uint32_t rank = 0; rank < size; ++rank) {
      Append(expected, Pattern(count, rank));
    }
    for (const bool inPlace : {false, true}) {
      ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
        const DeviceBytes receive(inPlace ? expected : Bytes(expected.size(), 0));
        const DeviceBytes apart(Pattern(count, rank));
        void* send = inPlace ? receive.Data(rank * count) : apart.Data();
        ASSERT_EQ(HcclAllGather(send, receive.Data(), count, HCCL_DATA_TYPE_UINT8, comm, stream),
                  HCCL_SUCCESS)
            << RecentMessage();
        Done(stream);
        EXPECT_EQ(receive.Read(), expected) << count;
      });
    }
  }
}

TEST_P(Moves, AllGatherVLeavesGapsAlone) {
  std::vector<uint64_t> counts;
  std::vector<uint64_t> displacements;
  Bytes expected;
  for (uint32_t rank = 0; rank < size; ++rank) {
    counts.push_back(rank == 1 ? 0 : 20'000 * rank + 3);
    Append(expected, Bytes(8 * 5, 0xEE));
    displacements.push_back(expected.size() / 8);
    Append(expected, Pattern(8 * counts.back(), rank));
  }
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes send(Pattern(8 * counts[rank], rank));
    const DeviceBytes receive(expected.size(), 0xEE);
    ASSERT_EQ(HcclAllGatherV(send.Data(), counts[rank], receive.Data(), counts.data(), displacements.data(),
                             HCCL_DATA_TYPE_FP64, comm, stream),
              HCCL_SUCCESS)
        << RecentMessage();
    Done(stream);
    EXPECT_EQ(receive.Read(), expected);
  });
}

TEST_P(Moves, ScatterGivesEachItsPart) {
  for (const uint64_t count : kCounts) {
    const uint32_t root = size - 1;
    Bytes all;
    for (uint32_t rank = 0; rank < size; ++rank) {
      Append(all, Pattern(count, rank));
    }
    for (const int place : {0, 1, 2}) {
      ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
        const DeviceBytes send(all);
        const DeviceBytes apart(count, 0);
        const bool inPlace = rank == root && place > 0;
        const size_t offset = place == 1 ? root * count : 0;
        ASSERT_EQ(
            HcclScatter(rank == root ? send.Data() : nullptr, inPlace ? send.Data(offset) : apart.Data(),
                        count, HCCL_DATA_TYPE_INT8, root, comm, stream),
            HCCL_SUCCESS)
            << RecentMessage();
        Done(stream);
        const Bytes read = inPlace ? send.Read() : apart.Read();
        const auto begin = read.begin() + static_cast<std::ptrdiff_t>(inPlace ? offset : 0);
        EXPECT_EQ(Bytes(begin, begin + static_cast<std::ptrdiff_t>(count)), Pattern(count, rank)) << count;
      });
    }
  }
}

TEST_P(Moves, AlltoAllExchangesParts) {
  for (const uint64_t count : kCounts) {
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      Bytes sent;
      Bytes expected;
      for (uint32_t peer = 0; peer < size; ++peer) {
        Append(sent, Pattern(4 * count, rank, peer));
        Append(expected, Pattern(4 * count, peer, rank));
      }
      const DeviceBytes send(sent);
      const DeviceBytes receive(expected.size(), 0);
      // The types may differ, the bytes may not.
      ASSERT_EQ(HcclAlltoAll(send.Data(), count, HCCL_DATA_TYPE_FP32, receive.Data(), 2 * count,
                             HCCL_DATA_TYPE_INT16, comm, stream),
                HCCL_SUCCESS)
          << RecentMessage();
      Done(stream);
      EXPECT_EQ(receive.Read(), expected) << count;
    });
  }
}

uint64_t CountBetween(uint32_t from, uint32_t to) {
  return from == to + 1 ? 0 : 9'000 * from + 70 * to + 1;
}

TEST_P(Moves, AlltoAllVAndVCTakeAnyParts) {
  std::vector<uint64_t> matrix;
  for (uint32_t from = 0; from < size; ++from) {
    for (uint32_t to = 0; to < size; ++to) {
      matrix.push_back(CountBetween(from, to));
    }
  }
  for (const bool withMatrix : {false, true}) {
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      Bytes sent;
      Bytes expected;
      std::vector<uint64_t> counts[2];
      std::vector<uint64_t> displacements[2];
      for (uint32_t peer = 0; peer < size; ++peer) {
        counts[0].push_back(CountBetween(rank, peer));
        counts[1].push_back(CountBetween(peer, rank));
        displacements[0].push_back(sent.size() / 2);
        displacements[1].push_back(expected.size() / 2);
        Append(sent, Pattern(2 * counts[0].back(), rank, peer));
        Append(expected, Pattern(2 * counts[1].back(), peer, rank));
      }
      const DeviceBytes send(sent);
      const DeviceBytes receive(expected.size(), 0);
      const HcclResult result =
          withMatrix ? HcclAlltoAllVC(send.Data(), matrix.data(), HCCL_DATA_TYPE_FP16, receive.Data(),
                                      HCCL_DATA_TYPE_FP16, comm, stream)
                     : HcclAlltoAllV(send.Data(), counts[0].data(), displacements[0].data(),
                                     HCCL_DATA_TYPE_FP16, receive.Data(), counts[1].data(),
                                     displacements[1].data(), HCCL_DATA_TYPE_FP16, comm, stream);
      // The arrays are copied: the call is over with them.
      counts[0].assign(size, 7);
      displacements[0].assign(size, 7);
      ASSERT_EQ(result, HCCL_SUCCESS) << RecentMessage();
      Done(stream);
      EXPECT_EQ(receive.Read(), expected) << withMatrix;
    });
  }
}

TEST_P(Moves, MessagesGoAroundARing) {
  for (const uint64_t count : kCounts) {
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      const uint32_t next = (rank + 1) % size;
      const uint32_t previous = (rank + size - 1) % size;
      const DeviceBytes send(Pattern(4 * count, rank));
      const DeviceBytes receive(4 * count, 0);
      HcclSendRecvItem items[2] = {{HCCL_SEND, send.Data(), count, HCCL_DATA_TYPE_INT32, next},
                                   {HCCL_RECV, receive.Data(), count, HCCL_DATA_TYPE_INT32, previous}};
      ASSERT_EQ(HcclBatchSendRecv(items, 2, comm, stream), HCCL_SUCCESS) << RecentMessage();
      Done(stream);
      EXPECT_EQ(receive.Read(), Pattern(4 * count, previous)) << count;
    });
  }
}

// One after the other, without a batch: every second rank receives first.
TEST_P(Moves, MessagesKeepTheirOrder) {
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const uint32_t peer = rank ^ 1U;
    if (peer >= size) {
      return;
    }
    constexpr size_t kBytes[] = {10, 100'000, 0, 40'000};
    std::vector<std::unique_ptr<DeviceBytes>> buffers;
    for (uint32_t turn = 0; turn < 4; ++turn) {
      const bool sends = (rank % 2 == 0) == (turn % 2 == 0);
      buffers.push_back(
          std::make_unique<DeviceBytes>(sends ? Pattern(kBytes[turn], rank, turn) : Bytes(kBytes[turn], 0)));
      ASSERT_EQ(
          sends ? HcclSend(buffers.back()->Data(), kBytes[turn], HCCL_DATA_TYPE_UINT8, peer, comm, stream)
                : HcclRecv(buffers.back()->Data(), kBytes[turn], HCCL_DATA_TYPE_UINT8, peer, comm, stream),
          HCCL_SUCCESS)
          << RecentMessage();
    }
    Done(stream);
    for (uint32_t turn = 0; turn < 4; ++turn) {
      const bool sends = (rank % 2 == 0) == (turn % 2 == 0);
      EXPECT_EQ(buffers[turn]->Read(), Pattern(kBytes[turn], sends ? rank : peer, turn)) << turn;
    }
  });
}

// Two to each rank in a group, one of them to the rank itself; a collective operation among them.
TEST_P(Moves, GroupsIssueAtTheirEnd) {
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    constexpr uint64_t kCount = 12'000;
    std::vector<std::unique_ptr<DeviceBytes>> sent;
    std::vector<std::unique_ptr<DeviceBytes>> received;
    const DeviceBytes gathered(size, 0);
    const DeviceBytes own(Bytes(1, static_cast<uint8_t>(rank + 1)));
    ASSERT_EQ(HcclGroupStart(), HCCL_SUCCESS);
    ASSERT_EQ(HcclGroupStart(), HCCL_SUCCESS);
    for (uint32_t turn = 0; turn < 2; ++turn) {
      for (uint32_t peer = 0; peer < size; ++peer) {
        sent.push_back(std::make_unique<DeviceBytes>(Pattern(4 * kCount, rank, peer + turn)));
        received.push_back(std::make_unique<DeviceBytes>(4 * kCount, 0));
        ASSERT_EQ(HcclSend(sent.back()->Data(), kCount, HCCL_DATA_TYPE_FP32, peer, comm, stream),
                  HCCL_SUCCESS);
        ASSERT_EQ(HcclRecv(received.back()->Data(), kCount, HCCL_DATA_TYPE_FP32, peer, comm, stream),
                  HCCL_SUCCESS);
      }
    }
    ASSERT_EQ(HcclAllGather(own.Data(), gathered.Data(), 1, HCCL_DATA_TYPE_UINT8, comm, stream),
              HCCL_SUCCESS);
    ASSERT_EQ(HcclGroupEnd(), HCCL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(gathered.Read(), Bytes(size, 0)) << "nothing is issued before the outermost end";
    ASSERT_EQ(HcclGroupEnd(), HCCL_SUCCESS) << RecentMessage();
    Done(stream);
    for (uint32_t turn = 0; turn < 2; ++turn) {
      for (uint32_t peer = 0; peer < size; ++peer) {
        EXPECT_EQ(received[turn * size + peer]->Read(), Pattern(4 * kCount, peer, rank + turn));
      }
    }
    Bytes expected(size);
    std::iota(expected.begin(), expected.end(), uint8_t{1});
    EXPECT_EQ(gathered.Read(), expected);
  });
}

TEST_P(Moves, BarrierHoldsTheStreamUntilAllHaveCome) {
  std::atomic<uint32_t> come{0};
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20 * rank));
    ++come;
    ASSERT_EQ(HcclBarrier(comm, stream), HCCL_SUCCESS) << RecentMessage();
    Done(stream);
    EXPECT_EQ(come, size);
  });
}

INSTANTIATE_TEST_SUITE_P(RankCounts, Moves, ::testing::Values(1, 2, 3, 8));

TEST(MoveArguments, AreChecked) {
  const Ranks two(2);
  two.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes data(64, 0);
    const uint64_t counts[2] = {4, 4};
    const uint64_t displacements[2] = {0, 4};
    const auto fp32 = HCCL_DATA_TYPE_FP32;
    EXPECT_EQ(HcclBroadcast(data.Data(), 4, fp32, 2, comm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclBroadcast(data.Data(), 4, HCCL_DATA_TYPE_FP8E4M3, 0, comm, stream), HCCL_E_NOT_SUPPORT);
    EXPECT_EQ(HcclBroadcast(data.Data(), 64, fp32, 0, comm, stream), HCCL_E_PARA);
    EXPECT_NE(RecentMessage().find("buf: expected 256 bytes"), std::string::npos);
    EXPECT_EQ(HcclBroadcast(data.Data(), 4, fp32, 0, nullptr, stream), HCCL_E_PTR);
    int notAComm = 0;
    EXPECT_EQ(HcclBroadcast(data.Data(), 4, fp32, 0, &notAComm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclSend(data.Data(), 4, fp32, rank, comm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclAllGather(data.Data(), data.Data(4), 4, fp32, comm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclAllGatherV(data.Data(32), 3, data.Data(), counts, displacements, fp32, comm, stream),
              HCCL_E_PARA);
    EXPECT_EQ(HcclAllGatherV(data.Data(32), 4, data.Data(), nullptr, displacements, fp32, comm, stream),
              HCCL_E_PTR);
    HcclSendRecvItem item{static_cast<HcclSendRecvType>(2), data.Data(), 1, fp32, 1 - rank};
    EXPECT_EQ(HcclBatchSendRecv(&item, 1, comm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclBatchSendRecv(nullptr, 1, comm, stream), HCCL_E_PTR);
    EXPECT_EQ(HcclBatchSendRecv(nullptr, 0, comm, stream), HCCL_SUCCESS);
    HcclSendRecvItem twice[2] = {{HCCL_SEND, data.Data(), 1, fp32, 1 - rank},
                                 {HCCL_SEND, data.Data(), 1, fp32, 1 - rank}};
    EXPECT_EQ(HcclBatchSendRecv(twice, 2, comm, stream), HCCL_E_PARA);
    EXPECT_EQ(HcclGroupEnd(), HCCL_E_PARA);
    ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank + 2)), ACL_SUCCESS);
    EXPECT_EQ(HcclBarrier(comm, nullptr), HCCL_E_PARA) << "the stream of another device";
    ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), ACL_SUCCESS);
    Done(stream);
  });
}

// Streams of two communicators in opposite order, more of them than there are workers.
TEST(MoveStreams, DoNotHoldEachOtherUp) {
  constexpr uint32_t kGroups = 12;
  std::vector<std::unique_ptr<Ranks>> groups;
  for (uint32_t group = 0; group < kGroups; ++group) {
    groups.push_back(std::make_unique<Ranks>(2));
  }
  OnEachRank(2, [&](uint32_t rank) {
    std::vector<aclrtStream> streams(kGroups);
    std::vector<std::unique_ptr<DeviceBytes>> data;
    for (uint32_t turn = 0; turn < kGroups; ++turn) {
      const uint32_t group = rank == 0 ? turn : kGroups - 1 - turn;
      ASSERT_EQ(aclrtCreateStream(&streams[turn]), ACL_SUCCESS);
      data.push_back(std::make_unique<DeviceBytes>(100'000, 1));
      ASSERT_EQ(HcclAllReduce(data.back()->Data(), data.back()->Data(), 100'000, HCCL_DATA_TYPE_INT8,
                              HCCL_REDUCE_SUM, groups[group]->comms[rank], streams[turn]),
                HCCL_SUCCESS);
      if (rank == 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    }
    for (uint32_t turn = 0; turn < kGroups; ++turn) {
      ASSERT_EQ(aclrtSynchronizeStream(streams[turn]), ACL_SUCCESS) << RecentMessage();
      EXPECT_EQ(data[turn]->Read(), Bytes(100'000, 2));
      aclrtDestroyStream(streams[turn]);
    }
  });
}

// One communicator, two streams: the second operation does not wait for the stream of the first.
TEST(MoveStreams, OfOneCommunicatorGoOnByThemselves) {
  const Ranks ranks(2);
  OnEachRank(2, [&](uint32_t rank) {
    aclrtStream streams[2] = {};
    aclrtNotify notify = nullptr;
    ASSERT_EQ(aclrtCreateStream(&streams[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&streams[1]), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    const DeviceBytes first(Pattern(100'000, rank));
    const DeviceBytes second(Pattern(100'000, rank + 2));
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, streams[0], 0), ACL_SUCCESS);
    const auto broadcast = [&](const DeviceBytes& data, aclrtStream stream) {
      return HcclBroadcast(data.Data(), 100'000, HCCL_DATA_TYPE_INT8, 0, ranks.comms[rank], stream);
    };
    ASSERT_EQ(broadcast(first, streams[0]), HCCL_SUCCESS);
    ASSERT_EQ(broadcast(second, streams[1]), HCCL_SUCCESS);
    Done(streams[1]);
    EXPECT_EQ(second.Read(), Pattern(100'000, 2));
    ASSERT_EQ(aclrtRecordNotify(notify, streams[1]), ACL_SUCCESS);
    Done(streams[0]);
    EXPECT_EQ(first.Read(), Pattern(100'000, 0));
    aclrtDestroyNotify(notify);
    aclrtDestroyStream(streams[0]);
    aclrtDestroyStream(streams[1]);
  });
}

}  // namespace
}  // namespace openaclnn::collectives::testing
