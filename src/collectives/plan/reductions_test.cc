// SPDX-License-Identifier: Apache-2.0
//
// Every data type and reduction, held bit for bit against a loop in the order of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "collectives/testing.h"
#include "tests/support/half.h"

namespace openaclnn::collectives::testing {
namespace {

using Bytes = std::vector<uint8_t>;

size_t SizeOf(HcclDataType type) {
  switch (type) {
    case HCCL_DATA_TYPE_INT8:
      return 1;
    case HCCL_DATA_TYPE_INT16:
    case HCCL_DATA_TYPE_FP16:
    case HCCL_DATA_TYPE_BFP16:
      return 2;
    case HCCL_DATA_TYPE_INT64:
      return 8;
    default:
      return 4;
  }
}

Bytes RandomInput(HcclDataType type, uint64_t count, uint32_t rank) {
  std::mt19937_64 random(1000 * count + 10 * static_cast<uint64_t>(type) + rank);
  std::normal_distribution<double> normal(0, 3);
  Bytes bytes(count * SizeOf(type));
  for (uint64_t i = 0; i < count; ++i) {
    const bool isNan = i % 97 == 13 && i % (rank + 2) == 0;
    const double value = isNan ? std::numeric_limits<double>::quiet_NaN() : normal(random);
    if (type == HCCL_DATA_TYPE_FP32) {
      const auto number = static_cast<float>(value);
      std::memcpy(&bytes[i * 4], &number, 4);
    } else if (type == HCCL_DATA_TYPE_FP16 || type == HCCL_DATA_TYPE_BFP16) {
      const uint16_t bits = type == HCCL_DATA_TYPE_FP16 ? openaclnn::testing::EncodeFloat16(value)
                                                        : openaclnn::testing::EncodeBfloat16(value);
      std::memcpy(&bytes[i * 2], &bits, 2);
    } else {
      const uint64_t bits = random();
      std::memcpy(&bytes[i * SizeOf(type)], &bits, SizeOf(type));
    }
  }
  return bytes;
}

template <typename Number>
Number Combine(HcclReduceOp op, Number a, Number b) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (op == HCCL_REDUCE_SUM || op == HCCL_REDUCE_PROD) {
      return op == HCCL_REDUCE_SUM ? a + b : a * b;
    }
    if (std::isnan(a) || std::isnan(b)) {
      return std::numeric_limits<Number>::quiet_NaN();
    }
  }
  switch (op) {
    case HCCL_REDUCE_SUM:
      return static_cast<Number>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    case HCCL_REDUCE_PROD:
      return static_cast<Number>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    case HCCL_REDUCE_MAX:
      return a > b ? a : b;
    default:
      return a < b ? a : b;
  }
}

// The reference: one element at a time. A NaN is whatever NaN: all are made equal.
template <typename Number, typename Load, typename Store>
Bytes Reference(HcclReduceOp op, const std::vector<Bytes>& inputs, size_t size, const Load& load,
                const Store& store) {
  Bytes result(inputs[0].size());
  for (size_t at = 0; at < result.size(); at += size) {
    Number total = load(&inputs[0][at]);
    for (size_t rank = 1; rank < inputs.size(); ++rank) {
      total = Combine<Number>(op, total, load(&inputs[rank][at]));
    }
    store(total, &result[at]);
  }
  return result;
}

template <typename Number>
Bytes PlainReference(HcclReduceOp op, const std::vector<Bytes>& inputs) {
  return Reference<Number>(
      op, inputs, sizeof(Number),
      [](const uint8_t* from) {
        Number number;
        std::memcpy(&number, from, sizeof number);
        return number;
      },
      [](Number number, uint8_t* to) { std::memcpy(to, &number, sizeof number); });
}

