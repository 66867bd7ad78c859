// SPDX-License-Identifier: Apache-2.0
//
// Dropout: masks of one bit an element, packed in bytes, lowest bit first, and what is left of a tensor under
// one. Bit i is made of word i of the Philox sequence (philox-inl.h), whoever computes it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask_v2.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "base/enumerators.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/random/draw.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/random/dropout.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "kernels/philox-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_DROPOUT_ONCE  // this file is included once for each target
#define OPENACLNN_DROPOUT_ONCE
namespace openaclnn {

// How likely an element is dropped, and by which random numbers.
struct Chance {
  uint64_t threshold;  // words below it drop: of 2^32
  RandomSequence sequence;
};

// Elements of a task: whole blocks of random words, and whole bytes of a mask.
inline constexpr int64_t kDropoutTask = int64_t{1} << 15;

}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace dropout {

struct Divided {
  template <class T>
  static HWY_INLINE T Compute(T self, T keep, T divisor) {
    const T zero = Constant<T>(0);
    return Choose((keep > zero) & (divisor > zero), self / divisor, zero);
  }
};
struct Multiplied {
  template <class T>
  static HWY_INLINE T Compute(T self, T keep, T scale) {
    const T zero = Constant<T>(0);
    return Choose((keep > zero) & (scale != zero), self * scale, zero);
  }
};

}  // namespace dropout

ElementwiseLoop FindDropout(bool divides, DType dtype) {
  using Formats = FormatList<Float32, Float64>;
  return divides ? FindLoop<dropout::Divided, 2, 1>(Formats(), dtype)
                 : FindLoop<dropout::Multiplied, 2, 1>(Formats(), dtype);
}

