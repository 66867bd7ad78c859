// SPDX-License-Identifier: Apache-2.0
//
// aclnnThnnFusedLstmCell and aclnnThnnFusedLstmCellBackward: one step of an LSTM from the gates' sums, and its
// gradient, for pieces of rows.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_thnn_fused_lstm_cell.h"
#include "aclnnop/aclnn_thnn_fused_lstm_cell_backward.h"
#include "base/checked_math.h"
#include "executor/describe.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/recurrent/cells.h"
#include "ops/recurrent/sequence.h"

namespace openaclnn {
namespace {

using recurrent::Step;

constexpr int64_t kGates = 4;
constexpr int64_t kPiece = 256;  // of a row
using Piece = std::array<float, kPiece>;

struct Args {
  // Forward.
  TensorView inputGates;
  TensorView hiddenGates;
  TensorView cx;
  TensorView inputBias;
  TensorView hiddenBias;
  TensorView hy;
  TensorView cy;
  TensorView storage;
  // Backward, with cx, cy and storage as inputs.
  TensorView gradHy;
  TensorView gradCy;
  TensorView gradGates;
  TensorView gradCx;
  TensorView gradBias;
};

struct State : Prepared {
  int64_t rows = 0;
  int64_t hidden = 0;
  int64_t pieces = 0;  // of a row
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.cx.dims[0];
  state.hidden = args.cx.dims[1];
  state.pieces = CeilDivide(state.hidden, kPiece);
  state.cost = static_cast<size_t>(state.rows * state.hidden) * 64;
  return state;
}

// Reads pieces of rows; zeros where there is no tensor.
class PieceReader {
 public:
  explicit PieceReader(const TensorView& view)
      : given_(view.Defined()), reader_(view.Defined() ? view : Nothing()) {}
  void Add(int64_t begin, int64_t count, Piece& to) const {
    if (!given_) {
      return;
    }
    TileBuffer buffer;
    const float* const numbers = reader_.Read(begin, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      to[static_cast<size_t>(i)] += numbers[i];
    }
  }

 private:
  static TensorView Nothing() {
    TensorView view;
    view.dtype = DType::kFloat;
    view.rank = 1;
    return view;
  }

