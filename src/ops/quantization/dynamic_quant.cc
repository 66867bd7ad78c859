// SPDX-License-Identifier: Apache-2.0
//
// aclnnDynamicQuant and V2 to V4: rows, columns or all of a tensor, quantized by scales that follow from their own
// numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "aclnnop/aclnn_dynamic_quant_v3.h"
#include "aclnnop/aclnn_dynamic_quant_v4.h"
#include "base/checked_math.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"
#include "ops/quantization/row_groups.h"

namespace openaclnn {
namespace {

// What has a scale.
enum class Scaled : uint8_t { kRows, kTensor, kColumns };

struct Args {
  TensorView x;       // [.., length]
  TensorView smooth;  // [length], or with groups [groups, length]
  TensorView groups;  // where each group of rows ends
  TensorView y;
  TensorView scale;
  TensorView offset;
  Scaled scaled = Scaled::kRows;
};

struct State : Prepared {
  int64_t length = 0;
  int64_t rows = 0;
};

State Prepare(const Args& args) {
  State state;
  state.length = args.x.dims[static_cast<size_t>(args.x.rank - 1)];
  state.rows = args.scale.NumElements();
  if (args.scaled == Scaled::kTensor) {  // as one row
    state.length = args.x.NumElements();
  }
  state.cost = static_cast<size_t>(2 * args.x.NumElements()) * (SizeOf(args.x.dtype) + 1);
  return state;
}

// Columns of matrices: those of a tile at once, whose rows are read twice.
class Columns {
 public:
  explicit Columns(const Args& args)
      : columns_(args.x.dims[static_cast<size_t>(args.x.rank - 1)]),
        rows_(args.x.dims[static_cast<size_t>(args.x.rank - 2)]),
        packed_(args.y.dtype == DType::kInt32),
        smoothed_(args.smooth.Defined()),
        symmetric_(!args.offset.Defined()),
        range_(packed_ ? kInt4Range : kInt8Range),
        x_(args.x),
        smooth_(smoothed_ ? args.smooth : args.x),
        y_(args.y, packed_),
        scale_(args.scale),
        offset_(symmetric_ ? args.scale : args.offset) {}

  void Run(const backend::cpu::CpuContext& cpu, int64_t scales) const {
    const int64_t tiles = CeilDivide(columns_, kTileElements);
    const int64_t matrices = columns_ == 0 ? 0 : scales / columns_;
    cpu.ParallelFor(matrices * tiles, [&](int64_t task) {
      const int64_t begin = task % tiles * kTileElements;
      Quantize(task / tiles, begin, std::min(kTileElements, columns_ - begin));
    });
  }

 private:
  const float* Read(int64_t matrix, int64_t row, int64_t begin, int64_t count, TileBuffer& buffer) const {
    const float* const numbers = x_.Read((matrix * rows_ + row) * columns_ + begin, count, buffer);
    if (!smoothed_) {
      return numbers;
    }
    TileBuffer one;
    const float factor = *smooth_.Read(row, 1, one);
    for (int64_t i = 0; i < count; ++i) {
      buffer[static_cast<size_t>(i)] = numbers[i] * factor;
    }
    return buffer.data();
  }

  // Scales and offsets as rows have them; NaN counts for nothing.
  void FindScales(int64_t matrix, int64_t begin, int64_t count, TileBuffer& scales,
                  TileBuffer& offsets) const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    TileBuffer highest;
    TileBuffer lowest;
    highest.fill(symmetric_ ? 0 : -kInfinity);
    lowest.fill(kInfinity);
    for (int64_t row = 0; row < rows_; ++row) {
      TileBuffer buffer;
      const float* const numbers = Read(matrix, row, begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        const float number = symmetric_ ? std::fabs(numbers[i]) : numbers[i];
        highest[at] = number > highest[at] ? number : highest[at];
        lowest[at] = number < lowest[at] ? number : lowest[at];
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<size_t>(i);
      offsets[at] = 0;
      if (symmetric_) {
        scales[at] = highest[at] / range_.highest;
      } else if (!(highest[at] > lowest[at])) {
        scales[at] = 0;
      } else {
        scales[at] = (highest[at] - lowest[at]) / (range_.highest - range_.lowest);
        offsets[at] = range_.highest - highest[at] / scales[at];
      }
    }
  }

  void Quantize(int64_t matrix, int64_t begin, int64_t count) const {
    alignas(64) TileBuffer scales;
    alignas(64) TileBuffer offsets;
    FindScales(matrix, begin, count, scales, offsets);
    scale_.Write(matrix * columns_ + begin, count, scales.data());
    if (!symmetric_) {
      offset_.Write(matrix * columns_ + begin, count, offsets.data());
    }
    for (int64_t row = 0; row < rows_; ++row) {
      TileBuffer buffer;
      TileBuffer quotients;
      const float* const numbers = Read(matrix, row, begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        quotients[at] = scales[at] > 0 ? numbers[i] / scales[at] + offsets[at] : 0;
      }
      RoundToRange(quotients.data(), count, RoundMode::kNearest, range_, quotients.data());
      y_.Write((matrix * rows_ + row) * columns_ + begin, count, quotients.data());
    }
  }

