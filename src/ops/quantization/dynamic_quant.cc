// SPDX-License-Identifier: Apache-2.0
//
// aclnnDynamicQuant and V2: rows quantized by scales that follow from their own numbers.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;       // [.., length]
  TensorView smooth;  // [length], or with groups [groups, length]
  TensorView groups;  // where each group of rows ends
  TensorView y;
  TensorView scale;
  TensorView offset;
};

struct State : Prepared {
  int64_t length = 0;
  int64_t rows = 0;
};

State Prepare(const Args& args) {
  State state;
  state.length = args.x.dims[static_cast<size_t>(args.x.rank - 1)];
  state.rows = args.scale.NumElements();
  state.cost = static_cast<size_t>(2 * args.x.NumElements()) * (SizeOf(args.x.dtype) + 1);
  return state;
}

// Which group a row is of: the first that ends behind it.
class RowGroups {
 public:
  explicit RowGroups(const TensorView& ends) : ends_(ends, 0), count_(ends.NumElements()) {}

  [[nodiscard]] int64_t Find(int64_t row) const {
    std::array<int64_t, kTileElements> tile;
    for (int64_t begin = 0; begin < count_; begin += kTileElements) {
      const int64_t some = std::min(kTileElements, count_ - begin);
      ends_.Read(begin, some, tile.data());
      const int64_t* const first = tile.data();
      const int64_t* const end = first + some;
      const int64_t* const found = std::find_if(first, end, [&](int64_t last) { return row < last; });
      if (found != end) {
        return begin + (found - first);
      }
    }
    return count_;
  }

 private:
  IndexReader ends_;
  int64_t count_;
};

// Where the last row has a group, the others have one.
Status CheckGroups(const Args& args, int64_t rows) {
  if (rows > 0 && RowGroups(args.groups).Find(rows - 1) == args.groups.NumElements()) {
    return {code::kRtVectorCoreException, "groupIndex: expected an end of at least " + std::to_string(rows) +
                                              ", the rows of x, got only smaller ones"};
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const bool grouped = args.groups.Defined();
  if (Status status = grouped ? CheckGroups(args, state.rows) : Status::Ok(); !status.IsOk()) {
    return status;
  }
  const TileReader x(args.x);
  const bool smoothed = args.smooth.Defined();
  const TileReader smooth(smoothed ? args.smooth : args.x);
  const DynamicRows rows(args.y, args.scale, args.offset, args.y.dtype == DType::kInt32);
  const int64_t rowsOfTask = RowsOfTask(state.length);
  cpu.ParallelFor(CeilDivide(state.rows, rowsOfTask), [&](int64_t task) {
    const int64_t end = std::min(state.rows, (task + 1) * rowsOfTask);
    for (int64_t row = task * rowsOfTask; row < end; ++row) {
      const int64_t factors = grouped ? RowGroups(args.groups).Find(row) * state.length : 0;
      const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
        const float* const numbers = x.Read(row * state.length + begin, count, buffer);
        if (!smoothed) {
          return numbers;
        }
        TileBuffer other;
        const float* const factor = smooth.Read(factors + begin, count, other);
        for (int64_t i = 0; i < count; ++i) {
          buffer[static_cast<size_t>(i)] = numbers[i] * factor[i];
        }
        return static_cast<const float*>(buffer.data());
      };
      rows.Quantize(row, state.length, tile);
    }
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

constexpr std::array<DType, 2> kQuantizedDtypes{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::array<DType, 1> kScaleDtypes{DType::kFloat};

void CheckX(ArgumentChecks& check, const NamedTensor& x) {
  check.Require(
      x.name, "1 dim or more", [&] { return !x.tensor->viewDims.empty(); }, [] { return "0 dims"; });
}

// One element for each row.
void CheckOfRows(ArgumentChecks& check, const NamedTensor& argument, const NamedTensor& x) {
  if (!check.Failed()) {
    const std::span<const int64_t> dims = x.tensor->viewDims;
    check.Shape(argument, Dims(dims.first(dims.size() - 1)), "[dims of x but the last]");
  }
}

void CheckSmooth(ArgumentChecks& check, const NamedTensor& smooth, const NamedTensor& x,
                 const aclTensor* groups) {
  if (check.Failed() || smooth.tensor == nullptr) {
    return;
  }
  Dims expected;
  if (groups != nullptr) {
    expected.push_back(groups->viewDims[0]);
  }
  expected.push_back(x.tensor->viewDims.back());
  check.Shape(smooth, expected, groups == nullptr ? "[last dim of x]" : "[groups, last dim of x]");
}

// What both have; V2's are x, smooth, groups, y, scale, offset.
Status Bind(PhaseOneCall& call, const Tensors<6>& given, int64_t dstType, bool isFirst) {
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
  if (groups.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(groups, kIndexDtypes).ValidView(groups).Rank(groups, 1);
    check.Require(
        smooth.name, "a tensor, as there are groups",
        [&, &factors = smooth] { return factors.tensor != nullptr; }, [] { return "null"; });
  }
  CheckSmooth(check, smooth, x, groups.tensor);
  CheckPackedShape(check, y, x);
  CheckOfRows(check, scale, x);
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, kScaleDtypes).ValidOutputView(offset);
    CheckOfRows(check, offset, x);
  }
  if (check.Failed()) {
    return check.Result();
  }
  if (isFirst) {
    return call.Bind(kDynamicQuant, Args{}, {x.tensor, smooth.tensor, y.tensor, scale.tensor});
  }
  return call.Bind(kDynamicQuantV2, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDynamicQuant,
               (const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* y,
                const aclTensor* scale),
               Bind(call, {x, smoothScalesOptional, nullptr, y, scale, nullptr}, 0, true))

OPENACLNN_CALL(aclnnDynamicQuantV2,
               (const aclTensor* x, const aclTensor* smoothScalesOptional,
                const aclTensor* groupIndexOptional, int64_t dstType, const aclTensor* y,
                const aclTensor* scale, const aclTensor* offsetOptional),
               Bind(call, {x, smoothScalesOptional, groupIndexOptional, y, scale, offsetOptional}, dstType,
                    false))
