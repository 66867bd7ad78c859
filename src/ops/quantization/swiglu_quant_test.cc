// SPDX-License-Identifier: Apache-2.0
//
// Gated activations that are quantized, against their formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_dequant_swiglu_quant.h"
#include "aclnnop/aclnn_dequant_swiglu_quant_v2.h"
#include "aclnnop/aclnn_swi_glu_quant.h"
#include "aclnnop/aclnn_swi_glu_quant_v2.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

double Silu(double x) {
  return x / (1 + std::exp(-x));
}

// What is quantized, [rows, n], by the group of each row; -1: none.
struct Expected {
  Array y;
  Array scale;
};
Expected QuantizedRows(const Array& activations, double highest, const std::vector<int64_t>& groupOfRow) {
  Expected expected{{activations.shape, {}}, {{activations.shape[0]}, {}}};
  const auto n = static_cast<size_t>(activations.shape[1]);
  for (size_t row = 0; row < groupOfRow.size(); ++row) {
    double largest = 0;
    for (size_t i = 0; i < n; ++i) {
      largest = std::max(largest, std::fabs(activations.values[row * n + i]));
    }
    const double scale = groupOfRow[row] < 0 ? 0 : largest / highest;
    expected.scale.values.push_back(scale);
    for (size_t i = 0; i < n; ++i) {
      expected.y.values.push_back(scale == 0 ? 0 : activations.values[row * n + i] / scale);
    }
  }
  return expected;
}

// Whole numbers, each at most the rounding of float32 arithmetic away from what is to be rounded.
void ExpectRounded(const Array& whole, const Array& exact) {
  ASSERT_EQ(whole.values.size(), exact.values.size());
  size_t wrong = 0;
  for (size_t i = 0; i < exact.values.size(); ++i) {
    wrong += std::fabs(whole.values[i] - exact.values[i]) > 0.5001 ? 1U : 0U;
  }
  EXPECT_EQ(wrong, 0U);
}

// INT4 of INT32, one by one.
Array Unpacked(const Array& words) {
  Array numbers{words.shape, {}};
  numbers.shape.back() *= 8;
  for (const double word : words.values) {
    const auto bits = static_cast<uint32_t>(static_cast<int32_t>(word));
    for (uint32_t i = 0; i < 8; ++i) {
      numbers.values.push_back(static_cast<int32_t>(bits << (28 - 4 * i)) >> 28);
    }
  }
  return numbers;
}

const std::vector<int64_t> kGroupOfRow{0, 0, 0, 2, 2, 2, 2, 2, -1};
constexpr int64_t kRows = 9;

