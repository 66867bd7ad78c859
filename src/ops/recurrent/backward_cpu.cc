// SPDX-License-Identifier: Apache-2.0
//
// The gradients of an LSTM or GRU, from the last layer to the first. A direction's steps are gone through backwards,
// which gives the gradients of all gates' sums; those of weights, biases and of the layer below are then one product
// or sum each.
#include <algorithm>
#include <array>

#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/recurrent/cells.h"
#include "ops/recurrent/sequence.h"

namespace openaclnn::recurrent {
namespace {

// The products of a layer: gradients of what came in, of the input's weight.
struct Products {
  GemmPartition input;
  GemmPartition weight;
};

struct State : Prepared {
  std::array<Products, 2> ofLayer;  // of the first layer, and of those above
  GemmPartition hiddenWeight;
  GemmPartition hidden;
  size_t gemmAt = 0;
  ScratchArray<int64_t> sizes;
  ScratchArray<float> inputs;  // [rows, input or width]: what came into the layer
  std::array<ScratchArray<float>, 2>
      grads;                        // [rows, input or width]: of a layer's output, and of what came in
  ScratchArray<float> gates;        // [rows, 4 * hidden]: i, f, g, o; r, z, n, hn
  ScratchArray<float> tanhs;        // [rows, hidden]
  ScratchArray<float> before;       // [rows, hidden]: the hidden states before each step
  ScratchArray<float> cellsBefore;  // LSTM
  ScratchArray<float> gradSums;     // [rows, gates * hidden]: of the input's parts
  ScratchArray<float> gradParts;    // GRU: of the hidden state's parts
  ScratchArray<float> gradHidden;   // [batch, hidden]
  ScratchArray<float> gradKept;     // what of it passes a step by
  ScratchArray<float> gradCell;
};

State Prepare(const Args& args) {
  const Network& network = args.network;
  const int64_t hidden = network.hidden;
  const int64_t gates = network.Gates() * hidden;
  const int64_t rows = network.Rows();
  const bool lstm = network.cell == Cell::kLstm;
  State state;
  ScratchLayout scratch;
  size_t gemmBytes = 0;
  const auto book = [&](const GemmShape& shape, int64_t times, bool repeats = false) {
    const GemmPartition partition(shape, sizeof(float), repeats);
    gemmBytes = std::max(gemmBytes, partition.workspaceBytes);
    state.cost += partition.Cost() * static_cast<size_t>(times);
    return partition;
  };
  for (int64_t layer = 0; layer < std::min<int64_t>(2, network.layers); ++layer) {
    const int64_t times = network.directions * (layer == 0 ? 1 : network.layers - 1);
    const int64_t input = network.InputOf(layer);
    state.ofLayer[static_cast<size_t>(layer)] = {book({1, rows, input, gates}, times),
                                                 book({1, gates, input, rows}, times)};
  }
  state.hiddenWeight = book({1, gates, hidden, rows}, network.Chains());
  state.hidden = book({1, network.batch, hidden, gates}, network.Chains() * network.steps, true);
  const int64_t widest = std::max(network.input, network.Width());
  state.sizes = scratch.Book<int64_t>(network.steps);
  state.inputs = scratch.Book<float>(rows * widest);
  for (ScratchArray<float>& grad : state.grads) {
    grad = scratch.Book<float>(rows * widest);
  }
  state.gates = scratch.Book<float>(rows * 4 * hidden);
  state.tanhs = scratch.Book<float>(lstm ? rows * hidden : 0);
  state.before = scratch.Book<float>(rows * hidden);
  state.cellsBefore = scratch.Book<float>(lstm ? rows * hidden : 0);
  state.gradSums = scratch.Book<float>(rows * gates);
  state.gradParts = scratch.Book<float>(lstm ? 0 : rows * gates);
  state.gradHidden = scratch.Book<float>(network.batch * hidden);
  state.gradKept = scratch.Book<float>(network.batch * hidden);
  state.gradCell = scratch.Book<float>(lstm ? network.batch * hidden : 0);
  state.gemmAt = scratch.Reserve(1, gemmBytes);
  state.workspaceBytes = scratch.Bytes();
  return state;
}

// One run.
class Backward {
 public:
  Backward(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu)
      : args_(args),
        network_(args.network),
        state_(state),
        workspace_(workspace),
        cpu_(cpu),
        lstm_(args.network.cell == Cell::kLstm) {}

