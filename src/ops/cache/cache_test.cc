// SPDX-License-Identifier: Apache-2.0
//
// Paged caches against loops over elements; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <string>
#include <vector>

#include "aclnnop/aclnn_gather_pa_kv_cache.h"
#include "aclnnop/aclnn_scatter_pa_kv_cache.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 7> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8,
                                            ACL_UINT8, ACL_INT16,   ACL_INT32};

struct Pages {
  int64_t blocks;
  int64_t blockSize;
  int64_t heads;
  int64_t size;  // of a head
};

int64_t PieceOf(aclDataType dtype) {
  return 32 / static_cast<int64_t>(ElementSize(dtype));
}

Shape CacheShape(const Pages& pages, aclDataType dtype, bool pieces) {
  return pieces
             ? Shape{pages.blocks, pages.heads * pages.size / PieceOf(dtype), pages.blockSize, PieceOf(dtype)}
             : Shape{pages.blocks, pages.blockSize, pages.heads, pages.size};
}

// Where element `f` of the token in a slot is.
size_t PlaceOf(const Pages& pages, aclDataType dtype, bool pieces, int64_t slot, int64_t f) {
  const int64_t block = slot / pages.blockSize;
  const int64_t row = slot % pages.blockSize;
  const Shape shape = CacheShape(pages, dtype, pieces);
  return pieces ? FlatIndex(shape, {block, f / PieceOf(dtype), row, f % PieceOf(dtype)})
                : FlatIndex(shape, {block, row, f / pages.size, f % pages.size});
}

const std::vector<Pages> kPages{{3, 4, 2, 32}, {1, 1, 1, 32}, {20, 16, 3, 64}, {5, 7, 2, 32}};

std::string ModeOf(bool pieces) {
  return pieces ? "PA_NZ" : "Norm";
}

TEST(ScatterPaKvCache, EveryTypeModeAndLayout) {
  Random random(13);
  for (const Pages& pages : kPages) {
    for (const aclDataType dtype : kTypes) {
      for (const bool pieces : {false, true}) {
        for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(4).WithOffset(1)}) {
          const auto trace = TraceSeed(random);
          const int64_t tokens = random.Integer(0, 60);
          const int64_t slots = pages.blocks * pages.blockSize;
          const Shape tokenShape{tokens, pages.heads, pages.size};
          const Shape cacheShape = CacheShape(pages, dtype, pieces);
          const Array key = random.Integers(tokenShape, dtype, 0, 100);
          const Array value = random.Integers(tokenShape, dtype, 0, 100);
          Array keyCache = random.Integers(cacheShape, dtype, 0, 100);
          Array valueCache = random.Integers(cacheShape, dtype, 0, 100);
          const Array mapping = random.Integers({tokens}, ACL_INT32, -1, slots);
          const DeviceTensor keys(key, dtype, layout.order.empty() ? Layout() : Layout::Transposed(3));
          const DeviceTensor values(value, dtype);
          const DeviceTensor keyPages(keyCache, dtype, layout);
          const DeviceTensor valuePages(valueCache, dtype, layout,
                                        pieces ? ACL_FORMAT_FRACTAL_NZ : ACL_FORMAT_ND);
          const DeviceTensor slotMapping(mapping, pieces ? ACL_INT64 : ACL_INT32);
          std::string mode = ModeOf(pieces);
          std::string none = "None";
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnScatterPaKvCacheGetWorkspaceSize(
                              keys.Get(), keyPages.Get(), slotMapping.Get(), values.Get(), valuePages.Get(),
                              nullptr, nullptr, nullptr, mode.data(), none.data(), nullptr, nullptr, size,
                              executor);
                        },
                        aclnnScatterPaKvCache),
                    ACL_SUCCESS)
              << LastMessage();
          const int64_t elements = pages.heads * pages.size;
          for (int64_t i = 0; i < tokens; ++i) {
            const auto slot = static_cast<int64_t>(mapping.values[static_cast<size_t>(i)]);
            for (int64_t f = 0; slot >= 0 && f < elements; ++f) {
              const size_t place = PlaceOf(pages, dtype, pieces, slot, f);
              keyCache.values[place] = key.values[static_cast<size_t>(i * elements + f)];
              valueCache.values[place] = value.values[static_cast<size_t>(i * elements + f)];
            }
          }
          EXPECT_TRUE(Near(keyPages.Read(), keyCache, Tolerance::Exact(dtype)));
          EXPECT_TRUE(Near(valuePages.Read(), valueCache, Tolerance::Exact(dtype)));
          EXPECT_TRUE(keyPages.CanariesIntact() && valuePages.CanariesIntact());
        }
      }
    }
  }
}

