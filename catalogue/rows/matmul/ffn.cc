// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ffn.h"
#include "aclnnop/aclnn_ffn_v2.h"
#include "aclnnop/aclnn_ffn_v3.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::ffn {
namespace {

constexpr std::array<const char*, 7> kActivations{"relu",  "gelu",  "fastgelu", "silu",
                                                  "reglu", "geglu", "swiglu"};
constexpr int64_t kFirstGated = 4;

/// The prototypes with a number for the activation, without tensors of quantized weights; another number
/// gives a name that no activation has.
std::string ActivationOf(int64_t number) {
  const auto index = static_cast<size_t>(number);
  return index < kActivations.size() ? kActivations[index] : std::to_string(number);
}
aclnnStatus First(const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
                  const aclTensor* bias1, const aclTensor* bias2, int64_t activation, const aclTensor* y,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnFFNGetWorkspaceSize(x, weight1, weight2, nullptr, bias1, bias2, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, nullptr, nullptr, nullptr,
                                  ActivationOf(activation).c_str(), 0, y, workspaceSize, executor);
}
aclnnStatus Second(const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
                   const aclIntArray* expertTokens, const aclTensor* bias1, const aclTensor* bias2,
                   int64_t activation, const aclTensor* y, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  return aclnnFFNV2GetWorkspaceSize(x, weight1, weight2, expertTokens, bias1, bias2, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    ActivationOf(activation).c_str(), 0, true, y, workspaceSize, executor);
}
aclnnStatus Third(const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
                  const aclTensor* expertTokensOptional, const aclTensor* bias1Optional,
                  const aclTensor* bias2Optional, int64_t activation, const aclTensor* y,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnFFNV3GetWorkspaceSize(x, weight1, weight2, expertTokensOptional, bias1Optional, bias2Optional,
                                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    ActivationOf(activation).c_str(), 0, false, y, workspaceSize, executor);
}

enum class Experts { kOne, kEnds, kCounts };

/// How a version calls its biases.
struct Names {
  std::string bias1;
  std::string bias2;
};

struct Sizes {
  Shape before;  // dims of x before the last, if there is one expert
  int64_t experts;
  int64_t depth;
  int64_t between;
  int64_t columns;
};

Arguments Given(Experts kind, const Names& names, const Sizes& sizes, int64_t activation, bool biased,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const bool one = kind == Experts::kOne;
  const int64_t wide = activation >= kFirstGated ? 2 * sizes.between : sizes.between;
  const auto of = [&](Shape dims) {
    if (!one) {
      dims.insert(dims.begin(), sizes.experts);
    }
    return std::vector<TensorSpec>{{std::move(dims), ACL_DT_UNDEFINED}};
  };
  Shape x = one ? sizes.before : Shape{sizes.experts};
  x.push_back(sizes.depth);
  Arguments all{.tensors = {{"x", {{std::move(x), dtype}}},
                            {"weight1", of({sizes.depth, wide})},
                            {"weight2", of({sizes.between, sizes.columns})}},
                .attributes = {{"activation", activation}}};
  if (biased) {
    all.tensors[names.bias1] = of({wide});
    all.tensors[names.bias2] = of({sizes.columns});
  }
  for (auto& [name, tensors] : all.tensors) {
    tensors.front().dtype = dtype;
  }
  if (kind == Experts::kCounts) {
    all.tensors["expertTokensOptional"] = {{{sizes.experts}, ACL_INT64}};
  }
  return all;
}

Argument Like(Argument argument) {
  argument.dtype = SameAs("x");
  return argument;
}

std::vector<Argument> ArgumentsOf(Experts kind, const Names& names) {
  const std::string experts = kind == Experts::kOne ? "" : "experts, ";
  std::vector<Argument> all{
      Tensor("x", "rows", kind == Experts::kOne ? "[.., k1], 2 dims or more" : "[m, k1]", Floats()),
      Like(Tensor("weight1", "first matrices", "[" + experts + "k1, n1]", Floats())),
      Like(Tensor("weight2", "second matrices", "[" + experts + "k2, n2]", Floats()))};
  if (kind == Experts::kCounts) {
    Argument tokens = quantization::OptionalInput("expertTokensOptional", "how many rows each expert has",
                                                  "[experts]", {ACL_INT64});
    tokens.holds = Meaning::kOnes;
    tokens.dtype = Always(ACL_INT64);
    all.push_back(tokens);
  } else if (kind == Experts::kEnds) {
    all.push_back({.name = "expertTokens",
                   .role = Role::kAttribute,
                   .meaning = "where the rows of experts end",
                   .optional = true,
                   .derive =
                       [](const Arguments& known) {
                         constexpr int64_t kMost = int64_t{1} << 16;
                         Shape ends(static_cast<size_t>(
                             std::clamp<int64_t>(Extent(known.ShapeOf("weight1"), 0), 0, kMost)));
                         std::iota(ends.begin(), ends.end(), 1);
                         return Value(ends);
                       },
                   .derivation = "a row for each expert"});
  }
  std::vector<Choice> choices;
  for (const char* name : kActivations) {
    choices.push_back({name, static_cast<int64_t>(choices.size())});
  }
  all.push_back(Like(quantization::OptionalInput(names.bias1, "added to the first products",
                                                 "[" + experts + "n1]", Floats())));
  all.push_back(Like(
      quantization::OptionalInput(names.bias2, "added to the second ones", "[" + experts + "n2]", Floats())));
  all.push_back(Mode("activation", "what lies between the products", choices));
  all.push_back(OutputWith(
      Tensor("y", "the result", "that of x, with n2 as last dim", Floats()),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("x");
        const Shape weight = known.ShapeOf("weight2");
        if (!shape.empty() && !weight.empty()) {
          shape.back() = weight.back();
        }
        return shape;
      },
      SameAs("x")));
  return all;
}

