// SPDX-License-Identifier: Apache-2.0
//
// Scaled products with a factor in FRACTAL_NZ, and those of the second version, against loops over exact
// integers; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_quant_matmul.h"
#include "aclnnop/aclnn_quant_matmul_weight_nz.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  Shape batch;
  int64_t m;
  int64_t k;
  int64_t n;
};
const std::vector<Sizes> kSizes{{{}, 1, 64, 64},    {{}, 7, 300, 65}, {{}, 66, 257, 193}, {{2}, 5, 40, 24},
                                {{3}, 130, 16, 16}, {{}, 600, 17, 3}, {{}, 1, 1000, 300}};

Shape With(const Shape& batch, int64_t before, int64_t last) {
  Shape shape = batch;
  shape.insert(shape.end(), {before, last});
  return shape;
}

Array Products(const Array& x1, const Array& x2, const Sizes& sizes) {
  const auto& [batch, m, k, n] = sizes;
  Array products = Full(With(batch, m, n), 0);
  for (int64_t i = 0; i < NumElements(products.shape); ++i) {
    const int64_t b = i / (m * n);
    double& sum = products.values[static_cast<size_t>(i)];
    for (int64_t p = 0; p < k; ++p) {
      sum += x1.values[static_cast<size_t>(i / n * k + p)] *
             x2.values[static_cast<size_t>((b * k + p) * n + i % n)];
    }
  }
  return products;
}

// How x2, [k, n], is handed over.
struct Form {
  bool stored;       // as the storage of the format, else as matrices
  bool byStrides;    // the transposed matrices are stored, and strides transpose the view
  bool byAttribute;  // x2 is [n, k]
};

TEST(QuantMatmulWeightNz, EveryForm) {
  Random random(83);
  for (const Sizes& sizes : kSizes) {
    for (const Form& form : {Form{false, false, false}, Form{false, true, false}, Form{false, false, true},
                             Form{false, true, true}, Form{true, false, false}, Form{true, false, true}}) {
      for (const int64_t width : {32, 16}) {
        for (const aclDataType to : {ACL_BF16, ACL_INT32}) {
          const auto trace = TraceSeed(random);
          const Array x1 = random.Integers(With(sizes.batch, sizes.m, sizes.k), ACL_INT8, -128, 128);
          const Array x2 = random.Integers(With(sizes.batch, sizes.k, sizes.n), ACL_INT8, -128, 128);
          const Array scale = random.Uniform({sizes.n}, ACL_FLOAT, 1e-4, 1e-3);
          const Array rowScale = random.Uniform({sizes.m}, ACL_FLOAT, 0.5, 2);
          Array expected = Products(x1, x2, sizes);
          if (to != ACL_INT32) {
            for (size_t i = 0; i < expected.values.size(); ++i) {
              expected.values[i] *=
                  scale.values[i % static_cast<size_t>(sizes.n)] *
                  rowScale.values[i / static_cast<size_t>(sizes.n) % static_cast<size_t>(sizes.m)];
            }
          }
          const Array shown = form.byAttribute ? Transposed(x2) : x2;
          // What pads blocks is no part of any result.
          const Array storage = ToFractal(form.byStrides ? Transposed(shown) : shown, width, 99);
          Shape strides;
          if (form.byStrides) {
            strides = ContiguousStrides(shown.shape);
            strides[strides.size() - 2] = 1;
            strides[strides.size() - 1] = shown.shape[shown.shape.size() - 2];
          }
          const LabelledTensor second(storage, ACL_INT8,
                                      width == 32 ? ACL_FORMAT_FRACTAL_NZ : ACL_FORMAT_FRACTAL_NZ_C0_16,
                                      form.stored ? storage.shape : shown.shape, strides, storage.shape);
          const DeviceTensor first(x1, ACL_INT8, Layout::Transposed(x1.shape.size()));
          const DeviceTensor scaleIn(scale, ACL_FLOAT);
          const DeviceTensor rowIn(rowScale, ACL_FLOAT);
          const DeviceTensor out = DeviceTensor::Output(expected.shape, to);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnQuantMatmulWeightNzGetWorkspaceSize(
                              first.Get(), second.Get(), rowIn.Get(), scaleIn.Get(), nullptr, nullptr,
                              nullptr, nullptr, nullptr, false, form.byAttribute, 0, out.Get(), size,
                              executor);
                        },
                        aclnnQuantMatmulWeightNz),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(out.Read(), expected,
                           to == ACL_INT32 ? Tolerance::Exact(to) : Tolerance::For(to, Abs(expected), 1)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

// The words of scales may be filled up to a multiple of 16.
TEST(QuantMatmulV2, EveryFormOfScales) {
  Random random(84);
  for (const Sizes& sizes : kSizes) {
    const int64_t padded = (sizes.n + 15) / 16 * 16;
    for (const int64_t count : {int64_t{1}, sizes.n, padded}) {
      for (const bool swapped : {false, true}) {
        const auto trace = TraceSeed(random);
        const Array x1 = random.Integers(With(sizes.batch, sizes.m, sizes.k), ACL_INT8, -128, 128);
        const Array x2 = random.Integers(With(sizes.batch, sizes.k, sizes.n), ACL_INT8, -128, 128);
        const Array bias = random.Integers({sizes.n}, ACL_INT32, -9000, 9000);
        Array words = random.Uniform({count}, ACL_FLOAT, 1e-4, 1e-3);
        Array expected = Products(x1, x2, sizes);
        for (size_t i = 0; i < expected.values.size(); ++i) {
          const size_t column = i % static_cast<size_t>(sizes.n);
          expected.values[i] =
              (expected.values[i] + bias.values[column]) * words.values[count == 1 ? 0 : column];
        }
        for (double& word : words.values) {
          word = static_cast<double>(std::bit_cast<uint32_t>(static_cast<float>(word)));
        }
        const DeviceTensor first(swapped ? Transposed(x1) : x1, ACL_INT8);
        const DeviceTensor second(swapped ? Transposed(x2) : x2, ACL_INT8,
                                  Layout::Transposed(x2.shape.size()));
        const DeviceTensor scale(words, ACL_INT64);
        const DeviceTensor biasIn(bias, ACL_INT32);
        const DeviceTensor out = DeviceTensor::Output(expected.shape, ACL_FLOAT16);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnQuantMatmulV2GetWorkspaceSize(first.Get(), second.Get(), biasIn.Get(),
                                                                  scale.Get(), swapped, swapped, out.Get(),
                                                                  size, executor);
                      },
                      aclnnQuantMatmulV2),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(ACL_FLOAT16, Abs(expected), 1)));
      }
    }
  }
}

