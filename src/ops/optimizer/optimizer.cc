// SPDX-License-Identifier: Apache-2.0
#include "ops/optimizer/optimizer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "kernels/tiles/list_blocks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/number.h"

namespace openaclnn::optimizer {

double Power(double base, double exponent) {
  constexpr double kMost = 1e15;
  if (exponent != std::floor(exponent) || exponent < 0 || exponent > kMost) {
    return std::pow(base, exponent);
  }
  double power = 1;
  for (auto left = static_cast<int64_t>(exponent); left > 0; left /= 2, base *= base) {
    power *= left % 2 != 0 ? base : 1;
  }
  return power;
}

namespace {

struct State : Prepared {
  ListBlocks blocks;
  size_t sets = 1;
  Rule rule = Rule::kAdam;
  ScratchArray<Coefficients> coefficients;  // of each set
};

// A set's tensors, in the order in which a rule has its numbers.
using Rows = std::array<const TensorView*, kMostRows>;

const TensorView* Row(const TensorView& one, const TensorViews& many, size_t set) {
  return many.empty() ? &one : &many[set];
}
Rows Inputs(const Args& args, size_t set) {
  return {Row(args.var, args.vars, set), Row(args.grad, args.grads, set), Row(args.first, args.firsts, set),
          Row(args.second, args.seconds, set), Row(args.third, args.thirds, set)};
}
Rows Outputs(const Args& args, size_t set) {
  const TensorView* const var = Row(args.newVar, args.newVars, set);
  const TensorView* const first = Row(args.newFirst, args.newFirsts, set);
  if (args.options.form == Form::kSgd) {
    return {var, &args.newGrads[set], first};
  }
  return {var, first, Row(args.newSecond, args.newSeconds, set), Row(args.newThird, args.newThirds, set)};
}

Rule RuleOf(const Args& args) {
  const Options& options = args.options;
  if (options.form == Form::kSgd) {
    return args.firsts.empty() ? Rule::kSgd : options.nesterov ? Rule::kNesterov : Rule::kMomentum;
  }
  const bool decays = !options.decoupled && options.decay != 0;
  if (options.form == Form::kEma) {
    return decays ? Rule::kEmaDecay : Rule::kEma;
  }
  if (options.nesterov) {
    return Rule::kNesterovAdam;
  }
  return options.amsgrad ? (decays ? Rule::kAmsgradDecay : Rule::kAmsgrad)
                         : (decays ? Rule::kAdamDecay : Rule::kAdam);
}

// Reads and writes of a set's elements.
size_t Places(const State& state) {
  const RowUpdate update = UpdateOf(state.rule);
  return update.inputs + update.outputs;
}

State Prepare(const Args& args) {
  State state;
  state.sets = args.newVar.Defined() ? 1 : args.newVars.size();
  state.rule = RuleOf(args);
  ScratchLayout scratch;
  state.coefficients = scratch.Book<Coefficients>(static_cast<int64_t>(state.sets));
  state.workspaceBytes = scratch.Bytes();
  for (size_t set = 0; set < state.sets; ++set) {
    const TensorView& var = *Row(args.newVar, args.newVars, set);
    state.blocks.Add(var.NumElements());
    state.cost += static_cast<size_t>(var.NumElements()) * SizeOf(var.dtype) * Places(state);
  }
  return state;
}

// The number in device memory, where there is one.
double NumberOr(const TensorView& view, double otherwise) {
  return view.Defined() ? LoadNumber(view.dtype, view.data).As<double>() : otherwise;
}

Coefficients CoefficientsOf(const Args& args, size_t set) {
  const Options& options = args.options;
  const double rate = NumberOr(args.rate, options.rate);
  const double beta1 = NumberOr(args.beta1, options.beta1);
  const double beta2 = NumberOr(args.beta2, options.beta2);
  const double decay = NumberOr(args.decay, options.decay);
  const double scale = NumberOr(args.gradScale, 1);
  const double sign = options.maximize ? -1 : 1;
  const auto number = [](double value) { return static_cast<float>(value); };
  Coefficients result;
  result.decay = number(decay);
  if (options.form == Form::kSgd) {
    result.gradient = number(scale);
    result.sign = number(sign);
    result.first = options.isFirstStep ? 0 : number(beta1);
    result.firstNew = options.isFirstStep ? 1 : number(1 - options.dampening);
    result.second = number(beta1);
    result.rate = number(rate);
    return result;
  }
  result.gradient = number(sign * scale);
  result.first = number(beta1);
  result.firstNew = number(1 - beta1);
  result.second = number(beta2);
  result.secondNew = number(1 - beta2);
  result.epsilon = number(NumberOr(args.epsilon, options.epsilon));
  result.kept = options.decoupled ? number(1 - rate * decay) : 1;
  result.average = number(options.average);
  result.averageNew = number(1 - options.average);
  double power1 = 0;
  double power2 = 0;
  switch (options.form) {
    case Form::kApplyAdam:
      power1 = NumberOr(args.power1, 0);
      power2 = NumberOr(args.power2, 0);
      result.kept = 1;
      result.rate = number(rate * std::sqrt(1 - power2) / (1 - power1));
      return result;
    case Form::kApplyAdamW:
      power1 = NumberOr(args.power1, 0) * beta1;
      power2 = NumberOr(args.power2, 0) * beta2;
      break;
    default:
      if (options.corrected) {
        const double step = NumberOr(*Row(args.step, args.steps, set), 1) + (options.countsBefore ? 1 : 0);
        power1 = Power(beta1, step);
        power2 = Power(beta2, step);
      }
  }
  result.rate = number(rate / (1 - power1));
  result.root = number(std::sqrt(1 - power2));
  return result;
}

// A block of a set, tile by tile.
void UpdateBlock(const Args& args, const State& state, const ListBlocks::Block& block,
                 const Coefficients& coefficients) {
  static constexpr TileBuffer kZeros{};
  const RowUpdate update = UpdateOf(state.rule);
  const Rows inputs = Inputs(args, block.tensor);
  const Rows outputs = Outputs(args, block.tensor);
  // The first step's buffer holds nothing yet.
  const size_t unread = args.options.isFirstStep ? 2 : kMostRows;
  std::array<std::optional<TileReader>, kMostRows> readers;
  std::array<std::optional<TileWriter>, kMostRows> writers;
  for (size_t i = 0; i < update.inputs; ++i) {
    readers[i].emplace(*inputs[i]);
  }
  for (size_t i = 0; i < update.outputs; ++i) {
    writers[i].emplace(*outputs[i]);
  }
  std::array<TileBuffer, kMostRows> read;
  std::array<TileBuffer, kMostRows> made;
  std::array<const float*, kMostRows> in{};
  std::array<float*, kMostRows> out{};
  const int64_t end = std::min(outputs[0]->NumElements(), block.begin + ListBlocks::kElements);
  for (int64_t at = block.begin; at < end; at += kTileElements) {
    const int64_t count = std::min(kTileElements, end - at);
    for (size_t i = 0; i < update.inputs; ++i) {
      in[i] = i == unread ? kZeros.data() : readers[i]->Read(at, count, read[i]);
    }
    for (size_t i = 0; i < update.outputs; ++i) {
      out[i] = writers[i]->Prepare(at, made[i]);
    }
    update.run(in.data(), out.data(), count, coefficients);
    for (size_t i = 0; i < update.outputs; ++i) {
      writers[i]->Write(at, count, out[i]);
    }
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (NumberOr(args.foundInf, 0) != 0) {
    return;
  }
  Coefficients* const coefficients = state.coefficients.In(workspace);
  for (size_t set = 0; set < state.sets; ++set) {
    coefficients[set] = CoefficientsOf(args, set);
  }
  cpu.ParallelFor(state.blocks.Count(), [&](int64_t number) {
    const ListBlocks::Block block = state.blocks.At(number);
    UpdateBlock(args, state, block, coefficients[block.tensor]);
  });
}

constexpr auto kKernel = CpuKernel<Run>("cpu:optimizer", Prepare);

size_t CountOf(const Given& given) {
  return given.isList ? given.list->values.size() : 1;
}
NamedTensor At(const Given& given, size_t set) {
  return given.isList ? NamedTensor{{given.name, static_cast<int64_t>(set)}, given.list->values[set]}
                      : NamedTensor{given.name, given.tensor};
}

}  // namespace

constinit const KernelEntry<Args> kUpdateCpu = Entry(kKernel);

void CheckPointers(ArgumentChecks& check, std::span<const Given> all) {
  for (const Given& given : all) {
    if (!given.needed) {
      given.isList ? check.LiveOrNull(given.name, given.list) : check.LiveOrNull(given.name, given.tensor);
      continue;
    }
    given.isList ? check.NotNull(given.name, given.list) : check.NotNull(given.name, given.tensor);
    for (size_t set = 0; given.isList && !check.Failed() && set < CountOf(given); ++set) {
      check.NotNull(At(given, set));
    }
  }
}

void CheckTensors(ArgumentChecks& check, std::span<const Given> all) {
  for (const Given& given : all) {
    if (given.isList && given.needed && !check.Failed()) {
      check.Require(
          given.name, "as many tensors as there are parameters",
          [&] { return CountOf(given) == CountOf(all[0]); },
          [&] { return std::to_string(CountOf(given)) + " for " + std::to_string(CountOf(all[0])); });
    }
  }
  for (size_t set = 0; !check.Failed() && set < CountOf(all[0]); ++set) {
    const NamedTensor var = At(all[0], set);
    check.DtypeIn(var, FloatDtypes());
    for (const Given& given : all) {
      if (!given.needed || check.Failed()) {
        continue;
      }
      const NamedTensor tensor = At(given, set);
      if (given.ownType) {
        check.DtypeIn(tensor, FloatDtypes());
      } else {
        check.SameDtype(tensor, var);
      }
      given.written ? check.ValidOutputView(tensor) : check.ValidView(tensor);
      check.SameShape(tensor, var);
    }
  }
}

void CheckNumber(ArgumentChecks& check, const NamedTensor& number, std::span<const DType> dtypes) {
  if (number.tensor != nullptr) {
    check.DtypeIn(number, dtypes).ValidView(number).NumElements(number, 1, "one");
  }
}

}  // namespace openaclnn::optimizer
