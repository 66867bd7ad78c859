// SPDX-License-Identifier: Apache-2.0
//
// Scans: sums, products and extremes of the elements up to each one, along a dim.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "aclnnop/aclnn_cummax.h"
#include "aclnnop/aclnn_cummin.h"
#include "aclnnop/aclnn_cumprod.h"
#include "aclnnop/aclnn_cumsum.h"
#include "base/complex_number.h"
#include "base/quiet_nan.h"
#include "executor/phases.h"
#include "kernels/layout/rows.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtype_argument.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

// A row is cut into runs. Sums inside of a run are made without what is before it, so that those of several
// runs are made at once: one chain of additions would wait for each of them.
constexpr int64_t kRun = 64;
constexpr int64_t kRuns = 8;
constexpr int64_t kPart = kRuns * kRun;

template <typename T>
const T* RowOf(const std::byte* data, int64_t stride, int64_t row) {
  return reinterpret_cast<const T*>(data + row * stride);
}
template <typename T>
T* RowOf(std::byte* data, int64_t stride, int64_t row) {
  return reinterpret_cast<T*>(data + row * stride);
}

// Sums. The flag says that an element's own value is left out of its sum.
template <typename T>
class Sums {
 public:
  static void Run(const RowTile& tile) {
    T* const before = reinterpret_cast<T*>(tile.scratch);
    if (tile.begin == 0) {
      std::fill_n(before, tile.lines, T{});
    }
    if (tile.across) {
      RunColumns(tile, before);
      return;
    }
    for (int64_t line = 0; line < tile.lines; ++line) {
      RunRow(RowOf<T>(tile.inputs[0], tile.inputStrides[0], line),
             RowOf<T>(tile.outputs[0], tile.outputStrides[0], line), tile.elements, tile.numbers.flag,
             before + line);
    }
  }

 private:
  static void RunRow(const T* from, T* to, int64_t count, bool exclusive, T* before) {
    int64_t i = 0;
    for (; i + kPart <= count; i += kPart) {
      SumRuns<kRuns>(from + i, to + i, kRun);
      for (int64_t run = i; run < i + kPart; run += kRun) {
        AddBefore(to + run, kRun, exclusive, before);
      }
    }
    for (; i < count; i += kRun) {
      const int64_t length = std::min(kRun, count - i);
      SumRuns<1>(from + i, to + i, length);
      AddBefore(to + i, length, exclusive, before);
    }
  }

  // The sums inside of some runs, one after the other in memory.
  template <int64_t kCount>
  static void SumRuns(const T* from, T* to, int64_t length) {
    std::array<T, kCount> sums;
    for (int64_t run = 0; run < kCount; ++run) {
      sums[static_cast<size_t>(run)] = from[run * kRun];
      to[run * kRun] = from[run * kRun];
    }
    for (int64_t i = 1; i < length; ++i) {
      for (int64_t run = 0; run < kCount; ++run) {
        T& sum = sums[static_cast<size_t>(run)];
        sum = sum + from[run * kRun + i];
        to[run * kRun + i] = sum;
      }
    }
  }

  static void AddBefore(T* run, int64_t length, bool exclusive, T* before) {
    const T sum = *before;
    const T all = sum + run[length - 1];
    if (exclusive) {
      std::copy_backward(run, run + length - 1, run + length);
      run[0] = sum;
    }
    for (int64_t i = exclusive ? 1 : 0; i < length; ++i) {
      run[i] = WithQuietNan(sum + run[i]);
    }
    *before = all;
  }

  // As RunRow, of rows side by side.
  static void RunColumns(const RowTile& tile, T* before) {
    std::array<T, static_cast<size_t>(kRowLines)> sums{};  // inside of a run
    const auto lines = static_cast<size_t>(tile.lines);
    for (int64_t i = 0; i < tile.elements; ++i) {
      const T* const from = RowOf<T>(tile.inputs[0], tile.inputStrides[0], i);
      T* const to = RowOf<T>(tile.outputs[0], tile.outputStrides[0], i);
      const bool begins = i % kRun == 0;
      for (size_t c = 0; c < lines; ++c) {
        const T value = from[c];
        if (begins) {
          before[c] = i == 0 ? before[c] : before[c] + sums[c];
        }
        const T with = begins ? value : sums[c] + value;
        const T sum = tile.numbers.flag ? sums[c] : with;
        to[c] = WithQuietNan(begins && tile.numbers.flag ? before[c] : before[c] + sum);
        sums[c] = with;
      }
    }
    for (size_t c = 0; c < lines; ++c) {
      before[c] = before[c] + sums[c];
    }
  }
};