  Status Run() {
    const Status sizes = ReadSizes(args_, state_.sizes.In(workspace_));
    if (!sizes.IsOk()) {
      return sizes;
    }
    gradOutput_ = In(state_.grads[0]);
    gradInput_ = In(state_.grads[1]);
    if (args_.output.Defined()) {
      CopyNumbers(TimeMajor(args_.output, network_), Whole(gradOutput_, network_.Width()), cpu_);
    } else {
      std::fill_n(gradOutput_, network_.Rows() * network_.Width(), 0.0F);
    }
    for (int64_t layer = network_.layers - 1; layer >= 0; --layer) {
      LoadInputs(layer);
      for (int64_t direction = 0; direction < network_.directions; ++direction) {
        RunChain(layer, direction);
      }
      std::swap(gradOutput_, gradInput_);
    }
    CopyNumbers(Whole(gradOutput_, network_.input), TimeMajor(args_.gradInput, network_), cpu_);
    return Status::Ok();
  }

 private:
  [[nodiscard]] float* In(const ScratchArray<float>& array) const { return array.In(workspace_); }
  [[nodiscard]] int64_t Gates() const { return network_.Gates() * network_.hidden; }
  [[nodiscard]] TensorView Whole(float* numbers, int64_t columns) const {
    return MatrixView(numbers, network_.Rows(), columns, columns);
  }
  // Some columns of [rows, stride] as wide as the hidden state.
  [[nodiscard]] TensorView Part(float* numbers, int64_t stride) const {
    return MatrixView(numbers, network_.Rows(), network_.hidden, stride);
  }

  void LoadInputs(int64_t layer) {
    if (layer == 0) {
      CopyNumbers(TimeMajor(args_.input, network_), Whole(In(state_.inputs), network_.input), cpu_);
      return;
    }
    for (int64_t direction = 0; direction < network_.directions; ++direction) {
      const auto below = static_cast<size_t>((layer - 1) * network_.directions + direction);
      CopyNumbers(args_.hiddens[below],
                  Part(In(state_.inputs) + direction * network_.hidden, network_.Width()), cpu_);
    }
  }

  // What a list has of each step, as it was before the step: in the first one the initial state.
  void LoadBefore(const TensorView& list, bool cell, int64_t chain, int64_t direction, float* to) {
    const int64_t numbers = network_.batch * network_.hidden;
    LoadInitial(args_, cell, chain, In(state_.gradKept), cpu_);
    for (int64_t step = 0; step < network_.steps; ++step) {
      const int64_t before = StepBefore(network_, direction, step);
      if (before >= 0) {
        CopyNumbers(Slice(list, before),
                    MatrixView(to + step * numbers, network_.batch, network_.hidden, network_.hidden), cpu_);
      }
      // Sequences that begin here, at either end.
      const int64_t had = before < 0 ? 0 : Sequences(before);
      std::copy_n(In(state_.gradKept) + had * network_.hidden, numbers - had * network_.hidden,
                  to + step * numbers + had * network_.hidden);
    }
  }
  [[nodiscard]] int64_t Sequences(int64_t step) const { return state_.sizes.In(workspace_)[step]; }

  void LoadChain(int64_t chain, int64_t direction) {
    const auto at = static_cast<size_t>(chain);
    const int64_t hidden = network_.hidden;
    float* const gates = In(state_.gates);
    CopyNumbers(args_.first[at], Part(gates, 4 * hidden), cpu_);
    CopyNumbers(args_.second[at], Part(gates + (lstm_ ? 2 : 1) * hidden, 4 * hidden), cpu_);
    CopyNumbers(args_.third[at], Part(gates + (lstm_ ? 1 : 2) * hidden, 4 * hidden), cpu_);
    CopyNumbers(args_.fourth[at], Part(gates + 3 * hidden, 4 * hidden), cpu_);
    LoadBefore(args_.hiddens[at], false, chain, direction, In(state_.before));
    if (lstm_) {
      CopyNumbers(args_.cellTanhs[at], Part(In(state_.tanhs), hidden), cpu_);
      LoadBefore(args_.cells[at], true, chain, direction, In(state_.cellsBefore));
    }
    const auto load = [&](const TensorView& grad, float* to) {
      if (grad.Defined()) {
        CopyNumbers(Slice(grad, chain), MatrixView(to, network_.batch, hidden, hidden), cpu_);
      } else {
        std::fill_n(to, network_.batch * hidden, 0.0F);
      }
    };
    load(args_.hidden, In(state_.gradHidden));
    if (lstm_) {
      load(args_.cell, In(state_.gradCell));
    }
  }

