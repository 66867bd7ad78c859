// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_embedding_bag.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr aclError kWorkFailed = 507035;

struct BagCase {
  int64_t rows;
  int64_t width;
  std::vector<int64_t> indices;
  std::vector<int64_t> offsets;
  int64_t mode = 0;
  bool weighted = false;
  bool lastOffset = false;
  int64_t padding = -1;
  bool noBags = false;  // offset2bag has no elements
};

Numbers Whole(const std::vector<int64_t>& values) {
  Numbers numbers{{static_cast<int64_t>(values.size())}, {}};
  for (const int64_t value : values) {
    numbers.values.emplace_back(static_cast<long double>(value));
  }
  return numbers;
}

struct Call {
  Call(const BagCase& which, aclDataType dtype, aclDataType whole, Lie lie, Random& random)
      : one(which), bags(static_cast<int64_t>(which.offsets.size()) - (which.lastOffset ? 1 : 0)) {
    const auto draw = [&](const Shape& shape) {
      Numbers numbers{shape, {}};
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        numbers.values.push_back(RoundTo(dtype, random.StandardNormal()));
      }
      return numbers;
    };
    table = draw({one.rows, one.width});
    factors = draw({static_cast<int64_t>(one.indices.size())});
    weight.emplace(table, dtype, lie);
    weights.emplace(factors, dtype, lie);
    indices.emplace(Whole(one.indices), whole, lie);
    offsets.emplace(Whole(one.offsets), whole, lie);
    output.emplace(Shape{bags, one.width}, dtype, lie);
    const aclDataType result = whole == ACL_INT64 ? ACL_INT64 : ACL_INT32;
    bagOf.emplace(Shape{one.noBags ? 0 : static_cast<int64_t>(one.indices.size())}, result, lie);
    sizes.emplace(Shape{bags}, result, lie);
    largest.emplace(one.mode == 2 ? Shape{bags, one.width} : Shape{bags}, result, lie);
  }
  aclnnStatus Run() const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnEmbeddingBagGetWorkspaceSize(weight->Get(), indices->Get(), offsets->Get(), false,
                                                   one.mode, false, one.weighted ? weights->Get() : nullptr,
                                                   one.lastOffset, one.padding, output->Get(), bagOf->Get(),
                                                   sizes->Get(), largest->Get(), size, executor);
        },
        aclnnEmbeddingBag);
  }
  BagCase one;
  int64_t bags;
  Numbers table;
  Numbers factors;
  std::optional<NumberTensor> weight;
  std::optional<NumberTensor> weights;
  std::optional<NumberTensor> indices;
  std::optional<NumberTensor> offsets;
  std::optional<NumberTensor> output;
  std::optional<NumberTensor> bagOf;
  std::optional<NumberTensor> sizes;
  std::optional<NumberTensor> largest;
};

int64_t At(const NumberTensor& tensor, size_t i) {
  return static_cast<int64_t>(tensor.Read().values[i].real());
}

void ExpectBags(const BagCase& one, aclDataType dtype, aclDataType whole, Lie lie, Random& random) {
  const Call call(one, dtype, whole, lie, random);
  ASSERT_EQ(call.Run(), ACL_SUCCESS) << LastMessage();
  const Numbers output = call.output->Read();
  EXPECT_TRUE(call.output->IsIntactBetween());
  const auto width = static_cast<size_t>(one.width);
  // One rounding of the result's size.
  const double place = dtype == ACL_FLOAT ? 0x1p-23 : dtype == ACL_FLOAT16 ? 0x1p-11 : 0x1p-8;
  for (size_t bag = 0; bag < static_cast<size_t>(call.bags); ++bag) {
    const auto begin = static_cast<size_t>(one.offsets[bag]);
    const size_t end =
        bag + 1 < one.offsets.size() ? static_cast<size_t>(one.offsets[bag + 1]) : one.indices.size();
    int64_t used = 0;
    std::vector<long double> expected(width);
    std::vector<int64_t> places(width);
    for (size_t i = begin; i < end; ++i) {
      if (!one.noBags) {
        EXPECT_EQ(At(*call.bagOf, i), static_cast<int64_t>(bag));
      }
      if (one.indices[i] == one.padding) {
        continue;
      }
      for (size_t c = 0; c < width; ++c) {
        const long double value = call.table.values[static_cast<size_t>(one.indices[i]) * width + c].real();
        if (one.mode == 2) {
          if (used == 0 || value > expected[c]) {
            expected[c] = value;
            places[c] = one.indices[i];
          }
        } else {
          expected[c] += one.weighted ? value * call.factors.values[i].real() : value;
        }
      }
      ++used;
    }
    EXPECT_EQ(At(*call.sizes, bag), used);
    for (size_t c = 0; c < width; ++c) {
      const long double divisor = one.mode == 1 && used > 0 ? used : 1;
      const auto exact = static_cast<double>(expected[c] / divisor);
      EXPECT_NEAR(static_cast<double>(output.values[bag * width + c].real()), exact,
                  1.01 * place * std::max(1.0, std::abs(exact)))
          << bag << " " << c;
      EXPECT_EQ(At(*call.largest, one.mode == 2 ? bag * width + c : bag), one.mode == 2 ? places[c] : 0);
    }
  }
}