// The bytes of `count` bits from bit `first` on, a multiple of kPhiloxWords; bits behind them are 0.
void DrawBits(const Chance& chance, int64_t first, int64_t count, uint8_t* bytes) {
  std::array<uint32_t, kPhiloxWords> words;
  constexpr auto kWords = static_cast<int64_t>(kPhiloxWords);
  for (int64_t begin = 0; begin < count; begin += kWords) {
    PhiloxWords(chance.sequence, static_cast<uint64_t>(first + begin) / 4, words);
    for (int64_t byte = 0; byte < kWords / 8 && begin + 8 * byte < count; ++byte) {
      unsigned bits = 0;
      for (int64_t bit = 0; bit < 8; ++bit) {
        const int64_t i = 8 * byte + bit;
        const bool keep = begin + i < count && words[static_cast<size_t>(i)] >= chance.threshold;
        bits |= static_cast<unsigned>(keep) << static_cast<unsigned>(bit);
      }
      bytes[(begin / 8) + byte] = static_cast<uint8_t>(bits);
    }
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindDropout);
HWY_EXPORT(DrawBits);

struct DropoutArgs {
  TensorView self;  // not defined: only a mask is made
  TensorView mask;  // not defined: `maskOut` is made first
  TensorView out;
  TensorView maskOut;
  int64_t count = 0;  // elements
  Chance chance{};
  bool divides = false;
  ScalarValue factor{};
};

int64_t BytesOf(int64_t count) {
  return (count + 127) / 128 * 16;
}

struct State : Prepared {
  ElementwisePlan plan;
  int64_t tasks = 0;
};

// A tensor of bytes of the shape of `like`, side by side.
TensorView Bytes(const TensorView& like) {
  TensorView view = like;
  view.data = nullptr;
  view.dtype = DType::kUint8;
  ContiguousStrides(view.Dims(), std::span(view.strides).first(static_cast<size_t>(view.rank)));
  return view;
}

State Prepare(const DropoutArgs& args) {
  State state;
  state.tasks = (args.count + kDropoutTask - 1) / kDropoutTask;
  state.cost = static_cast<size_t>(args.count) * (args.maskOut.Defined() ? 4 : 1);
  if (args.self.Defined()) {
    const std::array<TensorView, 2> inputs{args.self, Bytes(args.self)};
    const DType computed = args.self.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
    state.plan = ElementwisePlan(args.out, inputs, {computed, computed},
                                 HWY_DYNAMIC_DISPATCH(FindDropout)(args.divides, computed));
    state.cost += state.plan.Cost();
    state.workspaceBytes = static_cast<size_t>(args.count);
  }
  return state;
}

// Where byte `index` of a mask lies.
int64_t OffsetOf(const TensorView& mask, int64_t index) {
  int64_t offset = 0;
  for (int dim = mask.rank - 1; dim >= 0; --dim) {
    const auto d = static_cast<size_t>(dim);
    offset += index % mask.dims[d] * mask.strides[d];
    index /= mask.dims[d];
  }
  return offset;
}

void DrawMask(const DropoutArgs& args, int64_t first, int64_t count) {
  std::array<uint8_t, kDropoutTask / 8> bytes{};
  HWY_DYNAMIC_DISPATCH(DrawBits)(args.chance, first, count, bytes.data());
  const bool last = first + count == args.count;
  const int64_t used = last ? BytesOf(args.count) - first / 8 : count / 8;
  auto* const mask = reinterpret_cast<uint8_t*>(args.maskOut.data);
  if (args.maskOut.Contiguous()) {
    std::copy_n(bytes.data(), used, mask + first / 8);
    return;
  }
  for (int64_t i = 0; i < used; ++i) {
    mask[OffsetOf(args.maskOut, first / 8 + i)] = bytes[static_cast<size_t>(i)];
  }
}

void Expand(const TensorView& mask, int64_t first, int64_t count, uint8_t* keeps) {
  const auto* const data = reinterpret_cast<const uint8_t*>(mask.data);
  const bool contiguous = mask.Contiguous();
  for (int64_t i = 0; i < count; i += 8) {
    const int64_t index = (first + i) / 8;
    const unsigned byte = data[contiguous ? index : OffsetOf(mask, index)];
    for (int64_t bit = 0; bit < std::min<int64_t>(8, count - i); ++bit) {
      keeps[first + i + bit] = static_cast<uint8_t>(byte >> static_cast<unsigned>(bit) & 1U);
    }
  }
}

Status Run(const DropoutArgs& args, const State& state, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  auto* const keeps = reinterpret_cast<uint8_t*>(workspace);
  cpu.ParallelFor(state.tasks, [&](int64_t task) {
    const int64_t first = task * kDropoutTask;
    const int64_t count = std::min(kDropoutTask, args.count - first);
    if (args.maskOut.Defined()) {
      DrawMask(args, first, count);
    }
    if (args.self.Defined()) {
      Expand(args.mask.Defined() ? args.mask : args.maskOut, first, count, keeps);
    }
  });
  if (args.self.Defined() && args.count > 0) {
    const std::array<const std::byte*, 2> inputs{args.self.data, workspace};
    state.plan.Run(args.out.data, inputs, {args.factor}, cpu);
  }
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:dropout", Prepare);
constinit const KernelEntry<DropoutArgs> kDropoutCpu = Entry(kKernel);
constexpr std::array<const KernelEntry<DropoutArgs>*, 1> kKernels{&kDropoutCpu};

using Argument = TensorArgument<DropoutArgs>;
constexpr std::array<Argument, 1> kMaskArguments{{{"out", Role::kOutput, &DropoutArgs::maskOut}}};
constexpr std::array<Argument, 3> kDoMaskArguments{{{"self", Role::kInput, &DropoutArgs::self},
                                                    {"mask", Role::kInput, &DropoutArgs::mask},
                                                    {"out", Role::kOutput, &DropoutArgs::out}}};
constexpr std::array<Argument, 3> kBackwardArguments{{{"gradOutput", Role::kInput, &DropoutArgs::self},
                                                      {"mask", Role::kInput, &DropoutArgs::mask},
                                                      {"out", Role::kOutput, &DropoutArgs::out}}};
constexpr std::array<Argument, 3> kDropoutArguments{{{"input", Role::kInput, &DropoutArgs::self},
                                                     {"out", Role::kOutput, &DropoutArgs::out},
                                                     {"maskOut", Role::kOutput, &DropoutArgs::maskOut}}};

constexpr Operator<DropoutArgs> kGenMask{"aclnnDropoutGenMask", kMaskArguments, kKernels};
constexpr Operator<DropoutArgs> kGenMaskV2{"aclnnDropoutGenMaskV2", kMaskArguments, kKernels};
constexpr Operator<DropoutArgs> kDoMask{"aclnnDropoutDoMask", kDoMaskArguments, kKernels};
constexpr Operator<DropoutArgs> kBackward{"aclnnDropoutBackward", kBackwardArguments, kKernels};
constexpr Operator<DropoutArgs> kV3Grad{"aclnnDropoutV3Grad", kBackwardArguments, kKernels};
constexpr Operator<DropoutArgs> kDropout{"aclnnDropout", kDropoutArguments, kKernels};
constexpr Operator<DropoutArgs> kDropoutV3{"aclnnDropoutV3", kDropoutArguments, kKernels};

constexpr std::array<DType, 1> kMaskDtypes{DType::kUint8};

void CheckProbability(ArgumentChecks& check, const char* name, double probability) {
  check.Require(
      name, "from 0 to 1", [&] { return probability >= 0 && probability <= 1; },
      [&] { return std::to_string(probability); });
}

Chance ChanceOf(double probability, int64_t seed, int64_t offset) {
  return {WordsOf(probability), {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}};
}

// A mask's bytes for `count` elements, or more.
void CheckMaskSize(ArgumentChecks& check, const NamedTensor& mask, int64_t count) {
  check.Require(
      mask.name, "a bit for each element, in bytes whose number is a multiple of 16",
      [&] {
        return count <= std::numeric_limits<int64_t>::max() - 127 &&
               NumElements(*mask.tensor) >= BytesOf(count);
      },
      [&] {
        return std::to_string(NumElements(*mask.tensor)) + " bytes for " + std::to_string(count) +
               " elements";
      });
}

Status BindMask(PhaseOneCall& call, const Operator<DropoutArgs>& op, const aclIntArray* shape, double prob,
                int64_t seed, int64_t offset, DType probDtype, const aclTensor* out) {
  const NamedTensor mask{"out", out};
  ArgumentChecks check;
  check.NotNull("shape", shape).NotNull(mask);
  check.DtypeIn(mask, kMaskDtypes);
  CheckProbability(check, "prob", prob);
  check.Require(
      "probDataType", "FLOAT, FLOAT16 or BFLOAT16",
      [&] {
        return probDtype == DType::kFloat || probDtype == DType::kFloat16 || probDtype == DType::kBfloat16;
      },
      [&] { return NameOf(probDtype); });
  check.ValidOutputView(mask);
  if (check.Failed()) {
    return check.Result();
  }
  int64_t count = 1;
  bool fits = true;
  for (const int64_t extent : shape->values) {
    fits = fits && extent >= 0 && !__builtin_mul_overflow(count, extent, &count);
  }
  check.Require(
      "shape", "extents that are not negative, and whose product fits into 63 bits", [&] { return fits; },
      [&] { return ShapeText(shape->values); });
  CheckMaskSize(check, mask, count);
  if (check.Failed()) {
    return check.Result();
  }
  DropoutArgs args;
  args.count = count;
  args.chance = ChanceOf(prob, seed, offset);
  return call.Bind(op, args, {out});
}

// `mask` is read, or made if it is an output.
Status BindDropout(PhaseOneCall& call, const Operator<DropoutArgs>& op, const DropoutArgs& given,
                   const char* probabilityName, double probability, const NamedTensor& self,
                   const NamedTensor& mask, const NamedTensor& out, bool makesMask) {
  ArgumentChecks check;
  if (makesMask) {
    check.NotNull(self).NotNull(out).NotNull(mask);
  } else {
    check.NotNull(self).NotNull(mask).NotNull(out);
  }
  check.DtypeIn(self, kFloatingDtypes).SameDtype(out, self).DtypeIn(mask, kMaskDtypes);
  if (probabilityName != nullptr) {
    CheckProbability(check, probabilityName, probability);
  }
  check.ValidView(self);
  if (makesMask) {
    check.ValidOutputView(mask);
  } else {
    check.ValidView(mask);
  }
  check.ValidOutputView(out).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  DropoutArgs args = given;
  args.count = NumElements(*self.tensor);
  CheckMaskSize(check, mask, args.count);
  if (check.Failed()) {
    return check.Result();
  }
  return makesMask ? call.Bind(op, args, {self.tensor, out.tensor, mask.tensor})
                   : call.Bind(op, args, {self.tensor, mask.tensor, out.tensor});
}

DropoutArgs Dividing(double probability) {
  DropoutArgs args;
  args.divides = true;
  args.factor = ScalarOf(1 - probability);
  return args;
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnDropoutGenMaskGetWorkspaceSize(const aclIntArray* shape, double prob, int64_t seed,
                                                int64_t offset, aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindMask(call, kGenMask, shape, prob, seed, offset, DType::kFloat, out);
  });
}
OPENACLNN_PHASE_TWO(aclnnDropoutGenMask)

aclnnStatus aclnnDropoutGenMaskV2GetWorkspaceSize(const aclIntArray* shape, double prob, int64_t seed,
                                                  int64_t offset, aclDataType probDataType, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindMask(call, kGenMaskV2, shape, prob, seed, offset, static_cast<DType>(NumberOf(probDataType)),
                    out);
  });
}
OPENACLNN_PHASE_TWO(aclnnDropoutGenMaskV2)

