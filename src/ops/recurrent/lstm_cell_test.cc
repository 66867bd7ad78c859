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

namespace openaclnn::testing {
namespace {

struct Extents {
  int64_t batch;
  int64_t hidden;
};

Numbers NumbersOf(const Shape& shape, const Reals& values) {
  Numbers numbers{shape, {}};
  for (const long double value : values) {
    numbers.values.emplace_back(value);
  }
  return numbers;
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
  const Shape wide{extents.batch, 4 * extents.hidden};
  const Shape narrow{extents.batch, extents.hidden};
  const Shape row{4 * extents.hidden};
  const auto draw = [&](const Shape& shape) { return DrawReals(CountOf(shape), dtype, random, 1); };
  const Reals x = draw(wide);
  const Reals h = draw(wide);
  const Reals c = draw(narrow);
  const Reals bx = draw(row);
  const Reals bh = draw(row);
  const NumberTensor inputGates(NumbersOf(wide, x), dtype, lie);
  const NumberTensor hiddenGates(NumbersOf(wide, h), dtype, lie);
  const NumberTensor cx(NumbersOf(narrow, c), dtype, lie);
  const NumberTensor inputBias(NumbersOf(row, bx), dtype, lie);
  const NumberTensor hiddenBias(NumbersOf(row, bh), dtype, lie);
  const NumberTensor hy(narrow, dtype, lie);
  const NumberTensor cy(narrow, dtype, lie);
  const NumberTensor storage(wide, dtype, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnThnnFusedLstmCellGetWorkspaceSize(
                      inputGates.Get(), hiddenGates.Get(), cx.Get(), biases ? inputBias.Get() : nullptr,
                      biases ? hiddenBias.Get() : nullptr, hy.Get(), cy.Get(), storage.Get(), size, executor);
                },
                aclnnThnnFusedLstmCell),
            ACL_SUCCESS)
      << LastMessage();
  Reals gates(x.size());
  Reals hidden(c.size());
  Reals cells(c.size());
  for (size_t b = 0; b < static_cast<size_t>(extents.batch); ++b) {
    const auto units = static_cast<size_t>(extents.hidden);
    for (size_t u = 0; u < units; ++u) {
      for (size_t gate = 0; gate < 4; ++gate) {
        const size_t at = (b * 4 + gate) * units + u;
        const size_t column = gate * units + u;
        const long double sum = x[at] + h[at] + (biases ? bx[column] + bh[column] : 0);
        gates[at] = gate == 2 ? std::tanh(sum) : Logistic(sum);
      }
      const auto of = [&](size_t gate) { return gates[(b * 4 + gate) * units + u]; };
      const size_t at = b * units + u;
      cells[at] = of(1) * c[at] + of(0) * of(2);
      hidden[at] = of(3) * std::tanh(cells[at]);
    }
  }
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
  const Shape wide{extents.batch, 4 * extents.hidden};
  const Shape narrow{extents.batch, extents.hidden};
  const Shape row{4 * extents.hidden};
  const auto draw = [&](const Shape& shape) { return DrawReals(CountOf(shape), dtype, random, 1); };
  const Reals gh = draw(narrow);
  const Reals gc = draw(narrow);
  const Reals before = draw(narrow);
  const Reals after = draw(narrow);
  const Reals gates = draw(wide);
  const NumberTensor gradHy(NumbersOf(narrow, gh), dtype, lie);
  const NumberTensor gradCy(NumbersOf(narrow, gc), dtype, lie);
  const NumberTensor cx(NumbersOf(narrow, before), dtype, lie);
  const NumberTensor cy(NumbersOf(narrow, after), dtype, lie);
  const NumberTensor storage(NumbersOf(wide, gates), dtype, lie);
  const NumberTensor gradGates(wide, dtype, lie);
  const NumberTensor gradCx(narrow, dtype, lie);
  const NumberTensor gradBias(row, dtype, lie);
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
  Reals ofGates(gates.size());
  Reals ofCell(before.size());
  for (size_t b = 0; b < static_cast<size_t>(extents.batch); ++b) {
    const auto units = static_cast<size_t>(extents.hidden);
    for (size_t u = 0; u < units; ++u) {
      const auto at = [&](size_t gate) { return (b * 4 + gate) * units + u; };
      const size_t unit = b * units + u;
      const Gradients one =
          GradientsOf({gates[at(0)], gates[at(1)], gates[at(2)], gates[at(3)]}, before[unit], after[unit],
                      asked.gradHy ? gh[unit] : 0, asked.gradCy ? gc[unit] : 0);
      for (size_t gate = 0; gate < 4; ++gate) {
        ofGates[at(gate)] = one.gates[gate];
      }
      ofCell[unit] = one.cell;
    }
  }
  ExpectNear(gradGates, ofGates, dtype, "gradGates");
  ExpectNear(gradCx, ofCell, dtype, "gradCx");
  if (!asked.bias) {
    EXPECT_TRUE(gradBias.IsUntouched());
    return;
  }
  // The sum of what was written: the rounded gradients.
  const Numbers written = gradGates.Read();
  Reals sums(CountOf(row));
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
