// SPDX-License-Identifier: Apache-2.0
//
// aclnnMlaProlog, aclnnMlaPrologV2, aclnnMlaPrologV2WeightNz and aclnnMlaPrologV3WeightNz against loops in float64; the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mla_prolog.h"
#include "aclnnop/aclnn_mla_prolog_v2.h"
#include "aclnnop/aclnn_mla_prolog_v2_weight_nz.h"
#include "aclnnop/aclnn_mla_prolog_v3_weight_nz.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Problem {
  Shape tokens{5};  // [T] or [B, S]
  int64_t hidden = 40;
  int64_t rank = 24;
  int64_t heads = 3;
  int64_t size = 12;
  int64_t ropeSize = 8;
  int64_t latent = 16;
  int64_t blocks = 3;
  int64_t blockSize = 8;
  double rankEpsilon = 1e-5;
  double latentEpsilon = 0.5;
  std::string mode = "PA_BSND";
  bool fractal = false;
  int version = 2;

  [[nodiscard]] int64_t Tokens() const { return NumElements(tokens); }
  [[nodiscard]] Shape With(const Shape& others) const {
    Shape shape = tokens;
    shape.insert(shape.end(), others.begin(), others.end());
    return shape;
  }
  [[nodiscard]] Shape Cache(int64_t elements) const { return {blocks, blockSize, 1, elements}; }
};

// The inputs in the order of the prototype, then both caches as they were.
enum Input : size_t { kX, kDown, kUp, kAbsorb, kKeys, kRankScale, kLatentScale, kSin, kCos };

struct Data {
  std::vector<Array> inputs;
  std::vector<int64_t> slots;
  Array latents;
  Array ropes;
};

Data Draw(const Problem& p, aclDataType dtype, Random& random) {
  Data data;
  const int64_t heads = p.heads * (p.size + p.ropeSize);
  for (const Shape& shape : std::vector<Shape>{p.With({p.hidden}),
                                               {p.hidden, p.rank},
                                               {p.rank, heads},
                                               {p.heads, p.size, p.latent},
                                               {p.hidden, p.latent + p.ropeSize},
                                               {p.rank},
                                               {p.latent},
                                               p.With({p.ropeSize}),
                                               p.With({p.ropeSize})}) {
    data.inputs.push_back(random.Normal(shape, dtype, 0, 1));
  }
  for (int64_t t = 0; t < p.Tokens(); ++t) {
    data.slots.push_back(random.Integer(0, std::max<int64_t>(p.blocks * p.blockSize, 1)));
  }
  data.latents = random.Normal(p.Cache(p.latent), dtype, 0, 1);
  data.ropes = random.Normal(p.Cache(p.ropeSize), dtype, 0, 1);
  return data;
}

// A number, and the sum of the magnitudes that it is made of.
struct Number {
  double value = 0;
  double magnitude = 0;
};
using Row = std::vector<Number>;

Row Times(const Row& row, const Array& matrix, int64_t firstColumn, int64_t columns, size_t offset = 0) {
  const int64_t pitch = matrix.shape.back();
  Row product(static_cast<size_t>(columns));
  for (int64_t k = 0; k < static_cast<int64_t>(row.size()); ++k) {
    for (int64_t c = 0; c < columns; ++c) {
      const double factor = matrix.values[offset + static_cast<size_t>(k * pitch + firstColumn + c)];
      Number& sum = product[static_cast<size_t>(c)];
      sum.value += row[static_cast<size_t>(k)].value * factor;
      sum.magnitude += row[static_cast<size_t>(k)].magnitude * std::abs(factor);
    }
  }
  return product;
}

Row Normed(Row row, const Array& scale, double epsilon) {
  double squares = 0;
  for (const Number& number : row) {
    squares += number.value * number.value;
  }
  const double root = std::sqrt(squares / static_cast<double>(row.size()) + epsilon);
  for (size_t i = 0; i < row.size(); ++i) {
    row[i].value *= scale.values[i] / root;
    row[i].magnitude *= std::abs(scale.values[i]) / root;
  }
  return row;
}

Row Rotated(const Row& row, const Data& data, int64_t token) {
  const size_t size = row.size();
  Row rotated(size);
  for (size_t i = 0; i < size; ++i) {
    const bool first = i < size / 2;
    const Number& own = row[first ? 2 * i : 2 * (i - size / 2) + 1];
    const Number& other = row[first ? 2 * i + 1 : 2 * (i - size / 2)];
    const size_t at = static_cast<size_t>(token) * size + i;
    const double cos = data.inputs[kCos].values[at];
    const double sin = data.inputs[kSin].values[at];
    rotated[i].value = own.value * cos + (first ? -1 : 1) * other.value * sin;
    rotated[i].magnitude = own.magnitude * std::abs(cos) + other.magnitude * std::abs(sin);
  }
  return rotated;
}

