// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_fused_matmul.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::fused_matmul {
namespace {

constexpr std::array<const char*, 7> kNames{"", "16cast32", "relu", "gelu_erf", "gelu_tanh", "add", "mul"};
constexpr int64_t kCast = 1;
constexpr int64_t kFirstWithOther = 5;

/// The prototype with a number for the function; another number gives a name that none has.
aclnnStatus PhaseOne(const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* x3,
                     int64_t fusedOpType, int8_t cubeMathType, const aclTensor* y, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  const auto index = static_cast<size_t>(fusedOpType);
  const std::string name = index < kNames.size() ? kNames[index] : std::to_string(fusedOpType);
  return aclnnFusedMatmulGetWorkspaceSize(x1, x2, bias, x3, name.c_str(), cubeMathType, y, workspaceSize,
                                          executor);
}

Shape ProductShape(const Shape& first, const Shape& second) {
  if (first.size() < 2 || second.size() < 2) {
    return first;
  }
  Shape shape = Broadcast(Shape(first.begin(), first.end() - 2), Shape(second.begin(), second.end() - 2));
  shape.insert(shape.end(), {first[first.size() - 2], second.back()});
  return shape;
}

Arguments Given(const Shape& first, const Shape& second, int64_t fused, bool biased, Shape other,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.tensors = {{"x1", {{first, dtype}}}, {"x2", {{second, dtype}}}},
                .attributes = {{"fusedOpType", fused}}};
  if (biased) {
    all.tensors["bias"] = {{{second.back()}, dtype}};
  }
  if (fused >= kFirstWithOther) {
    all.tensors["x3"] = {{std::move(other), dtype}};
  }
  return all;
}

Argument Like(Argument argument) {
  argument.dtype = SameAs("x1");
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  std::vector<Choice> functions;
  for (const char* name : kNames) {
    functions.push_back({*name == '\0' ? "none" : name, static_cast<int64_t>(functions.size())});
  }
  Argument x2 = Like(Tensor("x2", "second factor", "[.., k, n]", Floats()));
  x2.shape = [](const Arguments& known) {
    Shape shape = known.ShapeOf("x1");
    if (shape.size() > 1) {
      std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    }
    return shape;
  };
  Argument x3 =
      Like(quantization::OptionalInput("x3", "what is added or multiplied", "broadcasts to y", Floats()));
  x3.needed = [](const Arguments& known) {
    const int64_t fused = known.Integer("fusedOpType");
    return fused >= kFirstWithOther && fused < static_cast<int64_t>(kNames.size());
  };
  Operator row = MakeOperator(
      {.phases = TwoPhases<&PhaseOne, &aclnnFusedMatmul>("aclnnFusedMatmul"),
       .summary = "matrix product and what is done with it",
       .formula = {"y = f(x1 @ x2 + bias)"},
       .arguments = {Tensor("x1", "first factor", "[.., m, k], 2 to 6 dims", Floats()), x2,
                     Like(quantization::OptionalInput("bias", "added to columns", "[n]", Floats())), x3,
                     Mode("fusedOpType", "the function", functions),
                     Mode("cubeMathType", "how FLOAT may be computed",
                          {{"keep_dtype", 0},
                           {"allow_down_precision", 1},
                           {"use_fp16", 2},
                           {"use_hf32", 3},
                           {"use_fp32_add", 4}}),
                     OutputWith(Tensor("y", "the result", "[.., m, n]", Floats()),
                                [](const Arguments& known) {
                                  return ProductShape(known.ShapeOf("x1"), known.ShapeOf("x2"));
                                },
                                {"as x1; FLOAT with 16cast32",
                                 [](const Arguments& known) {
                                   return known.Integer("fusedOpType") == kCast ? ACL_FLOAT
                                                                                : known.DTypeOf("x1");
                                 }})},
       .bitsOfProcessor = true,
       .draw =
           [](Choices& choices) {
             const auto fused = static_cast<int64_t>(choices.Below(kNames.size()));
             const aclDataType dtype = fused == kCast ? ACL_FLOAT16 : choices.DType(Floats());
             const Shape batch = choices.AnyShape(3);
             Shape first = choices.Narrowed(batch);
             Shape second = choices.Narrowed(batch);
             const int64_t depth = choices.Extent();
             first.insert(first.end(), {choices.Extent(), depth});
             second.insert(second.end(), {depth, choices.Extent()});
             const bool biased = choices.Chance(128);
             return Given(first, second, fused, biased, choices.Narrowed(ProductShape(first, second)), dtype);
           },
       .samples = {{.name = "relu", .arguments = Given({300, 170}, {170, 211}, 2, true, {})},
                   {.name = "gelu", .arguments = Given({3, 33, 70}, {70, 90}, 4, false, {})},
                   {.name = "add", .arguments = Given({2, 65, 130}, {2, 130, 48}, 5, true, {65, 48})}},
       .runExample = "--x1 a.npy --x2 b.npy --fused-op-type relu --y y.npy",
       .benchExample = "--x1 1024x1024 --x2 1024x1024 --fused-op-type relu"});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::matmul::fused_matmul