TEST(SwiGluQuant, EveryTypeModeAndGroup) {
  Random random(97);
  for (const int64_t n : {8, 40, 1032}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool dynamic : {false, true}) {
        for (const int kind :
             {0, 1, 2}) {  // the first version, ends; the second one, counts; INT4 without groups
          const auto trace = TraceSeed(random);
          const bool left = random.Integer(0, 2) == 0;
          const bool each = random.Integer(0, 2) == 0;
          const bool grouped = kind < 2;
          const bool packed = kind == 2;
          const Array x = random.Normal({kRows, 2 * n}, dtype, 0, 2);
          const Shape factors = !grouped ? Shape{n} : each ? Shape{3, n} : Shape{3};
          const Array smooth = random.Uniform(factors, ACL_FLOAT, 0.5, 2);
          const Array offset = random.Uniform(factors, ACL_FLOAT, -3, 3);
          const auto factorAt = [&](const Array& factor, int64_t group, int64_t i) {
            const int64_t at = !grouped ? i : each ? group * n + i : group;
            return factor.values[static_cast<size_t>(at)];
          };
          Array activations{{kRows, n}, {}};
          std::vector<int64_t> groupOfRow = kGroupOfRow;
          for (int64_t row = 0; row < kRows; ++row) {
            int64_t& group = groupOfRow[static_cast<size_t>(row)];
            group = grouped ? group : 0;
            for (int64_t i = 0; i < n; ++i) {
              const double first = x.values[static_cast<size_t>(row * 2 * n + i)];
              const double second = x.values[static_cast<size_t>(row * 2 * n + n + i)];
              const double activation = left ? Silu(first) * second : Silu(second) * first;
              activations.values.push_back(group < 0 ? 0
                                                     : activation * factorAt(smooth, group, i) +
                                                           (dynamic ? 0 : factorAt(offset, group, i)));
            }
          }
          const DeviceTensor in(x, dtype, Layout::Transposed(2));
          const DeviceTensor smoothIn(smooth, ACL_FLOAT);
          const DeviceTensor offsetIn(offset, ACL_FLOAT);
          const DeviceTensor groups(
              FromIntegers({3}, kind == 0 ? std::vector<int64_t>{3, 3, 8} : std::vector<int64_t>{3, 0, 5}),
              kind == 0 ? ACL_INT32 : ACL_INT64);
          const DeviceTensor y = DeviceTensor::Output({kRows, packed ? n / 8 : n},
                                                      packed ? ACL_INT32 : ACL_INT8, Layout::Transposed(2));
          const DeviceTensor scale = DeviceTensor::Output({kRows}, ACL_FLOAT);
          std::string mode = dynamic ? "dynamic" : "static";
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return kind == 0 ? aclnnSwiGluQuantGetWorkspaceSize(
                                                 in.Get(), smoothIn.Get(), offsetIn.Get(), groups.Get(), left,
                                                 mode.data(), y.Get(), scale.Get(), size, executor)
                                           : aclnnSwiGluQuantV2GetWorkspaceSize(
                                                 in.Get(), smoothIn.Get(), offsetIn.Get(),
                                                 grouped ? groups.Get() : nullptr, left, mode.data(), 1,
                                                 packed ? ACL_INT4 : ACL_INT8, y.Get(), scale.Get(), size,
                                                 executor);
                        },
                        kind == 0 ? aclnnSwiGluQuant : aclnnSwiGluQuantV2),
                    ACL_SUCCESS)
              << LastMessage();
          const Array read = packed ? Unpacked(y.Read()) : y.Read();
          const double highest = packed ? 7 : 127;
          if (dynamic) {
            const Expected expected = QuantizedRows(activations, highest, groupOfRow);
            EXPECT_TRUE(Near(scale.Read(), expected.scale, Tolerance::For(ACL_FLOAT)));
            ExpectRounded(read, expected.y);
          } else {
            for (double& activation : activations.values) {
              activation = std::clamp(activation, -highest - 1, highest);
            }
            ExpectRounded(read, activations);
          }
          EXPECT_TRUE(y.CanariesIntact());
        }
      }
    }
  }
}

