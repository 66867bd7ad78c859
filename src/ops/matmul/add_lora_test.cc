// SPDX-License-Identifier: Apache-2.0
//
// aclnnAddLora against loops over rows in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aclnnop/aclnn_add_lora.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  int64_t rows;
  int64_t columns;
  int64_t adapters;
  int64_t layers;
  int64_t added;
  int64_t rank;
  int64_t wide;  // 0: there is no weightA
};
const std::vector<Sizes> kSizes{{17, 16, 1, 1, 16, 16, 16},
                                {9, 240, 3, 2, 16, 8, 33},
                                {40, 1100, 5, 1, 1050, 3, 0},
                                {6, 7, 2, 3, 5, 0, 4},
                                {0, 4, 2, 1, 4, 3, 2}};

struct Options {
  int64_t layer = 0;
  double scale = 1;
  int64_t offset = 0;
  int64_t slice = 0;
};

aclnnStatus PhaseOneOf(const aclTensor* y, const aclTensor* x, const aclTensor* up, const aclTensor* indices,
                       const aclTensor* down, const Options& options, const aclTensor* out, uint64_t* size,
                       aclOpExecutor** executor) {
  return aclnnAddLoraGetWorkspaceSize(y, x, up, indices, down, options.layer, options.scale, options.offset,
                                      options.slice, out, size, executor);
}

aclnnStatus Add(const aclTensor* y, const aclTensor* x, const aclTensor* up, const aclTensor* indices,
                const aclTensor* down, const Options& options, const aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return PhaseOneOf(y, x, up, indices, down, options, out, size, executor);
      },
      aclnnAddLora);
}

TEST(AddLora, EveryTypeAndLayout) {
  Random random(78);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random);
      const bool plain = sizes.wide == 0;
      const int64_t wide = plain ? sizes.rank : sizes.wide;
      const Options options{sizes.layers - 1, 1.5, (sizes.columns - sizes.added) / 2, sizes.added};
      const Array y = random.Normal({sizes.rows, sizes.columns}, dtype, 0, 1);
      const Array x = random.Normal({sizes.rows, wide}, dtype, 0, 1);
      const Array up = random.Normal({sizes.adapters, sizes.layers, sizes.added, sizes.rank}, dtype, 0, 1);
      const Array down = random.Normal({sizes.adapters, sizes.layers, sizes.rank, wide}, dtype, 0, 1);
      const Array indices = random.Integers({sizes.rows}, ACL_INT32, -1, sizes.adapters);
      Array expected = y;
      Array magnitudes = Abs(y);
      for (int64_t b = 0; b < sizes.rows; ++b) {
        const auto adapter = static_cast<int64_t>(indices.values[static_cast<size_t>(b)]);
        for (int64_t j = 0; adapter >= 0 && j < sizes.added; ++j) {
          for (int64_t r = 0; r < sizes.rank; ++r) {
            double narrow = 0;
            double most = 0;
            for (int64_t k = 0; k < wide; ++k) {
              const double weight = plain
                                        ? (k == r ? 1.0 : 0.0)
                                        : down.values[FlatIndex(down.shape, {adapter, options.layer, r, k})];
              const double term = x.values[static_cast<size_t>(b * wide + k)] * weight;
              narrow += term;
              most += std::fabs(term);
            }
            const double by = options.scale * up.values[FlatIndex(up.shape, {adapter, options.layer, j, r})];
            const auto at = static_cast<size_t>(b * sizes.columns + options.offset + j);
            expected.values[at] += by * narrow;
            magnitudes.values[at] += std::fabs(by) * most;
          }
        }
      }
      const DeviceTensor xIn(x, dtype, Layout::Transposed(2));
      const DeviceTensor upIn(up, dtype, Layout::Permuted({1, 3, 0, 2}));
      const DeviceTensor downIn(down, dtype);
      const DeviceTensor indicesIn(indices, ACL_INT32, Layout::Stepped({2}));
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor yIn(y, dtype, layout);
                           return Add(yIn.Get(), xIn.Get(), upIn.Get(), indicesIn.Get(),
                                      plain ? nullptr : downIn.Get(), options, out.Get());
                         });
    }
  }
}

