// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace openaclnn {
namespace {

using Bytes = std::vector<std::byte>;

// Where the elements of a tile lie, in row-major order, by the definition of strides.
std::vector<int64_t> Places(const StridedTile& tile) {
  std::vector<int64_t> places;
  int64_t first = 0;  // of the memory: strides may be negative
  for (int64_t flat = 0; flat < tile.Elements(); ++flat) {
    int64_t rest = flat;
    int64_t place = 0;
    for (size_t d = tile.rank; d-- > 0;) {
      place += rest % tile.dims[d] * tile.strides[d];
      rest /= tile.dims[d];
    }
    places.push_back(place);
    first = std::min(first, place);
  }
  for (int64_t& place : places) {
    place -= first;
  }
  return places;
}

// Memory that begins and ends with elements, so that a sanitizer finds reads beyond them.
Bytes MemoryOf(const std::vector<int64_t>& places, int64_t size) {
  Bytes memory(static_cast<size_t>(*std::ranges::max_element(places) + size));
  for (size_t i = 0; i < memory.size(); ++i) {
    memory[i] = static_cast<std::byte>(i * 37 + i / 251);
  }
  return memory;
}

// Tiles with strides counted in elements: dense, with gaps, repeated, across, in steps, backwards.
std::vector<StridedTile> Tiles() {
  std::vector<StridedTile> tiles;
  for (const int64_t rows : {1, 2, 5, 16, 37}) {
    for (const int64_t columns : {1, 2, 3, 4, 7, 16, 33, 70}) {
      for (const int64_t step : {1, 2, 3, 4, 5}) {
        tiles.push_back({2, {rows, columns}, {columns * step + 1, step}});
      }
      tiles.push_back({2, {rows, columns}, {columns + 2, -1}});
      tiles.push_back({2, {rows, columns}, {-columns, 1}});
      tiles.push_back({2, {rows, columns}, {2 * columns, -2}});
      tiles.push_back({2, {rows, columns}, {-1, rows}});
      tiles.push_back({2, {rows, columns}, {0, 1}});
      tiles.push_back({2, {rows, columns}, {1, 0}});
      tiles.push_back({2, {rows, columns}, {0, 0}});
      tiles.push_back({2, {rows, columns}, {1, rows}});
      tiles.push_back({2, {rows, columns}, {1, rows + 3}});
      tiles.push_back({2, {rows, columns}, {2, 2 * rows}});
      tiles.push_back({1, {columns}, {3}});
      tiles.push_back({3, {3, rows, columns}, {rows * columns, 1, rows}});
      tiles.push_back({3, {3, rows, columns}, {0, columns + 1, 1}});
      tiles.push_back({4, {2, 3, rows, columns}, {0, columns, 0, 1}});
    }
  }
  return tiles;
}

TEST(Pack, GathersAndScattersTheElementsOfAnyTile) {
  for (const int64_t size : {1, 2, 4, 8, 16}) {
    for (StridedTile tile : Tiles()) {
      bool repeats = false;
      for (size_t d = 0; d < tile.rank; ++d) {
        repeats = repeats || (tile.strides[d] == 0 && tile.dims[d] > 1);
        tile.strides[d] *= size;
      }
      const std::vector<int64_t> places = Places(tile);
      const Bytes memory = MemoryOf(places, size);
      Bytes packed(places.size() * static_cast<size_t>(size));
      PackTile(size, tile, memory.data() + places.front(), packed.data());
      for (size_t i = 0; i < places.size(); ++i) {
        ASSERT_EQ(std::memcmp(packed.data() + i * static_cast<size_t>(size), memory.data() + places[i],
                              static_cast<size_t>(size)),
                  0)
            << "element " << i << " of " << size << " bytes in " << tile.rank << " dims";
      }
      if (repeats) {
        continue;
      }
      // What lies between the elements stays as it is.
      Bytes expected(memory.size(), std::byte{0xA5});
      for (const int64_t place : places) {
        std::memcpy(expected.data() + place, memory.data() + place, static_cast<size_t>(size));
      }
      Bytes scattered(memory.size(), std::byte{0xA5});
      UnpackTile(size, tile, packed.data(), scattered.data() + places.front());
      ASSERT_EQ(scattered, expected) << size << " bytes in " << tile.rank << " dims";
    }
  }
}

}  // namespace
}  // namespace openaclnn