  bool given_;
  TileReader reader_;
};

template <size_t kCount>
std::array<const float*, kCount> PointersTo(const std::array<Piece, kCount>& pieces) {
  std::array<const float*, kCount> pointers{};
  std::ranges::transform(pieces, pointers.begin(), [](const Piece& piece) { return piece.data(); });
  return pointers;
}
template <size_t kCount>
std::array<float*, kCount> PointersTo(std::array<Piece, kCount>& pieces) {
  std::array<float*, kCount> pointers{};
  std::ranges::transform(pieces, pointers.begin(), [](Piece& piece) { return piece.data(); });
  return pointers;
}

// Calls body(row, first element, count) for all pieces.
template <class Body>
void ForEachPiece(const State& state, const backend::cpu::CpuContext& cpu, const Body& body) {
  cpu.ParallelFor(state.rows * state.pieces, [&](int64_t task) {
    const int64_t begin = task % state.pieces * kPiece;
    body(task / state.pieces, begin, std::min(kPiece, state.hidden - begin));
  });
}

void RunForward(const Args& args, const State& state, std::byte* /*workspace*/,
                const backend::cpu::CpuContext& cpu) {
  const std::array<PieceReader, 2> sums{PieceReader(args.inputGates), PieceReader(args.hiddenGates)};
  const std::array<PieceReader, 2> biases{PieceReader(args.inputBias), PieceReader(args.hiddenBias)};
  const PieceReader cells(args.cx);
  const TileWriter hy(args.hy);
  const TileWriter cy(args.cy);
  const TileWriter storage(args.storage);
  const recurrent::RowStep step = StepOf(Step::kLstm);
  const int64_t hidden = state.hidden;
  ForEachPiece(state, cpu, [&](int64_t row, int64_t begin, int64_t count) {
    std::array<Piece, 5> in{};
    std::array<Piece, 7> out;
    for (int64_t gate = 0; gate < kGates; ++gate) {
      Piece& sum = in[static_cast<size_t>(gate)];
      for (const PieceReader& reader : sums) {
        reader.Add((row * kGates + gate) * hidden + begin, count, sum);
      }
      for (const PieceReader& reader : biases) {
        reader.Add(gate * hidden + begin, count, sum);
      }
    }
    cells.Add(row * hidden + begin, count, in[4]);
    step(PointersTo(std::as_const(in)).data(), PointersTo(out).data(), count);
    for (int64_t gate = 0; gate < kGates; ++gate) {
      storage.Write((row * kGates + gate) * hidden + begin, count, out[static_cast<size_t>(gate)].data());
    }
    cy.Write(row * hidden + begin, count, out[4].data());
    hy.Write(row * hidden + begin, count, out[6].data());
  });
}

void RunBackward(const Args& args, const State& state, std::byte* /*workspace*/,
                 const backend::cpu::CpuContext& cpu) {
  const PieceReader gates(args.storage);
  const PieceReader cells(args.cx);
  const PieceReader newCells(args.cy);
  const PieceReader gradHy(args.gradHy);
  const PieceReader gradCy(args.gradCy);
  const TileWriter gradGates(args.gradGates);
  const TileWriter gradCx(args.gradCx);
  const recurrent::RowStep step = StepOf(Step::kLstmBackward);
  const recurrent::RowStep ofCell = StepOf(Step::kTanh);
  const int64_t hidden = state.hidden;
  ForEachPiece(state, cpu, [&](int64_t row, int64_t begin, int64_t count) {
    std::array<Piece, 9> in{};
    std::array<Piece, 5> out;
    for (int64_t gate = 0; gate < kGates; ++gate) {
      gates.Add((row * kGates + gate) * hidden + begin, count, in[static_cast<size_t>(gate)]);
    }
    newCells.Add(row * hidden + begin, count, in[4]);
    const float* const cell = in[4].data();
    float* const tanh = in[4].data();
    ofCell(&cell, &tanh, count);
    cells.Add(row * hidden + begin, count, in[5]);
    gradHy.Add(row * hidden + begin, count, in[6]);
    gradCy.Add(row * hidden + begin, count, in[8]);
    step(PointersTo(std::as_const(in)).data(), PointersTo(out).data(), count);
    for (int64_t gate = 0; gate < kGates; ++gate) {
      gradGates.Write((row * kGates + gate) * hidden + begin, count, out[static_cast<size_t>(gate)].data());
    }
    gradCx.Write(row * hidden + begin, count, out[4].data());
  });
  if (args.gradBias.Defined()) {
    recurrent::SumRows(args.gradGates, args.gradBias, cpu);
  }
}

constexpr OnlyKernel kForwardKernel(CpuKernel<RunForward>("cpu:lstm_cell", Prepare));
constexpr OnlyKernel kBackwardKernel(CpuKernel<RunBackward>("cpu:lstm_cell_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 8> kForwardArguments{{
    {"inputGates", Role::kInput, &Args::inputGates},
    {"hiddenGates", Role::kInput, &Args::hiddenGates},
    {"cx", Role::kInput, &Args::cx},
    {"inputBiasOptional", Role::kInput, &Args::inputBias},
    {"hiddenBiasOptional", Role::kInput, &Args::hiddenBias},
    {"hyOut", Role::kOutput, &Args::hy},
    {"cyOut", Role::kOutput, &Args::cy},
    {"storageOut", Role::kOutput, &Args::storage},
}};
constexpr std::array<TensorArgument<Args>, 8> kBackwardArguments{{
    {"gradHyOptional", Role::kInput, &Args::gradHy},
    {"gradCOptional", Role::kInput, &Args::gradCy},
    {"cx", Role::kInput, &Args::cx},
    {"cy", Role::kInput, &Args::cy},
    {"storage", Role::kInput, &Args::storage},
    {"gradGatesOut", Role::kOutput, &Args::gradGates},
    {"gradCxOut", Role::kOutput, &Args::gradCx},
    {"gradBiasOut", Role::kOutput, &Args::gradBias},
}};
constexpr Operator<Args> kForward{"aclnnThnnFusedLstmCell", kForwardArguments, kForwardKernel};
constexpr Operator<Args> kBackward{"aclnnThnnFusedLstmCellBackward", kBackwardArguments, kBackwardKernel};

// [batch, hidden], whose extents the others follow.
Dims GatesOf(const aclTensor& cx) {
  const auto gates = CheckedMultiply(cx.viewDims[1], kGates);
  return {cx.viewDims[0], gates.value_or(-1)};
}

Status Forward(PhaseOneCall& call, const Tensors<8>& tensors) {
  const auto [inputGates, hiddenGates, cx, inputBias, hiddenBias, hy, cy, storage] = Named(kForward, tensors);
  ArgumentChecks check;
  check.NotNull(inputGates).NotNull(hiddenGates).NotNull(cx).LiveOrNull(inputBias).LiveOrNull(hiddenBias);
  check.NotNull(hy).NotNull(cy).NotNull(storage);
  const std::array<bool, 2> given{tensors[3] != nullptr, tensors[4] != nullptr};
  check.Require(
      hiddenBias.name, "a tensor where inputBiasOptional is one, null where it is null",
      [&] { return given[0] == given[1]; }, [&] { return given[1] ? "a tensor" : "null"; });
  check.DtypeIn(inputGates, FloatDtypes());
  for (const NamedTensor* tensor : {&hiddenGates, &cx, &inputBias, &hiddenBias, &hy, &cy, &storage}) {
    if (tensor->tensor != nullptr) {
      check.SameDtype(*tensor, inputGates);
    }
  }
  check.ValidView(inputGates).ValidView(hiddenGates).ValidView(cx).Rank(cx, 2);
  check.ValidOutputView(hy).ValidOutputView(cy).ValidOutputView(storage);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims gates = GatesOf(*cx.tensor);
  check.Shape(inputGates, gates, "[batch, 4 * hidden] of cx").Shape(hiddenGates, gates, "that of inputGates");
  for (const NamedTensor* bias : {&inputBias, &hiddenBias}) {
    if (bias->tensor != nullptr) {
      check.ValidView(*bias).Shape(*bias, {gates[1]}, "[4 * hidden] of cx");
    }
  }
  check.SameShape(hy, cx).SameShape(cy, cx).Shape(storage, gates, "that of inputGates");
  return check.Failed() ? check.Result() : call.Bind(kForward, Args(), TensorsOf(tensors));
}

Status Backward(PhaseOneCall& call, const Tensors<8>& tensors, bool hasBias) {
  const auto [gradHy, gradCy, cx, cy, storage, gradGates, gradCx, gradBias] = Named(kBackward, tensors);
  ArgumentChecks check;
  check.LiveOrNull(gradHy).LiveOrNull(gradCy).NotNull(cx).NotNull(cy).NotNull(storage);
  check.NotNull(gradGates).NotNull(gradCx);
  hasBias ? check.NotNull(gradBias) : check.LiveOrNull(gradBias);
  check.DtypeIn(cx, FloatDtypes());
  for (const NamedTensor* tensor : {&gradHy, &gradCy, &cy, &storage, &gradGates, &gradCx}) {
    if (tensor->tensor != nullptr) {
      check.SameDtype(*tensor, cx);
    }
  }
  check.ValidView(cx).Rank(cx, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims gates = GatesOf(*cx.tensor);
  for (const NamedTensor* grad : {&gradHy, &gradCy}) {
    if (grad->tensor != nullptr) {
      check.ValidView(*grad).SameShape(*grad, cx);
    }
  }
  check.ValidView(cy).SameShape(cy, cx).ValidView(storage).Shape(storage, gates, "[batch, 4 * hidden] of cx");
  check.ValidOutputView(gradGates).Shape(gradGates, gates, "that of storage");
  check.ValidOutputView(gradCx).SameShape(gradCx, cx);
  if (hasBias) {
    check.SameDtype(gradBias, cx).ValidOutputView(gradBias).Shape(gradBias, {gates[1]}, "[4 * hidden] of cx");
  }
  if (check.Failed()) {
    return check.Result();
  }
  TensorsOfCall all = TensorsOf(std::span(tensors).first(7));
  all.push_back({gradBias.tensor, hasBias});
  return call.Bind(kBackward, Args(), all);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnThnnFusedLstmCell,
               (const aclTensor* inputGates, const aclTensor* hiddenGates, const aclTensor* cx,
                const aclTensor* inputBiasOptional, const aclTensor* hiddenBiasOptional, aclTensor* hyOut,
                aclTensor* cyOut, aclTensor* storageOut),
               Forward(call, {inputGates, hiddenGates, cx, inputBiasOptional, hiddenBiasOptional, hyOut,
                              cyOut, storageOut}))

OPENACLNN_CALL(
    aclnnThnnFusedLstmCellBackward,
    (const aclTensor* gradHyOptional, const aclTensor* gradCOptional, const aclTensor* cx,
     const aclTensor* cy, const aclTensor* storage, bool hasBias, aclTensor* gradGatesOut,
     aclTensor* gradCxOut, aclTensor* gradBiasOut),
    Backward(call, {gradHyOptional, gradCOptional, cx, cy, storage, gradGatesOut, gradCxOut, gradBiasOut},
             hasBias))
