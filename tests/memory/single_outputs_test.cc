// SPDX-License-Identifier: Apache-2.0
//
// A result that is one number goes into any output of one element, whatever its dims.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/model/values.h"
#include "tests/memory/calls.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

// Of tensors with dims they make numbers, as all reductions and losses do.
constexpr std::array<std::string_view, 10> kOthers{
    "dot",    "foreach_norm", "kthvalue",   "logdet",         "matmul",
    "median", "median_dim",   "nan_median", "nan_median_dim", "slogdet"};
// Of the families that make numbers these make tensors, or change a number that is there.
constexpr std::array<std::string_view, 16> kNone{"all_finite",
                                                 "cdist",
                                                 "cross_entropy_loss_grad",
                                                 "cross_entropy_sum_exp_and_index_logit",
                                                 "ctc_loss",
                                                 "embedding_renorm",
                                                 "fused_cross_entropy_loss_with_max_sum",
                                                 "fused_linear_cross_entropy_loss_grad",
                                                 "fused_linear_online_max_sum",
                                                 "global_average_pool",
                                                 "global_max_pool",
                                                 "inplace_renorm",
                                                 "pdist",
                                                 "pdist_forward",
                                                 "renorm",
                                                 "softmax_cross_entropy_with_logits"};
// The shape of its output is its specification's matter.
constexpr std::string_view kSpecified = "mse_loss_backward";

bool MakesNumbers(const catalogue::Operator& op) {
  return (op.family == "reduction" || op.family == "loss" ||
          std::ranges::find(kOthers, op.name) != kOthers.end()) &&
         op.name != kSpecified && std::ranges::find(kNone, op.name) == kNone.end();
}

/// Outputs whose shape is [] although an input has dims: numbers that an operator makes of a tensor.
std::vector<size_t> NumbersOf(const catalogue::Call& call) {
  std::vector<size_t> numbers;
  bool dims = false;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const catalogue::Operand& operand = call.operands[i];
    dims = dims || (operand.IsRead() && !operand.absent && !operand.tensor.shape.empty());
    if (operand.IsWritten() && !operand.IsRead() && !operand.absent && operand.tensor.shape.empty()) {
      numbers.push_back(i);
    }
  }
  return dims ? numbers : std::vector<size_t>{};
}

/// Small calls with such outputs, at most three of each operator.
std::vector<SmallCall> CallsWithNumbers() {
  constexpr uint64_t kTries = 100;
  constexpr size_t kOfEach = 3;
  std::vector<SmallCall> calls;
  for (const catalogue::Operator& op : catalogue::Operators()) {
    if (!MakesNumbers(op)) {
      continue;
    }
    size_t found = 0;
    for (uint64_t seed = 0; seed < kTries && found < kOfEach; ++seed) {
      SmallCall small = MakeSmallCall(op, seed, 50);
      if (!NumbersOf(small.call).empty()) {
        calls.push_back(std::move(small));
        ++found;
      }
    }
  }
  return calls;
}

/// The bytes of every output, each in memory of its own.
std::vector<std::vector<std::byte>> Results(const SmallCall& small) {
  std::vector<Block> memory;
  std::vector<Place> places;
  for (size_t i = 0; i < small.elements.size(); ++i) {
    memory.emplace_back(small.elements[i], small.call.operands[i].Bytes());
    places.push_back({memory.back().Get(), {}, 0});
  }
  EXPECT_EQ(RunCall(small.call, places), 0) << LastMessage();
  std::vector<std::vector<std::byte>> results;
  for (size_t i = 0; i < small.elements.size(); ++i) {
    results.push_back(memory[i].Read(0, small.call.operands[i].Bytes()));
  }
  return results;
}

TEST(SingleOutputs, HaveAnyDims) {
  std::map<std::string, int, std::less<>> tried;
  for (const SmallCall& small : CallsWithNumbers()) {
    const auto expected = Results(small);
    for (const Shape& shape : {Shape{1}, Shape{1, 1}, Shape{1, 1, 1, 1, 1, 1, 1, 1}}) {
      SmallCall other = small;
      for (const size_t output : NumbersOf(small.call)) {
        other.call.operands[output].tensor.shape = shape;
      }
      SCOPED_TRACE(small.name);
      EXPECT_EQ(Results(other), expected);
      ++tried[small.call.op->name];
    }
  }
  for (const catalogue::Operator& op : catalogue::Operators()) {
    // Gradients of losses have the shape of self.
    if (MakesNumbers(op) && !op.name.ends_with("_backward")) {
      EXPECT_GT(tried[op.name], 0) << op.name;
    }
  }
}

TEST(SingleOutputs, HaveOneElement) {
  for (const SmallCall& small : CallsWithNumbers()) {
    for (const size_t output : NumbersOf(small.call)) {
      for (const Shape& shape : {Shape{2}, Shape{0}, Shape{1, 2}}) {
        catalogue::Call wrong = small.call;
        wrong.operands[output].tensor.shape = shape;
        const catalogue::BoundCall bound = BindWithoutMemory(wrong);
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        EXPECT_EQ(bound.PhaseOne(&size, &executor), 161002) << small.name;
        if (executor != nullptr) {
          aclDestroyAclOpExecutor(executor);
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
