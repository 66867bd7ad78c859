// SPDX-License-Identifier: Apache-2.0
//
// aclnnKvRmsNormRopeCache and V2 against their formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_kv_rms_norm_rope_cache.h"
#include "aclnnop/aclnn_kv_rms_norm_rope_cache_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Mode {
  std::string name;
  bool paged;
  bool pieces;
  bool blocks;
};
const std::vector<Mode> kModes{{"Norm", false, false, false},      {"PA", true, false, false},
                               {"PA_BNSD", true, false, false},    {"PA_NZ", true, true, false},
                               {"PA_BLK_BNSD", true, false, true}, {"PA_BLK_NZ", true, true, true}};

struct Sizes {
  int64_t batches;
  int64_t tokens;
  int64_t latents;
  int64_t keys;
  int64_t blocks;  // of the cache, or batches
  int64_t blockSize;
  bool angles = true;  // of each token; otherwise of all alike
};
const std::vector<Sizes> kSizes{{2, 5, 64, 32, 4, 4},          {1, 1, 32, 32, 1, 1}, {3, 7, 512, 64, 6, 16},
                                {2, 3, 1056, 64, 9, 2, false}, {0, 3, 32, 32, 2, 4}, {2, 0, 32, 32, 2, 4}};

// What becomes of one part of a token, and where.
struct Part {
  int64_t elements;
  bool quantized;
  Array cache;
  Array magnitudes;  // of the cache
  Array out;
  Array outMagnitudes;
  std::optional<Array> scale;
  std::optional<Array> offset;

  Part(const Sizes& sizes, const Mode& mode, int64_t elementCount, aclDataType dtype, int kind,
       Random& random)
      : elements(elementCount),
        quantized(kind > 0),
        cache(random.Integers(mode.paged ? Shape{sizes.blocks, sizes.blockSize, 1, elements}
                                         : Shape{sizes.blocks, 1, sizes.blockSize, elements},
                              quantized ? ACL_INT8 : dtype, 0, 100)),
        magnitudes(cache),
        out(Full({sizes.batches, 1, sizes.tokens, elements}, 0)),
        outMagnitudes(out) {
    if (kind > 0) {
      scale = random.Uniform({kind == 1 ? elements : 1}, ACL_FLOAT, 10, 60);
    }
    if (kind > 1) {
      offset = random.Uniform({elements}, ACL_FLOAT, -20, 20);
    }
  }

  [[nodiscard]] size_t PlaceOf(const Mode& mode, int64_t blockSize, int64_t slot, int64_t f,
                               size_t elementSize) const {
    const int64_t block = slot / blockSize;
    const int64_t row = slot % blockSize;
    if (!mode.pieces) {
      return static_cast<size_t>(slot * elements + f);
    }
    const auto piece = static_cast<int64_t>(32 / elementSize);
    return static_cast<size_t>(block * blockSize * elements + f / piece * blockSize * piece + row * piece +
                               f % piece);
  }

  void Put(const Mode& mode, int64_t blockSize, int64_t token, int64_t slot, int64_t f, double value,
           double magnitude) {
    const auto at = static_cast<size_t>(token * elements + f);
    out.values[at] = value;
    outMagnitudes.values[at] = magnitude;
    if (slot < 0) {
      return;
    }
    const size_t place = PlaceOf(mode, blockSize, slot, f, quantized ? 1 : 2);
    const auto number = [&](const Array& numbers) {
      return numbers.values[numbers.values.size() == 1 ? 0 : static_cast<size_t>(f)];
    };
    cache.values[place] =
        quantized ? std::clamp(value * number(*scale) + (offset ? number(*offset) : 0), -128.0, 127.0)
                  : value;
    magnitudes.values[place] = magnitude;
  }

  void ExpectCache(const DeviceTensor& actual, aclDataType dtype) const {
    EXPECT_TRUE(actual.CanariesIntact());
    const Array numbers = actual.Read();
    if (!quantized) {
      EXPECT_TRUE(Near(numbers, cache, Tolerance::For(dtype, magnitudes)));
      return;
    }
    for (size_t i = 0; i < numbers.values.size(); ++i) {
      // What lies in the middle of two integers may go to either.
      EXPECT_NEAR(numbers.values[i], cache.values[i], 0.5 + 1e-3) << i;
    }
  }
};

