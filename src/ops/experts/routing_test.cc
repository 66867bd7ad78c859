// SPDX-License-Identifier: Apache-2.0
//
// Copies of tokens in the order of their experts against stable sorts on the host; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_moe_init_routing.h"
#include "aclnnop/aclnn_moe_init_routing_quant_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v3.h"
#include "aclnnop/aclnn_moe_token_permute.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Sizes {
  int64_t n;
  int64_t hidden;
  int64_t k;
  int64_t experts;
};
const std::vector<Sizes> kSizes{{7, 5, 3, 5}, {130, 33, 6, 31}, {3, 2500, 2, 4}, {1, 8, 1, 1}, {0, 4, 2, 3}};

// Copies in the order of their experts, the first ones first.
std::vector<size_t> Sorted(const Array& experts) {
  std::vector<size_t> order(experts.values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return experts.values[a] < experts.values[b]; });
  return order;
}

std::vector<double> RowOf(const Array& x, size_t row) {
  const auto hidden = static_cast<ptrdiff_t>(x.shape[1]);
  const auto begin = x.values.begin() + static_cast<ptrdiff_t>(row) * hidden;
  return {begin, begin + hidden};
}

void Put(Array& to, size_t row, const std::vector<double>& values) {
  std::ranges::copy(values, to.values.begin() + static_cast<ptrdiff_t>(row * values.size()));
}

TEST(MoeInitRouting, NumbersInColumnOrder) {
  Random random(61);
  for (const auto& [n, hidden, k, count] : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int64_t active : {n, n / 2, n + 3}) {
        const auto trace = TraceSeed(random);
        const Array x = random.Normal({n, hidden}, dtype, 0, 1);
        const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
        Array numbers{{n, k}, {}};
        for (int64_t i = 0; i < n * k; ++i) {
          numbers.values.push_back(static_cast<double>(i % k * n + i / k));
        }
        const std::vector<size_t> order = Sorted(experts);
        Array rows = Full({std::min(active, n) * k, hidden}, 0);
        Array places = Full({n * k}, 0);
        Array sorted = Full({n * k}, 0);
        for (size_t i = 0; i < order.size(); ++i) {
          const auto number = static_cast<size_t>(numbers.values[order[i]]);
          places.values[number] = static_cast<double>(i);
          sorted.values[i] = experts.values[order[i]];
          if (static_cast<int64_t>(i) < rows.shape[0]) {
            Put(rows, i, RowOf(x, number % static_cast<size_t>(n)));
          }
        }
        const DeviceTensor in(x, dtype, Layout::Transposed(2));
        const DeviceTensor numbersIn(numbers, ACL_INT32, Layout::Transposed(2));
        const DeviceTensor expertsIn(experts, ACL_INT32, Layout::Transposed(2));
        const DeviceTensor out = DeviceTensor::Output(rows.shape, dtype, Layout::Transposed(2));
        const DeviceTensor placesOut = DeviceTensor::Output({n * k}, ACL_INT32);
        const DeviceTensor sortedOut = DeviceTensor::Output({n * k}, ACL_INT32, Layout::Stepped({2}));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnMoeInitRoutingGetWorkspaceSize(in.Get(), numbersIn.Get(), expertsIn.Get(),
                                                                   active, out.Get(), placesOut.Get(),
                                                                   sortedOut.Get(), size, executor);
                      },
                      aclnnMoeInitRouting),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), rows, Tolerance::Exact(dtype)));
        EXPECT_TRUE(Near(placesOut.Read(), places, Tolerance::Exact(ACL_INT32)));
        EXPECT_TRUE(Near(sortedOut.Read(), sorted, Tolerance::Exact(ACL_INT32)));
        EXPECT_TRUE(out.CanariesIntact() && placesOut.CanariesIntact() && sortedOut.CanariesIntact());
      }
    }
  }
}

// What the versions from the second on return.
struct Routed {
  Array rows;
  Array places;
  Array counts;
  Array before;
  std::vector<std::optional<size_t>> sources;  // the copy of each row
};

struct Range {
  int64_t first;
  int64_t end;
};