  int64_t columns_;
  int64_t rows_;
  bool packed_;
  bool smoothed_;
  bool symmetric_;
  WholeRange range_;
  TileReader x_;
  TileReader smooth_;
  WholeWriter y_;
  TileWriter scale_;
  TileWriter offset_;
};

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (args.scaled == Scaled::kColumns) {
    Columns(args).Run(cpu, state.rows);
    return Status::Ok();
  }
  const bool grouped = args.groups.Defined();
  if (Status status = grouped ? CheckRowGroups("groupIndex", args.groups, state.rows) : Status::Ok();
      !status.IsOk()) {
    return status;
  }
  const TileReader x(args.x);
  const bool smoothed = args.smooth.Defined();
  const TileReader smooth(!smoothed                        ? args.x
                          : args.scaled == Scaled::kTensor ? BroadcastTo(args.smooth, args.x.Dims())
                                                           : args.smooth);
  const DynamicRows rows(args.y, args.scale, args.offset, args.y.dtype == DType::kInt32);
  ForEachRow(cpu, state.rows, state.length, [&](int64_t row) {
    const int64_t factors = grouped ? RowGroups(args.groups).Find(row) * state.length : 0;
    const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      const float* const numbers = x.Read(row * state.length + begin, count, buffer);
      if (!smoothed) {
        return numbers;
      }
      alignas(64) TileBuffer other;
      const float* const factor = smooth.Read(factors + begin, count, other);
      for (int64_t i = 0; i < count; ++i) {
        buffer[static_cast<size_t>(i)] = numbers[i] * factor[i];
      }
      return static_cast<const float*>(buffer.data());
    };
    rows.Quantize(row, state.length, tile);
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:dynamic_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 6> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"smoothScalesOptional", Role::kInput, &Args::smooth, false, true},
     {"groupIndexOptional", Role::kInput, &Args::groups, false, true},
     {"y", Role::kOutput, &Args::y},
     {"scale", Role::kOutput, &Args::scale},
     {"offsetOptional", Role::kOutput, &Args::offset}}};
constexpr std::array<TensorArgument<Args>, 4> kFirstArguments{
    {kArguments[0],
     {"smoothScalesOptional", Role::kInput, &Args::smooth, false, true},
     kArguments[3],
     kArguments[4]}};
constexpr Operator<Args> kDynamicQuant{"aclnnDynamicQuant", kFirstArguments, kKernels};
constexpr Operator<Args> kDynamicQuantV2{"aclnnDynamicQuantV2", kArguments, kKernels};
constexpr Operator<Args> kDynamicQuantV3{"aclnnDynamicQuantV3", kArguments, kKernels};
constexpr Operator<Args> kDynamicQuantV4{"aclnnDynamicQuantV4", kArguments, kKernels};