// Slots of tokens for a random index, some of them -1.
struct Index {
  Array values;
  std::vector<int64_t> slots;

  Index(const Sizes& sizes, const Mode& mode, Random& random) {
    const int64_t rows = mode.paged ? sizes.blocks * sizes.blockSize : sizes.blockSize;
    const int64_t each = mode.blocks ? (sizes.tokens + sizes.blockSize - 1) / sizes.blockSize : sizes.tokens;
    values = Full(mode.paged ? Shape{sizes.batches * each} : Shape{sizes.batches, each}, 0);
    for (double& value : values.values) {
      value = static_cast<double>(mode.blocks ? random.Integer(-1, sizes.blocks) : random.Integer(-1, rows));
      if (mode.blocks && value > 0) {
        value *= static_cast<double>(sizes.blockSize);
      }
    }
    for (int64_t b = 0; b < sizes.batches; ++b) {
      for (int64_t s = 0; s < sizes.tokens; ++s) {
        const int64_t position = b * each + (mode.blocks ? s / sizes.blockSize : s);
        const auto given = static_cast<int64_t>(values.values[static_cast<size_t>(position)]);
        slots.push_back(given < 0 ? -1
                                  : given + (mode.blocks ? s % sizes.blockSize : 0) +
                                        (mode.paged ? 0 : b * sizes.blockSize));
      }
    }
  }
};

struct Inputs {
  Array kv;
  Array gamma;
  Array cosines;
  Array sines;

  Inputs(const Sizes& sizes, aclDataType dtype, Random& random)
      : kv(random.Normal({sizes.batches, 1, sizes.tokens, sizes.latents + sizes.keys}, dtype, 0, 1)),
        gamma(random.Normal({sizes.latents}, dtype, 1, 0.3)),
        cosines(random.Uniform(AnglesShape(sizes), dtype, -1, 1)),
        sines(random.Uniform(AnglesShape(sizes), dtype, -1, 1)) {}

  static Shape AnglesShape(const Sizes& sizes) {
    return sizes.angles ? Shape{sizes.batches, 1, sizes.tokens, sizes.keys}
                        : Shape{sizes.batches, 1, 1, sizes.keys};
  }
};

constexpr double kEpsilon = 1e-5;

void Compute(const Sizes& sizes, const Mode& mode, const Inputs& inputs, const Index& index, Part& keys,
             Part& latents) {
  const int64_t width = sizes.latents + sizes.keys;
  for (int64_t token = 0; token < sizes.batches * sizes.tokens; ++token) {
    const double* const row = inputs.kv.values.data() + token * width;
    const int64_t slot = index.slots[static_cast<size_t>(token)];
    double sum = 0;
    for (int64_t i = 0; i < sizes.latents; ++i) {
      sum += row[i] * row[i];
    }
    const double rstd = 1 / std::sqrt(sum / static_cast<double>(sizes.latents) + kEpsilon);
    for (int64_t i = 0; i < sizes.latents; ++i) {
      const double value = row[i] * rstd * inputs.gamma.values[static_cast<size_t>(i)];
      latents.Put(mode, sizes.blockSize, token, slot, i, value, std::fabs(value));
    }
    const int64_t angles = sizes.angles ? token : token / sizes.tokens;
    for (int64_t i = 0; i < sizes.keys; ++i) {
      const int64_t half = sizes.keys / 2;
      const double cosine = inputs.cosines.values[static_cast<size_t>(angles * sizes.keys + i)];
      const double sine = inputs.sines.values[static_cast<size_t>(angles * sizes.keys + i)];
      const int64_t pair = 2 * (i % half);
      const double even = row[sizes.latents + pair];
      const double odd = row[sizes.latents + pair + 1];
      const double first = (i < half ? even : odd) * cosine;
      const double second = (i < half ? -odd : even) * sine;
      keys.Put(mode, sizes.blockSize, token, slot, i, first + second, std::fabs(first) + std::fabs(second));
    }
  }
}

