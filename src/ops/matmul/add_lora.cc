// SPDX-License-Identifier: Apache-2.0
//
// aclnnAddLora: rows of one adapter are brought together, so that each adapter is a product of matrices; what comes
// out goes back to where the rows are.
#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>

#include "aclnnop/aclnn_add_lora.h"
#include "kernels/indexing/group_order.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/grouped_matmul.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView y;        // [rows, columns]
  TensorView x;        // [rows, wide]
  TensorView up;       // [adapters, layers, added columns, rank]
  TensorView indices;  // [rows]
  TensorView down;     // [adapters, layers, rank, wide]
  TensorView out;
  int64_t layer = 0;
  float scale = 1;
  int64_t offset = 0;  // of the columns that are added to
};

// The weights of a layer as second factors: [adapters, columns of the rows, columns of the result].
TensorView LayerOf(const TensorView& weight, int64_t layer) {
  TensorView view = weight;
  if (view.data != nullptr) {
    view.data += layer * weight.strides[1] * static_cast<int64_t>(SizeOf(weight.dtype));
  }
  view.rank = 3;
  view.dims = {weight.dims[0], weight.dims[3], weight.dims[2]};
  view.strides = {weight.strides[0], weight.strides[3], weight.strides[2]};
  return view;
}

TensorView Plain(void* data, DType dtype, std::initializer_list<int64_t> dims) {
  TensorView view;
  view.data = static_cast<std::byte*>(data);
  view.dtype = dtype;
  view.rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, view.dims.begin());
  ContiguousStrides(view.Dims(), {view.strides.data(), dims.size()});
  return view;
}

GroupedMatmulArgs ProductsOf(const TensorView& rows, const TensorView& weights, const TensorView& counts,
                             const TensorView& out) {
  GroupedMatmulArgs products;
  products.x = {rows};
  products.weights = {weights};
  products.groups = counts;
  products.outs = {out};
  products.of = GroupsOf::kRows;
  products.groupCount = weights.dims[0];
  products.listType = 1;
  return products;
}

struct State : Prepared {
  ScratchArray<int64_t> begins;  // of the rows of each adapter
  ScratchArray<int64_t> counts;  // of these rows
  ScratchArray<int64_t> places;  // of rows among those brought together; negative: none
  ScratchArray<float> gathered;
  ScratchArray<float> narrow;  // [rows, rank]
  ScratchArray<float> added;   // [rows, added columns]
  ScratchArray<std::byte> workspace;
  Prepared down;
  Prepared up;
};

// Without a workspace there are no addresses yet.
template <typename T>
T* In(const ScratchArray<T>& array, std::byte* workspace) {
  return workspace == nullptr ? nullptr : array.In(workspace);
}

// The arrays of a run as tensors.
struct Arrays {
  Arrays(const Args& args, const State& state, std::byte* workspace)
      : counts(Plain(In(state.counts, workspace), DType::kInt64, {args.up.dims[0]})),
        gathered(Plain(In(state.gathered, workspace), DType::kFloat, {args.x.dims[0], args.x.dims[1]})),
        narrow(Plain(In(state.narrow, workspace), DType::kFloat, {args.x.dims[0], args.up.dims[3]})),
        added(Plain(In(state.added, workspace), DType::kFloat, {args.x.dims[0], args.up.dims[2]})) {}

  [[nodiscard]] GroupedMatmulArgs Down(const Args& args) const {
    return ProductsOf(gathered, LayerOf(args.down, args.layer), counts, narrow);
  }
  [[nodiscard]] GroupedMatmulArgs Up(const Args& args) const {
    return ProductsOf(args.down.Defined() ? narrow : gathered, LayerOf(args.up, args.layer), counts, added);
  }

  TensorView counts;
  TensorView gathered;
  TensorView narrow;
  TensorView added;
};

