// SPDX-License-Identifier: Apache-2.0
//
// aclnnApplyAdamWQuant: a step of AdamW whose moments are kept in a byte each, the number of an entry in a table
// of 256; entries are shares of the largest moment of a block of 256. Computed in float32.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_apply_adam_w_quant.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/number.h"
#include "ops/common/result_checks.h"
#include "ops/optimizer/optimizer.h"

namespace openaclnn::optimizer {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kBlock = 256;  // parameters with one largest moment
constexpr int64_t kEntries = 256;
using Block = std::array<float, static_cast<size_t>(kBlock)>;
using Table = std::array<float, static_cast<size_t>(kEntries)>;

// A moment: numbers of entries, and the largest ones of the blocks; before and after.
struct QuantArgs {
  TensorView var;
  TensorView grad;
  TensorView first;
  TensorView second;
  TensorView firstTable;
  TensorView secondTable;
  TensorView firstLargest;
  TensorView secondLargest;
  TensorView step;
  TensorView newVar;
  TensorView newFirst;
  TensorView newSecond;
  TensorView newFirstLargest;
  TensorView newSecondLargest;
  double rate = 0;
  double beta1 = 0;
  double beta2 = 0;
  double decay = 0;
  double epsilon = 0;
  double gradScale = 1;
};

struct State : Prepared {};

State Prepare(const QuantArgs& args) {
  State state;
  constexpr size_t kBytes = 40;  // of a parameter, with the search of entries
  state.cost = kBytes * static_cast<size_t>(args.var.NumElements());
  return state;
}

// The entry nearest to a share, the lower one of two that are as near; tables ascend.
int64_t NearestEntry(const Table& table, float share) {
  const auto* const above = std::upper_bound(table.begin(), table.end(), share);
  const auto upper = above - table.begin();
  if (upper == 0 || upper == kEntries || !(share == share)) {
    return share == share ? std::clamp<int64_t>(upper - 1, 0, kEntries - 1) : 0;
  }
  const float below = table[static_cast<size_t>(upper - 1)];
  return share - below > *above - share ? upper : upper - 1;
}

// The moments of a block in float32, and back.
class Moment {
 public:
  Moment(const TensorView& numbers, const TensorView& largest, const TensorView& table)
      : numbers_(numbers), largest_(largest), table_(table) {}

  void Read(int64_t block, int64_t count, float* moments) const {
    std::array<int64_t, static_cast<size_t>(kBlock)> entries;
    ReadConverted(numbers_, block * kBlock, count, entries.data());
    const Table table = Entries();
    float largest = 0;
    ReadConverted(largest_, block, 1, &largest);
    std::transform(entries.begin(), entries.begin() + count, moments,
                   [&](int64_t entry) { return table[static_cast<size_t>(entry)] * largest; });
  }

  // Each as the entry nearest to its share of the largest; of nothing but zeros all shares are 0.
  void Write(int64_t block, int64_t count, const float* moments, const TensorView& numbers,
             const TensorView& newLargest) const {
    float largest = 0;
    bool hasNan = false;
    for (int64_t i = 0; i < count; ++i) {
      largest = std::max(largest, std::abs(moments[i]));
      hasNan = hasNan || std::isnan(moments[i]);
    }
    largest = hasNan ? std::numeric_limits<float>::quiet_NaN() : largest;
    std::array<int64_t, static_cast<size_t>(kBlock)> entries;
    const Table table = Entries();
    std::transform(moments, moments + count, entries.begin(),
                   [&](float moment) { return NearestEntry(table, largest == 0 ? 0 : moment / largest); });
    WriteConverted(numbers, block * kBlock, count, entries.data());
    WriteConverted(newLargest, block, 1, &largest);
  }

 private:
  [[nodiscard]] Table Entries() const {
    Table table;
    ReadConverted(table_, 0, kEntries, table.data());
    return table;
  }

