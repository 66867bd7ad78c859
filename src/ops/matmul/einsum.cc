// SPDX-License-Identifier: Apache-2.0
//
// aclnnEinsum: letters of both operands are a batch, those of one of them its rows or columns, and the one that is
// summed is the depth. All of them are dims of views, so that one product computes any equation.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_einsum.h"
#include "base/inplace_vector.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/matmul/matmul_plan.h"

namespace openaclnn {
namespace {

constexpr char kNoLetter = '\0';

// What dims of products are, in letters.
struct Letters {
  std::string first;
  std::string second;
  std::string result;
  std::string batch;  // of the result, in its order
  char row = kNoLetter;
  char column = kNoLetter;
  char depth = kNoLetter;
};

struct Args {
  TensorViews tensors;
  TensorView output;
  Letters letters;
};

// A dim of a view, or one of size 1 that it does not have.
class LetteredView {
 public:
  LetteredView(const TensorView& view, const std::string& letters) : view_(view), letters_(letters) {
    result_.data = view.data;
    result_.dtype = view.dtype;
    result_.rank = 0;
  }

  void Add(char letter) { Add(letter, 1); }
  // Repeated, if it is shorter.
  void Add(char letter, int64_t extent) {
    const auto to = static_cast<size_t>(result_.rank++);
    result_.dims[to] = std::max<int64_t>(extent, Extent(letter));
    const size_t from = letters_.find(letter);
    const bool own = letter != kNoLetter && from != std::string::npos;
    if (own && view_.dims[from] == 0) {
      result_.dims[to] = 0;
    }
    result_.strides[to] = own && view_.dims[from] > 1 ? view_.strides[from] : 0;
  }
  [[nodiscard]] int64_t Extent(char letter) const {
    const size_t from = letter == kNoLetter ? std::string::npos : letters_.find(letter);
    return from == std::string::npos ? 1 : view_.dims[from];
  }
  [[nodiscard]] const TensorView& Result() const { return result_; }