Bytes HalfReference(HcclDataType type, HcclReduceOp op, const std::vector<Bytes>& inputs) {
  const bool isFloat16 = type == HCCL_DATA_TYPE_FP16;
  return Reference<float>(
      op, inputs, 2,
      [&](const uint8_t* from) {
        uint16_t bits = 0;
        std::memcpy(&bits, from, 2);
        return static_cast<float>(isFloat16 ? openaclnn::testing::DecodeFloat16(bits)
                                            : openaclnn::testing::DecodeBfloat16(bits));
      },
      [&](float number, uint8_t* to) {
        const uint16_t bits = isFloat16 ? openaclnn::testing::EncodeFloat16(number)
                                        : openaclnn::testing::EncodeBfloat16(number);
        std::memcpy(to, &bits, 2);
      });
}

Bytes Expected(HcclDataType type, HcclReduceOp op, const std::vector<Bytes>& inputs) {
  switch (type) {
    case HCCL_DATA_TYPE_INT8:
      return PlainReference<int8_t>(op, inputs);
    case HCCL_DATA_TYPE_INT16:
      return PlainReference<int16_t>(op, inputs);
    case HCCL_DATA_TYPE_INT32:
      return PlainReference<int32_t>(op, inputs);
    case HCCL_DATA_TYPE_INT64:
      return PlainReference<int64_t>(op, inputs);
    case HCCL_DATA_TYPE_FP32:
      return PlainReference<float>(op, inputs);
    default:
      return HalfReference(type, op, inputs);
  }
}

// Makes every NaN the same, so that bytes can be compared.
Bytes WithOneNan(HcclDataType type, Bytes bytes) {
  const auto canonical = [&](auto bits, auto isNan) {
    for (size_t at = 0; at < bytes.size(); at += sizeof bits) {
      std::memcpy(&bits, &bytes[at], sizeof bits);
      if (isNan(bits)) {
        std::memset(&bytes[at], 0xFF, sizeof bits);
      }
    }
  };
  if (type == HCCL_DATA_TYPE_FP32) {
    canonical(uint32_t{0}, [](uint32_t bits) { return (bits & 0x7FFFFFFF) > 0x7F800000; });
  } else if (type == HCCL_DATA_TYPE_FP16) {
    canonical(uint16_t{0}, [](uint16_t bits) { return (bits & 0x7FFF) > 0x7C00; });
  } else if (type == HCCL_DATA_TYPE_BFP16) {
    canonical(uint16_t{0}, [](uint16_t bits) { return (bits & 0x7FFF) > 0x7F80; });
  }
  return bytes;
}

constexpr HcclDataType kTypes[] = {HCCL_DATA_TYPE_INT8,  HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_INT32,
                                   HCCL_DATA_TYPE_INT64, HCCL_DATA_TYPE_FP16,  HCCL_DATA_TYPE_FP32,
                                   HCCL_DATA_TYPE_BFP16};
constexpr HcclReduceOp kReductions[] = {HCCL_REDUCE_SUM, HCCL_REDUCE_PROD, HCCL_REDUCE_MAX, HCCL_REDUCE_MIN};

bool IsAdmitted(HcclDataType type, HcclReduceOp op) {
  return op != HCCL_REDUCE_PROD || (type != HCCL_DATA_TYPE_INT16 && type != HCCL_DATA_TYPE_BFP16);
}

std::vector<Bytes> Inputs(HcclDataType type, uint64_t count, size_t ranks) {
  std::vector<Bytes> inputs;
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    inputs.push_back(RandomInput(type, count, rank));
  }
  return inputs;
}

class Reductions : public ::testing::TestWithParam<uint32_t> {};