  TensorView numbers_;
  TensorView largest_;
  TensorView table_;
};

void Run(const QuantArgs& args, const State& /*state*/, std::byte* /*workspace*/, const CpuContext& cpu) {
  const auto step = LoadNumber(args.step.dtype, args.step.data).As<double>();
  const auto corrected1 = static_cast<float>(1 - Power(args.beta1, step));
  const auto corrected2 = static_cast<float>(std::sqrt(1 - Power(args.beta2, step)));
  const auto beta1 = static_cast<float>(args.beta1);
  const auto beta2 = static_cast<float>(args.beta2);
  const auto other1 = static_cast<float>(1 - args.beta1);
  const auto other2 = static_cast<float>(1 - args.beta2);
  const auto kept = static_cast<float>(1 - args.rate * args.decay);
  const auto rate = static_cast<float>(args.rate);
  const auto epsilon = static_cast<float>(args.epsilon);
  const auto scale = static_cast<float>(args.gradScale);
  const int64_t parameters = args.var.NumElements();
  const Moment first(args.first, args.firstLargest, args.firstTable);
  const Moment second(args.second, args.secondLargest, args.secondTable);
  cpu.ParallelFor(CeilDivide(parameters, kBlock), [&](int64_t block) {
    const int64_t count = std::min(kBlock, parameters - block * kBlock);
    Block vars;
    Block grads;
    Block means;
    Block squares;
    ReadConverted(args.var, block * kBlock, count, vars.data());
    ReadConverted(args.grad, block * kBlock, count, grads.data());
    first.Read(block, count, means.data());
    second.Read(block, count, squares.data());
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      const float grad = grads[i] * scale;
      means[i] = beta1 * means[i] + other1 * grad;
      squares[i] = beta2 * squares[i] + other2 * (grad * grad);
      vars[i] =
          kept * vars[i] - rate * (means[i] / corrected1) / (std::sqrt(squares[i]) / corrected2 + epsilon);
    }
    first.Write(block, count, means.data(), args.newFirst, args.newFirstLargest);
    second.Write(block, count, squares.data(), args.newSecond, args.newSecondLargest);
    WriteConverted(args.newVar, block * kBlock, count, vars.data());
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:adam_quantized", Prepare));
constexpr std::array<TensorArgument<QuantArgs>, 14> kArguments{{
    {"varRef", Role::kInput, &QuantArgs::var},
    {"grad", Role::kInput, &QuantArgs::grad},
    {"mRef", Role::kInput, &QuantArgs::first},
    {"vRef", Role::kInput, &QuantArgs::second},
    {"qmapM", Role::kInput, &QuantArgs::firstTable, false, true},
    {"qmapV", Role::kInput, &QuantArgs::secondTable, false, true},
    {"absmaxMRef", Role::kInput, &QuantArgs::firstLargest},
    {"absmaxVRef", Role::kInput, &QuantArgs::secondLargest},
    {"step", Role::kInput, &QuantArgs::step, false, true},
    {"varRef", Role::kOutput, &QuantArgs::newVar, true},
    {"mRef", Role::kOutput, &QuantArgs::newFirst, true},
    {"vRef", Role::kOutput, &QuantArgs::newSecond, true},
    {"absmaxMRef", Role::kOutput, &QuantArgs::newFirstLargest, true},
    {"absmaxVRef", Role::kOutput, &QuantArgs::newSecondLargest, true},
}};
constexpr Operator<QuantArgs> kAdamQuant{"aclnnApplyAdamWQuant", kArguments, kKernel};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 1> kByte{DType::kUint8};
constexpr std::array<DType, 3> kStepDtypes{DType::kInt64, DType::kInt32, DType::kFloat};

struct Attributes {
  double rate;
  double beta1;
  double beta2;
  double decay;
  double epsilon;
  double gradScale;
  const char* mode;
  int64_t blockSize;
};

Status Bind(PhaseOneCall& call, const Tensors<9>& given, const Attributes& attributes) {
  const auto [var, grad, m, v, qmapM, qmapV, absmaxM, absmaxV, step] = Named(kAdamQuant, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor : {&var, &grad, &m, &v, &qmapM, &qmapV, &absmaxM, &absmaxV, &step}) {
    check.NotNull(*tensor);
  }
  check.DtypeIn(var, FloatDtypes()).SameDtype(grad, var).DtypeIn(m, kByte).DtypeIn(v, kByte);
  for (const NamedTensor* tensor : {&qmapM, &qmapV, &absmaxM, &absmaxV}) {
    check.DtypeIn(*tensor, kFloat);
  }
  check.DtypeIn(step, kStepDtypes);
  for (const NamedTensor* tensor : {&grad, &qmapM, &qmapV, &step}) {
    check.ValidView(*tensor);
  }
  for (const NamedTensor* tensor : {&var, &m, &v, &absmaxM, &absmaxV}) {
    check.ValidOutputView(*tensor);
  }
  check.Require(
      "quantModeOptional", R"("BLOCKWISE" or null)",
      [&] { return attributes.mode == nullptr || std::string_view(attributes.mode) == "BLOCKWISE"; },
      [&] { return '"' + std::string(attributes.mode) + '"'; });
  check.InRange("blockSize", attributes.blockSize, kBlock, kBlock, "parameters with one largest moment");
  for (const NamedTensor* tensor : {&grad, &m, &v}) {
    check.SameShape(*tensor, var);
  }
  check.Shape(qmapM, {kEntries}, "[256]").Shape(qmapV, {kEntries}, "[256]");
  CheckOneElement(check, step);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t blocks = CeilDivide(NumElements(*var.tensor), kBlock);
  check.Shape(absmaxM, {blocks}, "[blocks of 256]").Shape(absmaxV, {blocks}, "[blocks of 256]");
  if (check.Failed()) {
    return check.Result();
  }
  QuantArgs args;
  args.rate = attributes.rate;
  args.beta1 = attributes.beta1;
  args.beta2 = attributes.beta2;
  args.decay = attributes.decay;
  args.epsilon = attributes.epsilon;
  args.gradScale = attributes.gradScale;
  TensorsOfCall tensors = TensorsOf(given);
  for (const NamedTensor* tensor : {&var, &m, &v, &absmaxM, &absmaxV}) {
    tensors.push_back(tensor->tensor);
  }
  return call.Bind(kAdamQuant, args, tensors);
}

}  // namespace
}  // namespace openaclnn::optimizer

OPENACLNN_CALL(aclnnApplyAdamWQuant,
               (aclTensor * varRef, const aclTensor* grad, aclTensor* mRef, aclTensor* vRef,
                const aclTensor* qmapM, const aclTensor* qmapV, aclTensor* absmaxMRef, aclTensor* absmaxVRef,
                const aclTensor* step, double lr, double beta1, double beta2, double weightDecay, double eps,
                double gnormScale, const char* quantModeOptional, int64_t blockSize),
               optimizer::Bind(call, {varRef, grad, mRef, vRef, qmapM, qmapV, absmaxMRef, absmaxVRef, step},
                               {lr, beta1, beta2, weightDecay, eps, gnormScale, quantModeOptional,
                                blockSize}))