struct Results {
  // Values and magnitudes of each.
  std::array<Array, 2> query;
  std::array<Array, 2> queryRope;
  std::array<Array, 2> latents;
  std::array<Array, 2> ropes;
  std::array<Array, 2> queryNorm;
};

// Where element `d` of a slot is in a cache.
size_t CachePlace(const Problem& p, int64_t slot, int64_t d, int64_t size, int64_t piece) {
  const int64_t block = slot / p.blockSize * p.blockSize * size;
  const int64_t row = slot % p.blockSize;
  return static_cast<size_t>(p.mode == "PA_NZ"
                                 ? block + d / piece * p.blockSize * piece + row * piece + d % piece
                                 : block + row * size + d);
}

Results Expect(const Problem& p, const Data& data, aclDataType dtype) {
  const int64_t piece = 32 / static_cast<int64_t>(aclDataTypeSize(dtype));
  const auto pair = [](const Shape& shape) { return std::array{Full(shape, 0), Full(shape, 0)}; };
  Results results{pair(p.With({p.heads, p.latent})),
                  pair(p.With({p.heads, p.ropeSize})),
                  {data.latents, Full(data.latents.shape, 0)},
                  {data.ropes, Full(data.ropes.shape, 0)},
                  pair(p.With({p.rank}))};
  const auto put = [](std::array<Array, 2>& to, size_t at, const Number& number) {
    to[0].values[at] = number.value;
    to[1].values[at] = number.magnitude;
  };
  for (int64_t t = 0; t < p.Tokens(); ++t) {
    Row x;
    for (int64_t i = 0; i < p.hidden; ++i) {
      const double value = data.inputs[kX].values[static_cast<size_t>(t * p.hidden + i)];
      x.push_back({value, std::abs(value)});
    }
    const Row compressed =
        Normed(Times(x, data.inputs[kDown], 0, p.rank), data.inputs[kRankScale], p.rankEpsilon);
    for (size_t d = 0; d < compressed.size(); ++d) {
      put(results.queryNorm, static_cast<size_t>(t) * compressed.size() + d, compressed[d]);
    }
    for (int64_t n = 0; n < p.heads; ++n) {
      const int64_t first = n * (p.size + p.ropeSize);
      const Row head = Times(compressed, data.inputs[kUp], first, p.size);
      const Row query =
          Times(head, data.inputs[kAbsorb], 0, p.latent, static_cast<size_t>(n * p.size * p.latent));
      const Row rope = Rotated(Times(compressed, data.inputs[kUp], first + p.size, p.ropeSize), data, t);
      const auto row = static_cast<size_t>(t * p.heads + n);
      for (size_t d = 0; d < query.size(); ++d) {
        put(results.query, row * query.size() + d, query[d]);
      }
      for (size_t d = 0; d < rope.size(); ++d) {
        put(results.queryRope, row * rope.size() + d, rope[d]);
      }
    }
    if (p.blocks == 0) {
      continue;
    }
    const Row latent =
        Normed(Times(x, data.inputs[kKeys], 0, p.latent), data.inputs[kLatentScale], p.latentEpsilon);
    const Row rope = Rotated(Times(x, data.inputs[kKeys], p.latent, p.ropeSize), data, t);
    const int64_t slot = data.slots[static_cast<size_t>(t)];
    for (int64_t d = 0; d < p.latent; ++d) {
      put(results.latents, CachePlace(p, slot, d, p.latent, piece), latent[static_cast<size_t>(d)]);
    }
    for (int64_t d = 0; d < p.ropeSize; ++d) {
      put(results.ropes, CachePlace(p, slot, d, p.ropeSize, piece), rope[static_cast<size_t>(d)]);
    }
  }
  return results;
}

// What a call is given; null where there is nothing.
struct Tensors {
  std::array<const aclTensor*, 10> inputs{};
  aclTensor* latents = nullptr;
  aclTensor* ropes = nullptr;
  std::array<const aclTensor*, 7> scales{};
  const aclTensor* query = nullptr;
  const aclTensor* queryRope = nullptr;
  const aclTensor* queryNorm = nullptr;
  int64_t mode = 0;
  double factor = 1;
};