 private:
  const TensorView& view_;
  const std::string& letters_;
  TensorView result_;
};

MatmulArgs ProductOf(const Args& args) {
  const Letters& letters = args.letters;
  LetteredView first(args.tensors[0], letters.first);
  LetteredView second(args.tensors[1], letters.second);
  LetteredView out(args.output, letters.result);
  for (const char letter : letters.batch) {
    first.Add(letter);
    second.Add(letter);
    out.Add(letter);
  }
  const int64_t extents[] = {first.Extent(letters.depth), second.Extent(letters.depth)};
  const int64_t depth = extents[0] == 1 ? extents[1] : extents[0];
  first.Add(letters.row);
  first.Add(letters.depth, depth);
  second.Add(letters.depth, depth);
  second.Add(letters.column);
  out.Add(letters.row);
  out.Add(letters.column);
  MatmulArgs product;
  product.first = first.Result();
  product.second = second.Result();
  product.out = out.Result();
  return product;
}

struct State : Prepared {
  MatmulPlan plan;
};

State Prepare(const Args& args) {
  State state;
  state.plan = MatmulPlan(ProductOf(args));
  state.workspaceBytes = state.plan.WorkspaceBytes();
  state.cost = state.plan.Cost();
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  state.plan.Multiply(ProductOf(args), workspace, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:einsum", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {ListArgument("tensors", Role::kInput, &Args::tensors), {"output", Role::kOutput, &Args::output}}};
constexpr Operator<Args> kEinsum{"aclnnEinsum", kArguments, kKernels};

constexpr size_t kOperands = 2;
constexpr std::array<DType, 12> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,
                                        DType::kInt8,  DType::kInt16,   DType::kInt32,    DType::kInt64,
                                        DType::kUint8, DType::kUint16,  DType::kUint32,   DType::kUint64};
constexpr const char* kForm =
    "the letters of two tensors, none twice in one of them, and of the result, as \"ij,jk->ik\"";

bool IsLetter(char one) {
  return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z');
}
bool Has(const std::string& letters, char letter) {
  return letters.find(letter) != std::string::npos;
}
bool AreLetters(const std::string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsLetter(text[i]) || text.find(text[i], i + 1) != std::string::npos) {
      return false;
    }
  }
  return true;
}

std::optional<Letters> Parse(const char* equation) {
  std::string text = equation;
  std::erase(text, ' ');
  const size_t arrow = text.find("->");
  const std::string operands = text.substr(0, arrow);
  const size_t comma = operands.find(',');
  if (comma == std::string::npos) {
    return std::nullopt;
  }
  Letters letters;
  letters.first = operands.substr(0, comma);
  letters.second = operands.substr(comma + 1);
  if (!AreLetters(letters.first) || !AreLetters(letters.second)) {
    return std::nullopt;
  }
  if (arrow != std::string::npos) {
    letters.result = text.substr(arrow + 2);
  } else {
    std::ranges::copy_if(letters.first, std::back_inserter(letters.result),
                         [&](char one) { return !Has(letters.second, one); });
    std::ranges::copy_if(letters.second, std::back_inserter(letters.result),
                         [&](char one) { return !Has(letters.first, one); });
    std::ranges::sort(letters.result);
  }
  const bool known = std::ranges::all_of(
      letters.result, [&](char one) { return Has(letters.first, one) || Has(letters.second, one); });
  return AreLetters(letters.result) && known ? std::optional(letters) : std::nullopt;
}

// How many letters are summed.
int64_t FindDepth(Letters& letters) {
  int64_t summed = 0;
  for (const char one : letters.first + letters.second) {
    if (!Has(letters.result, one) && one != letters.depth) {
      letters.depth = one;
      ++summed;
    }
  }
  return summed;
}

// The last letters that are of one operand alone are rows and columns; others repeat the other operand.
void FindPlaces(Letters& letters) {
  for (const char one : letters.result) {
    const bool inFirst = Has(letters.first, one);
    const bool inSecond = Has(letters.second, one);
    letters.row = inFirst && !inSecond ? one : letters.row;
    letters.column = inSecond && !inFirst ? one : letters.column;
  }
  std::ranges::copy_if(letters.result, std::back_inserter(letters.batch),
                       [&](char one) { return one != letters.row && one != letters.column; });
}

NamedTensor At(const aclTensorList* tensors, size_t place) {
  return {TensorName{"tensors", static_cast<int64_t>(place)}, tensors->values[place]};
}

// The size of each letter.
std::map<char, int64_t> CheckExtents(ArgumentChecks& check, const aclTensorList* tensors,
                                     const Letters& letters) {
  std::map<char, int64_t> extents;
  for (size_t k = 0; k < kOperands; ++k) {
    const NamedTensor tensor = At(tensors, k);
    const std::string& own = k == 0 ? letters.first : letters.second;
    check.Require(
        tensor.name, "a dim for each letter of the equation",
        [&] { return tensor.tensor->viewDims.size() == own.size(); },
        [&] { return ShapeText(tensor.tensor->viewDims) + " for \"" + own + '"'; });
    for (size_t d = 0; !check.Failed() && d < own.size(); ++d) {
      const int64_t dim = tensor.tensor->viewDims[d];
      const auto [found, isNew] = extents.try_emplace(own[d], dim);
      check.Require(
          tensor.name, "dims that both tensors have of one size, or of size 1",
          [&, &known = *found] { return dim == known.second || dim == 1 || known.second == 1; },
          [&] { return ShapeText(tensor.tensor->viewDims) + " for \"" + own + '"'; });
      found->second = found->second == 1 ? dim : found->second;
    }
  }
  return extents;
}

Status Bind(PhaseOneCall& call, const aclTensorList* tensors, const char* equation, const aclTensor* output) {
  const NamedTensor out{"output", output};
  ArgumentChecks check;
  check.NotNull("tensors", tensors);
  for (size_t k = 0; !check.Failed() && k < tensors->values.size(); ++k) {
    check.NotNull(At(tensors, k));
  }
  check.NotNull("equation", equation).NotNull(out);
  check.Require(
      "tensors", "two tensors", [&] { return tensors->values.size() == kOperands; },
      [&] { return std::to_string(tensors->values.size()); });
  if (check.Failed()) {
    return check.Result();
  }
  check.DtypeIn(At(tensors, 0), kDtypes);
  check.SameDtype(At(tensors, 1), At(tensors, 0)).SameDtype(out, At(tensors, 0));
  check.ValidView(At(tensors, 0)).ValidView(At(tensors, 1)).ValidOutputView(out);
  const std::optional<Letters> parsed = check.Failed() ? std::nullopt : Parse(equation);
  const auto text = [&] { return '"' + std::string(equation) + '"'; };
  check.Require(
      "equation", kForm, [&] { return parsed.has_value(); }, text);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.letters = *parsed;
  const int64_t summed = FindDepth(args.letters);
  check.Require(
      "equation", "at most one letter that the result lacks", [&] { return summed <= 1; }, text);
  FindPlaces(args.letters);
  check.Require(
      "equation",
      "at most 8 letters of the result, with a letter or a place for one that each tensor has alone",
      [&] { return args.letters.batch.size() + 2 <= static_cast<size_t>(kMaxRank); }, text);
  const std::map<char, int64_t> extents = CheckExtents(check, tensors, args.letters);
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape;
  for (const char letter : args.letters.result) {
    shape.push_back(extents.at(letter));
  }
  check.Shape(out, shape, "the sizes of the result's letters");
  return check.Failed() ? check.Result() : call.Bind(kEinsum, args, {tensors, output});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnEinsum, (const aclTensorList* tensors, const char* equation, aclTensor* output),
               Bind(call, tensors, equation, output))