State Prepare(const Args& args) {
  State state;
  const int64_t rows = args.x.dims[0];
  ScratchLayout scratch;
  state.begins = scratch.Book<int64_t>(args.up.dims[0] + 1);
  state.counts = scratch.Book<int64_t>(args.up.dims[0]);
  state.places = scratch.Book<int64_t>(rows);
  state.gathered = scratch.Book<float>(args.x.NumElements());
  state.narrow = scratch.Book<float>(args.down.Defined() ? rows * args.up.dims[3] : 0);
  state.added = scratch.Book<float>(rows * args.up.dims[2]);
  const Arrays arrays(args, state, nullptr);
  if (args.down.Defined()) {
    state.down = PlanGroupedMatmul(arrays.Down(args));
  }
  state.up = PlanGroupedMatmul(arrays.Up(args));
  state.workspace = scratch.Book<std::byte>(
      static_cast<int64_t>(std::max(state.down.workspaceBytes, state.up.workspaceBytes)));
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      state.down.cost + state.up.cost + static_cast<size_t>(2 * args.y.NumElements()) * SizeOf(args.y.dtype);
  return state;
}

// Counts rows of adapters, and finds their places.
Status Place(const Args& args, std::span<int64_t> begins, int64_t* counts, int64_t* places) {
  const IndexReader reader(args.indices, -1);
  const int64_t rows = args.x.dims[0];
  const int64_t adapters = args.up.dims[0];
  for (int64_t row = 0; row < rows; ++row) {
    int64_t& adapter = places[row];
    reader.Read(row, 1, &adapter);
    if (adapter >= adapters) {
      return {code::kRtVectorCoreException, "indices: expected numbers below " + std::to_string(adapters) +
                                                ", got " + reader.Text(row) + " at position " +
                                                std::to_string(row)};
    }
  }
  OrderByGroups({places, static_cast<size_t>(rows)}, begins,
                [&](int64_t row, int64_t at) { places[row] = at; });
  std::transform(begins.begin() + 1, begins.end(), begins.begin(), counts, std::minus<int64_t>());
  return Status::Ok();
}

void Gather(const Args& args, const int64_t* places, float* gathered, const backend::cpu::CpuContext& cpu) {
  const int64_t length = args.x.dims[1];
  const TileReader x(args.x);
  ForEachRow(cpu, args.x.dims[0], length, [&](int64_t row) {
    for (int64_t begin = 0; places[row] >= 0 && begin < length; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length - begin);
      TileBuffer buffer;
      std::copy_n(x.Read(row * length + begin, count, buffer), count,
                  gathered + places[row] * length + begin);
    }
  });
}

