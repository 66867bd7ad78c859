// SPDX-License-Identifier: Apache-2.0
//
// aclnnFFN, V2 and V3: two products of groups of rows, with an activation in float32 between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_ffn.h"
#include "aclnnop/aclnn_ffn_v2.h"
#include "aclnnop/aclnn_ffn_v3.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/grouped_matmul.h"

namespace openaclnn {
namespace {

enum class Activation : uint8_t { kRelu, kGelu, kFastGelu, kSilu };

struct Args {
  TensorView x;        // [.., k1]
  TensorView weight1;  // [k1, n1], or [experts, k1, n1]
  TensorView weight2;  // [k2, n2], or [experts, k2, n2]
  TensorView bias1;
  TensorView bias2;
  TensorView groups;          // rows of experts
  TensorView y;               // [.., n2]
  std::vector<int64_t> ends;  // of calls without `groups`
  int64_t groupCount = 0;
  bool counts = false;  // what groups has
  Activation activation = Activation::kRelu;
  bool gated = false;
};

int64_t Last(const TensorView& view) {
  return view.dims[static_cast<size_t>(view.rank - 1)];
}

TensorView Matrix(std::byte* data, DType dtype, int64_t rows, int64_t columns, int64_t pitch) {
  TensorView view;
  view.data = data;
  view.dtype = dtype;
  view.rank = 2;
  view.dims = {rows, columns};
  view.strides = {pitch, 1};
  return view;
}

struct State : Prepared {
  int64_t rows = 0;
  bool copiesX = false;
  bool copiesY = false;
  ScratchArray<std::byte> x;   // where the rows of the tensor do not follow each other
  ScratchArray<float> hidden;  // [rows, n1]
  ScratchArray<std::byte> y;
  ScratchArray<std::byte> workspace;
  Prepared first;
  Prepared second;
};

// The rows of a tensor: its own memory, or a place that they are copied to.
TensorView RowsOf(const TensorView& view, int64_t rows, bool copied, std::byte* place) {
  return view.rank == 2 ? view : Matrix(copied ? place : view.data, view.dtype, rows, Last(view), Last(view));
}

// Without a workspace there are no addresses yet.
template <typename T>
std::byte* In(const ScratchArray<T>& array, std::byte* workspace) {
  return workspace == nullptr ? nullptr : reinterpret_cast<std::byte*>(array.In(workspace));
}

// Both products of a run.
struct Products {
  Products(const Args& args, const State& state, std::byte* workspace) {
    const auto one = [&](const TensorView& rows, const TensorView& weight, const TensorView& bias,
                         const TensorView& out) {
      GroupedMatmulArgs product;
      product.x = {rows};
      product.weights = {weight};
      if (bias.Defined()) {
        product.biases = {bias};
      }
      product.groups = args.groups;
      product.ends = args.ends;
      product.outs = {out};
      product.of = GroupsOf::kRows;
      product.groupCount = args.groupCount;
      product.listType = args.counts ? 1 : 0;
      return product;
    };
    std::byte* const hidden = In(state.hidden, workspace);
    const int64_t wide = Last(args.weight1);
    x = RowsOf(args.x, state.rows, state.copiesX, In(state.x, workspace));
    y = RowsOf(args.y, state.rows, state.copiesY, In(state.y, workspace));
    first = one(x, args.weight1, args.bias1, Matrix(hidden, DType::kFloat, state.rows, wide, wide));
    const int64_t depth = args.gated ? wide / 2 : wide;
    second = one(Matrix(hidden, DType::kFloat, state.rows, depth, wide), args.weight2, args.bias2, y);
  }