constexpr std::array<DType, 2> kQuantizedDtypes{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::array<DType, 1> kScaleDtypes{DType::kFloat};

void CheckX(ArgumentChecks& check, const NamedTensor& x) {
  check.Require(
      x.name, "1 dim or more", [&] { return !x.tensor->viewDims.empty(); }, [] { return "0 dims"; });
}

// One element for each row, or column, or for all.
void CheckOfScaled(ArgumentChecks& check, const NamedTensor& argument, const NamedTensor& x, Scaled scaled) {
  if (check.Failed()) {
    return;
  }
  const std::span<const int64_t> dims = x.tensor->viewDims;
  if (scaled == Scaled::kRows) {
    check.Shape(argument, Dims(dims.first(dims.size() - 1)), "[dims of x but the last]");
  } else if (scaled == Scaled::kTensor) {
    check.Shape(argument, {1}, "[1]");
  } else {
    Dims expected(dims.first(dims.size() - 2));
    expected.push_back(dims.back());
    check.Shape(argument, expected, "[dims of x but the last but one]");
  }
}

void CheckSmooth(ArgumentChecks& check, const NamedTensor& smooth, const NamedTensor& x,
                 const aclTensor* groups, Scaled scaled) {
  if (check.Failed() || smooth.tensor == nullptr) {
    return;
  }
  const std::span<const int64_t> dims = x.tensor->viewDims;
  if (scaled == Scaled::kColumns) {
    check.Shape(smooth, {dims[dims.size() - 2]}, "[last dim but one of x]");
    return;
  }
  Dims expected;
  if (groups != nullptr) {
    expected.push_back(groups->viewDims[0]);
  }
  expected.push_back(dims.back());
  check.Shape(smooth, expected, groups == nullptr ? "[last dim of x]" : "[groups, last dim of x]");
}

// What a quantMode is; that of a version without one is NULL.
Scaled FindScaled(ArgumentChecks& check, const char* quantMode) {
  const std::string_view name = quantMode == nullptr ? "pertoken" : quantMode;
  constexpr std::array<const char*, 3> kNames{"pertoken", "pertensor", "perchannel"};
  const auto* const found = std::ranges::find(kNames, name);
  check.Require(
      "quantMode", R"("pertoken", "pertensor" or "perchannel")", [&] { return found != kNames.end(); },
      [&] { return '"' + std::string(name) + '"'; });
  return check.Failed() ? Scaled::kRows : static_cast<Scaled>(found - kNames.begin());
}

struct Form {
  bool symmetric = false;           // without offsets, whether a tensor for them is given or not
  const char* quantMode = nullptr;  // NULL: rows
  float dstTypeMax = 0;
};

// What all have; V2's are x, smooth, groups, y, scale, offset.
Status Bind(PhaseOneCall& call, const Operator<Args>& op, Tensors<6> given, int64_t dstType,
            const Form& form = {}) {
  if (form.symmetric) {
    given[5] = nullptr;
  }
  const bool isFirst = &op == &kDynamicQuant;
  const auto [x, smooth, groups, y, scale, offset] = Named(kDynamicQuantV2, given);
  ArgumentChecks check;
  check.NotNull(x).LiveOrNull(smooth).LiveOrNull(groups).NotNull(y).NotNull(scale).LiveOrNull(offset);
  check.DtypeIn(x, FloatDtypes());
  if (smooth.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(smooth, FloatDtypes()).ValidView(smooth);
  }
  check.DtypeIn(y, kQuantizedDtypes).DtypeIn(scale, kScaleDtypes);
  if (!isFirst) {
    CheckDstType(check, "dstType", dstType, y);
  }
  check.ValidView(x).ValidOutputView(y).ValidOutputView(scale);
  CheckX(check, x);
  Args args;
  args.scaled = FindScaled(check, form.quantMode);
  check.Require(
      x.name, "2 dims or more, as columns are quantized",
      [&, &tensor = x] { return args.scaled != Scaled::kColumns || tensor.tensor->viewDims.size() >= 2; },
      [] { return "1 dim"; });
  check.Require(
      "dstTypeMax", "0", [&] { return form.dstTypeMax == 0; },
      [&] { return std::to_string(form.dstTypeMax); });
  if (groups.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(groups, kIndexDtypes).ValidView(groups).Rank(groups, 1);
    check.Require(
        groups.name, "null, as rows have no scales of their own",
        [&] { return args.scaled == Scaled::kRows; }, [] { return "a tensor"; });
    check.Require(
        smooth.name, "a tensor, as there are groups",
        [&, &factors = smooth] { return factors.tensor != nullptr; }, [] { return "null"; });
  }
  CheckSmooth(check, smooth, x, groups.tensor, args.scaled);
  CheckPackedShape(check, y, x);
  CheckOfScaled(check, scale, x, args.scaled);
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, kScaleDtypes).ValidOutputView(offset);
    CheckOfScaled(check, offset, x, args.scaled);
  }
  if (check.Failed()) {
    return check.Result();
  }
  if (isFirst) {
    return call.Bind(op, args, {x.tensor, smooth.tensor, y.tensor, scale.tensor});
  }
  return call.Bind(op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDynamicQuant,
               (const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* y,
                const aclTensor* scale),
               Bind(call, kDynamicQuant, {x, smoothScalesOptional, nullptr, y, scale, nullptr}, 0))

OPENACLNN_CALL(aclnnDynamicQuantV2,
               (const aclTensor* x, const aclTensor* smoothScalesOptional,
                const aclTensor* groupIndexOptional, int64_t dstType, const aclTensor* y,
                const aclTensor* scale, const aclTensor* offsetOptional),
               Bind(call, kDynamicQuantV2,
                    {x, smoothScalesOptional, groupIndexOptional, y, scale, offsetOptional}, dstType))

OPENACLNN_CALL(aclnnDynamicQuantV3,
               (const aclTensor* x, const aclTensor* smoothScalesOptional,
                const aclTensor* groupIndexOptional, int64_t dstType, bool isSymmetrical,
                const char* quantMode, const aclTensor* y, const aclTensor* scale,
                const aclTensor* offsetOptional),
               Bind(call, kDynamicQuantV3,
                    {x, smoothScalesOptional, groupIndexOptional, y, scale, offsetOptional}, dstType,
                    {isSymmetrical, quantMode}))

OPENACLNN_CALL(aclnnDynamicQuantV4,
               (const aclTensor* x, const aclTensor* smoothScalesOptional,
                const aclTensor* groupIndexOptional, int64_t dstType, bool isSymmetrical,
                const char* quantMode, float dstTypeMax, const aclTensor* y, const aclTensor* scale,
                const aclTensor* offsetOptional),
               Bind(call, kDynamicQuantV4,
                    {x, smoothScalesOptional, groupIndexOptional, y, scale, offsetOptional}, dstType,
                    {isSymmetrical, quantMode, dstTypeMax}))
