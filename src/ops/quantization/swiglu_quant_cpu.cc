// SPDX-License-Identifier: Apache-2.0
//
// Each row is computed a tile at a time, twice where its scale follows from its numbers.
#include <algorithm>

#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/quantization/swiglu_quant.h"

namespace openaclnn {
namespace {

using Args = SwiGluQuantArgs;
using Gating = SwiGluGating;

struct State : Prepared {
  int64_t length = 0;
  int64_t rows = 0;
};

State Prepare(const Args& args) {
  State state;
  const int64_t wide = args.x.dims[static_cast<size_t>(args.x.rank - 1)];
  state.length = wide / 2;
  state.rows = 1;
  for (size_t d = 0; d + 1 < args.x.Dims().size(); ++d) {
    state.rows *= args.x.dims[d];
  }
  state.cost = static_cast<size_t>(2 * args.x.NumElements()) * (SizeOf(args.x.dtype) + 8);
  return state;
}

const TensorView& Either(const TensorView& view, const TensorView& other) {
  return view.Defined() ? view : other;
}

// The group of each row of a task, which go through them in order; -1: none.
class Groups {
 public:
  explicit Groups(const Args& args)
      : args_(args), reader_(Either(args.groups, args.x), 0), count_(args.groups.NumElements()) {}

  [[nodiscard]] int64_t Find(int64_t row) const {
    if (!args_.groups.Defined()) {
      return 0;
    }
    int64_t end = 0;
    for (int64_t group = 0; group < count_; ++group) {
      int64_t number = 0;
      reader_.Read(group, 1, &number);
      end = args_.counts ? end + number : number;
      if (row < end) {
        return group;
      }
    }
    return -1;
  }

 private:
  const Args& args_;
  IndexReader reader_;
  int64_t count_;
};

// The activations of rows.
class Activation {
 public:
  Activation(const Args& args, const State& state)
      : args_(args),
        length_(state.length),
        x_(args.x),
        columnScale_(Either(args.columnScale, args.x)),
        rowScale_(Either(args.rowScale, args.x)),
        bias_(Either(args.bias, args.x)),
        smooth_(Either(args.smooth, args.x)),
        offset_(Either(args.offset, args.x)) {}

  // Elements [begin, begin + count) of a row of a group, with the factors of the group.
  const float* Read(int64_t row, int64_t group, int64_t begin, int64_t count, TileBuffer& to) const {
    TileBuffer gate;
    TileBuffer factor;
    if (args_.gating == Gating::kPairs) {
      ReadPairs(row, group, begin, count, gate, factor);
    } else {
      const bool left = args_.gating == Gating::kHalves || args_.leftGate;
      ReadInput(row, group, begin + (left ? 0 : length_), count, gate);
      ReadInput(row, group, begin + (left ? length_ : 0), count, factor);
    }
    if (args_.gating == Gating::kPlain) {
      BestRowFunctions().swiGlu(gate.data(), factor.data(), count, to.data());
    } else {
      Clamp(gate, factor, count, to);
    }
    Multiply(args_.smooth, smooth_, group, begin, count, to);
    return to.data();
  }
  void AddOffset(int64_t group, int64_t begin, int64_t count, TileBuffer& to) const {
    if (args_.offset.Defined()) {
      TileBuffer buffer;
      const bool each = IsEach(args_.offset);
      const float* const offset = Row(args_.offset, offset_, group, begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        to[static_cast<size_t>(i)] += offset[each ? i : 0];
      }
    }
  }

 private:
  // Whether a tensor has a number for each column, and not one for each group.
  [[nodiscard]] bool IsEach(const TensorView& view) const {
    return view.dims[static_cast<size_t>(view.rank - 1)] == length_ &&
           (view.rank == 2 || !args_.groups.Defined());
  }
  const float* Row(const TensorView& view, const TileReader& reader, int64_t group, int64_t begin,
                   int64_t count, TileBuffer& buffer) const {
    return IsEach(view) ? reader.Read((view.rank == 2 && view.dims[0] > 1 ? group : 0) * length_ + begin,
                                      count, buffer)
                        : reader.Read(view.NumElements() > 1 ? group : 0, 1, buffer);
  }
  void Multiply(const TensorView& view, const TileReader& reader, int64_t group, int64_t begin, int64_t count,
                TileBuffer& to) const {
    if (!view.Defined()) {
      return;
    }
    TileBuffer buffer;
    const bool each = IsEach(view);
    const float* const factor = Row(view, reader, group, begin, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      to[static_cast<size_t>(i)] *= factor[each ? i : 0];
    }
  }

