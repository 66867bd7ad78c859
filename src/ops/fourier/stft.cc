// SPDX-License-Identifier: Apache-2.0
//
// aclStft: Fourier transforms of overlapping pieces of a signal.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "aclnnop/acl_stft.h"
#include "base/checked_math.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/fourier/frames.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;     // [L] or [B, L]
  TensorView window;   // [winLength]; may be left out
  TensorView out;      // [N, T] or [B, N, T], of complex numbers; of real ones [..., 2]
  int64_t length = 0;  // of a piece
  int64_t hop = 0;
  int64_t windowLength = 0;
  bool normalized = false;
};

// Numbers of a task, and pieces: those of one frequency lie side by side in the result.
constexpr int64_t kTaskNumbers = 65536;
constexpr int64_t kMostPieces = 64;

struct State : Prepared {
  int64_t signals = 0;
  int64_t pieces = 0;  // of a signal
  int64_t piecesOfTask = 1;
  int64_t frequencies = 0;
};

State Prepare(const Args& args) {
  State state;
  const auto signalDims = static_cast<size_t>(args.self.rank);
  if (args.out.NumElements() > 0) {
    state.signals = signalDims == 2 ? args.self.dims[0] : 1;
    state.frequencies = args.out.dims[signalDims - 1];
    state.pieces = args.out.dims[signalDims];
    state.piecesOfTask = std::clamp<int64_t>(kTaskNumbers / args.length, 1, kMostPieces);
    state.cost = static_cast<size_t>(state.signals * state.pieces * args.length) * 64;
  }
  return state;
}

// The window, with as many zeros on both sides as make it as long as a piece.
template <typename Number>
std::vector<Number> WindowOf(const Args& args, DType number) {
  std::vector<Number> window(static_cast<size_t>(args.length));
  const int64_t left = (args.length - args.windowLength) / 2;
  if (args.window.Defined()) {
    ReadNumbers(ConvertedReader(args.window, number), 0, args.windowLength, window.data() + left);
  } else {
    std::fill_n(window.begin() + left, args.windowLength, Number(1));
  }
  return window;
}

// Reads some pieces of a signal. Returns how far apart they lie: those that overlap are read once.
template <typename Number>
int64_t ReadPieces(const Args& args, const ConvertedReader& reader, int64_t begin, int64_t pieces,
                   std::vector<Number>& numbers) {
  if (args.hop <= args.length) {
    numbers.resize(static_cast<size_t>((pieces - 1) * args.hop + args.length));
    ReadNumbers(reader, begin, static_cast<int64_t>(numbers.size()), numbers.data());
    return args.hop;
  }
  numbers.resize(static_cast<size_t>(pieces * args.length));
  for (int64_t piece = 0; piece < pieces; ++piece) {
    ReadNumbers(reader, begin + piece * args.hop, args.length, numbers.data() + piece * args.length);
  }
  return args.length;
}

template <typename Number>
Status RunAs(const Args& args, const State& state, DType number, const backend::cpu::CpuContext& cpu) {
  constexpr bool kComplex = std::is_same_v<Number, std::complex<double>>;
  constexpr int64_t kParts = kComplex ? 2 : 1;
  const int64_t length = args.length;
  const int64_t signalLength = args.self.dims[static_cast<size_t>(args.self.rank) - 1];
  const int64_t tasksOfSignal = CeilDivide(state.pieces, state.piecesOfTask);
  const bool writesParts = ClassOf(args.out.dtype) == DTypeClass::kFloating;
  return RunTransforms(
      length, kComplex, state.signals * tasksOfSignal, cpu, [&](int64_t task, const FourierPlan& plan) {
        const int64_t signal = task / tasksOfSignal;
        const int64_t first = task % tasksOfSignal * state.piecesOfTask;
        const int64_t pieces = std::min(state.piecesOfTask, state.pieces - first);
        const ConvertedReader reader(args.self, number);
        const std::vector<Number> window = WindowOf<Number>(args, number);
        std::vector<Number> numbers;
        const int64_t distance =
            ReadPieces(args, reader, signal * signalLength + first * args.hop, pieces, numbers);
        const auto results =
            std::make_unique_for_overwrite<double[]>(static_cast<size_t>(2 * state.frequencies * pieces));
        TransformRows(plan, {.numbers = reinterpret_cast<const double*>(numbers.data()),
                             .rowStride = distance * kParts,
                             .rows = pieces,
                             .window = reinterpret_cast<const double*>(window.data()),
                             .scale = args.normalized ? 1 / std::sqrt(static_cast<double>(length)) : 1,
                             .frequencies = state.frequencies,
                             .results = results.get(),
                             .frequencyStride = pieces,
                             .resultStride = 1});
        const ConvertedWriter writer(args.out, writesParts ? DType::kDouble : DType::kComplex128);
        for (int64_t k = 0; k < state.frequencies; ++k) {
          const int64_t at = (signal * state.frequencies + k) * state.pieces + first;
          const double* const row = results.get() + 2 * k * pieces;
          if (writesParts) {
            WriteNumbers(writer, 2 * at, 2 * pieces, row);
          } else {
            WriteNumbers(writer, at, pieces, reinterpret_cast<const std::complex<double>*>(row));
          }
        }
      });
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  return ClassOf(args.self.dtype) == DTypeClass::kComplex
             ? RunAs<std::complex<double>>(args, state, DType::kComplex128, cpu)
             : RunAs<double>(args, state, DType::kDouble, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:transforms", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{
    {"self", Role::kInput, &Args::self},
    {"windowOptional", Role::kInput, &Args::window},
    {"out", Role::kOutput, &Args::out},
}};
constexpr Operator<Args> kStft{"aclStft", kArguments, kKernels};
constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kDouble, DType::kComplex64, DType::kComplex128};
constexpr int64_t kMostNumbers = int64_t{1} << 30;

