// SPDX-License-Identifier: Apache-2.0
//
// Passes over channels: every element is computed, in every layout, and sums have the same bits on both walks
// and every instruction set: those of the order that lane_sums.h states.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/layout/channels.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layout/channels_pass_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/layout/channels-inl.h"
#include "simd/fused-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace channels_test {

// output = input * factor; sums of input and of input squared.
struct ScaleAndSum {
  static constexpr ChannelOperands kOperands{.inputs = 1, .outputs = 1, .coefficients = 1, .sums = 2};

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* factor, V& output, V* sums) {
    output = hn::Mul(inputs[0], factor[0]);
    sums[0] = hn::Add(sums[0], inputs[0]);
    sums[1] = MulAdd(floats, inputs[0], inputs[0], sums[1]);
  }
};

}  // namespace channels_test

// Over all samples and channels, in parts of kSumBlock positions. Sums are [sum][channel].
void ScaleAndSumChannels(const ChannelTensor& input, const ChannelTensor& output, DType dtype,
                         const std::vector<float>& factors, std::vector<double>& sums) {
  VisitFormat(dtype, [&](auto format) {
    const ChannelPass<decltype(format), channels_test::ScaleAndSum> pass({&input}, &output);
    const auto [samples, channels, positions] = input.Shape();
    const ChannelTasks tasks{{0, samples, 0, channels, 0, positions}, 1, 37, kSumBlock, input.Walk()};
    for (int64_t task = 0; task < tasks.Count(); ++task) {
      const ChannelRegion region = tasks.At(task);
      pass.Run(region, {factors.data() + region.channel},
               {sums.data() + region.channel, sums.data() + channels + region.channel});
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(ScaleAndSumChannels);

struct Memory {
  std::vector<float> floats;
  TensorView view;
};

enum class Order { kContiguous, kChannelsLast, kTransposed, kStepped, kOneSample };

Memory MakeTensor(const ChannelShape& shape, Order order) {
  const auto [n, c, p] = shape;
  std::vector<int64_t> strides{c * p, p, 1};
  switch (order) {
    case Order::kContiguous:
      break;
    case Order::kChannelsLast:
      strides = {c * p, 1, c};
      break;
    case Order::kTransposed:
      strides = {1, n, n * c};
      break;
    case Order::kStepped:
      strides = {2 * c * p + 3, 2 * p, 2};
      break;
    case Order::kOneSample:  // rows with gaps between
      strides = {c * (p + 5), p + 5, 1};
      break;
  }
  Memory memory{std::vector<float>(static_cast<size_t>(2 * n * c * p + 5 * n * c + 3 * n), -7.0F), {}};
  memory.view.dtype = DType::kFloat;
  memory.view.rank = 3;
  memory.view.dims = {n, c, p};
  std::copy(strides.begin(), strides.end(), memory.view.strides.begin());
  return memory;
}

float& At(Memory& memory, int64_t sample, int64_t channel, int64_t position) {
  const auto& strides = memory.view.strides;
  return memory
      .floats[static_cast<size_t>(sample * strides[0] + channel * strides[1] + position * strides[2])];
}

float ValueOf(int64_t sample, int64_t channel, int64_t position) {
  return std::sin(static_cast<float>(sample * 7919 + channel * 104729 + position * 31));
}

// The sum of a block in the order that lane_sums.h states: chains of a lane in float32, these in eight
// totals.
template <class AddTo>
double BlockSum(int64_t count, const AddTo& addTo) {
  std::array<double, kLaneTotals> totals{};
  const int64_t chain = ChainOf(count);
  for (int64_t begin = 0; begin < count; begin += chain * kSumLanes) {
    for (int64_t lane = 0; lane < kSumLanes; ++lane) {
      float sum = 0;
      for (int64_t turn = 0; turn < chain && begin + turn * kSumLanes + lane < count; ++turn) {
        sum = addTo(sum, begin + turn * kSumLanes + lane);
      }
      totals[static_cast<size_t>(lane % kLaneTotals)] += static_cast<double>(sum);
    }
  }
  for (size_t half = totals.size() / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) {
      totals[i] += totals[i + half];
    }
  }
  return totals[0];
}

TEST(ChannelPass, GivesTheSameBitsOnBothWalksInEveryLayoutOnEveryTarget) {
  for (const ChannelShape shape : {ChannelShape{2, 3, 1},
                                   {1, 5, 7},
                                   {3, 70, 15},
                                   {2, 33, 49},
                                   {1, 300, 64},
                                   {1, 40, 115},
                                   {2, 2, 513},
                                   {1, 20, 1200}}) {
    const auto [n, c, p] = shape;
    std::vector<float> factors(static_cast<size_t>(c));
    for (size_t i = 0; i < factors.size(); ++i) {
      factors[i] = 0.5F + static_cast<float>(i);
    }
    std::vector<double> expected;
    testing::ForEachTarget([&] {
      for (const ChannelWalk walk : {ChannelWalk::kAlong, ChannelWalk::kAcross}) {
        for (const Order from :
             {Order::kContiguous, Order::kChannelsLast, Order::kStepped, Order::kOneSample}) {
          for (const Order to : {Order::kContiguous, Order::kChannelsLast, Order::kTransposed}) {
            Memory input = MakeTensor(shape, from);
            Memory output = MakeTensor(shape, to);
            for (int64_t i = 0; i < n * c * p; ++i) {
              At(input, i / (c * p), i / p % c, i % p) = ValueOf(i / (c * p), i / p % c, i % p);
            }
            input.view.data = reinterpret_cast<std::byte*>(input.floats.data());
            output.view.data = reinterpret_cast<std::byte*>(output.floats.data());
            const ChannelTensor in(input.view, LayoutOf(input.view, shape, walk));
            const ChannelTensor out(output.view, LayoutOf(output.view, shape, walk));
            std::vector<double> sums(static_cast<size_t>(2 * c));
            HWY_DYNAMIC_DISPATCH(ScaleAndSumChannels)(in, out, DType::kFloat, factors, sums);
            if (expected.empty()) {
              expected = sums;
            }
            ASSERT_EQ(sums, expected) << c << ' ' << p;
            int64_t untouched = static_cast<int64_t>(output.floats.size());
            for (int64_t i = 0; i < n * c * p; ++i) {
              const float factor = factors[static_cast<size_t>(i / p % c)];
              ASSERT_EQ(At(output, i / (c * p), i / p % c, i % p),
                        factor * ValueOf(i / (c * p), i / p % c, i % p));
              --untouched;
            }
            ASSERT_EQ(std::count(output.floats.begin(), output.floats.end(), -7.0F), untouched);
          }
        }
      }
    });
    for (int64_t channel = 0; channel < c; ++channel) {
      double sum = 0;
      double squares = 0;
      for (int64_t sample = 0; sample < n; ++sample) {
        for (int64_t begin = 0; begin < p; begin += kSumBlock) {
          const int64_t count = std::min(kSumBlock, p - begin);
          const auto value = [=](int64_t i) { return ValueOf(sample, channel, begin + i); };
          sum += BlockSum(count, [&](float lane, int64_t i) { return lane + value(i); });
          squares +=
              BlockSum(count, [&](float lane, int64_t i) { return std::fma(value(i), value(i), lane); });
        }
      }
      EXPECT_EQ(expected[static_cast<size_t>(channel)], sum) << c << ' ' << p;
      EXPECT_EQ(expected[static_cast<size_t>(c + channel)], squares) << c << ' ' << p;
    }
  }
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
