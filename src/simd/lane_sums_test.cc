// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lane_sums_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/lane_sums-inl.h"
#include "simd/pairs-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using TestLanes = std::array<float, kSumLanes>;

double FoldTestLanes(const TestLanes& lanes) {
  hn::Vec<LaneTag> vectors[kLaneVectors];
  for (size_t v = 0; v < kLaneVectors; ++v) {
    vectors[v] = hn::LoadU(LaneTag(), lanes.data() + v * hn::MaxLanes(LaneTag()));
  }
  return FoldLanes(vectors);
}

// The lanes of three sums side by side, those from `used` on left out.
std::array<double, 3> FoldTestLanesAcross(const std::array<TestLanes, 3>& lanes, int64_t used) {
  std::array<double, 3> sums;
  const hn::CappedTag<double, 1> doubles;
  for (size_t i = 0; i < 3; ++i) {
    const auto sum = FoldLanesAcross<kSumLanes>(doubles, used, [&](int64_t lane) HWY_ATTR {
      return hn::Set(doubles, static_cast<double>(lanes[i][static_cast<size_t>(lane)]));
    });
    sums[i] = hn::GetLane(sum);
  }
  return sums;
}

// Element of a group -> its lane and whether it is the second one in it; and the group stored again.
template <class Format>
void ReadPairs(const std::array<typename Format::Element, kPairElements>& group, TestLanes& first,
               TestLanes& second, std::array<typename Format::Element, kPairElements>& stored) {
  for (size_t v = 0; v < kLaneVectors; ++v) {
    const LanePair pair = Pairs<Format>::Load(group.data(), v);
    hn::StoreU(pair.first, LaneTag(), first.data() + v * hn::MaxLanes(LaneTag()));
    hn::StoreU(pair.second, LaneTag(), second.data() + v * hn::MaxLanes(LaneTag()));
    Pairs<Format>::Store(pair, stored.data(), v);
  }
}

// Checks all of it: what is asserted is the same on every target.
template <class Format>
void CheckPairs(const std::array<typename Format::Element, kPairElements>& group,
                const std::array<float, kPairElements>& values) {
  using Group = Pairs<Format>;
  TestLanes first;
  TestLanes second;
  std::array<typename Format::Element, kPairElements> stored{};
  ReadPairs<Format>(group, first, second, stored);
  EXPECT_EQ(stored, group);
  for (int64_t lane = 0; lane < kSumLanes; ++lane) {
    for (const int64_t turn : {0, 1}) {
      const int64_t element = Group::ElementOf(lane, turn);
      EXPECT_EQ((turn == 0 ? first : second)[static_cast<size_t>(lane)],
                values[static_cast<size_t>(element)]);
      EXPECT_EQ(Group::ElementOf(lane, turn + 2), element + kPairElements);
    }
  }
  for (int64_t count = 1; count < kPairElements; ++count) {
    // Copies of a part touch nothing behind it.
    std::vector<typename Format::Element> part(group.begin(), group.begin() + count);
    std::array<typename Format::Element, kPairElements> whole;
    whole.fill(group[1]);
    Group::LoadPart(part.data(), count, whole.data());
    std::array<typename Format::Element, kPairElements> back{};
    Group::StorePart(group.data(), count, back.data());
    for (int64_t i = 0; i < kPairElements; ++i) {
      const auto at = static_cast<size_t>(i);
      EXPECT_EQ(whole[at], i < count ? group[at] : 0) << count << ' ' << i;
      EXPECT_EQ(back[at], i < count ? group[at] : 0) << count << ' ' << i;
    }
    int64_t kept = 0;
    for (size_t v = 0; v < kLaneVectors; ++v) {
      const auto masks = Group::FirstElements(count, v);
      kept += static_cast<int64_t>(hn::CountTrue(LaneTag(), masks.first) +
                                   hn::CountTrue(LaneTag(), masks.second));
    }
    EXPECT_EQ(kept, count);
  }
}

void CheckAllPairs(const std::array<float, kPairElements>& values) {
  CheckPairs<Float32>(values, values);
  std::array<uint16_t, kPairElements> halves;
  for (size_t i = 0; i < halves.size(); ++i) {
    Float16::Store(hn::CappedTag<float, 1>(), hn::Set(hn::CappedTag<float, 1>(), values[i]),
                   halves.data() + i);
  }
  CheckPairs<Float16>(halves, values);
  for (size_t i = 0; i < halves.size(); ++i) {
    Bfloat16::Store(hn::CappedTag<float, 1>(), hn::Set(hn::CappedTag<float, 1>(), values[i]),
                    halves.data() + i);
  }
  CheckPairs<Bfloat16>(halves, values);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FoldTestLanes);
HWY_EXPORT(FoldTestLanesAcross);
HWY_EXPORT(CheckAllPairs);

using Lanes16 = std::array<float, kSumLanes>;

// Numbers whose sums are rounded, so that another order would show.
Lanes16 SomeLanes(float scale) {
  Lanes16 lanes;
  for (size_t i = 0; i < lanes.size(); ++i) {
    lanes[i] = scale * (i % 3 == 0 ? 1e20F : 1.0F) / static_cast<float>(2 * i + 1);
  }
  return lanes;
}

double Folded(const Lanes16& lanes) {
  std::array<double, kSumLanes> sums;
  std::copy(lanes.begin(), lanes.end(), sums.begin());
  for (size_t half = kSumLanes / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) {
      sums[i] += sums[i + half];
    }
  }
  return sums[0];
}

TEST(LaneSums, AreFoldedInOneOrderOnEveryTarget) {
  testing::ForEachTarget([] {
    for (const float scale : {1.0F, -0.3F, 1e-30F}) {
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(FoldTestLanes)(SomeLanes(scale)), Folded(SomeLanes(scale)));
    }
  });
}

TEST(LaneSums, AreFoldedInTheSameOrderAcrossVectors) {
  testing::ForEachTarget([] {
    for (int64_t used = 1; used <= kSumLanes; ++used) {
      std::array<Lanes16, 3> lanes{SomeLanes(1.0F), SomeLanes(-0.3F), SomeLanes(7.0F)};
      for (Lanes16& some : lanes) {
        std::fill(some.begin() + used, some.end(), 0.0F);
      }
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(FoldTestLanesAcross)(lanes, used),
                (std::array{Folded(lanes[0]), Folded(lanes[1]), Folded(lanes[2])}));
    }
  });
}

TEST(LanePairs, HoldTheSameElementsOnEveryTarget) {
  std::array<float, 2 * kSumLanes> values;
  std::iota(values.begin(), values.end(), 1.0F);
  testing::ForEachTarget([&] { HWY_DYNAMIC_DISPATCH(CheckAllPairs)(values); });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