struct Tensors {
  const aclTensor* kv;
  const aclTensor* gamma;
  const aclTensor* cosines;
  const aclTensor* sines;
  const aclTensor* index;
  aclTensor* keyCache;
  aclTensor* latentCache;
  const aclTensor* keyScale = nullptr;
  const aclTensor* latentScale = nullptr;
  const aclTensor* keyOffset = nullptr;
  const aclTensor* latentOffset = nullptr;
  aclTensor* keyOut = nullptr;
  aclTensor* latentOut = nullptr;
  std::string mode = "Norm";
  bool outputs = false;
  bool newer = false;
  const aclTensor* values = nullptr;
};

aclnnStatus PhaseOneOf(Tensors given, uint64_t* size, aclOpExecutor** executor) {
  return given.newer
             ? aclnnKvRmsNormRopeCacheV2GetWorkspaceSize(
                   given.kv, given.gamma, given.cosines, given.sines, given.index, given.keyCache,
                   given.latentCache, given.keyScale, given.latentScale, given.keyOffset, given.latentOffset,
                   given.values, kEpsilon, given.mode.data(), given.outputs, given.keyOut, given.latentOut,
                   size, executor)
             : aclnnKvRmsNormRopeCacheGetWorkspaceSize(
                   given.kv, given.gamma, given.cosines, given.sines, given.index, given.keyCache,
                   given.latentCache, given.keyScale, given.latentScale, given.keyOffset, given.latentOffset,
                   kEpsilon, given.mode.data(), given.outputs, given.keyOut, given.latentOut, size, executor);
}

std::optional<DeviceTensor> OnDevice(const std::optional<Array>& array) {
  return array ? std::optional<DeviceTensor>(std::in_place, *array, ACL_FLOAT) : std::nullopt;
}
const aclTensor* GetOrNull(const std::optional<DeviceTensor>& tensor) {
  return tensor ? tensor->Get() : nullptr;
}

void ExpectStored(const Sizes& sizes, const Mode& mode, aclDataType dtype, bool plain, int kind,
                  Random& random) {
  const Inputs inputs(sizes, dtype, random);
  const Index index(sizes, mode, random);
  Part keys(sizes, mode, sizes.keys, dtype, kind, random);
  Part latents(sizes, mode, sizes.latents, dtype, kind == 0 ? 0 : 3 - kind, random);
  const Layout layout = plain ? Layout() : Layout::Transposed(4);
  const Layout pages = plain ? Layout() : mode.pieces ? Layout().WithOffset(3) : Layout::Transposed(4);
  const DeviceTensor kv(inputs.kv, dtype, layout);
  const DeviceTensor gamma(inputs.gamma, dtype, plain ? Layout() : Layout::Stepped({2}));
  const DeviceTensor cosines(inputs.cosines, dtype, layout);
  const DeviceTensor sines(inputs.sines, dtype, layout);
  const DeviceTensor where(index.values, plain ? ACL_INT64 : ACL_INT32);
  const aclFormat format = mode.pieces && !plain ? ACL_FORMAT_FRACTAL_NZ : ACL_FORMAT_ND;
  const DeviceTensor keyCache(keys.cache, keys.quantized ? ACL_INT8 : dtype, pages, format);
  const DeviceTensor latentCache(latents.cache, latents.quantized ? ACL_INT8 : dtype, pages, format);
  const auto keyScale = OnDevice(keys.scale);
  const auto latentScale = OnDevice(latents.scale);
  const auto keyOffset = OnDevice(keys.offset);
  const auto latentOffset = OnDevice(latents.offset);
  const DeviceTensor keyOut = DeviceTensor::Output(keys.out.shape, dtype, layout);
  const DeviceTensor latentOut = DeviceTensor::Output(latents.out.shape, dtype, layout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return PhaseOneOf(
                      {kv.Get(), gamma.Get(), cosines.Get(), sines.Get(), where.Get(), keyCache.Get(),
                       latentCache.Get(), GetOrNull(keyScale), GetOrNull(latentScale), GetOrNull(keyOffset),
                       GetOrNull(latentOffset), plain ? nullptr : keyOut.Get(),
                       plain ? nullptr : latentOut.Get(), mode.name, !plain, plain},
                      size, executor);
                },
                plain ? aclnnKvRmsNormRopeCacheV2 : aclnnKvRmsNormRopeCache),
            ACL_SUCCESS)
      << LastMessage();
  Compute(sizes, mode, inputs, index, keys, latents);
  keys.ExpectCache(keyCache, dtype);
  latents.ExpectCache(latentCache, dtype);
  if (!plain) {
    EXPECT_TRUE(Near(keyOut.Read(), keys.out, Tolerance::For(dtype, keys.outMagnitudes)));
    EXPECT_TRUE(Near(latentOut.Read(), latents.out, Tolerance::For(dtype, latents.outMagnitudes)));
    EXPECT_TRUE(keyOut.CanariesIntact() && latentOut.CanariesIntact());
  }
}