// Products, one after the other: those inside of a run could overflow where the product does not.
template <typename T>
void Products(const RowTile& tile) {
  T* const before = reinterpret_cast<T*>(tile.scratch);
  if (tile.begin == 0) {
    std::fill_n(before, tile.lines, T{1});
  }
  const int64_t rows = tile.across ? tile.elements : tile.lines;
  const int64_t columns = tile.across ? tile.lines : tile.elements;
  for (int64_t row = 0; row < rows; ++row) {
    const T* const from = RowOf<T>(tile.inputs[0], tile.inputStrides[0], row);
    T* const to = RowOf<T>(tile.outputs[0], tile.outputStrides[0], row);
    if (tile.across) {
      for (int64_t column = 0; column < columns; ++column) {
        before[column] = before[column] * from[column];
        to[column] = WithQuietNan(before[column]);
      }
    } else {
      T product = before[row];
      for (int64_t column = 0; column < columns; ++column) {
        product = product * from[column];
        to[column] = WithQuietNan(product);
      }
      before[row] = product;
    }
  }
}

// The largest or the smallest element so far, and where it is: the last of equals, the last NaN.
template <bool kLargest, typename T>
class Extremes {
 public:
  static void Run(const RowTile& tile) {
    auto* const best = reinterpret_cast<Best*>(tile.scratch);
    const int64_t rows = tile.across ? tile.elements : tile.lines;
    const int64_t columns = tile.across ? tile.lines : tile.elements;
    for (int64_t row = 0; row < rows; ++row) {
      const T* const from = RowOf<T>(tile.inputs[0], tile.inputStrides[0], row);
      T* const values = RowOf<T>(tile.outputs[0], tile.outputStrides[0], row);
      auto* const indices = RowOf<int64_t>(tile.outputs[1], tile.outputStrides[1], row);
      for (int64_t column = 0; column < columns; ++column) {
        const int64_t place = tile.begin + (tile.across ? row : column);
        Best& line = best[tile.across ? column : row];
        const T value = from[column];
        if (place == 0 || value != value || (kLargest ? value >= line.value : value <= line.value)) {
          line = {value, place};
        }
        values[column] = line.value;
        indices[column] = line.index;
      }
    }
  }

  struct Best {
    T value;
    int64_t index;
  };
};

template <typename T>
RowLoops LoopsOfNumbers(void (*run)(const RowTile& tile), DType type) {
  return {run, {type}, {type}, kPart, true, sizeof(T), 0};
}

// By the type that they are computed in.
RowLoops SumLoops(DType compute) {
  switch (compute) {
    case DType::kDouble:
      return LoopsOfNumbers<double>(Sums<double>::Run, compute);
    case DType::kComplex128:
      return LoopsOfNumbers<ComplexNumber<double>>(Sums<ComplexNumber<double>>::Run, compute);
    default:
      return LoopsOfNumbers<uint64_t>(Sums<uint64_t>::Run, DType::kInt64);
  }
}

RowLoops ProductLoops(DType compute) {
  switch (compute) {
    case DType::kDouble:
      return LoopsOfNumbers<double>(Products<double>, compute);
    case DType::kComplex128:
      return LoopsOfNumbers<ComplexNumber<double>>(Products<ComplexNumber<double>>, compute);
    default:
      return LoopsOfNumbers<uint64_t>(Products<uint64_t>, DType::kInt64);
  }
}

template <bool kLargest, typename T>
RowLoops LoopsOfExtremes(DType type) {
  using Loop = Extremes<kLargest, T>;
  return {Loop::Run, {type}, {type, DType::kInt64}, kPart, true, sizeof(typename Loop::Best), 0};
}
template <bool kLargest>
RowLoops ExtremeLoops(DType dtype) {
  switch (dtype) {
    case DType::kDouble:
      return LoopsOfExtremes<kLargest, double>(DType::kDouble);
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
      return LoopsOfExtremes<kLargest, float>(DType::kFloat);
    default:
      return LoopsOfExtremes<kLargest, int64_t>(DType::kInt64);
  }
}

