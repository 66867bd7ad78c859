// SPDX-License-Identifier: Apache-2.0
//
// A sequence through the layers of an LSTM or GRU. The input's parts of all gates are one product for a layer and
// direction; then each step multiplies the hidden state with its weight. All is kept in FLOAT, and rounded once where
// it is written.
#include <algorithm>
#include <array>

#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/recurrent/cells.h"
#include "ops/recurrent/sequence.h"

namespace openaclnn::recurrent {
namespace {

struct State : Prepared {
  std::array<GemmPartition, 2> inputParts;  // of the first layer, and of those above
  GemmPartition hiddenPart;
  size_t gemmAt = 0;
  ScratchArray<int64_t> sizes;                 // [steps]
  ScratchArray<float> input;                   // [rows, input]
  std::array<ScratchArray<float>, 2> outputs;  // [rows, width] of a layer, and of the one below
  ScratchArray<float> gates;                   // [rows, gates * hidden]: sums, then activations
  ScratchArray<float> extra;   // LSTM: cells [rows, hidden]; GRU: the hidden state's part of n
  ScratchArray<float> tanhs;   // LSTM: tanh(cells)
  ScratchArray<float> sums;    // GRU: [batch, gates * hidden], the hidden state's parts
  ScratchArray<float> biases;  // [2, gates * hidden]
  ScratchArray<float> hidden;  // [batch, hidden]
  ScratchArray<float> cell;
};

State Prepare(const Args& args) {
  const Network& network = args.network;
  const int64_t gates = network.Gates() * network.hidden;
  const int64_t rows = network.Rows();
  const bool lstm = network.cell == Cell::kLstm;
  State state;
  ScratchLayout scratch;
  size_t gemmBytes = 0;
  const auto book = [&](const GemmShape& shape, bool repeats) {
    const GemmPartition partition(shape, sizeof(float), repeats);
    gemmBytes = std::max(gemmBytes, partition.workspaceBytes);
    return partition;
  };
  for (int64_t layer = 0; layer < std::min<int64_t>(2, network.layers); ++layer) {
    GemmPartition& partition = state.inputParts[static_cast<size_t>(layer)];
    partition = book({1, rows, gates, network.InputOf(layer)}, false);
    state.cost +=
        partition.Cost() * static_cast<size_t>(network.directions * (layer == 0 ? 1 : network.layers - 1));
  }
  state.hiddenPart = book({1, network.batch, gates, network.hidden}, true);
  state.cost += state.hiddenPart.Cost() * static_cast<size_t>(network.steps * network.Chains());
  state.sizes = scratch.Book<int64_t>(network.steps);
  state.input = scratch.Book<float>(rows * network.input);
  for (ScratchArray<float>& output : state.outputs) {
    output = scratch.Book<float>(rows * network.Width());
  }
  state.gates = scratch.Book<float>(rows * gates);
  state.extra = scratch.Book<float>(rows * network.hidden);
  state.tanhs = scratch.Book<float>(lstm ? rows * network.hidden : 0);
  state.sums = scratch.Book<float>(lstm ? 0 : network.batch * gates);
  state.biases = scratch.Book<float>(2 * gates);
  state.hidden = scratch.Book<float>(network.batch * network.hidden);
  state.cell = scratch.Book<float>(lstm ? network.batch * network.hidden : 0);
  state.gemmAt = scratch.Reserve(1, gemmBytes);
  state.workspaceBytes = scratch.Bytes();
  return state;
}

// One run.
class Forward {
 public:
  Forward(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu)
      : args_(args), network_(args.network), state_(state), workspace_(workspace), cpu_(cpu) {}

  Status Run() {
    const Status sizes = ReadSizes(args_, state_.sizes.In(workspace_));
    if (!sizes.IsOk()) {
      return sizes;
    }
    LoadInput();
    for (int64_t layer = 0; layer < network_.layers; ++layer) {
      for (int64_t direction = 0; direction < network_.directions; ++direction) {
        RunChain(layer, direction);
      }
    }
    WriteOutput(In(state_.outputs[static_cast<size_t>(network_.layers - 1) % 2]));
    return Status::Ok();
  }

 private:
  [[nodiscard]] float* In(const ScratchArray<float>& array) const { return array.In(workspace_); }
  [[nodiscard]] int64_t Gates() const { return network_.Gates() * network_.hidden; }

