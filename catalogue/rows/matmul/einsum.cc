// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_einsum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::einsum {
namespace {

/// Of these the tools make calls: numbers stand for them.
constexpr std::array<const char*, 6> kEquations{"i,j->ij",   "bhid,bhijd->bhij", "ij,jk->ik",
                                                "bi,bj->jb", "abc,cd->bda",      "i,i->i"};

std::string EquationOf(int64_t number) {
  const auto index = static_cast<size_t>(number);
  return index < kEquations.size() ? kEquations[index] : std::to_string(number);
}

aclnnStatus PhaseOne(const aclTensorList* tensors, int64_t equation, aclTensor* output,
                     uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnEinsumGetWorkspaceSize(tensors, EquationOf(equation).c_str(), output, workspaceSize, executor);
}

struct Letters {
  std::array<std::string, 2> operands;
  std::string result;
};

Letters LettersOf(int64_t number) {
  const std::string text = EquationOf(number);
  const size_t comma = text.find(',');
  const size_t arrow = text.find("->");
  if (comma == std::string::npos || arrow == std::string::npos) {
    return {};
  }
  return {{text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1)}, text.substr(arrow + 2)};
}

Shape ShapeFor(const std::string& letters, const std::map<char, int64_t>& extents) {
  Shape shape;
  for (const char letter : letters) {
    const auto found = extents.find(letter);
    shape.push_back(found == extents.end() ? 1 : found->second);
  }
  return shape;
}

Arguments Given(int64_t number, const std::map<char, int64_t>& extents,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.attributes = {{"equation", number}}};
  for (const std::string& operand : LettersOf(number).operands) {
    all.tensors["tensors"].push_back({ShapeFor(operand, extents), dtype});
  }
  return all;
}

Shape ResultOf(const Arguments& known) {
  const Letters letters = LettersOf(known.Integer("equation"));
  const std::vector<TensorSpec>& tensors = known.tensors.at("tensors");
  std::map<char, int64_t> extents;
  for (size_t k = 0; k < letters.operands.size() && k < tensors.size(); ++k) {
    for (size_t d = 0; d < letters.operands[k].size(); ++d) {
      const int64_t extent = Extent(tensors[k].shape, d);
      const auto [found, isNew] = extents.try_emplace(letters.operands[k][d], extent);
      found->second = found->second == 1 ? extent : found->second;
    }
  }
  return ShapeFor(letters.result, extents);
}

Arguments Draw(Choices& choices, const DTypes& dtypes) {
  const aclDataType dtype = choices.DType(dtypes);
  std::map<char, int64_t> extents;
  for (const char letter : std::string_view("abcdhijk")) {
    extents[letter] = choices.Extent();
  }
  return Given(static_cast<int64_t>(choices.Below(kEquations.size())), extents, dtype);
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes types = Joined(FloatsAndDouble(), Integers());
  const DTypes others{ACL_UINT16, ACL_UINT32, ACL_UINT64};
  std::vector<Choice> equations;
  for (const char* equation : kEquations) {
    equations.push_back({equation, static_cast<int64_t>(equations.size())});
  }
  Operator row = MakeOperator(
      {.phases = TwoPhases<&PhaseOne, &aclnnEinsum>("aclnnEinsum"),
       .summary = "sum of products of two tensors by an equation of letters",
       .formula = {"output = the products at equal letters, summed over those that output lacks"},
       .arguments = {With(Tensor("tensors", "two tensors", "a dim for each letter, a list of two", types),
                          others),
                     Mode("equation", "the letters of both tensors and of the result", equations),
                     With(OutputWith(Tensor("output", "the result", "the sizes of its letters", types),
                                     ResultOf, SameAs("tensors")),
                          others)},
       .bitsOfProcessor = true,
       .draw = [types](Choices& choices) { return Draw(choices, types); },
       .runExample = "--tensors a.npy,b.npy --equation 'ij,jk->ik' -o y.npy",
       .benchExample = "--tensors 1024x1024,1024x1024 --equation 'ij,jk->ik'"});
  const auto sample = [&](const char* name, int64_t number, const std::map<char, int64_t>& extents) {
    row.samples.push_back({.name = name,
                           .arguments = Given(number, extents),
                           .data = {{.name = "tensors", .pattern = Pattern::kSpread}}});
  };
  sample("outer", 0, {{'i', 300}, {'j', 211}});
  sample("batches", 1, {{'b', 2}, {'h', 3}, {'i', 17}, {'j', 19}, {'d', 257}});
  sample("matrices", 2, {{'i', 90}, {'j', 300}, {'k', 130}});
  sample("turned", 4, {{'a', 30}, {'b', 7}, {'c', 200}, {'d', 33}});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::matmul::einsum
