// SPDX-License-Identifier: Apache-2.0
//
// aclnnConvertWeightToINT4Pack: INT4 that fill INT32 one each, packed two in a byte or eight in an INT32, plain or in FRACTAL_NZ.
#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/int4_bytes.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

// How a matrix lies in memory: rows of numbers, or blocks of `width` of them for each of `rows` rows.
struct Arrangement {
  int64_t width = 0;  // 0: rows
  int64_t rows = 0;
};

struct Args {
  TensorView weight;  // [rows, columns], or its storage
  TensorView packed;  // of bytes or words
  Arrangement from;
  Arrangement to;
  int64_t rows = 0;
  int64_t columns = 0;
};

struct State : Prepared {
  int64_t allRows = 0;  // with those that fill blocks
  int64_t allColumns = 0;
};

State Prepare(const Args& args) {
  State state;
  const int64_t width = args.to.width;
  state.allRows = width > 0 ? args.to.rows : args.rows;
  state.allColumns = width > 0 ? CeilDivide(args.columns, width) * width : args.columns;
  state.cost = static_cast<size_t>(args.rows * args.columns) * sizeof(int32_t);
  return state;
}

// The number of the element, and how many after it are side by side.
struct Stretch {
  int64_t place;
  int64_t count;
};
Stretch StretchFrom(const Arrangement& arrangement, int64_t columns, int64_t row, int64_t column) {
  const int64_t width = arrangement.width;
  if (width == 0) {
    return {row * columns + column, columns - column};
  }
  return {(column / width * arrangement.rows + row) * width + column % width, width - column % width};
}

class Packing {
 public:
  explicit Packing(const Args& args)
      : args_(args),
        numbers_(args.weight, 0),
        words_(args.packed.dtype == DType::kInt32),
        packed_(args.packed, words_) {}

  void WriteRow(int64_t row, int64_t columns) const {
    for (int64_t column = 0; column < columns;) {
      const Stretch to = StretchFrom(args_.to, args_.columns, row, column);
      const int64_t count = std::min(to.count, kTileElements);
      TileBuffer tile{};
      if (row < args_.rows) {
        Read(row, column, std::min(count, args_.columns - column), tile.data());
      }
      Write(to.place, count, tile.data());
      column += count;
    }
  }

 private:
  void Read(int64_t row, int64_t column, int64_t count, float* to) const {
    std::array<int64_t, kTileElements> numbers;
    for (int64_t done = 0; done < count;) {
      const Stretch from = StretchFrom(args_.from, args_.columns, row, column + done);
      const int64_t some = std::min(from.count, count - done);
      numbers_.Read(from.place, some, numbers.data());
      std::transform(numbers.data(), numbers.data() + some, to + done,
                     [](int64_t number) { return static_cast<float>(number & 15); });
      done += some;
    }
  }

  // The numbers are in [0, 16).
  void Write(int64_t place, int64_t count, float* tile) const {
    if (words_) {
      packed_.Write(place, count, tile);
      return;
    }
    for (int64_t i = 0; i < count / 2; ++i) {
      tile[i] = tile[2 * i] + 16 * tile[2 * i + 1];
    }
    packed_.Write(place / 2, count / 2, tile);
  }

  const Args& args_;
  IndexReader numbers_;
  bool words_;
  WholeWriter packed_;
};

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const Packing packing(args);
  ForEachRow(cpu, state.allRows, state.allColumns,
             [&](int64_t row) { packing.WriteRow(row, state.allColumns); });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:pack_int4", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"weight", Role::kInput, &Args::weight, false, true}, {"weightInt4Pack", Role::kOutput, &Args::packed}}};
constexpr Operator<Args> kPack{"aclnnConvertWeightToINT4Pack", kArguments, kKernels};

constexpr std::array<DType, 1> kInt32{DType::kInt32};
constexpr std::array<DType, 2> kPackedDtypes{DType::kInt4, DType::kInt32};

// A matrix of `rows` and `columns` elements, in rows or in blocks: what the kernel sees of it.
aclTensor FindMatrix(ArgumentChecks& check, const NamedTensor& argument, int64_t rows, int64_t columns,
                     Arrangement& arrangement) {
  if (!IsFractal(*argument.tensor)) {
    check.ValidView(argument).Shape(argument, {rows, columns}, "[rows, columns]");
    return AsPlain(*argument.tensor);
  }
  const bool isStorage = argument.tensor->viewDims.size() == argument.tensor->storageDims.size();
  const std::optional<FractalMatrices> matrices =
      isStorage ? FindFractalView(check, argument, rows, columns) : FindFractal(check, argument);
  check.Require(
      argument.name, "a matrix that is not transposed, with 4 storage dims in FRACTAL_NZ",
      [&] { return matrices && !matrices->transposed && matrices->storage.viewDims.size() == 4; },
      [&] {
        return "view " + ShapeText(argument.tensor->viewDims) + ", storage " +
               ShapeText(argument.tensor->storageDims);
      });
  if (!isStorage) {
    check.Shape({argument.name, argument.tensor}, {rows, columns}, "[rows, columns]");
  }
  if (check.Failed()) {
    return *argument.tensor;
  }
  arrangement = {matrices->width, matrices->storage.viewDims[1] * kFractalRows};
  return matrices->storage;
}

Status Bind(PhaseOneCall& call, const Tensors<2>& given) {
  const auto [weight, packed] = Named(kPack, given);
  ArgumentChecks check;
  check.NotNull(weight).NotNull(packed).DtypeIn(weight, kInt32).DtypeIn(packed, kPackedDtypes);
  if (!check.Failed() && !IsFractal(*weight.tensor)) {
    check.Rank(weight, 2);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  const bool inWords = packed.tensor->dtype == DType::kInt32;
  const bool isStorage = IsFractal(*weight.tensor) && weight.tensor->viewDims.size() != 2;
  check.Require(
      weight.name, "a matrix", [&] { return !isStorage; },
      [&] { return ShapeText(weight.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  args.rows = weight.tensor->viewDims[0];
  args.columns = weight.tensor->viewDims[1];
  const int64_t together = inWords ? kPackedInWord : 2;
  check.Require(
      weight.name,
      inWords ? "a multiple of 8 columns, as weightInt4Pack is INT32" : "an even number of columns",
      [&] { return args.columns % together == 0; }, [&] { return ShapeText(weight.tensor->viewDims); });
  const aclTensor from = FindMatrix(check, weight, args.rows, args.columns, args.from);
  aclTensor to =
      FindMatrix(check, packed, args.rows, inWords ? args.columns / kPackedInWord : args.columns, args.to);
  if (check.Failed()) {
    return check.Result();
  }
  if (inWords) {
    args.to.width *= kPackedInWord;
  } else {
    to = AsBytes(check, {packed.name, &to}, to.viewDims.size() - 1);
  }
  check.ValidOutputView({packed.name, &to});
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(kPack, args, {{weight.tensor, from}, {packed.tensor, to}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnConvertWeightToINT4Pack, (const aclTensor* weight, aclTensor* weightInt4Pack),
               Bind(call, {weight, weightInt4Pack}))