aclnnStatus PlanProlog(bool fractal, const Problem& p, const Tensors& t, uint64_t* size,
                       aclOpExecutor** executor) {
  std::string mode = p.mode;
  const auto& [x, down, up, absorb, keys, rankScale, latentScale, sin, cos, slots] = t.inputs;
  if (p.version == 3) {
    return aclnnMlaPrologV3WeightNzGetWorkspaceSize(
        x, down, up, absorb, keys, rankScale, latentScale, sin, cos, t.latents, t.ropes, slots, t.scales[0],
        t.scales[1], t.scales[2], t.scales[3], t.scales[4], t.scales[5], t.scales[6], nullptr, nullptr,
        p.rankEpsilon, p.latentEpsilon, mode.data(), 0, t.mode, 0, 0, 0, 128, 1, t.factor, t.query,
        t.queryRope, nullptr, t.queryNorm, nullptr, size, executor);
  }
  if (p.version == 1) {
    return aclnnMlaPrologGetWorkspaceSize(x, down, up, absorb, keys, rankScale, latentScale, sin, cos, slots,
                                          t.latents, t.ropes, t.scales[0], t.scales[1], t.scales[2],
                                          t.scales[3], t.scales[4], t.scales[5], t.scales[6], p.rankEpsilon,
                                          p.latentEpsilon, mode.data(), t.query, t.queryRope, size, executor);
  }
  return (fractal ? aclnnMlaPrologV2WeightNzGetWorkspaceSize : aclnnMlaPrologV2GetWorkspaceSize)(
      x, down, up, absorb, keys, rankScale, latentScale, sin, cos, slots, t.latents, t.ropes, t.scales[0],
      t.scales[1], t.scales[2], t.scales[3], t.scales[4], t.scales[5], t.scales[6], p.rankEpsilon,
      p.latentEpsilon, mode.data(), t.query, t.queryRope, nullptr, size, executor);
}

class MlaProlog : public PhaseOneChecks {
 protected:
  struct Computed {
    aclnnStatus status;
    std::array<Array, 5> results;
  };

  Computed Compute(const Problem& p, const Data& data, aclDataType dtype, bool stepped = false) {
    const auto layout = [&](const Shape& shape) {
      return stepped ? Layout::Stepped(Shape(shape.size(), 2)).WithOffset(3) : Layout();
    };
    std::vector<DeviceTensor> inputs;
    std::vector<std::unique_ptr<LabelledTensor>> weights;
    Tensors t;
    inputs.reserve(data.inputs.size() + 1);
    for (size_t i = 0; i < data.inputs.size(); ++i) {
      const Array& array = data.inputs[i];
      if (p.fractal && (i == kDown || i == kUp || i == kKeys)) {
        const Array storage = ToFractal(array, 32 / static_cast<int64_t>(aclDataTypeSize(dtype)), NAN);
        weights.push_back(std::make_unique<LabelledTensor>(storage, dtype, ACL_FORMAT_FRACTAL_NZ,
                                                           stepped ? storage.shape : array.shape, Shape(),
                                                           storage.shape));
        t.inputs[i] = weights.back()->Get();
      } else {
        inputs.emplace_back(array, dtype, layout(array.shape));
        t.inputs[i] = inputs.back().Get();
      }
    }
    inputs.emplace_back(FromIntegers(p.tokens, data.slots), ACL_INT64, layout(p.tokens));
    t.inputs.back() = inputs.back().Get();
    const DeviceTensor latents(data.latents, dtype, layout(data.latents.shape));
    const DeviceTensor ropes(data.ropes, dtype, layout(data.ropes.shape));
    const Shape queryShape = p.With({p.heads, p.latent});
    const Shape ropeShape = p.With({p.heads, p.ropeSize});
    const DeviceTensor query = DeviceTensor::Output(queryShape, dtype, layout(queryShape));
    const DeviceTensor queryRope = DeviceTensor::Output(ropeShape, dtype, layout(ropeShape));
    t.latents = latents.Get();
    t.ropes = ropes.Get();
    const Shape normShape = p.With({p.rank});
    const DeviceTensor queryNorm = DeviceTensor::Output(normShape, dtype, layout(normShape));
    t.queryNorm = queryNorm.Get();
    t.query = query.Get();
    t.queryRope = queryRope.Get();
    Computed computed;
    computed.status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return PlanProlog(p.fractal, p, t, size, executor); },
        p.version == 3   ? aclnnMlaPrologV3WeightNz
        : p.version == 1 ? aclnnMlaProlog
        : p.fractal      ? aclnnMlaPrologV2WeightNz
                         : aclnnMlaPrologV2);
    EXPECT_TRUE(query.CanariesIntact() && queryRope.CanariesIntact() && latents.CanariesIntact() &&
                ropes.CanariesIntact());
    EXPECT_TRUE(queryNorm.CanariesIntact());
    computed.results = {query.Read(), queryRope.Read(), latents.Read(), ropes.Read(), queryNorm.Read()};
    return computed;
  }

  void ExpectRight(const Problem& p, aclDataType dtype) {
    const auto trace = TraceSeed(random_);
    const Data data = Draw(p, dtype, random_);
    const Results expected = Expect(p, data, dtype);
    for (const bool stepped : {false, true}) {
      const Computed computed = Compute(p, data, dtype, stepped);
      ASSERT_EQ(computed.status, 0) << LastMessage();
      size_t next = 0;
      for (const auto* one :
           {&expected.query, &expected.queryRope, &expected.latents, &expected.ropes, &expected.queryNorm}) {
        if (next == 4 && p.version != 3) {
          continue;
        }
        EXPECT_TRUE(Near(computed.results[next], (*one)[0], Tolerance::For(dtype, (*one)[1]))) << next;
        ++next;
      }
    }
  }

  Random random_{77};
};

