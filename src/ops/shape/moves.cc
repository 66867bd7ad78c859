// SPDX-License-Identifier: Apache-2.0
#include "ops/shape/moves.h"

#include "kernels/elementwise/conversion.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/number.h"

namespace openaclnn {
namespace {

struct State : Prepared {
  Moves moves;
};

State Prepare(const MoveArgs& args) {
  State state;
  args.plan(args, state.moves);
  state.cost = state.moves.Cost();
  return state;
}

void Run(const MoveArgs& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  state.moves.Run(args, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:moves", Prepare);

}  // namespace

constinit const KernelEntry<MoveArgs> kMovesCpu = Entry(kKernel);

void Moves::Copy(const Window& out, const Window& in, size_t inElement, size_t outElement) {
  Add(out, in.View(), {outElement, out.Offset(), inElement, in.Offset(), false});
}

void Moves::Fill(const Window& out) {
  TensorView number;
  number.dtype = out.View().dtype;
  number.rank = 0;
  Add(out, number, {kNoList, out.Offset(), kNoList, 0, true});
}

void Moves::Add(const Window& out, const TensorView& in, const Move& move) {
  const TensorView& view = out.View();
  if (view.Empty()) {
    return;
  }
  list_.Add(view, std::array{&in}, {in.dtype, view.dtype}, FindConversion(in.dtype, view.dtype));
  moves_.push_back(move);
}

void Moves::Run(const MoveArgs& args, const backend::cpu::CpuContext& cpu) const {
  alignas(16) std::array<std::byte, 16> fill{};
  if (args.fill.dtype != DType::kUndefined) {
    StoreNumber(args.fill, args.out.dtype, fill.data());
  }
  list_.Run(
      [&](size_t number) {
        const Move& move = moves_[number];
        ElementwiseMemory memory;
        memory.out =
            (move.outElement == kNoList ? args.out.data : args.outs[move.outElement].data) + move.outOffset;
        if (move.fills) {
          memory.inputs[0] = fill.data();
        } else {
          memory.inputs[0] =
              (move.inElement == kNoList ? args.self.data : args.tensors[move.inElement].data) +
              move.inOffset;
        }
        return memory;
      },
      cpu);
}

}  // namespace openaclnn