aclnnStatus aclnnDropoutDoMaskGetWorkspaceSize(const aclTensor* self, const aclTensor* mask, double prob,
                                               aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindDropout(call, kDoMask, Dividing(prob), "prob", prob, {"self", self}, {"mask", mask},
                       {"out", out}, false);
  });
}
OPENACLNN_PHASE_TWO(aclnnDropoutDoMask)

#define OPENACLNN_DROPOUT_GRADIENT(name, row)                                                             \
  aclnnStatus name##GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* mask, double scale,    \
                                     aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) { \
    using namespace openaclnn;                                                                            \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {                          \
      DropoutArgs args;                                                                                   \
      args.factor = ScalarOf(scale);                                                                      \
      return BindDropout(call, row, args, nullptr, 0, {"gradOutput", gradOutput}, {"mask", mask},         \
                         {"out", out}, false);                                                            \
    });                                                                                                   \
  }                                                                                                       \
  OPENACLNN_PHASE_TWO(name)

OPENACLNN_DROPOUT_GRADIENT(aclnnDropoutBackward, kBackward)
OPENACLNN_DROPOUT_GRADIENT(aclnnDropoutV3Grad, kV3Grad)

aclnnStatus aclnnDropoutGetWorkspaceSize(const aclTensor* input, double p, bool train, int64_t seed,
                                         int64_t offset, aclTensor* out, aclTensor* maskOut,
                                         uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    DropoutArgs args = Dividing(train ? p : 0);
    args.chance = ChanceOf(train && p >= 0 && p <= 1 ? p : 0, seed, offset);
    return BindDropout(call, kDropout, args, "p", p, {"input", input}, {"maskOut", maskOut}, {"out", out},
                       true);
  });
}
OPENACLNN_PHASE_TWO(aclnnDropout)

aclnnStatus aclnnDropoutV3GetWorkspaceSize(const aclTensor* input, const aclTensor* optionalNoiseShape,
                                           double p, int64_t seed, int64_t offset, aclTensor* out,
                                           aclTensor* maskOut, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    ArgumentChecks check;
    check.NotNull("input", input).NotNull("out", out).NotNull("maskOut", maskOut);
    check.LiveOrNull("optionalNoiseShape", optionalNoiseShape);
    check.Require(
        "optionalNoiseShape", "NULL: each element has a random number of its own",
        [&] { return optionalNoiseShape == nullptr; }, [] { return "a tensor"; });
    if (check.Failed()) {
      return check.Result();
    }
    DropoutArgs args = Dividing(p);
    args.chance = ChanceOf(p >= 0 && p <= 1 ? p : 0, seed, offset);
    return BindDropout(call, kDropoutV3, args, "p", p, {"input", input}, {"maskOut", maskOut}, {"out", out},
                       true);
  });
}
OPENACLNN_PHASE_TWO(aclnnDropoutV3)
#endif  // HWY_ONCE