// Without values, given as null or as a tensor of no elements; and with a slot beyond the cache.
TEST(ScatterPaKvCache, KeysAloneAndSlotsBeyondTheCache) {
  const DeviceTensor keys(Full({2, 1, 4}, 7), ACL_FLOAT);
  const DeviceTensor none(Full({0}, 7), ACL_FLOAT);
  const DeviceTensor mapping(FromIntegers({2}, {5, 2}), ACL_INT32);
  for (const aclTensor* values :
       {static_cast<const aclTensor*>(nullptr), static_cast<const aclTensor*>(none.Get())}) {
    const DeviceTensor pages(Full({3, 2, 1, 4}, 1), ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnScatterPaKvCacheGetWorkspaceSize(
                        keys.Get(), pages.Get(), mapping.Get(), values, nullptr, nullptr, nullptr, nullptr,
                        nullptr, nullptr, nullptr, nullptr, size, executor);
                  },
                  aclnnScatterPaKvCache),
              ACL_SUCCESS)
        << LastMessage();
    Array expected = Full({3, 2, 1, 4}, 1);
    for (const size_t slot : {5U, 2U}) {
      std::fill_n(expected.values.begin() + static_cast<ptrdiff_t>(4 * slot), 4, 7.0);
    }
    EXPECT_TRUE(Near(pages.Read(), expected, Tolerance::Exact(ACL_FLOAT)));
  }
  const DeviceTensor small(Full({5, 1, 1, 4}, 1), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnScatterPaKvCacheGetWorkspaceSize(
                      keys.Get(), small.Get(), mapping.Get(), nullptr, nullptr, nullptr, nullptr, nullptr,
                      nullptr, nullptr, nullptr, nullptr, size, executor);
                },
                aclnnScatterPaKvCache),
            507035);
  EXPECT_NE(LastMessage().find("slotMapping: expected slots below 5, got 5 at position 0"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(small.Read(), Full({5, 1, 1, 4}, 1), Tolerance::Exact(ACL_FLOAT)));
}