  void RunChain(int64_t layer, int64_t direction) {
    const int64_t chain = layer * network_.directions + direction;
    const size_t first = static_cast<size_t>(chain) * network_.ParamsOfChain();
    const TensorView* const params = &args_.params[first];
    LoadChain(chain, direction);
    float* const parts = lstm_ ? In(state_.gradSums) : In(state_.gradParts);
    for (int64_t done = 0; done < network_.steps; ++done) {
      const int64_t step = direction == 0 ? network_.steps - 1 - done : done;
      StepBack(step, direction);
      // Of the hidden state before the step: what its product got, and what passed the step by.
      Product(state_.hidden, RowsOf(parts + step * network_.batch * Gates(), Gates()), ColumnsOf(params[1]),
              ResultIn(In(state_.gradHidden), network_.hidden, network_.hidden, In(state_.gradKept),
                       network_.hidden),
              done > 0);
    }
    const auto write = [&](float* from, const TensorView& to) {
      CopyNumbers(MatrixView(from, network_.batch, network_.hidden, network_.hidden), Slice(to, chain), cpu_);
    };
    write(In(state_.gradHidden), args_.gradHidden);
    if (lstm_) {
      write(In(state_.gradCell), args_.gradCell);
    }
    const Products& products = state_.ofLayer[layer == 0 ? 0 : 1];
    const int64_t width = network_.InputOf(layer);
    float* const sums = In(state_.gradSums);
    Product(products.input, RowsOf(sums, Gates()), ColumnsOf(params[0]),
            ResultIn(gradInput_, width, width, direction == 0 ? nullptr : gradInput_, width));
    const TensorView* const grads = &args_.gradParams[first];
    Product(products.weight, ColumnsOf(sums, Gates()), ColumnsOf(In(state_.inputs), width),
            ResultIn(grads[0]));
    Product(state_.hiddenWeight, ColumnsOf(parts, Gates()), ColumnsOf(In(state_.before), network_.hidden),
            ResultIn(grads[1]));
    if (network_.hasBias) {
      SumRows(Whole(sums, Gates()), grads[2], cpu_);
      SumRows(Whole(parts, Gates()), grads[3], cpu_);
    }
  }

  void Product(const GemmPartition& partition, const GemmMatrix& first, const GemmMatrix& second,
               const GemmResult& result, bool repeats = false) {
    Multiply(partition, first, second, result, workspace_ + state_.gemmAt, cpu_, repeats);
  }

  void StepBack(int64_t step, int64_t direction) {
    const int64_t hidden = network_.hidden;
    const RowStep run = StepOf(lstm_ ? Step::kLstmBackward : Step::kGruBackward);
    ForEachRow(network_.batch, hidden, cpu_, [&](int64_t sequence) {
      const int64_t row = step * network_.batch + sequence;
      float* const sums = In(state_.gradSums) + row * Gates();
      float* const parts = lstm_ ? nullptr : In(state_.gradParts) + row * Gates();
      float* const later = In(state_.gradHidden) + sequence * hidden;
      float* const kept = In(state_.gradKept) + sequence * hidden;
      if (sequence >= Sequences(step)) {
        std::fill_n(sums, Gates(), 0.0F);
        if (!lstm_) {
          std::fill_n(parts, Gates(), 0.0F);
        }
        std::copy_n(later, hidden, kept);
        return;
      }
      const float* const gates = In(state_.gates) + row * 4 * hidden;
      const float* const grad = gradOutput_ + row * network_.Width() + direction * hidden;
      const float* const before = In(state_.before) + row * hidden;
      if (lstm_) {
        float* const cell = In(state_.gradCell) + sequence * hidden;
        const std::array<const float*, 9> in{gates,
                                             gates + hidden,
                                             gates + 2 * hidden,
                                             gates + 3 * hidden,
                                             In(state_.tanhs) + row * hidden,
                                             In(state_.cellsBefore) + row * hidden,
                                             grad,
                                             later,
                                             cell};
        const std::array<float*, 5> out{sums, sums + hidden, sums + 2 * hidden, sums + 3 * hidden, cell};
        run(in.data(), out.data(), hidden);
        std::fill_n(kept, hidden, 0.0F);
        return;
      }
      const std::array<const float*, 7> in{
          gates, gates + hidden, gates + 2 * hidden, gates + 3 * hidden, before, grad, later};
      const std::array<float*, 5> out{sums, sums + hidden, sums + 2 * hidden, parts + 2 * hidden, kept};
      run(in.data(), out.data(), hidden);
      std::copy_n(sums, 2 * hidden, parts);
    });
  }

  const Args& args_;
  const Network& network_;
  const State& state_;
  std::byte* workspace_;
  const backend::cpu::CpuContext& cpu_;
  bool lstm_;
  float* gradOutput_ = nullptr;
  float* gradInput_ = nullptr;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Backward(args, state, workspace, cpu).Run();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:recurrent_backward", Prepare);

}  // namespace

constinit const KernelEntry<Args> kBackwardCpu = Entry(kKernel);

}  // namespace openaclnn::recurrent