TEST(EmbeddingBag, EveryTypeAndLayout) {
  Random random(71);
  const auto trace = TraceSeed(random);
  const std::vector<int64_t> indices{1, 2, 0, 2, 2, 1, 4, 3, 0};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType whole : {ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8}) {
      for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
        for (int64_t mode = 0; mode < 3; ++mode) {
          ExpectBags({5, 7, indices, {0, 2, 2, 5}, mode}, dtype, whole, lie, random);
          ExpectBags({5, 3, indices, {0, 4, 9}, mode, false, true, 2}, dtype, whole, lie, random);
          ExpectBags({5, 3, {}, {0, 0}, mode}, dtype, whole, lie, random);
        }
        ExpectBags({5, 7, indices, {0, 2, 2, 5}, 0, true, false, -1, true}, dtype, whole, lie, random);
      }
    }
  }
  ExpectBags({5, 1100, indices, {0, 3}, 0}, ACL_FLOAT, ACL_INT64, Lie::kPlain, random);
  ExpectBags({5, 1100, indices, {0, 3}, 2}, ACL_FLOAT, ACL_INT64, Lie::kPlain, random);
}

TEST(EmbeddingBag, WrongPlacesAreRefusedBeforeAnythingIsWritten) {
  Random random(72);
  const auto expect = [&](const BagCase& one, const char* said) {
    const Call call(one, ACL_FLOAT, ACL_INT64, Lie::kPlain, random);
    EXPECT_EQ(call.Run(), kWorkFailed);
    EXPECT_NE(LastMessage().find(said), std::string::npos) << said;
    EXPECT_TRUE(call.output->IsUntouched());
    EXPECT_TRUE(call.sizes->IsUntouched());
  };
  expect({5, 3, {0, 5}, {0}}, "indices");
  expect({5, 3, {0, -1}, {0}}, "indices");
  expect({5, 3, {0, 1}, {1}}, "offsets");
  expect({5, 3, {0, 1}, {0, 3}}, "offsets");
  expect({5, 3, {0, 1}, {0, 2, 1}}, "offsets");
}

class EmbeddingBagChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> weight{std::in_place, Shape{5, 3}};
  std::optional<Descriptor> indices{std::in_place, Shape{4}, ACL_INT64};
  std::optional<Descriptor> offsets{std::in_place, Shape{2}, ACL_INT64};
  std::optional<Descriptor> factors;
  std::optional<Descriptor> output{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> bagOf{std::in_place, Shape{4}, ACL_INT64};
  std::optional<Descriptor> sizes{std::in_place, Shape{2}, ACL_INT64};
  std::optional<Descriptor> largest{std::in_place, Shape{2}, ACL_INT64};
  int64_t mode = 0;
  bool lastOffset = false;

  void Expect(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnEmbeddingBag", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnEmbeddingBagGetWorkspaceSize(GetOrNull(weight), GetOrNull(indices), GetOrNull(offsets),
                                               false, mode, false, GetOrNull(factors), lastOffset, -1,
                                               GetOrNull(output), GetOrNull(bagOf), GetOrNull(sizes),
                                               GetOrNull(largest), size, executor);
    });
  }
};

TEST_F(EmbeddingBagChecks, Refusals) {
  Expect(ACL_SUCCESS, "");
  for (auto [tensor, name] : {std::pair{&weight, "weight"},
                              {&indices, "indices"},
                              {&offsets, "offsets"},
                              {&output, "output"},
                              {&bagOf, "offset2bag"},
                              {&sizes, "bagSize"},
                              {&largest, "maxIndices"}}) {
    tensor->reset();
    Expect(kNullptr, name);
    tensor->emplace(Shape{2, 3, 1, 1}, ACL_DOUBLE);
    Expect(kInvalid, name);
    if (tensor == &weight) {
      tensor->emplace(Shape{5, 3});
    } else if (tensor == &output) {
      tensor->emplace(Shape{3, 3});
      Expect(kInvalid, name);
      tensor->emplace(Shape{2, 3});
    } else {
      tensor->emplace(Shape{5, 1}, ACL_INT64);
      Expect(kInvalid, name);
      tensor->emplace(Shape{tensor == &indices || tensor == &bagOf ? 4 : 2}, ACL_INT64);
    }
  }
  factors.emplace(Shape{4});
  Expect(ACL_SUCCESS, "");
  mode = 1;
  Expect(kInvalid, "perSampleWeights");
  mode = 0;
  factors.emplace(Shape{3});
  Expect(kInvalid, "perSampleWeights");
  factors.reset();
  mode = 2;
  Expect(kInvalid, "maxIndices");
  largest.emplace(Shape{2, 3}, ACL_INT64);
  Expect(ACL_SUCCESS, "");
  lastOffset = true;
  Expect(kInvalid, "output");
}

TEST_F(EmbeddingBagChecks, WhatMayBeEmpty) {
  bagOf.emplace(Shape{0}, ACL_INT32);
  largest.emplace(Shape{0}, ACL_INT32);
  Expect(ACL_SUCCESS, "");
  lastOffset = true;
  output.emplace(Shape{1, 3});
  Expect(ACL_SUCCESS, "");  // sizes as long as offsets
  sizes.emplace(Shape{1}, ACL_INT32);
  Expect(ACL_SUCCESS, "");
}

}  // namespace
}  // namespace openaclnn::testing