TEST(KvRmsNormRopeCache, EveryTypeModeAndLayout) {
  Random random(15);
  for (const Sizes& sizes : kSizes) {
    for (const Mode& mode : kModes) {
      for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
        for (const bool plain : {false, true}) {
          for (const int kind : {0, 1, 2}) {
            const auto trace = TraceSeed(random);
            ExpectStored(sizes, mode, dtype, plain, kind, random);
          }
        }
      }
    }
  }
}

TEST(KvRmsNormRopeCache, IndicesBeyondTheCache) {
  Random random(16);
  const Sizes sizes{2, 3, 32, 32, 2, 4};
  for (const Mode& mode : kModes) {
    const Inputs inputs(sizes, ACL_BF16, random);
    Index index(sizes, mode, random);
    std::fill(index.values.values.begin(), index.values.values.end(), 0.0);
    // Of a block's first slot, the last one of the sequence's tokens has to be there, too.
    index.values.values.back() = mode.blocks ? 6 : mode.paged ? 8 : 4;
    const Part keys(sizes, mode, sizes.keys, ACL_BF16, 0, random);
    const DeviceTensor kv(inputs.kv, ACL_BF16);
    const DeviceTensor gamma(inputs.gamma, ACL_BF16);
    const DeviceTensor cosines(inputs.cosines, ACL_BF16);
    const DeviceTensor sines(inputs.sines, ACL_BF16);
    const DeviceTensor where(index.values, ACL_INT64);
    const DeviceTensor keyCache(keys.cache, ACL_BF16);
    const DeviceTensor latentCache(keys.cache, ACL_BF16);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return PhaseOneOf({.kv = kv.Get(),
                                       .gamma = gamma.Get(),
                                       .cosines = cosines.Get(),
                                       .sines = sines.Get(),
                                       .index = where.Get(),
                                       .keyCache = keyCache.Get(),
                                       .latentCache = latentCache.Get(),
                                       .mode = mode.name},
                                      size, executor);
                  },
                  aclnnKvRmsNormRopeCache),
              507035)
        << mode.name;
    EXPECT_NE(LastMessage().find("index: expected slots below"), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(keyCache.Read(), keys.cache, Tolerance::Exact(ACL_BF16)));
    EXPECT_TRUE(Near(latentCache.Read(), keys.cache, Tolerance::Exact(ACL_BF16)));
  }
}

class KvRmsNormRopeCacheChecks : public StatusTest {};