  // Numbers of x as floating-point ones, from a column on.
  void ReadInput(int64_t row, int64_t group, int64_t column, int64_t count, TileBuffer& to) const {
    TileBuffer buffer;
    std::copy_n(x_.Read(row * 2 * length_ + column, count, buffer), count, to.data());
    const auto of = [&](const TensorView& view) {
      return (view.NumElements() > 2 * length_ ? group : 0) * 2 * length_ + column;
    };
    const bool wholeBias = args_.bias.Defined() && args_.bias.dtype == DType::kInt32;
    const auto addBias = [&] {
      const float* const bias = bias_.Read(of(args_.bias), count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        to[static_cast<size_t>(i)] += bias[i];
      }
    };
    if (wholeBias) {
      addBias();
    }
    if (args_.columnScale.Defined()) {
      const float* const scale = columnScale_.Read(of(args_.columnScale), count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        to[static_cast<size_t>(i)] *= scale[i];
      }
    }
    if (args_.rowScale.Defined()) {
      const float by = *rowScale_.Read(row, 1, buffer);
      for (int64_t i = 0; i < count; ++i) {
        to[static_cast<size_t>(i)] *= by;
      }
    }
    if (args_.bias.Defined() && !wholeBias) {
      addBias();
    }
  }

  // Gates at even columns, factors at odd ones.
  void ReadPairs(int64_t row, int64_t group, int64_t begin, int64_t count, TileBuffer& gate,
                 TileBuffer& factor) const {
    constexpr int64_t kHalf = kTileElements / 2;
    for (int64_t done = 0; done < count; done += kHalf) {
      const int64_t some = std::min(kHalf, count - done);
      TileBuffer pairs;
      ReadInput(row, group, 2 * (begin + done), 2 * some, pairs);
      for (int64_t i = 0; i < some; ++i) {
        gate[static_cast<size_t>(done + i)] = pairs[static_cast<size_t>(2 * i)];
        factor[static_cast<size_t>(done + i)] = pairs[static_cast<size_t>(2 * i + 1)];
      }
    }
  }

  void Clamp(TileBuffer& gate, const TileBuffer& factor, int64_t count, TileBuffer& to) const {
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<size_t>(i);
      gate[at] = gate[at] > args_.limit ? args_.limit : gate[at];
      to[at] = args_.alpha * gate[at];
    }
    BestRowFunctions().sigmoid(to.data(), count, to.data());
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<size_t>(i);
      const float above = factor[at] < -args_.limit ? -args_.limit : factor[at];
      const float linear = above > args_.limit ? args_.limit : above;
      to[at] = gate[at] * to[at] * (linear + args_.added);
    }
  }

  const Args& args_;
  int64_t length_;
  MixedReader x_;
  TileReader columnScale_;
  TileReader rowScale_;
  MixedReader bias_;
  TileReader smooth_;
  TileReader offset_;
};

void RunRow(const Args& args, const State& state, const Activation& activation, int64_t row, int64_t group) {
  const bool packed = args.y.dtype == DType::kInt32;
  const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
    if (group < 0) {
      buffer.fill(0);
      return static_cast<const float*>(buffer.data());
    }
    return activation.Read(row, group, begin, count, buffer);
  };
  if (args.dynamic) {
    DynamicRows(args.y, args.scale, TensorView(), packed).Quantize(row, state.length, tile);
    return;
  }
  const WholeWriter out(args.y, packed);
  TileBuffer buffer;
  for (int64_t begin = 0; begin < state.length; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, state.length - begin);
    tile(begin, count, buffer);
    if (group >= 0) {
      activation.AddOffset(group, begin, count, buffer);
    }
    RoundToRange(buffer.data(), count, RoundMode::kNearest, packed ? kInt4Range : kInt8Range, buffer.data());
    out.Write(row * state.length + begin, count, buffer.data());
  }
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const Activation activation(args, state);
  const Groups groups(args);
  ForEachRow(cpu, state.rows, state.length,
             [&](int64_t row) { RunRow(args, state, activation, row, groups.Find(row)); });
}

constexpr auto kKernel = CpuKernel<Run>("cpu:swiglu_quant", Prepare);

}  // namespace

constinit const KernelEntry<SwiGluQuantArgs> kSwiGluQuantCpu = Entry(kKernel);

}  // namespace openaclnn