Routed Route(const Array& x, const Array& experts, const Sizes& sizes, int64_t capacity, int64_t active,
             const Range& range) {
  const auto [n, hidden, k, count] = sizes;
  const int64_t copies = n * k;
  const int64_t rows = capacity > 0 ? count * capacity : active > 0 ? std::min(active, copies) : copies;
  Routed routed{Full({rows, hidden}, 0), Full({copies}, -1), Full({count}, 0), Full({count}, 0), {}};
  routed.sources.resize(static_cast<size_t>(rows));
  int64_t next = 0;
  for (const size_t copy : Sorted(experts)) {
    const auto expert = static_cast<int64_t>(experts.values[copy]);
    if (expert < range.first || expert >= range.end) {
      continue;
    }
    const auto of = static_cast<int64_t>(routed.before.values[static_cast<size_t>(expert)]++);
    if (capacity > 0 && of >= capacity) {
      continue;
    }
    const int64_t row = capacity > 0 ? expert * capacity + of : next++;
    routed.places.values[copy] = static_cast<double>(row);
    if (row < rows) {
      routed.sources[static_cast<size_t>(row)] = copy;
      Put(routed.rows, static_cast<size_t>(row), RowOf(x, copy / static_cast<size_t>(k)));
    }
  }
  return routed;
}

TEST(MoeInitRoutingV2, RowsCountsAndCapacities) {
  Random random(62);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int64_t capacity : {0, 1, 9}) {
        for (const int64_t flag : {0, 1, 2}) {
          const auto trace = TraceSeed(random);
          const auto [n, hidden, k, count] = sizes;
          const int64_t active = random.Integer(0, 2) * (n * k / 2 + 1);
          const Array x = random.Normal({n, hidden}, dtype, 0, 1);
          const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
          const Routed expected = Route(x, experts, sizes, capacity, active, {0, count});
          Array counts = expected.before;
          if (flag == 1) {
            std::partial_sum(counts.values.begin(), counts.values.end(), counts.values.begin());
          }
          const Shape shape = capacity > 0 ? Shape{count, capacity, hidden} : expected.rows.shape;
          const DeviceTensor in(x, dtype, Layout::Transposed(2));
          const DeviceTensor expertsIn(experts, flag == 1 ? ACL_INT64 : ACL_INT32);
          const DeviceTensor out = DeviceTensor::Output(shape, dtype, Layout::Transposed(shape.size()));
          const DeviceTensor places = DeviceTensor::Output({n * k}, ACL_INT32);
          const DeviceTensor countsOut = DeviceTensor::Output({count}, ACL_INT32);
          const DeviceTensor before = DeviceTensor::Output({count}, ACL_INT32);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnMoeInitRoutingV2GetWorkspaceSize(
                              in.Get(), expertsIn.Get(), active, capacity, count, capacity > 0 ? 1 : 0, flag,
                              true, out.Get(), places.Get(), flag > 0 ? countsOut.Get() : nullptr,
                              capacity > 0 ? before.Get() : nullptr, size, executor);
                        },
                        aclnnMoeInitRoutingV2),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_EQ(out.Read().values, expected.rows.values);
          EXPECT_TRUE(Near(places.Read(), expected.places, Tolerance::Exact(ACL_INT32)));
          if (flag > 0) {
            EXPECT_TRUE(Near(countsOut.Read(), counts, Tolerance::Exact(ACL_INT32)));
          }
          if (capacity > 0) {
            EXPECT_TRUE(Near(before.Read(), expected.before, Tolerance::Exact(ACL_INT32)));
          }
          EXPECT_TRUE(out.CanariesIntact() && places.CanariesIntact());
        }
      }
    }
  }
}

