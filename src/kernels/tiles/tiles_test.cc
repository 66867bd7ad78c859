// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "kernels/testing.h"

namespace openaclnn {
namespace {

// The elements of a view in row-major order, by the definition of strides.
std::vector<float> Elements(const TensorView& view) {
  std::vector<float> elements;
  for (int64_t flat = 0; flat < view.NumElements(); ++flat) {
    int64_t rest = flat;
    int64_t offset = 0;
    for (auto d = static_cast<size_t>(view.rank); d-- > 0;) {
      offset += rest % view.dims[d] * view.strides[d];
      rest /= view.dims[d];
    }
    elements.push_back(reinterpret_cast<const float*>(view.data)[offset]);
  }
  return elements;
}

class Tiles : public ::testing::Test {
 protected:
  Tiles() : memory_(20000) {
    for (size_t i = 0; i < memory_.size(); ++i) {
      memory_[i] = static_cast<float>(i);
    }
  }

  std::vector<TensorView> Views() {
    float* data = memory_.data();
    return {View(data, {}, {}),
            View(data, {1, 1}, {7, 3}),
            View(data, {3000}, {1}),
            View(data, {3000}, {0}),
            View(data, {3000}, {5}),
            View(data, {50, 60}, {60, 1}),
            View(data, {50, 60}, {1, 50}),
            View(data, {50, 60}, {128, 2}),
            View(data, {50, 60}, {0, 1}),
            View(data, {50, 60}, {1, 0}),
            View(data, {2, 7, 11, 13}, {1001, 1, 91, 7}),
            View(data, {2, 1, 3, 2, 1, 5, 4, 3}, {720, 9, 24, 12, 5, 72, 3, 1})};
  }