TEST(GatherPaKvCache, EveryTypeModeAndLayout) {
  Random random(14);
  for (const Pages& pages : kPages) {
    for (const aclDataType dtype : kTypes) {
      for (const bool pieces : {false, true}) {
        for (const bool cumulative : {false, true}) {
          const auto trace = TraceSeed(random);
          const int64_t sequences = random.Integer(0, 5);
          const int64_t columns = 4;
          const bool skips = random.Integer(0, 2) == 1;
          std::vector<int64_t> lengths;
          std::vector<int64_t> sums{0};
          std::vector<int64_t> offsets;
          for (int64_t b = 0; b < sequences; ++b) {
            offsets.push_back(skips ? random.Integer(0, 2 * pages.blockSize) : 0);
            lengths.push_back(random.Integer(0, 2 * pages.blockSize + 1));
            sums.push_back(sums.back() + lengths.back());
          }
          const int64_t tokens = sums.back() + 2;
          const int64_t elements = pages.heads * pages.size;
          const bool flat = pieces && random.Integer(0, 2) == 1;
          const Shape tokenShape = flat ? Shape{tokens, elements} : Shape{tokens, pages.heads, pages.size};
          const Array keyCache = random.Integers(CacheShape(pages, dtype, pieces), dtype, 0, 100);
          const Array valueCache = random.Integers(CacheShape(pages, dtype, pieces), dtype, 0, 100);
          Array key = random.Integers(tokenShape, dtype, 0, 100);
          Array value = random.Integers(tokenShape, dtype, 0, 100);
          const Array table = random.Integers({sequences, columns}, ACL_INT32, 0, pages.blocks);
          const DeviceTensor keyPages(keyCache, dtype, Layout::Transposed(4));
          const DeviceTensor valuePages(valueCache, dtype);
          const DeviceTensor blocks(table, ACL_INT32);
          const DeviceTensor seqLens(
              cumulative ? FromIntegers({sequences + 1}, sums) : FromIntegers({sequences}, lengths),
              ACL_INT32);
          const DeviceTensor seqOffsets(FromIntegers({sequences}, offsets), ACL_INT32);
          const DeviceTensor keys(key, dtype, Layout::Transposed(tokenShape.size()));
          const DeviceTensor values(value, dtype);
          std::string mode = ModeOf(pieces);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnGatherPaKvCacheGetWorkspaceSize(
                              keyPages.Get(), valuePages.Get(), blocks.Get(), seqLens.Get(), keys.Get(),
                              values.Get(), skips ? seqOffsets.Get() : nullptr, mode.data(), cumulative, size,
                              executor);
                        },
                        aclnnGatherPaKvCache),
                    ACL_SUCCESS)
              << LastMessage();
          for (int64_t b = 0; b < sequences; ++b) {
            for (int64_t t = 0; t < lengths[static_cast<size_t>(b)]; ++t) {
              const int64_t column = offsets[static_cast<size_t>(b)] / pages.blockSize + t / pages.blockSize;
              const auto block = static_cast<int64_t>(At(table, {b, column}));
              const int64_t slot = block * pages.blockSize + t % pages.blockSize;
              for (int64_t f = 0; f < elements; ++f) {
                const auto to = static_cast<size_t>((sums[static_cast<size_t>(b)] + t) * elements + f);
                key.values[to] = keyCache.values[PlaceOf(pages, dtype, pieces, slot, f)];
                value.values[to] = valueCache.values[PlaceOf(pages, dtype, pieces, slot, f)];
              }
            }
          }
          EXPECT_TRUE(Near(keys.Read(), key, Tolerance::Exact(dtype)));
          EXPECT_TRUE(Near(values.Read(), value, Tolerance::Exact(dtype)));
          EXPECT_TRUE(keys.CanariesIntact() && values.CanariesIntact());
        }
      }
    }
  }
}

struct Wrong {
  std::vector<int64_t> lengths;
  std::vector<int64_t> table;
  std::vector<int64_t> offsets;
  bool cumulative;
  const char* message;
};

TEST(GatherPaKvCache, DataThatDoesNotFit) {
  for (const Wrong& wrong :
       std::vector<Wrong>{{{2, -1}, {0, 1, 2, 0}, {0, 0}, false, "seqLens"},
                          {{2, 5}, {0, 1, 2, 0}, {0, 0}, false, "seqLens"},
                          {{1, 3},
                           {0, 1, 2, 3},
                           {0, 0},
                           false,
                           "blockTables: expected blocks in [0, 3), got 3 at position 3"},
                          {{1, 3}, {0, 1, -1, 0}, {0, 0}, false, "blockTables"},
                          {{1, 3}, {0, 1, 2, 0}, {0, 2}, false, "seqLens"},
                          {{1, 3}, {0, 1, 2, 0}, {-1, 0}, false, "seqOffset"},
                          {{1, 2, 3}, {0, 1, 2, 0}, {0, 0}, true, "seqLens: expected 0, got 1"},
                          {{0, 2, 1}, {0, 1, 2, 0}, {0, 0}, true, "seqLens"}}) {
    const DeviceTensor pages(Full({3, 2, 1, 4}, 5), ACL_FLOAT);
    const DeviceTensor blocks(FromIntegers({2, 2}, wrong.table), ACL_INT32);
    const DeviceTensor lengths(FromIntegers({static_cast<int64_t>(wrong.lengths.size())}, wrong.lengths),
                               ACL_INT32);
    const DeviceTensor offsets(FromIntegers({2}, wrong.offsets), ACL_INT32);
    const DeviceTensor keys(Full({6, 1, 4}, 1), ACL_FLOAT);
    const DeviceTensor values(Full({6, 1, 4}, 1), ACL_FLOAT);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnGatherPaKvCacheGetWorkspaceSize(
                        pages.Get(), pages.Get(), blocks.Get(), lengths.Get(), keys.Get(), values.Get(),
                        offsets.Get(), nullptr, wrong.cumulative, size, executor);
                  },
                  aclnnGatherPaKvCache),
              507035)
        << wrong.message;
    EXPECT_NE(LastMessage().find(wrong.message), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(keys.Read(), Full({6, 1, 4}, 1), Tolerance::Exact(ACL_FLOAT)));
  }
}