struct Args {
  TensorView self;
  TensorView out;
  TensorView indices;
  size_t dim = 0;
  DType cast = DType::kUndefined;  // of elements, before they are added
  bool exclusive = false;
  bool reverse = false;
  RowLoops loops{};
};

struct State : Prepared {
  RowPlan plan;
  size_t outputs = 1;
};

State Prepare(const Args& args) {
  State state;
  const std::array<TensorView, kMostRowOutputs> outputs{args.out, args.indices};
  state.outputs = args.indices.Defined() ? 2 : 1;
  state.plan = RowPlan(std::span(outputs).first(state.outputs), std::span(&args.self, 1), args.dim,
                       args.loops, {0, args.exclusive}, args.cast, args.reverse);
  state.workspaceBytes = state.plan.WorkspaceBytes();
  // Each element waits for the one before it.
  constexpr size_t kArithmetic = 2;
  state.cost = state.plan.Cost() * kArithmetic;
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const std::array<std::byte*, kMostRowOutputs> outputs{args.out.data, args.indices.data};
  const std::array<const std::byte*, 1> inputs{args.self.data};
  state.plan.Run(std::span(outputs).first(state.outputs), inputs, workspace, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:scan", Prepare));

constexpr std::array<TensorArgument<Args>, 2> kSelfToOut{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 2> kInputToOut{
    {{"input", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 2> kInPlace{
    {{"input", Role::kInput, &Args::self}, {"input", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 3> kSelfToBoth{{{"self", Role::kInput, &Args::self},
                                                           {"valuesOut", Role::kOutput, &Args::out, true},
                                                           {"indicesOut", Role::kOutput, &Args::indices}}};

constexpr Operator<Args> kCumsum{"aclnnCumsum", kSelfToOut, kKernels};
constexpr Operator<Args> kCumsumV2{"aclnnCumsumV2", kSelfToOut, kKernels};
constexpr Operator<Args> kCumprod{"aclnnCumprod", kInputToOut, kKernels};
constexpr Operator<Args> kInplaceCumprod{"aclnnInplaceCumprod", kInPlace, kKernels};
constexpr Operator<Args> kCummax{"aclnnCummax", kSelfToBoth, kKernels};
constexpr Operator<Args> kCummin{"aclnnCummin", kSelfToBoth, kKernels};

// Numbers, then BOOL.
constexpr std::array<DType, 12> kDtypes{DType::kFloat, DType::kFloat16,   DType::kBfloat16,   DType::kDouble,
                                        DType::kInt8,  DType::kInt16,     DType::kInt32,      DType::kInt64,
                                        DType::kUint8, DType::kComplex64, DType::kComplex128, DType::kBool};
constexpr std::span<const DType> kNumbers = std::span(kDtypes).first(11);
constexpr std::array<DType, 14> kNumbersAndUnsigned{
    DType::kFloat,  DType::kFloat16, DType::kBfloat16,  DType::kDouble,    DType::kInt8,
    DType::kInt16,  DType::kInt32,   DType::kInt64,     DType::kUint8,     DType::kUint16,
    DType::kUint32, DType::kUint64,  DType::kComplex64, DType::kComplex128};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

// The type that sums and products of a type are made in: they are rounded once.
DType ComputeTypeOf(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kFloating:
      return DType::kDouble;
    case DTypeClass::kComplex:
      return DType::kComplex128;
    default:
      return DType::kInt64;
  }
}

Status BindCumulative(PhaseOneCall& call, const Operator<Args>& op, ArgumentChecks& check,
                      const aclTensor* self, int64_t dim, const aclTensor* out, const char* dimName,
                      RowLoops (*loops)(DType), Args args) {
  const NamedTensor from{op.arguments[0].name, self};
  const NamedTensor to{op.arguments[1].name, out};
  check.ValidView(from).ValidOutputView(to).SameShape(to, from);
  if (!check.Failed()) {
    args.dim = FindDim(check, dimName, dim, self->viewDims.size());
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.cast = out->dtype;
  args.loops = loops(ComputeTypeOf(out->dtype));
  return call.Bind(op, args, {self, out});
}

// The dim that a scalar has; 0 where a check has failed.
int64_t DimOf(ArgumentChecks& check, const char* name, const aclScalar* scalar) {
  check.Require(
      name, "a whole number", [&] { return ValueOf(*scalar).IsWhole(); },
      [&] { return NameOf(scalar->dtype); });
  return check.Failed() ? 0 : ValueOf(*scalar).As<int64_t>();
}

Status BindExtremes(PhaseOneCall& call, const Operator<Args>& op, RowLoops (*loops)(DType),
                    const aclTensor* self, int64_t dim, const aclTensor* valuesOut,
                    const aclTensor* indicesOut) {
  const NamedTensor from{"self", self};
  const NamedTensor values{"valuesOut", valuesOut};
  const NamedTensor indices{"indicesOut", indicesOut};
  ArgumentChecks check;
  check.NotNull(from).NotNull(values).NotNull(indices);
  check.DtypeIn(from, kRealDtypes).SameDtype(values, from).DtypeIn(indices, kIndexDtypes);
  check.ValidView(from).ValidOutputView(values).ValidOutputView(indices);
  check.SameShape(values, from).SameShape(indices, from);
  Args args;
  if (!check.Failed()) {
    args.dim = FindDim(check, "dim", dim, self->viewDims.size());
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.loops = loops(self->dtype);
  return call.Bind(op, args, {self, valuesOut, indicesOut});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnCumsum, (const aclTensor* self, int64_t dim, aclDataType dtype, aclTensor* out), {
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    ArgumentChecks check;
    check.NotNull({"self", self}).NotNull({"out", out});
    check.DtypeIn({"self", self}, kDtypes).DtypeIn({"out", out}, kNumbers);
    CheckDtypeArgument(check, "dtype", dtype, {"out", out});
    return BindCumulative(call, kCumsum, check, self, dim, out, "dim", SumLoops, {});
  });
})

OPENACLNN_ENTRY(aclnnCumsumV2,
                (const aclTensor* self, int64_t dim, bool exclusive, bool reverse, aclTensor* out), {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                    ArgumentChecks check;
                    check.NotNull({"self", self}).NotNull({"out", out});
                    check.DtypeIn({"self", self}, kNumbers).SameDtype({"out", out}, {"self", self});
                    Args args;
                    args.exclusive = exclusive;
                    args.reverse = reverse;
                    return BindCumulative(call, kCumsumV2, check, self, dim, out, "dim", SumLoops, args);
                  });
                })

OPENACLNN_ENTRY(aclnnCumprod,
                (const aclTensor* input, const aclScalar* axis, aclDataType dtype, aclTensor* out), {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                    ArgumentChecks check;
                    check.NotNull({"input", input}).NotNull("axis", axis).NotNull({"out", out});
                    check.DtypeIn({"input", input}, kDtypes).DtypeIn({"out", out}, kNumbers);
                    CheckDtypeArgument(check, "dtype", dtype, {"out", out});
                    const int64_t dim = DimOf(check, "axis", axis);
                    return BindCumulative(call, kCumprod, check, input, dim, out, "axis", ProductLoops, {});
                  });
                })

OPENACLNN_ENTRY(aclnnInplaceCumprod, (aclTensor * input, const aclScalar* dim), {
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    ArgumentChecks check;
    check.NotNull({"input", input}).NotNull("dim", dim);
    check.DtypeIn({"input", input}, kNumbersAndUnsigned);
    const int64_t place = DimOf(check, "dim", dim);
    return BindCumulative(call, kInplaceCumprod, check, input, place, input, "dim", ProductLoops, {});
  });
})

OPENACLNN_CALL(aclnnCummax, (const aclTensor* self, int64_t dim, aclTensor* valuesOut, aclTensor* indicesOut),
               BindExtremes(call, kCummax, ExtremeLoops<true>, self, dim, valuesOut, indicesOut))

OPENACLNN_CALL(aclnnCummin, (const aclTensor* self, int64_t dim, aclTensor* valuesOut, aclTensor* indicesOut),
               BindExtremes(call, kCummin, ExtremeLoops<false>, self, dim, valuesOut, indicesOut))
