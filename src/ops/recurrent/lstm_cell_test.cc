// SPDX-License-Identifier: Apache-2.0
//
// aclnnThnnFusedLstmCell and its gradient against their formulas in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_thnn_fused_lstm_cell.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell_backward.h"
#include "ops/recurrent/testing.h"
#include "tests/support/device.h"
#include "tests/support/reals.h"

namespace openaclnn::testing {
namespace {

struct Extents {
  int64_t batch;
  int64_t hidden;

  [[nodiscard]] Shape Wide() const { return {batch, 4 * hidden}; }
  [[nodiscard]] Shape Narrow() const { return {batch, hidden}; }
  [[nodiscard]] Shape Row() const { return {4 * hidden}; }
};

// Numbers, and the tensor that holds them.
struct Drawn {
  Drawn(const Shape& shape, aclDataType dtype, Lie lie, Random& random)
      : values(DrawReals(CountOf(shape), dtype, random, 1)), tensor(NumbersOf(shape, values), dtype, lie) {}

  [[nodiscard]] aclTensor* Get() const { return tensor.Get(); }

  Reals values;
  NumberTensor tensor;
};

// Calls visit(number of the unit, its place in each of the four gates).
template <typename Visit>
void ForEachUnit(Extents extents, const Visit& visit) {
  const auto units = static_cast<size_t>(extents.hidden);
  for (size_t unit = 0; unit < static_cast<size_t>(extents.batch) * units; ++unit) {
    const size_t first = unit / units * 4 * units + unit % units;
    visit(unit, std::array<size_t, 4>{first, first + units, first + 2 * units, first + 3 * units});
  }
}

// A rounding of the type, and one of FLOAT16's or BFLOAT16's inputs before it; sums of rows have some more.
void ExpectNear(const NumberTensor& actual, const Reals& expected, aclDataType dtype,
                const std::string& what) {
  EXPECT_TRUE(actual.IsIntactBetween()) << what;
  const Numbers numbers = actual.Read();
  ASSERT_EQ(numbers.values.size(), expected.size()) << what;
  const long double place = dtype == ACL_FLOAT ? 0x1p-20L : dtype == ACL_FLOAT16 ? 0x1p-10L : 0x1p-7L;
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(numbers.values[i].real()), static_cast<double>(expected[i]),
                static_cast<double>(place * std::max(1.0L, std::abs(expected[i]))))
        << what << " " << i;
  }
}

// Of a row and unit.
struct Gradients {
  std::array<long double, 4> gates;
  long double cell;
};
Gradients GradientsOf(const std::array<long double, 4>& gates, long double cx, long double cy, long double gh,
                      long double gc) {
  const auto [i, f, g, o] = gates;
  const long double tanh = std::tanh(cy);
  const long double cell = gh * o * (1 - tanh * tanh) + gc;
  return {{cell * g * i * (1 - i), cell * cx * f * (1 - f), cell * i * (1 - g * g), gh * tanh * o * (1 - o)},
          cell * f};
}

void ExpectCell(Extents extents, aclDataType dtype, Lie lie, bool biases, Random& random) {
  const Drawn inputGates(extents.Wide(), dtype, lie, random);
  const Drawn hiddenGates(extents.Wide(), dtype, lie, random);
  const Drawn cx(extents.Narrow(), dtype, lie, random);
  const Drawn inputBias(extents.Row(), dtype, lie, random);
  const Drawn hiddenBias(extents.Row(), dtype, lie, random);
  const NumberTensor hy(extents.Narrow(), dtype, lie);
  const NumberTensor cy(extents.Narrow(), dtype, lie);
  const NumberTensor storage(extents.Wide(), dtype, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnThnnFusedLstmCellGetWorkspaceSize(
                      inputGates.Get(), hiddenGates.Get(), cx.Get(), biases ? inputBias.Get() : nullptr,
                      biases ? hiddenBias.Get() : nullptr, hy.Get(), cy.Get(), storage.Get(), size, executor);
                },
                aclnnThnnFusedLstmCell),
            ACL_SUCCESS)
      << LastMessage();
  Reals gates(inputGates.values.size());
  Reals hidden(cx.values.size());
  Reals cells(cx.values.size());
  ForEachUnit(extents, [&](size_t unit, const std::array<size_t, 4>& at) {
    for (size_t gate = 0; gate < 4; ++gate) {
      const size_t column = at[gate] % inputBias.values.size();
      const long double bias = biases ? inputBias.values[column] + hiddenBias.values[column] : 0;
      const long double sum = inputGates.values[at[gate]] + hiddenGates.values[at[gate]] + bias;
      gates[at[gate]] = gate == 2 ? std::tanh(sum) : Logistic(sum);
    }
    cells[unit] = gates[at[1]] * cx.values[unit] + gates[at[0]] * gates[at[2]];
    hidden[unit] = gates[at[3]] * std::tanh(cells[unit]);
  });
  ExpectNear(storage, gates, dtype, "storage");
  ExpectNear(cy, cells, dtype, "cy");
  ExpectNear(hy, hidden, dtype, "hy");
}