void Add(const Args& args, const int64_t* places, const float* added, const backend::cpu::CpuContext& cpu) {
  const int64_t length = args.y.dims[1];
  const int64_t columns = args.up.dims[2];
  const TileReader y(args.y);
  const TileWriter out(args.out);
  ForEachRow(cpu, args.y.dims[0], length, [&](int64_t row) {
    for (int64_t begin = 0; begin < length; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length - begin);
      TileBuffer numbers;
      TileBuffer buffer;
      std::copy_n(y.Read(row * length + begin, count, buffer), count, numbers.data());
      const int64_t end = std::min(begin + count, args.offset + columns);
      const float* const of = added + std::max<int64_t>(places[row], 0) * columns;
      for (int64_t i = std::max(begin, args.offset); places[row] >= 0 && i < end; ++i) {
        numbers[static_cast<size_t>(i - begin)] += args.scale * of[i - args.offset];
      }
      out.Write(row * length + begin, count, numbers.data());
    }
  });
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const places = state.places.In(workspace);
  const std::span<int64_t> begins(state.begins.In(workspace), static_cast<size_t>(args.up.dims[0]) + 1);
  Status status = Place(args, begins, state.counts.In(workspace), places);
  const Arrays arrays(args, state, workspace);
  std::byte* const products = state.workspace.In(workspace);
  if (status.IsOk()) {
    Gather(args, places, state.gathered.In(workspace), cpu);
  }
  if (status.IsOk() && args.down.Defined()) {
    status = RunGroupedMatmul(arrays.Down(args), state.down, products, cpu);
  }
  if (status.IsOk()) {
    status = RunGroupedMatmul(arrays.Up(args), state.up, products, cpu);
  }
  if (status.IsOk()) {
    Add(args, places, state.added.In(workspace), cpu);
  }
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:add_lora", Prepare));
// Of the inputs all but y have been read when the first result is written.
constexpr std::array<TensorArgument<Args>, 6> kArguments{{{"y", Role::kInput, &Args::y},
                                                          {"x", Role::kInput, &Args::x},
                                                          {"weightB", Role::kInput, &Args::up},
                                                          {"indices", Role::kInput, &Args::indices},
                                                          {"weightAOptional", Role::kInput, &Args::down},
                                                          {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kAddLora{"aclnnAddLora", kArguments, kKernels};

constexpr std::array<DType, 1> kInt32{DType::kInt32};

struct Options {
  int64_t layerIdx;
  double scale;
  int64_t yOffset;
  int64_t ySliceSize;
};

void CheckOptions(ArgumentChecks& check, const Options& options, const aclTensor& up, const aclTensor& y) {
  const int64_t columns = up.viewDims[2];
  check.Require(
      "layerIdx", "a layer of weightB",
      [&] { return options.layerIdx >= 0 && options.layerIdx < up.viewDims[1]; },
      [&] { return std::to_string(options.layerIdx) + " of " + std::to_string(up.viewDims[1]); });
  check.Require(
      "ySliceSize", "the columns of the update, dim 2 of weightB",
      [&] { return options.ySliceSize == columns; },
      [&] { return std::to_string(options.ySliceSize) + " for " + std::to_string(columns); });
  check.Require(
      "yOffset", "a column of y that has ySliceSize columns from it on",
      [&] { return options.yOffset >= 0 && columns <= y.viewDims[1] - options.yOffset; },
      [&] { return std::to_string(options.yOffset) + " of " + std::to_string(y.viewDims[1]) + " columns"; });
}

Status Bind(PhaseOneCall& call, const Tensors<6>& given, const Options& options) {
  const auto [y, x, up, indices, down, out] = Named(kAddLora, given);
  ArgumentChecks check;
  check.NotNull(y).NotNull(x).NotNull(up).NotNull(indices).LiveOrNull(down).NotNull(out);
  check.DtypeIn(y, FloatDtypes()).SameDtype(x, y).SameDtype(up, y).DtypeIn(indices, kInt32).SameDtype(out, y);
  check.ValidView(y).ValidView(x).ValidView(up).ValidView(indices).ValidOutputView(out);
  check.Rank(y, 2).Rank(x, 2).Rank(up, 4).Rank(indices, 1);
  if (down.tensor != nullptr && !check.Failed()) {
    check.SameDtype(down, y).ValidView(down).Rank(down, 4);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const auto& weights = up.tensor->viewDims;
  const int64_t wide = x.tensor->viewDims[1];
  check.DimEquals(x, 0, y.tensor->viewDims[0], "the rows of y");
  check.Shape(indices, {y.tensor->viewDims[0]}, "[rows of y]");
  if (down.tensor != nullptr) {
    check.Shape(down, {weights[0], weights[1], weights[3], wide},
                "[W, layers, R, columns of x] for weightB of [W, layers, H2, R]");
  } else {
    check.DimEquals(x, 1, weights[3], "R of weightB, as there is no weightA");
  }
  check.SameShape(out, y);
  if (!check.Failed()) {
    CheckOptions(check, options, *up.tensor, *y.tensor);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.layer = options.layerIdx;
  args.scale = static_cast<float>(options.scale);
  args.offset = options.yOffset;
  return call.Bind(kAddLora, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAddLora,
               (const aclTensor* y, const aclTensor* x, const aclTensor* weightB, const aclTensor* indices,
                const aclTensor* weightAOptional, int64_t layerIdx, double scale, int64_t yOffset,
                int64_t ySliceSize, const aclTensor* out),
               Bind(call, {y, x, weightB, indices, weightAOptional, out},
                    {layerIdx, scale, yOffset, ySliceSize}))