  TensorView x;
  TensorView y;
  GroupedMatmulArgs first;
  GroupedMatmulArgs second;
};

State Prepare(const Args& args) {
  State state;
  state.rows = 1;
  for (const int64_t dim : args.x.Dims().first(args.x.Dims().size() - 1)) {
    state.rows *= dim;
  }
  const auto copies = [](const TensorView& view) { return view.rank != 2 && !view.Contiguous(); };
  state.copiesX = copies(args.x);
  state.copiesY = copies(args.y);
  ScratchLayout scratch;
  const auto bytes = [](const TensorView& view) {
    return view.NumElements() * static_cast<int64_t>(SizeOf(view.dtype));
  };
  state.x = scratch.Book<std::byte>(state.copiesX ? bytes(args.x) : 0);
  state.hidden = scratch.Book<float>(CheckedMultiply(state.rows, Last(args.weight1)).value_or(INT64_MAX));
  state.y = scratch.Book<std::byte>(state.copiesY ? bytes(args.y) : 0);
  const Products products(args, state, nullptr);
  state.first = PlanGroupedMatmul(products.first);
  state.second = PlanGroupedMatmul(products.second);
  state.workspace = scratch.Book<std::byte>(
      static_cast<int64_t>(std::max(state.first.workspaceBytes, state.second.workspaceBytes)));
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.first.cost + state.second.cost;
  return state;
}

void Copy(const TensorView& from, const TensorView& to, const backend::cpu::CpuContext& cpu) {
  constexpr int64_t kOfTask = 16 * kTileElements;
  const int64_t elements = from.NumElements();
  cpu.ParallelFor(CeilDivide(elements, kOfTask), [&](int64_t task) {
    const int64_t begin = task * kOfTask;
    CopyFlat(from, begin, to, begin, std::min(kOfTask, elements - begin));
  });
}

// What the sigmoid that a number is multiplied by is of.
float Argument(Activation activation, float number) {
  // 2 sqrt(2 / pi): half of 1 + tanh(u) is the sigmoid of 2 u.
  constexpr float kTwice = 1.5957691216F;
  switch (activation) {
    case Activation::kGelu:
      return kTwice * (number + 0.044715F * number * number * number);
    case Activation::kFastGelu:
      return 1.702F * number;
    default:
      return number;
  }
}

void Activate(Activation activation, float* numbers, int64_t count) {
  TileBuffer factors;
  for (int64_t i = 0; i < count; ++i) {
    factors[static_cast<size_t>(i)] = Argument(activation, numbers[i]);
  }
  if (activation != Activation::kRelu) {
    BestRowFunctions().sigmoid(factors.data(), count, factors.data());
  }
  for (int64_t i = 0; i < count; ++i) {
    if (activation == Activation::kRelu) {
      numbers[i] = numbers[i] < 0 ? 0 : numbers[i];
    } else {
      numbers[i] *= factors[static_cast<size_t>(i)];
    }
  }
}

// Rows in their places; of gated ones the first half, by the second.
void ActivateRows(const Args& args, const State& state, float* hidden, const backend::cpu::CpuContext& cpu) {
  const int64_t wide = Last(args.weight1);
  const int64_t length = args.gated ? wide / 2 : wide;
  ForEachRow(cpu, state.rows, length, [&](int64_t row) {
    for (int64_t begin = 0; begin < length; begin += kTileElements) {
      float* const numbers = hidden + row * wide + begin;
      const int64_t count = std::min(kTileElements, length - begin);
      Activate(args.activation, numbers, count);
      for (int64_t i = 0; args.gated && i < count; ++i) {
        numbers[i] *= numbers[length + i];
      }
    }
  });
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Products products(args, state, workspace);
  if (state.copiesX) {
    Copy(args.x, products.x, cpu);
  }
  std::byte* const place = state.workspace.In(workspace);
  Status status = RunGroupedMatmul(products.first, state.first, place, cpu);
  if (!status.IsOk()) {
    return status;
  }
  ActivateRows(args, state, state.hidden.In(workspace), cpu);
  status = RunGroupedMatmul(products.second, state.second, place, cpu);
  if (state.copiesY && status.IsOk()) {
    Copy(products.y, args.y, cpu);
  }
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:ffn", Prepare));

struct Names {
  const char* tokens;
  const char* bias1;
  const char* bias2;
};
constexpr std::array<TensorArgument<Args>, 7> Arguments(const Names& names) {
  return {{{"x", Role::kInput, &Args::x, false, true},
           {"weight1", Role::kInput, &Args::weight1, false, true},
           {"weight2", Role::kInput, &Args::weight2, false, true},
           {names.tokens, Role::kInput, &Args::groups, false, true},
           {names.bias1, Role::kInput, &Args::bias1, false, true},
           {names.bias2, Role::kInput, &Args::bias2, false, true},
           {"y", Role::kOutput, &Args::y}}};
}
constexpr auto kArguments = Arguments({"expertTokens", "bias1", "bias2"});
constexpr auto kThirdArguments = Arguments({"expertTokensOptional", "bias1Optional", "bias2Optional"});
constexpr Operator<Args> kFFN{"aclnnFFN", kArguments, kKernels};
constexpr Operator<Args> kFFNV2{"aclnnFFNV2", kArguments, kKernels};
constexpr Operator<Args> kFFNV3{"aclnnFFNV3", kThirdArguments, kKernels};

constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<const char*, 8> kLeftOut{
    "scale",           "offset",          "deqScale1",        "deqScale2",
    "antiquantScale1", "antiquantScale2", "antiquantOffset1", "antiquantOffset2"};
constexpr std::array<const char*, 8> kThirdLeftOut{"scaleOptional",
                                                   "offsetOptional",
                                                   "deqScale1Optional",
                                                   "deqScale2Optional",
                                                   "antiquantScale1Optional",
                                                   "antiquantScale2Optional",
                                                   "antiquantOffset1Optional",
                                                   "antiquantOffset2Optional"};

struct Options {
  const aclIntArray* tokens = nullptr;  // of versions that have no tensor of them
  Tensors<8> leftOut;                   // of quantized weights, in the order of kLeftOut
  const char* activation;
  int64_t innerPrecise;
  bool ends = false;
};

struct NamedActivation {
  std::string_view name;
  Activation activation;
  bool gated;
};
constexpr std::array<NamedActivation, 7> kActivations{{{"relu", Activation::kRelu, false},
                                                       {"gelu", Activation::kGelu, false},
                                                       {"fastgelu", Activation::kFastGelu, false},
                                                       {"silu", Activation::kSilu, false},
                                                       {"reglu", Activation::kRelu, true},
                                                       {"geglu", Activation::kGelu, true},
                                                       {"swiglu", Activation::kSilu, true}}};

void FindActivation(ArgumentChecks& check, const char* activation, Args& args) {
  const auto* const found =
      std::ranges::find(kActivations, std::string_view(activation), &NamedActivation::name);
  check.Require(
      "activation", R"("relu", "gelu", "fastgelu", "silu", "reglu", "geglu" or "swiglu")",
      [&] { return found != kActivations.end(); }, [&] { return '"' + std::string(activation) + '"'; });
  if (!check.Failed()) {
    args.activation = found->activation;
    args.gated = found->gated;
  }
}

// Where the rows of experts end.
void FindEnds(ArgumentChecks& check, const char* name, const Options& options, int64_t rows, Args& args) {
  int64_t end = 0;
  for (const int64_t number : options.tokens->values) {
    const int64_t next = options.ends ? number : (number <= rows - end ? end + number : -1);
    check.Require(
        name, "rows of experts, one after the other",
        [&] { return number >= 0 && next >= end && next <= rows; },
        [&] { return ShapeText(options.tokens->values) + " of " + std::to_string(rows) + " rows"; });
    end = next;
    args.ends.push_back(end);
  }
  check.Require(
      name, "an expert for each row", [&] { return end == rows; },
      [&] { return ShapeText(options.tokens->values) + " of " + std::to_string(rows) + " rows"; });
}

// Dims of experts, or of the only one.
Dims OfExperts(bool grouped, int64_t experts, std::initializer_list<int64_t> dims) {
  Dims all;
  if (grouped) {
    all.push_back(experts);
  }
  for (const int64_t dim : dims) {
    all.push_back(dim);
  }
  return all;
}

void CheckBias(ArgumentChecks& check, const NamedTensor& bias, const NamedTensor& x, const Dims& dims) {
  if (check.Failed() || bias.tensor == nullptr) {
    return;
  }
  if (bias.tensor->dtype != DType::kFloat) {
    check.SameDtype(bias, x);
  }
  check.ValidView(bias).Shape(bias, dims, "[columns of its weight], or [experts, columns]");
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<7>& given, const Options& options) {
  const auto [x, weight1, weight2, tokens, bias1, bias2, y] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight1).NotNull(weight2).LiveOrNull(tokens);
  check.LiveOrNull(tokens.name, options.tokens).LiveOrNull(bias1).LiveOrNull(bias2);
  const auto& leftOut = &op == &kFFNV3 ? kThirdLeftOut : kLeftOut;
  for (size_t i = 0; i < leftOut.size(); ++i) {
    check.LiveOrNull({leftOut[i], options.leftOut[i]});
  }
  check.NotNull("activation", options.activation).NotNull(y);
  check.DtypeIn(x, FloatDtypes()).SameDtype(weight1, x).SameDtype(weight2, x).SameDtype(y, x);
  for (size_t i = 0; i < leftOut.size(); ++i) {
    check.Require(
        leftOut[i], "null: quantized weights are not supported",
        [&] { return options.leftOut[i] == nullptr; }, [] { return "a tensor"; });
  }
  check.ValidView(x).ValidView(weight1).ValidView(weight2).ValidOutputView(y);
  check.InRange("innerPrecise", options.innerPrecise, 0, 1, "0 or 1");
  Args args;
  if (!check.Failed()) {
    FindActivation(check, options.activation, args);
  }
  check.Require(
      x.name, "2 to 8 dims", [&, &tensor = x] { return tensor.tensor->viewDims.size() >= 2; },
      [&, &tensor = x] { return ShapeText(tensor.tensor->viewDims); });
  if (tokens.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(tokens, kInt64).ValidView(tokens).Rank(tokens, 1);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = x.tensor->viewDims;
  // An empty list is that of no experts, or none.
  const bool listed =
      options.tokens != nullptr && (!options.tokens->values.empty() || weight1.tensor->viewDims.size() == 3);
  const bool grouped = listed || tokens.tensor != nullptr;
  const int64_t experts = tokens.tensor != nullptr
                              ? tokens.tensor->viewDims[0]
                              : (listed ? static_cast<int64_t>(options.tokens->values.size()) : 1);
  check.Rank(weight1, grouped ? 3 : 2).Rank(weight2, grouped ? 3 : 2);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t wide = weight1.tensor->viewDims.back();
  const int64_t columns = weight2.tensor->viewDims.back();
  check.Require(
      weight1.name, "an even number of columns, as the activation has a gate",
      [&] { return !args.gated || wide % 2 == 0; }, [&] { return std::to_string(wide); });
  check.Shape(weight1, OfExperts(grouped, experts, {dims.back(), wide}),
              "[columns of x, N1], of each expert");
  check.Shape(weight2, OfExperts(grouped, experts, {args.gated ? wide / 2 : wide, columns}),
              "[columns between the products, N2], of each expert");
  CheckBias(check, bias1, x, OfExperts(grouped, experts, {wide}));
  CheckBias(check, bias2, x, OfExperts(grouped, experts, {columns}));
  Dims result(std::span<const int64_t>(dims).first(dims.size() - 1));
  result.push_back(columns);
  check.Shape(y, result, "that of x, with the columns of weight2");
  if (tokens.tensor == nullptr && !check.Failed()) {
    int64_t rows = 1;
    for (size_t d = 0; d + 1 < dims.size(); ++d) {
      rows = CheckedMultiply(rows, dims[d]).value_or(0);
    }
    if (listed) {
      FindEnds(check, tokens.name.argument, options, rows, args);
    } else {
      args.ends = {rows};
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.groupCount = experts;
  args.counts = !options.ends;
  return call.Bind(op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnFFN,
               (const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
                const aclIntArray* expertTokens, const aclTensor* bias1, const aclTensor* bias2,
                const aclTensor* scale, const aclTensor* offset, const aclTensor* deqScale1,
                const aclTensor* deqScale2, const aclTensor* antiquantScale1,
                const aclTensor* antiquantScale2, const aclTensor* antiquantOffset1,
                const aclTensor* antiquantOffset2, const char* activation, int64_t innerPrecise,
                const aclTensor* y),
               Bind(call, kFFN, {x, weight1, weight2, nullptr, bias1, bias2, y},
                    {expertTokens,
                     {scale, offset, deqScale1, deqScale2, antiquantScale1, antiquantScale2, antiquantOffset1,
                      antiquantOffset2},
                     activation,
                     innerPrecise}))

OPENACLNN_CALL(aclnnFFNV2,
               (const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
                const aclIntArray* expertTokens, const aclTensor* bias1, const aclTensor* bias2,
                const aclTensor* scale, const aclTensor* offset, const aclTensor* deqScale1,
                const aclTensor* deqScale2, const aclTensor* antiquantScale1,
                const aclTensor* antiquantScale2, const aclTensor* antiquantOffset1,
                const aclTensor* antiquantOffset2, const char* activation, int64_t innerPrecise,
                bool tokensIndexFlag, const aclTensor* y),
               Bind(call, kFFNV2, {x, weight1, weight2, nullptr, bias1, bias2, y},
                    {expertTokens,
                     {scale, offset, deqScale1, deqScale2, antiquantScale1, antiquantScale2, antiquantOffset1,
                      antiquantOffset2},
                     activation,
                     innerPrecise,
                     tokensIndexFlag}))

OPENACLNN_CALL(
    aclnnFFNV3,
    (const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
     const aclTensor* expertTokensOptional, const aclTensor* bias1Optional, const aclTensor* bias2Optional,
     const aclTensor* scaleOptional, const aclTensor* offsetOptional, const aclTensor* deqScale1Optional,
     const aclTensor* deqScale2Optional, const aclTensor* antiquantScale1Optional,
     const aclTensor* antiquantScale2Optional, const aclTensor* antiquantOffset1Optional,
     const aclTensor* antiquantOffset2Optional, const char* activation, int64_t innerPrecise,
     bool tokensIndexFlag, const aclTensor* y),
    Bind(call, kFFNV3, {x, weight1, weight2, expertTokensOptional, bias1Optional, bias2Optional, y},
         {nullptr,
          {scaleOptional, offsetOptional, deqScale1Optional, deqScale2Optional, antiquantScale1Optional,
           antiquantScale2Optional, antiquantOffset1Optional, antiquantOffset2Optional},
          activation,
          innerPrecise,
          tokensIndexFlag}))