TEST(LstmCell, EveryTypeAndLayout) {
  Random random(41);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const bool biases : {false, true}) {
        ExpectCell({3, 5}, dtype, lie, biases, random);
        ExpectCell({2, 300}, dtype, lie, biases, random);
        ExpectCell({0, 5}, dtype, lie, biases, random);
        ExpectCell({4, 0}, dtype, lie, biases, random);
      }
    }
  }
}

struct Asked {
  bool gradHy;
  bool gradCy;
  bool bias;
};

void ExpectGradients(Extents extents, aclDataType dtype, Lie lie, const Asked& asked, Random& random) {
  const Drawn gradHy(extents.Narrow(), dtype, lie, random);
  const Drawn gradCy(extents.Narrow(), dtype, lie, random);
  const Drawn cx(extents.Narrow(), dtype, lie, random);
  const Drawn cy(extents.Narrow(), dtype, lie, random);
  const Drawn storage(extents.Wide(), dtype, lie, random);
  const NumberTensor gradGates(extents.Wide(), dtype, lie);
  const NumberTensor gradCx(extents.Narrow(), dtype, lie);
  const NumberTensor gradBias(extents.Row(), dtype, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
                      asked.gradHy ? gradHy.Get() : nullptr, asked.gradCy ? gradCy.Get() : nullptr, cx.Get(),
                      cy.Get(), storage.Get(), asked.bias, gradGates.Get(), gradCx.Get(), gradBias.Get(),
                      size, executor);
                },
                aclnnThnnFusedLstmCellBackward),
            ACL_SUCCESS)
      << LastMessage();
  const Reals& gates = storage.values;
  Reals ofGates(gates.size());
  Reals ofCell(cx.values.size());
  ForEachUnit(extents, [&](size_t unit, const std::array<size_t, 4>& at) {
    const Gradients one = GradientsOf(
        {gates[at[0]], gates[at[1]], gates[at[2]], gates[at[3]]}, cx.values[unit], cy.values[unit],
        asked.gradHy ? gradHy.values[unit] : 0, asked.gradCy ? gradCy.values[unit] : 0);
    for (size_t gate = 0; gate < 4; ++gate) {
      ofGates[at[gate]] = one.gates[gate];
    }
    ofCell[unit] = one.cell;
  });
  ExpectNear(gradGates, ofGates, dtype, "gradGates");
  ExpectNear(gradCx, ofCell, dtype, "gradCx");
  if (!asked.bias) {
    EXPECT_TRUE(gradBias.IsUntouched());
    return;
  }
  // The sum of what was written: the rounded gradients.
  const Numbers written = gradGates.Read();
  Reals sums(CountOf(extents.Row()));
  for (size_t i = 0; i < written.values.size(); ++i) {
    sums[i % sums.size()] += written.values[i].real();
  }
  ExpectNear(gradBias, sums, dtype, "gradBias");
}

TEST(LstmCell, GradientsOfEveryTypeAndLayout) {
  Random random(42);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const Asked& asked : {Asked{true, true, true}, {true, false, false}, {false, true, true}}) {
        ExpectGradients({3, 5}, dtype, lie, asked, random);
        ExpectGradients({2, 300}, dtype, lie, asked, random);
        ExpectGradients({0, 5}, dtype, lie, asked, random);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