class QuantMatmulForms : public PhaseOneTest {};

TEST_F(QuantMatmulForms, Statuses) {
  const Descriptor x1({4, 64}, ACL_INT8);
  const Descriptor scale({32});
  const Descriptor words({32}, ACL_INT64);
  const Descriptor out({4, 32}, ACL_FLOAT16);
  const auto nz = [&](const aclTensor* x2, const aclTensor* first = nullptr) {
    return Call("aclnnQuantMatmulWeightNz", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantMatmulWeightNzGetWorkspaceSize(first == nullptr ? x1.Get() : first, x2, nullptr,
                                                      scale.Get(), nullptr, nullptr, nullptr, nullptr,
                                                      nullptr, false, false, 0, out.Get(), size, executor);
    });
  };
  const auto labelled = [](aclDataType dtype, const Shape& view, const Shape& storage) {
    return Descriptor(view, nullptr, 0, storage, dtype, ACL_FORMAT_FRACTAL_NZ);
  };
  EXPECT_EQ(nz(labelled(ACL_INT8, {64, 32}, {1, 4, 16, 32}).Get()), ACL_SUCCESS);
  EXPECT_EQ(nz(Descriptor({64, 32}, ACL_INT8).Get()), ACL_SUCCESS);
  EXPECT_EQ(nz(nullptr), kNullptr);
  ExpectMessage({"x2"});
  EXPECT_EQ(nz(labelled(ACL_INT32, {64, 4}, {1, 4, 16, 8}).Get()), kInvalid);
  ExpectMessage({"x2", "INT32"});
  EXPECT_EQ(nz(labelled(ACL_INT8, {64, 32}, {1, 3, 16, 32}).Get()), kInvalid);
  ExpectMessage({"x2", "[64, 32]"});
  EXPECT_EQ(nz(labelled(ACL_INT8, {65, 32}, {1, 5, 16, 32}).Get()), kInvalid);
  ExpectMessage({"x2: expected as many rows"});
  const auto second = [&](const aclTensor* factors, aclTensor* result) {
    return Call("aclnnQuantMatmulV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantMatmulV2GetWorkspaceSize(x1.Get(), x1.Get(), nullptr, factors, true, false, result,
                                                size, executor);
    });
  };
  const Descriptor square({64, 64}, ACL_FLOAT16);
  EXPECT_EQ(second(nullptr, square.Get()), kNullptr);
  ExpectMessage({"deqScale"});
  EXPECT_EQ(second(words.Get(), square.Get()), kInvalid);
  ExpectMessage({"deqScale", "[32]"});
  EXPECT_EQ(second(scale.Get(), square.Get()), kInvalid);
  ExpectMessage({"deqScale", "FLOAT"});
  EXPECT_EQ(second(words.Get(), Descriptor({64, 64}).Get()), kInvalid);
  ExpectMessage({"out", "FLOAT"});
  EXPECT_EQ(second(Descriptor({64}, ACL_UINT64).Get(), square.Get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