TEST(DequantSwigluQuant, IntegersAndGates) {
  Random random(98);
  constexpr double kLimit = 5;
  for (const int64_t n : {8, 40, 1032}) {
    for (const bool whole : {false, true}) {
      for (const bool wholeBias : {false, true}) {
        for (const int64_t gates : {-1, 0, 1, 2}) {  // -1: the first version
          const auto trace = TraceSeed(random);
          const bool left = random.Integer(0, 2) == 0;
          const Array x = whole ? random.Integers({kRows, 2 * n}, ACL_INT32, -9000, 9000)
                                : random.Normal({kRows, 2 * n}, ACL_BF16, 0, 4);
          const Array columns = random.Uniform({3, 2 * n}, ACL_FLOAT, 1e-4, 1e-3);
          const Array rows = random.Uniform({kRows}, ACL_FLOAT, 0.5, 2);
          const Array bias = wholeBias ? random.Integers({3, 2 * n}, ACL_INT32, -99, 99)
                                       : random.Normal({3, 2 * n}, ACL_FLOAT, 0, 1);
          const Array smooth = random.Uniform({3, n}, ACL_FLOAT, 0.5, 2);
          const auto restored = [&](int64_t row, int64_t group, int64_t column) {
            const double number = x.values[static_cast<size_t>(row * 2 * n + column)];
            if (!whole) {
              return number;
            }
            const auto at = static_cast<size_t>(group * 2 * n + column);
            const double by = columns.values[at] * rows.values[static_cast<size_t>(row)];
            return wholeBias ? (number + bias.values[at]) * by : number * by + bias.values[at];
          };
          Array activations{{kRows, n}, {}};
          for (int64_t row = 0; row < kRows; ++row) {
            const int64_t group = kGroupOfRow[static_cast<size_t>(row)];
            for (int64_t i = 0; i < n; ++i) {
              if (group < 0) {
                activations.values.push_back(0);
                continue;
              }
              const double first = restored(row, group, gates == 1 ? 2 * i : i);
              const double second = restored(row, group, gates == 1 ? 2 * i + 1 : n + i);
              double activation = left ? Silu(first) * second : Silu(second) * first;
              if (gates > 0) {
                const double gate = std::min(first, kLimit);
                activation = gate / (1 + std::exp(-1.7 * gate)) * (std::clamp(second, -kLimit, kLimit) + 1);
              }
              activations.values.push_back(activation * smooth.values[static_cast<size_t>(group * n + i)]);
            }
          }
          const DeviceTensor in(x, whole ? ACL_INT32 : ACL_BF16, Layout::Transposed(2));
          const DeviceTensor columnsIn(columns, ACL_FLOAT);
          const DeviceTensor rowsIn(rows, ACL_FLOAT);
          const DeviceTensor biasIn(bias, wholeBias ? ACL_INT32 : ACL_FLOAT);
          const DeviceTensor smoothIn(smooth, ACL_FLOAT);
          const DeviceTensor groups(FromIntegers({3}, {3, 0, 5}), ACL_INT64);
          const DeviceTensor y = DeviceTensor::Output({kRows, n}, ACL_INT8);
          const DeviceTensor scale = DeviceTensor::Output({kRows}, ACL_FLOAT);
          std::string mode = "dynamic";
          const auto ifWhole = [&](const DeviceTensor& tensor) { return whole ? tensor.Get() : nullptr; };
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return gates < 0 ? aclnnDequantSwigluQuantGetWorkspaceSize(
                                                 in.Get(), ifWhole(columnsIn), ifWhole(rowsIn),
                                                 ifWhole(biasIn), smoothIn.Get(), nullptr, groups.Get(), left,
                                                 mode.data(), y.Get(), scale.Get(), size, executor)
                                           : aclnnDequantSwigluQuantV2GetWorkspaceSize(
                                                 in.Get(), ifWhole(columnsIn), ifWhole(rowsIn),
                                                 ifWhole(biasIn), smoothIn.Get(), nullptr, groups.Get(), left,
                                                 mode.data(), ACL_INT8, nullptr, -1, gates, kLimit, 1.7, 1,
                                                 y.Get(), scale.Get(), size, executor);
                        },
                        gates < 0 ? aclnnDequantSwigluQuant : aclnnDequantSwigluQuantV2),
                    ACL_SUCCESS)
              << LastMessage();
          const Expected expected = QuantizedRows(activations, 127, kGroupOfRow);
          EXPECT_TRUE(Near(scale.Read(), expected.scale, Tolerance::For(ACL_FLOAT, std::nullopt, 16)));
          ExpectRounded(y.Read(), expected.y);
        }
      }
    }
  }
}

class SwiGluQuantStatus : public StatusTest {};