  // Calls visit(rows of the tensor, rows of the workspace): those of a step of packed sequences, or all.
  template <class Visit>
  void ForEachRows(const TensorView& tensor, float* numbers, int64_t width, const Visit& visit) const {
    if (!network_.packed) {
      visit(TimeMajor(tensor, network_), MatrixView(numbers, network_.Rows(), width, width));
      return;
    }
    TensorView rows = tensor;
    for (int64_t step = 0; step < network_.steps; ++step) {
      rows.dims[0] = state_.sizes.In(workspace_)[step];
      visit(rows, MatrixView(numbers + step * network_.batch * width, rows.dims[0], width, width));
      rows.data += rows.dims[0] * rows.strides[0] * static_cast<int64_t>(SizeOf(rows.dtype));
    }
  }
  void LoadInput() const {
    float* const input = In(state_.input);
    if (network_.packed) {
      std::fill_n(input, network_.Rows() * network_.input, 0.0F);
    }
    ForEachRows(args_.input, input, network_.input,
                [&](const TensorView& from, const TensorView& to) { CopyNumbers(from, to, cpu_); });
  }
  void WriteOutput(float* output) const {
    ForEachRows(args_.output, output, network_.Width(),
                [&](const TensorView& to, const TensorView& from) { CopyNumbers(from, to, cpu_); });
  }

  void Product(const GemmPartition& partition, const GemmMatrix& first, const TensorView& weight,
               const GemmResult& result, bool repeats = false) {
    // The weight is [gates, features]: its rows are the result's columns.
    Multiply(partition, first, RowsOf(weight), result, workspace_ + state_.gemmAt, cpu_, repeats);
  }

  // The biases of the sums that the input and the hidden state have parts in. Those of an LSTM are one.
  void LoadBiases(const std::array<TensorView, 4>& params) {
    float* const biases = In(state_.biases);
    std::fill_n(biases, 2 * Gates(), 0.0F);
    if (!network_.hasBias) {
      return;
    }
    for (int64_t which = 0; which < 2; ++which) {
      CopyNumbers(params[static_cast<size_t>(2 + which)],
                  MatrixView(biases + which * Gates(), 1, Gates(), Gates()), cpu_);
    }
    if (network_.cell == Cell::kLstm) {
      for (int64_t i = 0; i < Gates(); ++i) {
        biases[i] += biases[Gates() + i];
      }
    }
  }

  void RunChain(int64_t layer, int64_t direction) {
    const int64_t chain = layer * network_.directions + direction;
    const std::array<TensorView, 4> params = ParamsOf(args_, chain);
    const bool lstm = network_.cell == Cell::kLstm;
    const float* const from =
        layer == 0 ? In(state_.input) : In(state_.outputs[static_cast<size_t>(layer - 1) % 2]);
    output_ = In(state_.outputs[static_cast<size_t>(layer) % 2]) + direction * network_.hidden;
    LoadBiases(params);
    Product(state_.inputParts[layer == 0 ? 0 : 1], RowsOf(from, network_.InputOf(layer)), params[0],
            ResultIn(In(state_.gates), Gates(), Gates(), In(state_.biases)));
    LoadInitial(args_, false, chain, In(state_.hidden), cpu_);
    if (lstm) {
      LoadInitial(args_, true, chain, In(state_.cell), cpu_);
    }
    for (int64_t done = 0; done < network_.steps; ++done) {
      const int64_t step = direction == 0 ? done : network_.steps - 1 - done;
      float* const sums = lstm ? In(state_.gates) + step * network_.batch * Gates() : In(state_.sums);
      const float* const added = lstm ? sums : In(state_.biases) + Gates();
      Product(state_.hiddenPart, RowsOf(In(state_.hidden), network_.hidden), params[1],
              ResultIn(sums, Gates(), Gates(), added, lstm ? Gates() : 0), done > 0);
      lstm ? StepLstm(step) : StepGru(step);
    }
    Write(chain);
  }

  // Of a sequence that has ended, or has not begun: the states stay, and what the step leaves is 0.
  void Pass(int64_t row) {
    std::fill_n(In(state_.gates) + row * Gates(), Gates(), 0.0F);
    std::fill_n(In(state_.extra) + row * network_.hidden, network_.hidden, 0.0F);
    if (network_.cell == Cell::kLstm) {
      std::fill_n(In(state_.tanhs) + row * network_.hidden, network_.hidden, 0.0F);
    }
    std::fill_n(output_ + row * network_.Width(), network_.hidden, 0.0F);
  }