Operator Row(Operator row, Experts kind, const Names& names) {
  row.formula = {"y = activation(x @ weight1 + bias1) @ weight2 + bias2"};
  row.arguments = ArgumentsOf(kind, names);
  row.bitsOfProcessor = true;
  row.draw = [kind, names](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    Sizes sizes{choices.AnyShape(3), choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()};
    sizes.before.push_back(choices.Extent());
    return Given(kind, names, sizes, static_cast<int64_t>(choices.Below(kActivations.size())),
                 choices.Chance(128), dtype);
  };
  row.samples = {{.name = "gelu", .arguments = Given(kind, names, {{33}, 5, 70, 130, 65}, 1, true)},
                 {.name = "swiglu", .arguments = Given(kind, names, {{3, 9}, 3, 40, 96, 40}, 6, false)},
                 {.name = "relu", .arguments = Given(kind, names, {{65}, 2, 300, 33, 7}, 0, true)}};
  row.runExample = "--x x.npy --weight1 a.npy --weight2 b.npy --activation gelu --y y.npy";
  row.benchExample =
      kind == Experts::kOne
          ? "--x 256x1024:float16 --weight1 1024x1024:float16 --weight2 1024x1024:float16"
          : "--x 16x1024:float16 --weight1 16x1024x1024:float16 --weight2 16x1024x1024:float16";
  if (kind == Experts::kCounts) {
    row.benchExample += " --expert-tokens-optional 16:int64";
    row.runExample = "--expert-tokens-optional t.npy " + row.runExample;
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row({.phases = TwoPhases<&First, &aclnnFFN>("aclnnFFN"),
               .summary = "two products of rows, with an activation between them"},
              Experts::kOne, {"bias1", "bias2"}),
          Row({.phases = TwoPhases<&Second, &aclnnFFNV2>("aclnnFFNV2"),
               .summary = "two products of the rows of each expert, with an activation between them"},
              Experts::kEnds, {"bias1", "bias2"}),
          Row({.phases = TwoPhases<&Third, &aclnnFFNV3>("aclnnFFNV3"),
               .summary = "two products of the rows of each expert, by a tensor of their numbers"},
              Experts::kCounts, {"bias1Optional", "bias2Optional"})};
}

}  // namespace openaclnn::catalogue::matmul::ffn