// The type of a result with complex numbers, or with their parts, of a signal of some type.
DType TypeOfResult(DType signal, bool complex) {
  const bool single = signal == DType::kFloat || signal == DType::kComplex64;
  return complex ? (single ? DType::kComplex64 : DType::kComplex128)
                 : (single ? DType::kFloat : DType::kDouble);
}

struct Options {
  int64_t nFft;
  int64_t hopLength;
  int64_t winLength;
  bool normalized;
  bool onesided;
  bool returnComplex;
};

void CheckNumbers(ArgumentChecks& check, const NamedTensor& self, const Options& options) {
  const auto& dims = self.tensor->viewDims;
  check.Require(
      self.name, "1 or 2 dims", [&] { return dims.size() == 1 || dims.size() == 2; },
      [&] { return std::to_string(dims.size()); });
  check.InRange("nFft", options.nFft, 1, kMostNumbers, "from 1 to 2^30");
  check.InRange("hopLength", options.hopLength, 1, INT64_MAX, "1 or more");
  check.InRange("winLength", options.winLength, 1, options.nFft, "from 1 to nFft");
  check.Require(
      self.name, "at least nFft numbers in the last dim", [&] { return dims.back() >= options.nFft; },
      [&] { return std::to_string(dims.back()); });
  check.Require(
      "onesided", "false with complex numbers",
      [&] { return !options.onesided || ClassOf(self.tensor->dtype) != DTypeClass::kComplex; },
      [&] { return "true"; });
}

Status Bind(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& window, const NamedTensor& out,
            const Options& options) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out).LiveOrNull(window);
  check.DtypeIn(self, kDtypes);
  if (window.tensor != nullptr) {
    check.SameDtype(window, self).ValidView(window);
  }
  check.ValidView(self);
  if (check.Failed()) {
    return check.Result();
  }
  const DType result = TypeOfResult(self.tensor->dtype, options.returnComplex);
  check.Require(
      out.name, NameOf(result), [&] { return out.tensor->dtype == result; },
      [&] { return NameOf(out.tensor->dtype); });
  check.ValidOutputView(out);
  CheckNumbers(check, self, options);
  if (check.Failed()) {
    return check.Result();
  }
  if (window.tensor != nullptr) {
    check.Shape(window, {options.winLength}, "[winLength]");
  }
  const auto& dims = self.tensor->viewDims;
  Dims shape;
  if (dims.size() == 2) {
    shape.push_back(dims[0]);
  }
  shape.push_back(options.onesided ? options.nFft / 2 + 1 : options.nFft);
  shape.push_back((dims.back() - options.nFft) / options.hopLength + 1);
  if (!options.returnComplex) {
    shape.push_back(2);
  }
  check.Shape(out, shape, "of frequencies and pieces");
  Args args;
  args.length = options.nFft;
  args.hop = options.hopLength;
  args.windowLength = options.winLength;
  args.normalized = options.normalized;
  return check.Failed() ? check.Result() : call.Bind(kStft, args, {self.tensor, window.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclStft,
               (const aclTensor* self, const aclTensor* windowOptional, aclTensor* out, int64_t nFft,
                int64_t hopLength, int64_t winLength, bool normalized, bool onesided, bool returnComplex),
               Bind(call, {"self", self}, {"windowOptional", windowOptional}, {"out", out},
                    {nFft, hopLength, winLength, normalized, onesided, returnComplex}))
