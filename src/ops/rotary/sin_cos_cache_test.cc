// SPDX-License-Identifier: Apache-2.0
//
// Rotations by a cache of angles, against an oracle in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aclnnop/aclnn_rope_with_sin_cos_cache.h"
#include "aclnnop/aclnn_rope_with_sin_cos_cache_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Case {
  int64_t tokens;
  int64_t queryHeads;
  int64_t keyHeads;
  int64_t headSize;
  int64_t rotated;
  Shape sections;  // empty: none
  int64_t cacheMode = 0;
};

const std::vector<Case> kCases{{5, 3, 1, 16, 16, {}},
                               {7, 2, 2, 20, 12, {0, 0, 0}},
                               {40, 5, 1, 128, 128, {}},
                               {6, 2, 1, 32, 24, {4, 5, 3}},
                               {6, 2, 1, 24, 24, {3, 4, 4, 1}},
                               {6, 2, 1, 24, 24, {6, 3, 3}, 1},
                               {6, 2, 1, 32, 20, {4, 3, 3}, 1},
                               {0, 2, 1, 16, 16, {}},
                               {3, 2, 1, 16, 0, {}},
                               {4, 0, 1, 8, 8, {}}};
constexpr int64_t kPositions = 50;

// The row of positions that a pair goes by.
size_t SectionOf(const Case& given, int64_t pair) {
  if (given.cacheMode == 1) {
    for (size_t k = 1; k < 3; ++k) {
      if (pair % 3 == static_cast<int64_t>(k) && pair < 3 * given.sections[k]) {
        return k;
      }
    }
    return 0;
  }
  size_t section = 0;
  for (int64_t end = given.sections[0]; pair >= end; end += given.sections[section]) {
    ++section;
  }
  return section;
}

struct Expectation {
  Array values;
  Array magnitudes;
};

Expectation Rotated(const Array& heads, const Array& cache, const Array& positions, const Case& given,
                    bool neox) {
  Expectation result{heads, Abs(heads)};
  const int64_t half = given.rotated / 2;
  const bool sectioned = positions.shape.size() == 2;
  for (int64_t token = 0; token < heads.shape[0]; ++token) {
    for (int64_t head = 0; head < heads.shape[1]; head += given.headSize) {
      for (int64_t pair = 0; pair < half; ++pair) {
        const auto row = static_cast<int64_t>(sectioned ? SectionOf(given, pair) : 0);
        const auto position =
            static_cast<int64_t>(positions.values[static_cast<size_t>(row * given.tokens + token)]);
        const double cosine = At(cache, {position, pair});
        const double sine = At(cache, {position, half + pair});
        const int64_t a = head + (neox ? pair : 2 * pair);
        const int64_t b = head + (neox ? pair + half : 2 * pair + 1);
        const double first = At(heads, {token, a});
        const double second = At(heads, {token, b});
        const size_t at = FlatIndex(heads.shape, {token, a});
        const size_t bt = FlatIndex(heads.shape, {token, b});
        result.values.values[at] = first * cosine - second * sine;
        result.values.values[bt] = second * cosine + first * sine;
        result.magnitudes.values[at] = std::abs(first * cosine) + std::abs(second * sine);
        result.magnitudes.values[bt] = std::abs(second * cosine) + std::abs(first * sine);
      }
    }
  }
  return result;
}

bool HasSections(const Case& given) {
  return !given.sections.empty() && given.sections != Shape(given.sections.size(), 0);
}

TEST(SinCosCache, EveryTypeSectionAndLayout) {
  Random random(12);
  for (const Case& given : kCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool neox : {true, false}) {
        for (const bool newer : {true, false}) {
          if (!newer && given.cacheMode != 0) {
            continue;
          }
          const auto trace = TraceSeed(random);
          const Shape shape = HasSections(given)
                                  ? Shape{static_cast<int64_t>(given.sections.size()), given.tokens}
                                  : Shape{given.tokens};
          const aclDataType indices = neox ? ACL_INT64 : ACL_INT32;
          const Array positions = random.Integers(shape, indices, 0, kPositions);
          const Array query = random.Normal({given.tokens, given.queryHeads * given.headSize}, dtype, 0, 1);
          const Array key = random.Normal({given.tokens, given.keyHeads * given.headSize}, dtype, 0, 1);
          const Array cache = random.Uniform({kPositions, given.rotated}, dtype, -1, 1);
          const Layout layout = newer ? Layout::Transposed(2) : Layout();
          const DeviceTensor where(positions, indices);
          const DeviceTensor queryIn(query, dtype, layout);
          const DeviceTensor keyIn(key, dtype);
          const DeviceTensor angles(cache, dtype, layout);
          const DeviceTensor queryOut = DeviceTensor::Output(query.shape, dtype);
          const DeviceTensor keyOut = DeviceTensor::Output(key.shape, dtype, layout);
          const IntArray sections(given.sections);
          const aclIntArray* list = given.sections.empty() ? nullptr : sections.Get();
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return newer ? aclnnRopeWithSinCosCacheV2GetWorkspaceSize(
                                             where.Get(), queryIn.Get(), keyIn.Get(), angles.Get(), list,
                                             given.headSize, neox, given.cacheMode, queryOut.Get(),
                                             keyOut.Get(), size, executor)
                                       : aclnnRopeWithSinCosCacheGetWorkspaceSize(
                                             where.Get(), queryIn.Get(), keyIn.Get(), angles.Get(), list,
                                             given.headSize, neox, queryOut.Get(), keyOut.Get(), size,
                                             executor);
                        },
                        newer ? aclnnRopeWithSinCosCacheV2 : aclnnRopeWithSinCosCache),
                    ACL_SUCCESS)
              << LastMessage();
          for (const auto& [in, out] : {std::pair(&query, &queryOut), std::pair(&key, &keyOut)}) {
            const Expectation expected = Rotated(*in, cache, positions, given, neox);
            EXPECT_TRUE(Near(out->Read(), expected.values, Tolerance::For(dtype, expected.magnitudes)));
            EXPECT_TRUE(out->CanariesIntact());
          }
        }
      }
    }
  }
}