// The third version: ranges of experts, the kinds of counts, the kinds of places, scales that go along.
TEST(MoeInitRoutingV3, RangesAndCounts) {
  Random random(63);
  for (const Sizes& sizes : kSizes) {
    for (const int64_t kind : {0, 1, 2}) {
      for (const int64_t places : {0, 1}) {
        for (const bool ranged : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto [n, hidden, k, count] = sizes;
          const Range range = ranged ? Range{count / 3, count - count / 4} : Range{0, count};
          const Array x = random.Normal({n, hidden}, ACL_BF16, 0, 1);
          const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
          const Array scale = random.Uniform({n}, ACL_FLOAT, 0.5, 2);
          const Routed expected = Route(x, experts, sizes, 0, -1, range);
          Array counts = Full(kind == 2 ? Shape{count, 2} : Shape{range.end - range.first}, 0);
          double sum = 0;
          size_t pairs = 0;
          for (int64_t e = range.first; e < range.end; ++e) {
            const double of = expected.before.values[static_cast<size_t>(e)];
            sum += of;
            if (kind < 2) {
              counts.values[static_cast<size_t>(e - range.first)] = kind == 0 ? sum : of;
            } else if (of > 0) {
              counts.values[2 * pairs] = static_cast<double>(e);
              counts.values[2 * pairs++ + 1] = of;
            }
          }
          Array placesExpected = expected.places;
          Array scales = Full({n * k}, 0);
          for (size_t row = 0; row < expected.sources.size(); ++row) {
            const std::optional<size_t>& copy = expected.sources[row];
            if (places == 1) {
              placesExpected.values[row] = copy ? static_cast<double>(*copy) : -1;
            }
            scales.values[row] = copy ? scale.values[*copy / static_cast<size_t>(k)] : 0;
          }
          const DeviceTensor in(x, ACL_BF16);
          const DeviceTensor expertsIn(experts, ACL_INT32);
          const DeviceTensor scaleIn(scale, ACL_FLOAT);
          const IntArray rangeIn(Shape{range.first, range.end});
          const DeviceTensor out = DeviceTensor::Output({n * k, hidden}, ACL_BF16);
          const DeviceTensor placesOut = DeviceTensor::Output({n * k}, ACL_INT32);
          const DeviceTensor countsOut = DeviceTensor::Output(counts.shape, ACL_INT64);
          const DeviceTensor scaleOut = DeviceTensor::Output({n * k}, ACL_FLOAT);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnMoeInitRoutingV3GetWorkspaceSize(
                              in.Get(), expertsIn.Get(), scaleIn.Get(), nullptr, -1, -1, count, 0, kind, true,
                              -1, ranged ? rangeIn.Get() : nullptr, places, out.Get(), placesOut.Get(),
                              countsOut.Get(), scaleOut.Get(), size, executor);
                        },
                        aclnnMoeInitRoutingV3),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_EQ(out.Read().values, expected.rows.values);
          EXPECT_TRUE(Near(placesOut.Read(), placesExpected, Tolerance::Exact(ACL_INT32)));
          EXPECT_TRUE(Near(countsOut.Read(), counts, Tolerance::Exact(ACL_INT64)));
          EXPECT_TRUE(Near(scaleOut.Read(), scales, Tolerance::Exact(ACL_FLOAT)));
        }
      }
    }
  }
}

double Whole(float number) {
  return std::isnan(number) ? 0 : std::clamp(std::nearbyint(static_cast<double>(number)), -128.0, 127.0);
}

TEST(MoeInitRoutingQuant, OneScaleOrOneForEachRow) {
  Random random(64);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const bool third : {false, true}) {
        for (const int64_t capacity : {0, 2}) {
          for (const int mode :
               {0, 1, 2, 3}) {  // one scale; dynamic: no factors, one row of them, one for each
            const auto trace = TraceSeed(random);
            const auto [n, hidden, k, count] = sizes;
            const Array x = random.Normal({n, hidden}, dtype, 0, 20);
            const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
            const Array scale = random.Uniform(mode == 0 ? Shape{1} : Shape{mode == 2 ? 1 : count, hidden},
                                               ACL_FLOAT, 0.5, 2);
            const Array offset = random.Uniform({1}, ACL_FLOAT, -3, 3);
            const Routed expected = Route(x, experts, sizes, capacity, 0, {0, count});
            Array rows = Full(expected.rows.shape, 0);
            Array scales = Full({expected.rows.shape[0]}, 0);
            for (size_t row = 0; row < expected.sources.size(); ++row) {
              if (!expected.sources[row]) {
                continue;
              }
              std::vector<float> numbers;
              float largest = 0;
              const auto expert = static_cast<size_t>(experts.values[*expected.sources[row]]);
              for (size_t h = 0; h < static_cast<size_t>(hidden); ++h) {
                auto number = static_cast<float>(expected.rows.values[row * static_cast<size_t>(hidden) + h]);
                if (mode >= 2) {
                  number *= static_cast<float>(
                      scale.values[(mode == 2 ? 0 : expert * static_cast<size_t>(hidden)) + h]);
                }
                numbers.push_back(number);
                largest = std::max(largest, std::fabs(number));
              }
              const float by = largest / 127.0F;
              scales.values[row] = by;
              for (size_t h = 0; h < numbers.size(); ++h) {
                const float number = mode == 0 ? numbers[h] * static_cast<float>(scale.values[0]) +
                                                     static_cast<float>(offset.values[0])
                                               : numbers[h] / by;
                rows.values[row * numbers.size() + h] = Whole(number);
              }
            }
            const Shape shape = capacity > 0 ? Shape{count, capacity, hidden} : rows.shape;
            const DeviceTensor in(x, dtype);
            const DeviceTensor expertsIn(experts, ACL_INT32);
            const DeviceTensor scaleIn(scale, ACL_FLOAT);
            const DeviceTensor offsetIn(offset, ACL_FLOAT);
            const DeviceTensor out = DeviceTensor::Output(shape, ACL_INT8);
            const DeviceTensor places = DeviceTensor::Output({n * k}, ACL_INT32);
            const DeviceTensor scaleOut = DeviceTensor::Output(scales.shape, ACL_FLOAT);
            const aclTensor* const factors = mode == 1 ? nullptr : scaleIn.Get();
            ASSERT_EQ(
                RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return third ? aclnnMoeInitRoutingV3GetWorkspaceSize(
                                         in.Get(), expertsIn.Get(), factors, offsetIn.Get(), 0, capacity,
                                         count, capacity > 0 ? 1 : 0, 0, false, mode == 0 ? 0 : 1, nullptr, 0,
                                         out.Get(), places.Get(), nullptr, scaleOut.Get(), size, executor)
                                   : aclnnMoeInitRoutingQuantV2GetWorkspaceSize(
                                         in.Get(), expertsIn.Get(), factors, offsetIn.Get(), 0, capacity,
                                         count, capacity > 0 ? 1 : 0, 0, false, mode == 0 ? 0 : 1, out.Get(),
                                         places.Get(), nullptr, nullptr, scaleOut.Get(), size, executor);
                    },
                    third ? aclnnMoeInitRoutingV3 : aclnnMoeInitRoutingQuantV2),
                ACL_SUCCESS)
                << LastMessage();
            EXPECT_EQ(out.Read().values, rows.values);
            EXPECT_TRUE(Near(places.Read(), expected.places, Tolerance::Exact(ACL_INT32)));
            if (mode > 0) {
              EXPECT_TRUE(Near(scaleOut.Read(), scales, Tolerance::Exact(ACL_FLOAT)));
            }
          }
        }
      }
    }
  }
}