TEST_F(MlaProlog, EveryTypeFormatAndMode) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const bool fractal : {false, true}) {
      for (const char* mode : {"PA_BSND", "PA_NZ"}) {
        for (const Shape& tokens : std::vector<Shape>{{1}, {7}, {3, 4}, {1, 5}, {6, 1}}) {
          Problem p{.tokens = tokens};
          p.fractal = fractal;
          p.mode = mode;
          p.ropeSize = 16;
          for (const int version : {1, 2, 3}) {
            p.version = version;
            ExpectRight(p, dtype);
          }
        }
      }
    }
  }
}

TEST_F(MlaProlog, OddSizesAndLargerOnes) {
  ExpectRight({.hidden = 1, .rank = 1, .heads = 1, .size = 1, .ropeSize = 2, .latent = 1}, ACL_FLOAT);
  ExpectRight({.tokens = {9}, .hidden = 301, .rank = 33, .heads = 5, .size = 7, .ropeSize = 6, .latent = 19},
              ACL_BF16);
  ExpectRight({.tokens = {70},
               .hidden = 520,
               .rank = 130,
               .heads = 4,
               .size = 64,
               .ropeSize = 32,
               .latent = 96,
               .blocks = 5,
               .blockSize = 16},
              ACL_BF16);
}

TEST_F(MlaProlog, NothingToDo) {
  ExpectRight({.tokens = {0}}, ACL_FLOAT);
  ExpectRight({.tokens = {2, 0}}, ACL_BF16);
  ExpectRight({.blocks = 0}, ACL_FLOAT16);
}

TEST_F(MlaProlog, SlotsOutsideOfTheCaches) {
  for (const int64_t slot : {int64_t{-1}, int64_t{24}, INT64_MIN, INT64_MAX}) {
    const Problem p;
    Data data = Draw(p, ACL_FLOAT, random_);
    data.slots[3] = slot;
    const Computed computed = Compute(p, data, ACL_FLOAT);
    EXPECT_EQ(computed.status, 507035);
    EXPECT_NE(LastMessage().find("cacheIndex"), std::string::npos);
    EXPECT_TRUE(Near(computed.results[2], data.latents, Tolerance::Exact(ACL_FLOAT)));
    EXPECT_TRUE(Near(computed.results[3], data.ropes, Tolerance::Exact(ACL_FLOAT)));
  }
}