  // Calls body(sequence, its row) for those that have the step.
  template <typename Body>
  void ForEachSequence(int64_t step, const Body& body) {
    const int64_t sequences = state_.sizes.In(workspace_)[step];
    ForEachRow(network_.batch, network_.hidden, cpu_, [&](int64_t sequence) {
      const int64_t row = step * network_.batch + sequence;
      sequence < sequences ? body(sequence, row) : Pass(row);
    });
  }

  void StepLstm(int64_t step) {
    const int64_t hidden = network_.hidden;
    const RowStep run = StepOf(Step::kLstm);
    ForEachSequence(step, [&](int64_t sequence, int64_t row) {
      float* const gates = In(state_.gates) + row * Gates();
      float* const cell = In(state_.cell) + sequence * hidden;
      float* const state = In(state_.hidden) + sequence * hidden;
      const std::array<const float*, 5> in{gates, gates + hidden, gates + 2 * hidden, gates + 3 * hidden,
                                           cell};
      const std::array<float*, 7> out{gates,
                                      gates + hidden,
                                      gates + 2 * hidden,
                                      gates + 3 * hidden,
                                      cell,
                                      In(state_.tanhs) + row * hidden,
                                      state};
      run(in.data(), out.data(), hidden);
      std::copy_n(cell, hidden, In(state_.extra) + row * hidden);
      std::copy_n(state, hidden, output_ + row * network_.Width());
    });
  }

  void StepGru(int64_t step) {
    const int64_t hidden = network_.hidden;
    const RowStep run = StepOf(Step::kGru);
    ForEachSequence(step, [&](int64_t sequence, int64_t row) {
      float* const gates = In(state_.gates) + row * Gates();
      const float* const sums = In(state_.sums) + sequence * Gates();
      float* const state = In(state_.hidden) + sequence * hidden;
      const std::array<const float*, 7> in{
          gates, gates + hidden, gates + 2 * hidden, sums, sums + hidden, sums + 2 * hidden, state};
      const std::array<float*, 4> out{gates, gates + hidden, gates + 2 * hidden, state};
      run(in.data(), out.data(), hidden);
      std::copy_n(sums + 2 * hidden, hidden, In(state_.extra) + row * hidden);
      std::copy_n(state, hidden, output_ + row * network_.Width());
    });
  }

  // What the client asks for of a chain.
  void Write(int64_t chain) {
    const int64_t hidden = network_.hidden;
    const bool lstm = network_.cell == Cell::kLstm;
    const auto copy = [&](float* numbers, int64_t rows, int64_t stride, const TensorView& to) {
      CopyNumbers(MatrixView(numbers, rows, hidden, stride), to, cpu_);
    };
    copy(In(state_.hidden), network_.batch, hidden, Slice(args_.hidden, chain));
    if (lstm) {
      copy(In(state_.cell), network_.batch, hidden, Slice(args_.cell, chain));
    }
    const auto keep = [&](const TensorViews& list, float* numbers, int64_t stride) {
      if (!list.empty()) {
        copy(numbers, network_.Rows(), stride, list[static_cast<size_t>(chain)]);
      }
    };
    float* const gates = In(state_.gates);
    keep(args_.first, gates, Gates());
    keep(args_.second, gates + (lstm ? 2 : 1) * hidden, Gates());  // the LSTM's lists are i, g, f, o
    keep(args_.third, gates + (lstm ? 1 : 2) * hidden, Gates());
    lstm ? keep(args_.fourth, gates + 3 * hidden, Gates()) : keep(args_.fourth, In(state_.extra), hidden);
    keep(args_.hiddens, output_, network_.Width());
    keep(args_.cells, In(state_.extra), hidden);
    keep(args_.cellTanhs, In(state_.tanhs), hidden);
  }

  const Args& args_;
  const Network& network_;
  const State& state_;
  std::byte* workspace_;
  const backend::cpu::CpuContext& cpu_;
  float* output_ = nullptr;  // of the direction at hand
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Forward(args, state, workspace, cpu).Run();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:recurrent", Prepare);

}  // namespace

constinit const KernelEntry<Args> kForwardCpu = Entry(kKernel);

}  // namespace openaclnn::recurrent