TEST(MoeTokenPermute, RowsAndTheirPlaces) {
  Random random(65);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int64_t cut : {0, 1, -2}) {
        const auto trace = TraceSeed(random);
        const auto [n, hidden, k, count] = sizes;
        if (n * k < 3) {
          continue;
        }
        const int64_t rows = cut == 0 ? n * k : cut == 1 ? n * k - 3 : n * k - 2;
        const Array x = random.Normal({n, hidden}, dtype, 0, 1);
        const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
        const Routed expected = Route(x, experts, sizes, 0, rows, {0, count});
        const DeviceTensor in(x, dtype, Layout::Transposed(2));
        const DeviceTensor expertsIn(experts, ACL_INT64);
        const DeviceTensor out = DeviceTensor::Output({rows, hidden}, dtype);
        const DeviceTensor places = DeviceTensor::Output({n * k}, ACL_INT32);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnMoeTokenPermuteGetWorkspaceSize(in.Get(), expertsIn.Get(),
                                                                    cut == 1 ? rows : cut, false, out.Get(),
                                                                    places.Get(), size, executor);
                      },
                      aclnnMoeTokenPermute),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected.rows, Tolerance::Exact(dtype)));
        EXPECT_TRUE(Near(places.Read(), expected.places, Tolerance::Exact(ACL_INT32)));
      }
    }
  }
}

TEST(MoeInitRoutingV2, AnExpertThatDoesNotExist) {
  const DeviceTensor in(Full({2, 3}, 1), ACL_FLOAT);
  const DeviceTensor experts(FromIntegers({2, 2}, {0, 1, 4, 3}), ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  const DeviceTensor places = DeviceTensor::Output({4}, ACL_INT32);
  const std::vector<uint8_t> bytes = out.Bytes();
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMoeInitRoutingV2GetWorkspaceSize(in.Get(), experts.Get(), 0, 0, 4, 0, 0, false,
                                                               out.Get(), places.Get(), nullptr, nullptr,
                                                               size, executor);
                },
                aclnnMoeInitRoutingV2),
            507035);
  EXPECT_NE(LastMessage().find("expertIdx: expected values in [0, 4), got 4 at position 2"),
            std::string::npos)
      << LastMessage();
  EXPECT_EQ(out.Bytes(), bytes);
}