TEST_F(MlaProlog, Statuses) {
  const Problem p;
  const auto expect = [&](aclnnStatus status, const char* said, const std::map<std::string, Shape>& shapes,
                          const char* missing = "", const char* halved = "", const char* mode = "") {
    std::vector<std::unique_ptr<Descriptor>> tensors;
    const auto make = [&](const std::string& name, const Shape& usual,
                          aclDataType dtype = ACL_FLOAT) -> aclTensor* {
      if (name == missing) {
        return nullptr;
      }
      const auto other = shapes.find(name);
      tensors.push_back(std::make_unique<Descriptor>(other == shapes.end() ? usual : other->second,
                                                     name == halved ? ACL_FLOAT16 : dtype));
      return tensors.back()->Get();
    };
    Tensors t;
    t.inputs = {make("tokenX", {5, 40}),       make("weightDq", {40, 24}),
                make("weightUqQr", {24, 60}),  make("weightUk", {3, 12, 16}),
                make("weightDkvKr", {40, 24}), make("rmsnormGammaCq", {24}),
                make("rmsnormGammaCkv", {16}), make("ropeSin", {5, 8}),
                make("ropeCos", {5, 8}),       make("cacheIndex", {5}, ACL_INT64)};
    t.latents = make("kvCacheRef", {3, 8, 1, 16});
    t.ropes = make("krCacheRef", {3, 8, 1, 8});
    t.query = make("queryOut", {5, 3, 16});
    t.queryRope = make("queryRopeOut", {5, 3, 8});
    if (shapes.contains("smoothScalesCqOptional")) {
      t.scales[6] = make("smoothScalesCqOptional", {});
    }
    Problem other = p;
    other.mode = mode;
    other.version = 3;
    ExpectStatus(status, said, "aclnnMlaPrologV3WeightNz", [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanProlog(true, other, t, size, executor);
    });
    other.version = 1;
    ExpectStatus(status, said, "aclnnMlaProlog", [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanProlog(false, other, t, size, executor);
    });
    other.version = 2;
    for (const bool fractal : {false, true}) {
      ExpectStatus(status, said, fractal ? "aclnnMlaPrologV2WeightNz" : "aclnnMlaPrologV2",
                   [&](uint64_t* size, aclOpExecutor** executor) {
                     return PlanProlog(fractal, other, t, size, executor);
                   });
    }
  };
  expect(0, "", {});
  expect(0, "", {}, "", "", "PA_BSND");
  expect(0, "", {}, "", "", "PA_NZ");
  for (const char* name :
       {"tokenX", "weightDq", "weightUqQr", "weightUk", "weightDkvKr", "rmsnormGammaCq", "rmsnormGammaCkv",
        "ropeSin", "ropeCos", "cacheIndex", "kvCacheRef", "krCacheRef", "queryOut", "queryRopeOut"}) {
    expect(kNullptr, name, {}, name);
    if (std::string(name) != "tokenX") {
      expect(kInvalid, name, {}, "", name);
    }
  }
  for (const auto& [name, shape] : std::vector<std::pair<std::string, Shape>>{
           {"tokenX", {5}},
           {"tokenX", {5, 0}},
           {"weightDq", {40, 23}},
           {"weightUqQr", {24, 61}},
           {"weightUk", {3, 12, 15}},
           {"weightUk", {12, 16}},
           {"weightDkvKr", {40, 25}},
           {"rmsnormGammaCq", {24, 1}},
           {"rmsnormGammaCkv", {1, 16}},
           {"ropeSin", {5, 7}},
           {"ropeCos", {4, 8}},
           {"cacheIndex", {4}},
           {"kvCacheRef", {3, 8, 16}},
           {"kvCacheRef", {3, 8, 2, 16}},
           {"krCacheRef", {3, 8, 1, 7}},
           {"krCacheRef", {4, 8, 1, 8}},
           {"queryOut", {5, 3, 15}},
           {"queryRopeOut", {3, 5, 8}},
           {"smoothScalesCqOptional", {1, 24}},
       }) {
    expect(kInvalid, name.c_str(), {{name, shape}});
  }
  expect(kInvalid, "cacheModeOptional", {}, "", "", "BSND");
  expect(kInvalid, "krCacheRef",
         {{"krCacheRef", {3, 8, 1, 6}},
          {"ropeSin", {5, 6}},
          {"ropeCos", {5, 6}},
          {"weightUqQr", {24, 54}},
          {"weightDkvKr", {40, 22}},
          {"queryRopeOut", {5, 3, 6}}},
         "", "", "PA_NZ");
}

TEST_F(MlaProlog, WhatVersion3DoesNotSupport) {
  const Descriptor x({5, 40});
  const auto expect = [&](const char* said, const Tensors& extra) {
    const Problem p{.version = 3};
    std::vector<std::unique_ptr<Descriptor>> made;
    const auto make = [&](const Shape& shape, aclDataType dtype = ACL_FLOAT) {
      made.push_back(std::make_unique<Descriptor>(shape, dtype));
      return made.back()->Get();
    };
    Tensors t = extra;
    t.inputs = {make({5, 40}), make({40, 24}), make({24, 60}), make({3, 12, 16}), make({40, 24}),
                make({24}),    make({16}),     make({5, 8}),   make({5, 8}),      make({5}, ACL_INT64)};
    t.latents = make({3, 8, 1, 16});
    t.ropes = make({3, 8, 1, 8});
    t.query = make({5, 3, 16});
    t.queryRope = make({5, 3, 8});
    ExpectStatus(kInvalid, said, "aclnnMlaPrologV3WeightNz", [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanProlog(true, p, t, size, executor);
    });
  };
  expect("kvCacheQuantMode", {.mode = 1});
  expect("kcScale", {.factor = 2});
  expect("queryNormOutOptional", {.queryNorm = x.Get()});
}

}  // namespace
}  // namespace openaclnn::testing