TEST(SinCosCache, PositionBeyondTheCache) {
  const DeviceTensor where(FromIntegers({3}, {0, 4, 1}), ACL_INT64);
  const DeviceTensor heads(Full({3, 8}, 1), ACL_FLOAT);
  const DeviceTensor cache(Full({4, 8}, 1), ACL_FLOAT);
  const DeviceTensor queryOut = DeviceTensor::Output({3, 8}, ACL_FLOAT);
  const DeviceTensor keyOut = DeviceTensor::Output({3, 8}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRopeWithSinCosCacheGetWorkspaceSize(
                      where.Get(), heads.Get(), heads.Get(), cache.Get(), nullptr, 8, true, queryOut.Get(),
                      keyOut.Get(), size, executor);
                },
                aclnnRopeWithSinCosCache),
            507035);
  EXPECT_NE(LastMessage().find("positions: expected values in [0, 4), got 4 at position 1"),
            std::string::npos)
      << LastMessage();
  EXPECT_TRUE(IsUnwritten(queryOut.Read().values[0]));
}

class SinCosCacheChecks : public PhaseOneTest {
 protected:
  struct Given {
    Shape positions{5};
    Shape query{5, 32};
    Shape key{5, 16};
    Shape cache{9, 16};
    Shape sections{};
    int64_t headSize = 16;
    int64_t cacheMode = 0;
    Shape keyOut{5, 16};
  };
  aclnnStatus Rope(const Given& given) {
    const Descriptor positions(given.positions, ACL_INT64);
    const Descriptor query(given.query);
    const Descriptor key(given.key);
    const Descriptor cache(given.cache);
    const Descriptor queryOut(given.query);
    const Descriptor keyOut(given.keyOut);
    const IntArray sections(given.sections);
    return Call("aclnnRopeWithSinCosCacheV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRopeWithSinCosCacheV2GetWorkspaceSize(positions.Get(), query.Get(), key.Get(), cache.Get(),
                                                        sections.Get(), given.headSize, true, given.cacheMode,
                                                        queryOut.Get(), keyOut.Get(), size, executor);
    });
  }
};

TEST_F(SinCosCacheChecks, Statuses) {
  EXPECT_EQ(Rope({}), ACL_SUCCESS);
  EXPECT_EQ(Rope({.positions = {4}}), kInvalid);
  ExpectMessage({"positions", "[5]", "[4]"});
  EXPECT_EQ(Rope({.positions = {3, 5}}), kInvalid);
  EXPECT_EQ(Rope({.positions = {3, 5}, .sections = {2, 3, 3}}), ACL_SUCCESS);
  EXPECT_EQ(Rope({.positions = {3, 5}, .sections = {2, 3, 4}}), kInvalid);
  ExpectMessage({"mropeSection", "[2, 3, 4]"});
  EXPECT_EQ(Rope({.positions = {3, 5}, .sections = {9, -1, 0}}), kInvalid);
  EXPECT_EQ(Rope({.positions = {2, 5}, .sections = {4, 4}}), kInvalid);
  ExpectMessage({"mropeSection", "3 or 4"});
  EXPECT_EQ(Rope({.positions = {3, 5}, .sections = {2, 3, 3}, .cacheMode = 1}), kInvalid);
  ExpectMessage({"mropeSection", "alternate"});
  EXPECT_EQ(Rope({.positions = {3, 5}, .sections = {4, 2, 2}, .cacheMode = 1}), ACL_SUCCESS);
  EXPECT_EQ(Rope({.cacheMode = 2}), kInvalid);
  ExpectMessage({"cacheMode"});
  EXPECT_EQ(Rope({.headSize = 0}), kInvalid);
  ExpectMessage({"headSize"});
  EXPECT_EQ(Rope({.cache = {9, 15}}), kInvalid);
  ExpectMessage({"cosSinCache"});
  EXPECT_EQ(Rope({.cache = {9, 18}}), kInvalid);
  EXPECT_EQ(Rope({.query = {5, 30}}), kInvalid);
  ExpectMessage({"queryIn", "headSize"});
  EXPECT_EQ(Rope({.key = {4, 16}, .keyOut = {4, 16}}), kInvalid);
  ExpectMessage({"keyIn", "tokens"});
  EXPECT_EQ(Rope({.keyOut = {5, 32}}), kInvalid);
  ExpectMessage({"keyOut"});
}

}  // namespace
}  // namespace openaclnn::testing