TEST_F(KvRmsNormRopeCacheChecks, Statuses) {
  const Descriptor kv({2, 1, 3, 96}, ACL_BF16);
  const Descriptor gamma({64}, ACL_BF16);
  const Descriptor angles({2, 1, 3, 32}, ACL_BF16);
  const Descriptor index({2, 3}, ACL_INT64);
  const Descriptor slots({6}, ACL_INT64);
  const Descriptor keyCache({2, 1, 4, 32}, ACL_BF16);
  const Descriptor latentCache({2, 1, 4, 64}, ACL_BF16);
  const Descriptor keyPages({2, 4, 1, 32}, ACL_BF16);
  const Descriptor latentPages({2, 4, 1, 64}, ACL_BF16);
  const Descriptor keyBytes({2, 1, 4, 32}, ACL_INT8);
  const Descriptor factors({32});
  const Descriptor wrong({3, 5}, ACL_BF16);
  const Tensors usual{kv.Get(),    gamma.Get(),    angles.Get(),     angles.Get(),
                      index.Get(), keyCache.Get(), latentCache.Get()};
  const auto expect = [&](aclnnStatus status, const char* said, const auto& change) {
    for (const bool newer : {false, true}) {
      Tensors given = usual;
      given.newer = newer;
      change(given);
      ExpectCall(given.newer ? "aclnnKvRmsNormRopeCacheV2" : "aclnnKvRmsNormRopeCache", status, said,
                 [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
    }
  };
  expect(ACL_SUCCESS, "", [](Tensors&) {});
  expect(kNullptr, "kv", [](Tensors& given) { given.kv = nullptr; });
  expect(kNullptr, "gamma", [](Tensors& given) { given.gamma = nullptr; });
  expect(kNullptr, "cos", [](Tensors& given) { given.cosines = nullptr; });
  expect(kNullptr, "sin", [](Tensors& given) { given.sines = nullptr; });
  expect(kNullptr, "index", [](Tensors& given) { given.index = nullptr; });
  expect(kNullptr, "kCacheRef", [](Tensors& given) { given.keyCache = nullptr; });
  expect(kNullptr, "ckvCacheRef", [](Tensors& given) { given.latentCache = nullptr; });
  expect(kNullptr, "kRopeOut", [](Tensors& given) { given.outputs = true; });
  expect(kInvalid, "kRopeOut", [&](Tensors& given) {
    given.outputs = true;
    given.keyOut = latentCache.Get();
    given.latentOut = latentCache.Get();
  });
  expect(kInvalid, "vOptional", [&](Tensors& given) {
    given.newer = true;
    given.values = kv.Get();
  });
  expect(kInvalid, "cacheModeOptional", [](Tensors& given) { given.mode = "norm"; });
  expect(kInvalid, "gamma", [&](Tensors& given) { given.gamma = factors.Get(); });
  expect(kInvalid, "gamma", [&](Tensors& given) { given.gamma = wrong.Get(); });
  expect(kInvalid, "kv", [&](Tensors& given) { given.kv = wrong.Get(); });
  expect(kInvalid, "kv", [&](Tensors& given) { given.kv = factors.Get(); });
  expect(kInvalid, "cos", [&](Tensors& given) { given.cosines = wrong.Get(); });
  expect(kInvalid, "sin", [&](Tensors& given) { given.sines = kv.Get(); });
  expect(kInvalid, "index", [&](Tensors& given) { given.index = slots.Get(); });
  expect(kInvalid, "kCacheRef", [&](Tensors& given) { given.keyCache = latentCache.Get(); });
  expect(kInvalid, "kCacheRef", [&](Tensors& given) { given.keyCache = keyBytes.Get(); });
  expect(kInvalid, "kCacheRef", [&](Tensors& given) { given.keyScale = factors.Get(); });
  expect(ACL_SUCCESS, "", [&](Tensors& given) {
    given.keyCache = keyBytes.Get();
    given.keyScale = factors.Get();
    given.keyOffset = factors.Get();
  });
  expect(kInvalid, "kRopeOffsetOptional", [&](Tensors& given) { given.keyOffset = factors.Get(); });
  expect(kInvalid, "ckvCacheRef", [&](Tensors& given) { given.latentCache = keyCache.Get(); });
  for (const char* mode : {"PA", "PA_BNSD", "PA_NZ"}) {
    expect(kInvalid, "kCacheRef", [&](Tensors& given) { given.mode = mode; });
    const auto page = [&](Tensors& given) {
      given.mode = mode;
      given.keyCache = keyPages.Get();
      given.latentCache = latentPages.Get();
      given.index = slots.Get();
    };
    expect(ACL_SUCCESS, "", page);
    expect(kInvalid, "index", [&](Tensors& given) {
      page(given);
      given.index = index.Get();
    });
  }
  const Descriptor blocks({2}, ACL_INT64);
  for (const char* mode : {"PA_BLK_BNSD", "PA_BLK_NZ"}) {
    expect(ACL_SUCCESS, "", [&](Tensors& given) {
      given.mode = mode;
      given.keyCache = keyPages.Get();
      given.latentCache = latentPages.Get();
      given.index = blocks.Get();
    });
  }
  const std::vector<int64_t> strides{128, 1, 128, 4};
  const Descriptor transposed({2, 4, 1, 32}, strides.data(), 0, {256}, ACL_BF16);
  expect(kInvalid, "one piece of memory", [&](Tensors& given) {
    given.mode = "PA_NZ";
    given.keyCache = transposed.Get();
    given.latentCache = latentPages.Get();
    given.index = slots.Get();
  });
}

}  // namespace
}  // namespace openaclnn::testing