TEST_P(Reductions, AllReduceEqualsTheLoop) {
  const Ranks ranks(GetParam());
  for (const HcclDataType type : kTypes) {
    for (const HcclReduceOp op : kReductions) {
      if (!IsAdmitted(type, op)) {
        continue;
      }
      for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{1003}, uint64_t{40001}}) {
        const std::vector<Bytes> inputs = Inputs(type, count, GetParam());
        const Bytes expected = WithOneNan(type, Expected(type, op, inputs));
        const bool inPlace = count == 1003;
        ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
          const DeviceBytes send(inputs[rank]);
          const DeviceBytes receive(inputs[rank].size(), 0xAB);
          const DeviceBytes& result = inPlace ? send : receive;
          ASSERT_EQ(HcclAllReduce(send.Data(), result.Data(), count, type, op, comm, stream), HCCL_SUCCESS)
              << RecentMessage();
          ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
          EXPECT_EQ(WithOneNan(type, result.Read()), expected)
              << "type " << type << " op " << op << " count " << count << " rank " << rank;
        });
      }
    }
  }
}

// Long enough for many segments, in place and apart.
TEST_P(Reductions, LargeOnesGoInSegments) {
  const Ranks ranks(GetParam());
  constexpr uint64_t kCount = 1'100'007;
  const std::vector<Bytes> inputs = Inputs(HCCL_DATA_TYPE_FP32, kCount, GetParam());
  const Bytes expected =
      WithOneNan(HCCL_DATA_TYPE_FP32, Expected(HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, inputs));
  for (const bool inPlace : {false, true}) {
    ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
      const DeviceBytes send(inputs[rank]);
      const DeviceBytes receive(inputs[rank].size(), 0);
      const DeviceBytes& result = inPlace ? send : receive;
      ASSERT_EQ(HcclAllReduce(send.Data(), result.Data(), kCount, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm,
                              stream),
                HCCL_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
      EXPECT_EQ(WithOneNan(HCCL_DATA_TYPE_FP32, result.Read()), expected) << inPlace;
    });
  }
}

TEST_P(Reductions, ReduceGivesTheRootTheResult) {
  const Ranks ranks(GetParam());
  for (const HcclDataType type : kTypes) {
    for (const uint64_t count : {uint64_t{5}, uint64_t{40'001}}) {
      const std::vector<Bytes> inputs = Inputs(type, count, GetParam());
      const Bytes expected = WithOneNan(type, Expected(type, HCCL_REDUCE_SUM, inputs));
      const uint32_t root = GetParam() - 1;
      ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
        const DeviceBytes send(inputs[rank]);
        const DeviceBytes receive(inputs[rank].size(), 0);
        ASSERT_EQ(HcclReduce(send.Data(), rank == root ? receive.Data() : nullptr, count, type,
                             HCCL_REDUCE_SUM, root, comm, stream),
                  HCCL_SUCCESS)
            << RecentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
        EXPECT_EQ(send.Read(), inputs[rank]);
        if (rank == root) {
          EXPECT_EQ(WithOneNan(type, receive.Read()), expected) << "type " << type << " count " << count;
        }
      });
    }
  }
}

Bytes PartOf(const Bytes& bytes, size_t begin, size_t size) {
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
  return {from, from + static_cast<std::ptrdiff_t>(size)};
}

// Apart, at the rank's part of the input, and at its beginning.
TEST_P(Reductions, ReduceScatterGivesEachItsPart) {
  const Ranks ranks(GetParam());
  for (const HcclDataType type : kTypes) {
    for (const uint64_t count : {uint64_t{0}, uint64_t{7}, uint64_t{20'001}}) {
      const std::vector<Bytes> inputs = Inputs(type, count * GetParam(), GetParam());
      const Bytes expected = WithOneNan(type, Expected(type, HCCL_REDUCE_MAX, inputs));
      const size_t bytes = count * SizeOf(type);
      for (const int place : {0, 1, 2}) {
        ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
          const DeviceBytes send(inputs[rank]);
          const DeviceBytes apart(bytes, 0);
          const size_t offset = place == 1 ? rank * bytes : 0;
          void* receive = place == 0 ? apart.Data() : send.Data(offset);
          ASSERT_EQ(HcclReduceScatter(send.Data(), receive, count, type, HCCL_REDUCE_MAX, comm, stream),
                    HCCL_SUCCESS)
              << RecentMessage();
          ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
          const Bytes result = place == 0 ? apart.Read() : PartOf(send.Read(), offset, bytes);
          EXPECT_EQ(WithOneNan(type, result), PartOf(expected, rank * bytes, bytes))
              << "type " << type << " count " << count << " place " << place;
        });
      }
    }
  }
}