  std::vector<float> memory_;
};

TEST_F(Tiles, ReadAnyPartOfAnyView) {
  for (const TensorView& view : Views()) {
    const std::vector<float> expected = Elements(view);
    const TileReader reader(view);
    const auto count = static_cast<int64_t>(expected.size());
    for (const int64_t begin : {int64_t{0}, int64_t{1}, count / 3, count / 2, count - 1}) {
      for (const int64_t length : {int64_t{1}, int64_t{2}, int64_t{61}, kTileElements}) {
        const int64_t run = std::min(length, count - begin);
        if (begin >= count || run <= 0) {
          continue;
        }
        TileBuffer buffer;
        const float* tile = reader.Read(begin, run, buffer);
        ASSERT_TRUE(std::equal(tile, tile + run, expected.begin() + begin));
        const auto* raw = static_cast<const float*>(reader.ReadRaw(begin, run, buffer));
        ASSERT_TRUE(std::equal(raw, raw + run, expected.begin() + begin));
      }
    }
  }
}

TEST_F(Tiles, ReadRunOfAnyView) {
  for (const TensorView& view : Views()) {
    const std::vector<float> expected = Elements(view);
    const TileReader reader(view);
    const auto count = static_cast<int64_t>(expected.size());
    for (const int64_t begin : {int64_t{0}, count / 3, count - 1}) {
      for (const int64_t length : {int64_t{1}, int64_t{61}, kTileElements, reader.RunLength(begin)}) {
        const int64_t run = std::min(length, count - begin);
        TileBuffer buffer;
        const TileRun tile = reader.ReadRun(begin, run, buffer);
        const auto* elements = static_cast<const float*>(tile.data);
        for (int64_t i = 0; i < run; ++i) {
          ASSERT_EQ(elements[i * tile.step], expected[static_cast<size_t>(begin + i)]);
        }
        ASSERT_TRUE(tile.step == 1 || std::count(elements, elements + kRepeated, *elements) == kRepeated);
      }
    }
  }
}

TEST_F(Tiles, RunsAreReadInPlace) {
  TileBuffer buffer;
  const TileReader repeated(View(memory_.data(), {5, 3000}, {0, 1}));
  EXPECT_EQ(repeated.RunLength(4000), 2000);
  EXPECT_EQ(repeated.ReadRun(4000, 2000, buffer).data, memory_.data() + 1000);
  const TileReader one(View(memory_.data(), {5, 3000}, {0, 0}));
  EXPECT_EQ(one.RunLength(4000), 11000);
  EXPECT_EQ(one.ReadRun(4000, 11000, buffer).step, 0);
  EXPECT_EQ(TileReader(View(memory_.data(), {50, 60}, {1, 50})).RunLength(70), 0);
}

TEST_F(Tiles, HalvesAreReadRawAsTheyAre) {
  std::vector<uint16_t> halves(3000);
  std::iota(halves.begin(), halves.end(), uint16_t{0});
  TensorView view = View(nullptr, {50, 60}, {1, 50});
  view.data = reinterpret_cast<std::byte*>(halves.data());
  view.dtype = DType::kFloat16;
  TileBuffer buffer;
  const auto* raw = static_cast<const uint16_t*>(TileReader(view).ReadRaw(100, 700, buffer));
  for (int64_t i = 0; i < 700; ++i) {
    ASSERT_EQ(raw[i], static_cast<uint16_t>((100 + i) / 60 + (100 + i) % 60 * 50));
  }
}

TEST_F(Tiles, ContiguousFloatIsReadAndWrittenInPlace) {
  const TensorView view = View(memory_.data(), {50, 1, 60}, {60, 1000, 1});
  TileBuffer buffer;
  EXPECT_EQ(TileReader(view).Read(5, 10, buffer), memory_.data() + 5);
  EXPECT_EQ(TileWriter(view).Prepare(7, buffer), memory_.data() + 7);
}

TEST_F(Tiles, WriteTouchesTheViewAlone) {
  for (const TensorView& view : Views()) {
    if (view.NumElements() > 1 && (view.strides[0] == 0 || view.strides[1] == 0)) {
      continue;  // no output overlaps itself
    }
    std::vector<float> memory(memory_.size(), -1.0F);
    TensorView output = view;
    output.data = reinterpret_cast<std::byte*>(memory.data());
    const TileWriter writer(output);
    const int64_t count = output.NumElements();
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      const int64_t run = std::min(kTileElements, count - begin);
      TileBuffer buffer;
      float* tile = writer.Prepare(begin, buffer);
      for (int64_t i = 0; i < run; ++i) {
        tile[i] = static_cast<float>(begin + i);
      }
      if (begin == 0 && !output.Contiguous()) {
        writer.WriteRaw(begin, run, tile);
      } else {
        writer.Write(begin, run, tile);
      }
    }
    const std::vector<float> written = Elements(output);
    for (size_t i = 0; i < written.size(); ++i) {
      ASSERT_EQ(written[i], static_cast<float>(i));
    }
    EXPECT_EQ(std::count(memory.begin(), memory.end(), -1.0F), static_cast<int64_t>(memory.size()) - count);
  }
}

TEST_F(Tiles, FillZeroTouchesTheViewAlone) {
  const TensorView view = View(memory_.data(), {30, 40}, {128, 3});
  FillZero(view);
  EXPECT_EQ(std::count(memory_.begin(), memory_.end(), 0.0F), 30 * 40);
}

TEST_F(Tiles, FillZeroTakesEveryType) {
  for (const DType dtype : {DType::kInt8, DType::kInt16, DType::kDouble, DType::kComplex128}) {
    const auto size = static_cast<std::ptrdiff_t>(SizeOf(dtype));
    std::vector<std::byte> bytes(static_cast<size_t>(size) * 60, std::byte{1});
    TensorView view;
    view.data = bytes.data();
    view.dtype = dtype;
    view.rank = 2;
    view.dims = {5, 3};
    view.strides = {12, 2};
    FillZero(view);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), std::byte{0}), 15 * size);
    EXPECT_EQ(std::count(bytes.begin() + size, bytes.begin() + 2 * size, std::byte{1}), size);
  }
}

}  // namespace
}  // namespace openaclnn
