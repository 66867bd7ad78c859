// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantMatmulDequant against loops over numbers that are quantized one by one; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_quant_matmul_dequant.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  int64_t m;
  int64_t k;
  int64_t n;
};
const std::vector<Sizes> kSizes{{1, 1, 1}, {5, 64, 32}, {3, 1300, 70}, {520, 33, 5},
                                {0, 8, 4}, {3, 0, 4},   {2, 3, 0}};

enum class Scaled { kRows, kGivenRows, kTensor, kTensorInWords };

// What a row of x is divided by: floats, as documented.
float ScaleOfRow(const std::vector<float>& row) {
  float most = 0;
  for (const float number : row) {
    most = std::max(most, std::fabs(number));
  }
  return most / 127;
}

class QuantMatmulDequant : public StatusTest {};

TEST_F(QuantMatmulDequant, EveryTypeScaleAndLayout) {
  Random random(86);
  for (const auto& [m, k, n] : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
      for (const Scaled scaled :
           {Scaled::kRows, Scaled::kGivenRows, Scaled::kTensor, Scaled::kTensorInWords}) {
        for (const bool all : {false, true}) {
          const auto trace = TraceSeed(random);
          const Array x = random.Normal({m, k}, dtype, 0.5, 3);
          const Array weight = random.Integers({k, n}, ACL_INT8, -128, 128);
          const bool single = random.Integer(0, 3) == 0;
          const Array columnScale = random.Uniform({single ? 1 : n}, ACL_FLOAT, 1e-3, 1e-2);
          const Array bias = random.Integers({n}, ACL_INT32, -9000, 9000);
          const Array smooth = random.Uniform({k}, dtype, 0.25, 2);
          const bool rows = scaled == Scaled::kGivenRows;
          const bool words = scaled == Scaled::kTensorInWords;
          const Array xScale = random.Uniform({rows ? m : 1}, ACL_FLOAT, 0.05, 0.1);
          Array expected{{m, n}, {}};
          for (int64_t i = 0; i < m; ++i) {
            std::vector<float> row;
            for (int64_t p = 0; p < k; ++p) {
              const auto number = static_cast<float>(At(x, {i, p}));
              row.push_back(all ? number * static_cast<float>(At(smooth, {p})) : number);
            }
            const float by = scaled == Scaled::kRows
                                 ? ScaleOfRow(row)
                                 : static_cast<float>(xScale.values[rows ? static_cast<size_t>(i) : 0]);
            for (int64_t j = 0; j < n; ++j) {
              double sum = all ? bias.values[static_cast<size_t>(j)] : 0;
              for (int64_t p = 0; p < k; ++p) {
                sum += Quantized(row[static_cast<size_t>(p)] / by, -128, 127) * At(weight, {p, j});
              }
              const double scale = columnScale.values[single ? 0 : static_cast<size_t>(j)];
              expected.values.push_back(sum * scale * (words ? 1 : by));
            }
          }
          // Words hold the bits of a float below others, which do not count.
          Array scaleWords = columnScale;
          for (double& number : scaleWords.values) {
            number = static_cast<double>(std::bit_cast<uint32_t>(static_cast<float>(number))) +
                     (all ? std::ldexp(1.0, 46) + std::ldexp(3.0, 37) : 0);
          }
          const DeviceTensor in(x, dtype, Layout::Transposed(2));
          const DeviceTensor factor(all ? Transposed(weight) : weight, ACL_INT8, Layout::Offset(3));
          const DeviceTensor scale(words ? scaleWords : columnScale, words ? ACL_INT64 : ACL_FLOAT,
                                   Layout::Stepped({2}));
          const DeviceTensor added(bias, ACL_INT32, Layout::Stepped({3}));
          const DeviceTensor ofX(xScale, ACL_FLOAT, Layout::Stepped({2}));
          const DeviceTensor factors(smooth, dtype, Layout::Stepped({2}));
          const DeviceTensor out = DeviceTensor::Output({m, n}, dtype, Layout::Transposed(2));
          std::string mode = scaled == Scaled::kTensor || words ? "pertensor" : "pertoken";
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnQuantMatmulDequantGetWorkspaceSize(
                              in.Get(), factor.Get(), scale.Get(), all ? added.Get() : nullptr,
                              scaled == Scaled::kRows ? nullptr : ofX.Get(), nullptr,
                              all ? factors.Get() : nullptr, mode.data(), all, out.Get(), size, executor);
                        },
                        aclnnQuantMatmulDequant),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

// The arguments of a call that succeeds.
struct Given {
  const aclTensor* x;
  const aclTensor* weight;
  const aclTensor* weightScale;
  const aclTensor* bias;
  const aclTensor* xScale;
  const aclTensor* xOffset;
  const aclTensor* smooth;
  const aclTensor* out;
  std::string mode = "pertoken";
  bool transposed = true;
};

TEST_F(QuantMatmulDequant, Statuses) {
  const Descriptor x({3, 8}, ACL_FLOAT16);
  const Descriptor weight({5, 8}, ACL_INT8);
  const Descriptor columns({5});
  const Descriptor bias({5}, ACL_INT32);
  const Descriptor rows({3});
  const Descriptor one({1});
  const Descriptor words({5}, ACL_INT64);
  const Descriptor smooth({8}, ACL_FLOAT16);
  const Descriptor out({3, 5}, ACL_FLOAT16);
  const auto plan = [&](aclnnStatus status, const char* said, const std::function<void(Given&)>& change) {
    Given given{x.Get(),    weight.Get(), columns.Get(), bias.Get(),
                rows.Get(), nullptr,      smooth.Get(),  out.Get()};
    change(given);
    ExpectCall("aclnnQuantMatmulDequant", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantMatmulDequantGetWorkspaceSize(
          given.x, given.weight, given.weightScale, given.bias, given.xScale, given.xOffset, given.smooth,
          given.mode.empty() ? nullptr : given.mode.data(), given.transposed, given.out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [](Given& given) {
    given.bias = given.xScale = given.smooth = nullptr;
    given.mode = "";
  });
  plan(ACL_SUCCESS, "", [&](Given& given) {
    given.mode = "pertensor";
    given.xScale = one.Get();
    given.weightScale = words.Get();
  });
  plan(kNullptr, "x", [](Given& given) { given.x = nullptr; });
  plan(kNullptr, "weight", [](Given& given) { given.weight = nullptr; });
  plan(kNullptr, "weightScale", [](Given& given) { given.weightScale = nullptr; });
  plan(kNullptr, "out", [](Given& given) { given.out = nullptr; });
  plan(kInvalid, "xQuantMode", [](Given& given) { given.mode = "perchannel"; });
  plan(kInvalid, "xScaleOptional: expected a scale, as xQuantMode is pertensor", [](Given& given) {
    given.mode = "pertensor";
    given.xScale = nullptr;
  });
  plan(kInvalid, "xScaleOptional", [](Given& given) { given.mode = "pertensor"; });
  plan(kInvalid, "weight", [](Given& given) { given.transposed = false; });
  const auto tensor = [&](const char* name, const Descriptor& other, const aclTensor* Given::*member) {
    plan(kInvalid, name, [&](Given& given) { given.*member = other.Get(); });
  };
  tensor("x", Descriptor({3, 8}, ACL_INT8), &Given::x);
  tensor("x", Descriptor({3, 1, 8}, ACL_FLOAT16), &Given::x);
  tensor("weight", Descriptor({5, 8}, ACL_FLOAT16), &Given::weight);
  tensor("weight", Descriptor({8}, ACL_INT8), &Given::weight);
  tensor("weightScale", Descriptor({5}, ACL_FLOAT16), &Given::weightScale);
  tensor("weightScale", Descriptor({4}), &Given::weightScale);
  tensor("weightScale", words, &Given::weightScale);
  tensor("biasOptional", Descriptor({5}), &Given::bias);
  tensor("biasOptional", Descriptor({1}, ACL_INT32), &Given::bias);
  tensor("xScaleOptional", Descriptor({3}, ACL_INT32), &Given::xScale);
  tensor("xScaleOptional", one, &Given::xScale);
  tensor("xOffsetOptional", one, &Given::xOffset);
  tensor("smoothScaleOptional", Descriptor({8}, ACL_INT32), &Given::smooth);
  tensor("smoothScaleOptional", Descriptor({1}), &Given::smooth);
  tensor("out", Descriptor({3, 5}, ACL_INT8), &Given::out);
  tensor("out", Descriptor({5, 3}, ACL_FLOAT16), &Given::out);
}

}  // namespace
}  // namespace openaclnn::testing