TEST_P(Reductions, ReduceScatterVTakesUnevenParts) {
  const Ranks ranks(GetParam());
  std::vector<uint64_t> counts;
  std::vector<uint64_t> displacements;
  uint64_t total = 3;  // a gap
  for (uint32_t rank = 0; rank < GetParam(); ++rank) {
    counts.push_back(rank == 1 ? 0 : 20'000 * rank + 11);
    displacements.push_back(total);
    total += counts.back() + 5;
  }
  const std::vector<Bytes> inputs = Inputs(HCCL_DATA_TYPE_FP16, total, GetParam());
  const Bytes expected =
      WithOneNan(HCCL_DATA_TYPE_FP16, Expected(HCCL_DATA_TYPE_FP16, HCCL_REDUCE_SUM, inputs));
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes send(inputs[rank]);
    const DeviceBytes receive(counts[rank] * 2, 0);
    ASSERT_EQ(HcclReduceScatterV(send.Data(), counts.data(), displacements.data(), receive.Data(),
                                 counts[rank], HCCL_DATA_TYPE_FP16, HCCL_REDUCE_SUM, comm, stream),
              HCCL_SUCCESS)
        << RecentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << RecentMessage();
    EXPECT_EQ(WithOneNan(HCCL_DATA_TYPE_FP16, receive.Read()),
              PartOf(expected, displacements[rank] * 2, counts[rank] * 2));
  });
}

INSTANTIATE_TEST_SUITE_P(RankCounts, Reductions, ::testing::Values(1, 2, 3, 8));

TEST(Reductions, RefuseWhatTheProductDoesNotReduce) {
  const Ranks ranks(1);
  ranks.Run([&](uint32_t, HcclComm comm, aclrtStream stream) {
    const DeviceBytes data(64, 0);
    const auto reduce = [&](int type, int op) {
      return HcclAllReduce(data.Data(), data.Data(), 4, static_cast<HcclDataType>(type),
                           static_cast<HcclReduceOp>(op), comm, stream);
    };
    EXPECT_EQ(reduce(HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_PROD), HCCL_E_NOT_SUPPORT);
    EXPECT_NE(RecentMessage().find("Ascend910B1 does not reduce BFP16 by PROD"), std::string::npos);
    EXPECT_EQ(reduce(HCCL_DATA_TYPE_UINT8, HCCL_REDUCE_SUM), HCCL_E_NOT_SUPPORT);
    EXPECT_EQ(reduce(HCCL_DATA_TYPE_FP64, HCCL_REDUCE_SUM), HCCL_E_NOT_SUPPORT);
    EXPECT_EQ(reduce(13, HCCL_REDUCE_SUM), HCCL_E_PARA);
    EXPECT_EQ(reduce(HCCL_DATA_TYPE_FP32, 4), HCCL_E_PARA);
    EXPECT_EQ(HcclAllReduce(nullptr, data.Data(), 4, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream),
              HCCL_E_PTR);
    EXPECT_EQ(HcclAllReduce(data.Data(), data.Data(4), 4, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream),
              HCCL_E_PARA);
    EXPECT_EQ(HcclAllReduce(data.Data(), data.Data(), UINT64_MAX / 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM,
                            comm, stream),
              HCCL_E_PARA);
    EXPECT_EQ(HcclReduce(data.Data(), data.Data(), 4, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, 1, comm, stream),
              HCCL_E_PARA);
  });
}

}  // namespace
}  // namespace openaclnn::collectives::testing