class CacheChecks : public PhaseOneTest {
 protected:
  struct Given {
    Shape key{5, 2, 32};
    Shape keyCache{3, 4, 2, 32};
    Shape slots{5};
    Shape value{5, 2, 16};
    Shape valueCache{3, 4, 2, 16};
    std::string mode = "Norm";
    std::string scatterMode = "None";
    aclDataType cacheType = ACL_FLOAT;
    bool compressed = false;
  };
  aclnnStatus Scatter(Given given) {
    const Descriptor key(given.key);
    const Descriptor keyCache(given.keyCache, given.cacheType);
    const Descriptor slots(given.slots, ACL_INT32);
    const Descriptor value(given.value);
    const Descriptor valueCache(given.valueCache);
    return Call("aclnnScatterPaKvCache", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScatterPaKvCacheGetWorkspaceSize(
          key.Get(), keyCache.Get(), slots.Get(), value.Get(), valueCache.Get(), nullptr,
          given.compressed ? slots.Get() : nullptr, nullptr, given.mode.data(), given.scatterMode.data(),
          nullptr, nullptr, size, executor);
    });
  }
};

TEST_F(CacheChecks, Scatter) {
  EXPECT_EQ(Scatter({}), ACL_SUCCESS);
  EXPECT_EQ(Scatter({.mode = "norm"}), kInvalid);
  ExpectMessage({"cacheMode", "norm"});
  EXPECT_EQ(Scatter({.scatterMode = "Rope"}), kInvalid);
  ExpectMessage({"scatterMode", "Rope"});
  EXPECT_EQ(Scatter({.compressed = true}), kInvalid);
  ExpectMessage({"compressSeqOffsetOptional"});
  EXPECT_EQ(Scatter({.cacheType = ACL_FLOAT16}), kInvalid);
  ExpectMessage({"keyCacheRef", "FLOAT16"});
  EXPECT_EQ(Scatter({.keyCache = {3, 4, 2, 31}}), kInvalid);
  ExpectMessage({"keyCacheRef", "[3, 4, 2, 31]"});
  EXPECT_EQ(Scatter({.keyCache = {3, 8, 4, 8}, .valueCache = {3, 4, 4, 8}, .mode = "PA_NZ"}), ACL_SUCCESS);
  EXPECT_EQ(Scatter({.keyCache = {3, 4, 4, 16}, .valueCache = {3, 4, 4, 8}, .mode = "PA_NZ"}), kInvalid);
  ExpectMessage({"keyCacheRef", "32 bytes"});
  EXPECT_EQ(Scatter({.slots = {4}}), kInvalid);
  ExpectMessage({"key", "slotMapping"});
  EXPECT_EQ(Scatter({.key = {5, 64}}), kInvalid);
  EXPECT_EQ(Scatter({.keyCache = {3, 4, 64}}), kInvalid);
  // Values without elements are none, but what describes them has to make sense.
  EXPECT_EQ(Scatter({.value = {0, 2, 16}}), ACL_SUCCESS);
  EXPECT_EQ(Scatter({.value = {0, -2, 16}}), kInvalid);
  ExpectMessage({"value", "negative"});
  EXPECT_EQ(Scatter({.value = {0, 2, 16}, .valueCache = {3, -4, 2, 16}}), kInvalid);
  ExpectMessage({"valueCacheRef", "negative"});
}

}  // namespace
}  // namespace openaclnn::testing