TEST_F(SwiGluQuantStatus, Dequant) {
  const Descriptor x({4, 32}, ACL_INT32);
  const Descriptor floats({4, 32});
  const Descriptor odd({4, 31});
  const Descriptor columns({32});
  const Descriptor rows({4});
  const Descriptor smooth({16});
  const Descriptor y({4, 16}, ACL_INT8);
  const Descriptor wide({4, 32}, ACL_INT8);
  struct Case {
    aclnnStatus status;
    const char* said;
    const aclTensor* x;
    const aclTensor* columns;
    const aclTensor* rows;
    const aclTensor* smooth;
    const aclTensor* y;
    const aclTensor* scale;
    std::string mode = "dynamic";
    int64_t dim = -1;
    int64_t gates = 0;
    double limit = 0;
  };
  std::vector<Case> cases{
      {ACL_SUCCESS, "", x.Get(), columns.Get(), rows.Get(), smooth.Get(), y.Get(), rows.Get()},
      {ACL_SUCCESS, "", floats.Get(), nullptr, nullptr, nullptr, y.Get(), rows.Get(), "dynamic", 1, 2, 7},
      {kNullptr, "x:", nullptr, columns.Get(), rows.Get(), smooth.Get(), y.Get(), rows.Get()},
      {kNullptr, "yOut:", x.Get(), columns.Get(), rows.Get(), smooth.Get(), nullptr, rows.Get()},
      {kNullptr, "scaleOut:", x.Get(), columns.Get(), rows.Get(), smooth.Get(), y.Get(), nullptr},
      {kInvalid, "quantMode: expected \"dynamic\"", x.Get(), columns.Get(), rows.Get(), smooth.Get(), y.Get(),
       rows.Get(), "static"},
      {kInvalid, "activateDim: expected the last dim", x.Get(), columns.Get(), rows.Get(), smooth.Get(),
       y.Get(), rows.Get(), "dynamic", 0},
      {kInvalid, "swigluMode: expected 0, 1 or 2", x.Get(), columns.Get(), rows.Get(), smooth.Get(), y.Get(),
       rows.Get(), "dynamic", -1, 3},
      {kInvalid, "clampLimit: expected", x.Get(), columns.Get(), rows.Get(), smooth.Get(), y.Get(),
       rows.Get(), "dynamic", -1, 1, -1},
      {kInvalid, "weightScaleOptional: expected a tensor", x.Get(), nullptr, rows.Get(), smooth.Get(),
       y.Get(), rows.Get()},
      {kInvalid, "weightScaleOptional: expected null", floats.Get(), columns.Get(), rows.Get(), smooth.Get(),
       y.Get(), rows.Get()},
      {kInvalid, "weightScaleOptional: expected [columns]", x.Get(), smooth.Get(), rows.Get(), smooth.Get(),
       y.Get(), rows.Get()},
      {kInvalid, "activationScaleOptional: expected", x.Get(), columns.Get(), smooth.Get(), smooth.Get(),
       y.Get(), rows.Get()},
      {kInvalid, "quantScaleOptional: expected [columns]", x.Get(), columns.Get(), rows.Get(), columns.Get(),
       y.Get(), rows.Get()},
      {kInvalid, "x: expected 1 dim or more, the last one even", odd.Get(), nullptr, nullptr, nullptr,
       y.Get(), rows.Get()},
      {kInvalid, "yOut: expected", x.Get(), columns.Get(), rows.Get(), smooth.Get(), wide.Get(), rows.Get()},
      {kInvalid, "scaleOut: expected shape [dims of x but the last]", x.Get(), columns.Get(), rows.Get(),
       smooth.Get(), y.Get(), smooth.Get()},
  };
  for (Case& row : cases) {
    ExpectCall(
        "aclnnDequantSwigluQuantV2", row.status, row.said, [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnDequantSwigluQuantV2GetWorkspaceSize(
              row.x, row.columns, row.rows, nullptr, row.smooth, nullptr, nullptr, true, row.mode.data(),
              ACL_INT8, nullptr, row.dim, row.gates, row.limit, 1, 0, row.y, row.scale, size, executor);
        });
  }
}

}  // namespace
}  // namespace openaclnn::testing