class RoutingStatus : public StatusTest {
 protected:
  struct Given {
    std::optional<Descriptor> x{std::in_place, Shape{5, 8}};
    std::optional<Descriptor> experts{std::in_place, Shape{5, 2}, ACL_INT32};
    std::optional<Descriptor> scale;
    std::optional<Descriptor> out{std::in_place, Shape{10, 8}};
    std::optional<Descriptor> places{std::in_place, Shape{10}, ACL_INT32};
    std::optional<Descriptor> counts{std::in_place, Shape{4}, ACL_INT64};
    std::optional<Descriptor> outScale;
    int64_t capacity = 0;
    int64_t experts_ = 4;
    int64_t drop = 0;
    int64_t kind = 1;
    int64_t quant = -1;
    std::vector<int64_t> range{};
    int64_t rowIdxType = 0;
  };
  void Expect(aclnnStatus status, const Given& given, const char* said) {
    const IntArray range(given.range);
    ExpectCall("aclnnMoeInitRoutingV3", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMoeInitRoutingV3GetWorkspaceSize(
          GetOrNull(given.x), GetOrNull(given.experts), GetOrNull(given.scale), nullptr, -1, given.capacity,
          given.experts_, given.drop, given.kind, true, given.quant, range.Get(), given.rowIdxType,
          GetOrNull(given.out), GetOrNull(given.places), GetOrNull(given.counts), GetOrNull(given.outScale),
          size, executor);
    });
  }
};

TEST_F(RoutingStatus, All) {
  Expect(ACL_SUCCESS, {}, "");
  const auto expectNull = [&](std::optional<Descriptor> Given::*argument, const char* said) {
    Given given;
    (given.*argument).reset();
    Expect(kNullptr, given, said);
  };
  expectNull(&Given::x, "x:");
  expectNull(&Given::experts, "expertIdx:");
  expectNull(&Given::out, "expandedXOut:");
  expectNull(&Given::places, "expandedRowIdxOut:");
  expectNull(&Given::counts, "expertTokensCountOrCumsumOut:");
  const auto expectInvalid = [&](const char* said, const auto& change) {
    Given given;
    change(given);
    Expect(kInvalid, given, said);
  };
  expectInvalid("x: expected dtype", [](Given& g) { g.x.emplace(Shape{5, 8}, ACL_INT32); });
  expectInvalid("x: expected 2 dims", [](Given& g) { g.x.emplace(Shape{5, 8, 1}); });
  expectInvalid("expertIdx: expected dtype", [](Given& g) { g.experts.emplace(Shape{5, 2}); });
  expectInvalid("expertIdx: expected dim 0", [](Given& g) { g.experts.emplace(Shape{6, 2}, ACL_INT32); });
  expectInvalid("expandedXOut: expected shape [copies, hidden]", [](Given& g) {
    g.out.emplace(Shape{9, 8});
  });
  expectInvalid("expandedXOut: expected the dtype of x", [](Given& g) {
    g.out.emplace(Shape{10, 8}, ACL_INT8);
  });
  expectInvalid("expandedXOut: expected dtype INT8", [](Given& g) {
    g.quant = 1;
    g.outScale.emplace(Shape{10});
  });
  expectInvalid("expandedRowIdxOut: expected shape [copies]",
                [](Given& g) { g.places.emplace(Shape{9}, ACL_INT32); });
  expectInvalid("expertTokensCountOrCumsumOut: expected shape [experts]",
                [](Given& g) { g.counts.emplace(Shape{5}, ACL_INT64); });
  expectInvalid("expertTokensNumType", [](Given& g) { g.kind = 3; });
  expectInvalid("quantMode: expected -1, 0 or 1", [](Given& g) { g.quant = 2; });
  expectInvalid("rowIdxType: expected 0 or 1", [](Given& g) { g.rowIdxType = 2; });
  expectInvalid("dropPadMode: expected 0 or 1", [](Given& g) { g.drop = 2; });
  expectInvalid("expertNum: expected 1 or more", [](Given& g) { g.experts_ = 0; });
  expectInvalid("expertCapacity: expected 1 or more", [](Given& g) { g.drop = 1; });
  expectInvalid("activeExpertRangeOptional: expected two numbers", [](Given& g) { g.range = {2, 5}; });
  expectInvalid("scaleOptional: expected shape [tokens]", [](Given& g) {
    g.scale.emplace(Shape{4});
    g.outScale.emplace(Shape{10});
  });
  Given given;
  given.quant = 0;
  Expect(kNullptr, given, "scaleOptional:");
  given.quant = 1;
  Expect(kNullptr, given, "expandedScaleOut:");
}

}  // namespace
}  // namespace openaclnn::testing