// y, and x of the same shape, may be the result.
TEST(AddLora, InPlace) {
  const DeviceTensor y(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_FLOAT);
  const DeviceTensor up(MakeArray({1, 1, 2, 2}, {0, 1, 1, 0}), ACL_FLOAT);
  const DeviceTensor indices(FromIntegers({2}, {0, 0}), ACL_INT32);
  ASSERT_EQ(Add(y.Get(), y.Get(), up.Get(), indices.Get(), nullptr, {.slice = 2}, y.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(y.Read().values, (std::vector<double>{3, 3, 7, 7}));
}

TEST(AddLora, AnIndexWithoutAnAdapter) {
  const DeviceTensor y(Full({2, 2}, 1), ACL_FLOAT);
  const DeviceTensor up(Full({3, 1, 2, 2}, 1), ACL_FLOAT);
  const DeviceTensor indices(FromIntegers({2}, {0, 3}), ACL_INT32);
  const DeviceTensor out(Full({2, 2}, 9), ACL_FLOAT);
  EXPECT_EQ(Add(y.Get(), y.Get(), up.Get(), indices.Get(), nullptr, {.slice = 2}, out.Get()), 507035);
  EXPECT_EQ(out.Read().values, (std::vector<double>(4, 9)));
}

class AddLoraChecks : public StatusTest {};

TEST_F(AddLoraChecks, Statuses) {
  const Descriptor y({5, 9});
  const Descriptor x({5, 7});
  const Descriptor up({2, 3, 4, 6});
  const Descriptor down({2, 3, 6, 7});
  const Descriptor indices({5}, ACL_INT32);
  const Options usual{.layer = 1, .offset = 5, .slice = 4};
  const auto plan = [&](aclnnStatus status, const char* said, const std::vector<const aclTensor*>& tensors,
                        const Options& options) {
    ExpectCall("aclnnAddLora", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], options, tensors[5], size,
                        executor);
    });
  };
  const std::vector<const aclTensor*> all{y.Get(), x.Get(), up.Get(), indices.Get(), down.Get(), y.Get()};
  const auto with = [&](size_t place, const aclTensor* tensor) {
    std::vector<const aclTensor*> tensors = all;
    tensors[place] = tensor;
    return tensors;
  };
  plan(ACL_SUCCESS, "", all, usual);
  const std::vector<const char*> names{"y", "x", "weightB", "indices", "", "out"};
  for (size_t place = 0; place < names.size(); ++place) {
    if (place != 4) {
      plan(kNullptr, names[place], with(place, nullptr), usual);
    }
  }
  plan(kInvalid, "x", with(4, nullptr), usual);  // whose columns are not those of weightB then
  plan(kInvalid, "y", with(0, Descriptor({5, 9}, ACL_DOUBLE).Get()), usual);
  plan(kInvalid, "x", with(1, Descriptor({5, 7}, ACL_FLOAT16).Get()), usual);
  plan(kInvalid, "weightB", with(2, Descriptor({2, 3, 4, 6}, ACL_BF16).Get()), usual);
  plan(kInvalid, "indices", with(3, Descriptor({5}, ACL_INT64).Get()), usual);
  plan(kInvalid, "weightAOptional", with(4, Descriptor({2, 3, 6, 7}, ACL_FLOAT16).Get()), usual);
  plan(kInvalid, "x", with(1, Descriptor({4, 7}).Get()), usual);
  plan(kInvalid, "indices", with(3, Descriptor({4}, ACL_INT32).Get()), usual);
  plan(kInvalid, "weightAOptional", with(4, up.Get()), usual);
  plan(kInvalid, "out", with(5, x.Get()), usual);
  plan(kInvalid, "layerIdx", all, {.layer = 3, .offset = 5, .slice = 4});
  plan(kInvalid, "layerIdx", all, {.layer = -1, .offset = 5, .slice = 4});
  plan(kInvalid, "yOffset", all, {.offset = 6, .slice = 4});
  plan(kInvalid, "yOffset", all, {.offset = -1, .slice = 4});
  plan(kInvalid, "ySliceSize", all, {.offset = 5, .slice = 3});
}

}  // namespace
}  // namespace openaclnn::testing
