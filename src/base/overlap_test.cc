// SPDX-License-Identifier: Apache-2.0
#include "base/overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace openaclnn {
namespace {

alignas(16) std::array<std::byte, 4096> memory;

TensorView ViewAt(int64_t byte, DType dtype, const std::vector<int64_t>& dims,
                  const std::vector<int64_t>& strides) {
  TensorView view;
  view.data = memory.data() + byte;
  view.dtype = dtype;
  view.rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, view.dims.begin());
  std::ranges::copy(strides, view.strides.begin());
  return view;
}

// The first bytes of all elements, one by one.
std::vector<int64_t> Places(const TensorView& view) {
  std::vector<int64_t> places{view.data - memory.data()};
  for (size_t d = 0; d < view.Dims().size(); ++d) {
    std::vector<int64_t> next;
    for (int64_t i = 0; i < view.dims[d]; ++i) {
      for (const int64_t place : places) {
        next.push_back(place + i * view.strides[d] * static_cast<int64_t>(SizeOf(view.dtype)));
      }
    }
    places = next;
  }
  return places;
}

bool MeetsItselfOneByOne(const TensorView& view) {
  const std::vector<int64_t> places = Places(view);
  return std::set<int64_t>(places.begin(), places.end()).size() != places.size();
}

bool ViewsMeetOneByOne(const TensorView& a, const TensorView& b) {
  std::set<int64_t> bytes;
  for (const int64_t place : Places(a)) {
    for (size_t byte = 0; byte < SizeOf(a.dtype); ++byte) {
      bytes.insert(place + static_cast<int64_t>(byte));
    }
  }
  const std::vector<int64_t> places = Places(b);
  return std::ranges::any_of(places, [&](int64_t place) {
    const auto found = bytes.lower_bound(place);
    return found != bytes.end() && *found < place + static_cast<int64_t>(SizeOf(b.dtype));
  });
}

class RandomViews {
 public:
  TensorView Next() {
    std::vector<int64_t> dims(Below(4));
    std::vector<int64_t> strides(dims.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      dims[d] = Below(5);
      strides[d] = Below(12);
    }
    const DType dtype = Below(2) == 0 ? DType::kFloat : DType::kFloat16;
    return ViewAt(Below(20) * static_cast<int64_t>(SizeOf(dtype)), dtype, dims, strides);
  }

 private:
  int64_t Below(int64_t end) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(end)); }
  std::mt19937_64 random_{1};
};

// Many times, compare(views) returns what was found and what was counted one by one; at least a tenth of the
// views meet, and a tenth do not.
template <typename Compare>
void ExpectAsCounted(const Compare& compare) {
  RandomViews views;
  int met = 0;
  constexpr int kRounds = 20000;
  for (int i = 0; i < kRounds; ++i) {
    const auto [found, counted] = compare(views);
    ASSERT_EQ(found, counted) << "round " << i;
    met += counted ? 1 : 0;
  }
  EXPECT_GT(met, kRounds / 10);
  EXPECT_LT(met, kRounds - kRounds / 10);
}

TEST(Overlap, OfAViewWithItselfIsAsCountedOneByOne) {
  ExpectAsCounted([](RandomViews& views) {
    const TensorView view = views.Next();
    return std::pair(MeetsItself(view.Dims(), view.Strides()), MeetsItselfOneByOne(view));
  });
}

TEST(Overlap, OfTwoViewsIsAsCountedOneByOne) {
  ExpectAsCounted([](RandomViews& views) {
    const TensorView a = views.Next();
    const TensorView b = views.Next();
    return std::pair(ViewsMeet(a, b), ViewsMeetOneByOne(a, b));
  });
}

TEST(Overlap, OfInterleavedColumnsOfAnyLengthIsNone) {
  constexpr int64_t kRows = int64_t{1} << 40;
  EXPECT_EQ(ViewsMeet(ViewAt(0, DType::kFloat, {kRows}, {2}), ViewAt(4, DType::kFloat, {kRows}, {2})), false);
  EXPECT_EQ(ViewsMeet(ViewAt(0, DType::kFloat, {kRows}, {2}), ViewAt(8, DType::kFloat, {kRows}, {2})), true);
  EXPECT_EQ(MeetsItself(std::vector<int64_t>{kRows, 2}, std::vector<int64_t>{2, 1}), false);
  EXPECT_EQ(MeetsItself(std::vector<int64_t>{kRows, 3}, std::vector<int64_t>{2, 1}), true);
}

TEST(Overlap, ThatWouldTakeTooLongToFindIsUnknown) {
  // Largest stride first, each of the numbers leaves the next stride a few: far more sums than anybody waits
  // for.
  const std::vector<int64_t> strides{1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121};
  const std::vector<int64_t> dims(strides.size(), 9);
  EXPECT_EQ(MeetsItself(dims, strides), std::nullopt);
}

TEST(Overlap, OfNothingIsNone) {
  EXPECT_EQ(MeetsItself(std::vector<int64_t>{0, 3}, std::vector<int64_t>{0, 0}), false);
  EXPECT_EQ(ViewsMeet(TensorView{}, ViewAt(0, DType::kFloat, {2}, {1})), false);
  EXPECT_FALSE(RangesMeet(ViewAt(0, DType::kFloat, {0}, {1}), ViewAt(0, DType::kFloat, {2}, {1})));
  EXPECT_FALSE(RangesMeet(ViewAt(0, DType::kFloat, {2}, {1}), ViewAt(8, DType::kFloat, {2}, {1})));
  EXPECT_TRUE(RangesMeet(ViewAt(0, DType::kFloat, {2}, {2}), ViewAt(4, DType::kFloat, {1}, {1})));
}

}  // namespace
}  // namespace openaclnn
