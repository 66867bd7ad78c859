// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units: a tensor cut into two halves along a dimension, of which one, through a function, is
// the other's gate. Each of the two results, or of the two halves of a gradient, is an element-by-element
// expression on views.
#include <array>
#include <span>
#include <string>

#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "aclnnop/aclnn_swi_glu_grad.h"
#include "executor/describe.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"
#include "ops/activation/gelu-inl.h"
#include "simd/math-inl.h"

namespace openaclnn {
// What becomes of the gated half, of its gate, and of a gradient for either. The gate's function is the
// logistic one (Glu), that times its argument (SwiGlu), or GELU.
enum class GluPart {
  kGlu,
  kGluGated,
  kGluGate,
  kSwiGlu,
  kSwiGluGated,
  kSwiGluGate,
  kGeGlu,
  kGeGluTanh,
  kGelu,
  kGeluTanh,
  kGeGluGated,
  kGeGluGate,
  kGeGluGateTanh,
};

OPENACLNN_PER_TARGET(FindGlu, ElementwiseLoop(GluPart part, DType dtype));

}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace glu {

struct Glu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return gated * Sigmoid(gate);
  }
};
struct GluGated {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gate) {
    return gradOutput * Sigmoid(gate);
  }
};
struct GluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    const T sigmoid = Sigmoid(gate);
    return gradOutput * gated * (sigmoid * (Constant<T>(1) - sigmoid));
  }
};
struct SwiGlu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return gate * Sigmoid(gate) * gated;
  }
};
struct SwiGluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    const T sigmoid = Sigmoid(gate);
    const T one = Constant<T>(1);
    return gradOutput * gated * (sigmoid * MulAdd(gate, one - sigmoid, one));
  }
};
template <bool kTanh>
struct GeGlu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return GeluOf<kTanh>(gate) * gated;
  }
};
template <bool kTanh>
struct Gelu {
  template <class T>
  static HWY_INLINE T Compute(T gate) {
    return GeluOf<kTanh>(gate);
  }
};
struct Multiplied {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gelu) {
    return gradOutput * gelu;
  }
};
template <bool kTanh>
struct GeGluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    return gradOutput * gated * GeluSlope<kTanh>(gate);
  }
};

}  // namespace glu

ElementwiseLoop FindGlu(GluPart part, DType dtype) {
  using namespace glu;
  switch (part) {
    case GluPart::kGlu:
      return FindLoop<Glu, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGluGated:
      return FindLoop<GluGated, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGluGate:
      return FindLoop<GluGate, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kSwiGlu:
    case GluPart::kSwiGluGated:  // the same, of the gradient in place of the gated half
      return FindLoop<SwiGlu, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kSwiGluGate:
      return FindLoop<SwiGluGate, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGlu:
      return FindLoop<GeGlu<false>, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluTanh:
      return FindLoop<GeGlu<true>, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGelu:
      return FindLoop<Gelu<false>, 1, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeluTanh:
      return FindLoop<Gelu<true>, 1, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGated:
      return FindLoop<Multiplied, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGate:
      return FindLoop<GeGluGate<false>, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGateTanh:
      return FindLoop<GeGluGate<true>, 3, 0>(FloatAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// Where an operand of an expression is found.
enum class Source { kNone, kGradOutput, kGelu, kGated, kGate };

struct Part {
  GluPart which;
  std::array<Source, kMostInputs> inputs;
};
// Forward: the result, and GELU's beside it. Backward: the gradient for the gated half, and for the gate.
struct GluForm {
  std::array<Part, 2> parts;
  size_t count;
};

struct GluArgs {
  TensorView gradOutput;
  TensorView self;
  TensorView gelu;
  TensorView out;
  TensorView outGelu;
  const GluForm* form = nullptr;
  size_t dim = 0;
  bool gateFirst = false;  // the half that comes first is the gate
  bool backward = false;
};

TensorView Half(TensorView view, size_t dim) {
  view.dims[dim] /= 2;
  return view;
}
// Bytes from the first half to the second.
int64_t ToSecond(const TensorView& view, size_t dim) {
  return view.dims[dim] / 2 * view.strides[dim] * static_cast<int64_t>(SizeOf(view.dtype));
}

struct PartPlan {
  ElementwisePlan plan;
  size_t inputs = 0;
};

struct State : Prepared {
  std::array<PartPlan, 2> parts;
};

// The view of a source, but for where its memory is.
TensorView ViewOf(const GluArgs& args, Source source) {
  switch (source) {
    case Source::kNone:
      return {};
    case Source::kGradOutput:
      return args.gradOutput;
    case Source::kGelu:
      return args.gelu;
    case Source::kGated:
    case Source::kGate:
      return Half(args.self, args.dim);
  }
  return {};
}

const std::byte* MemoryOf(const GluArgs& args, Source source) {
  switch (source) {
    case Source::kNone:
      return nullptr;
    case Source::kGradOutput:
      return args.gradOutput.data;
    case Source::kGelu:
      return args.gelu.data;
    case Source::kGated:
    case Source::kGate: {
      const bool first = args.gateFirst == (source == Source::kGate);
      return args.self.data + (first ? 0 : ToSecond(args.self, args.dim));
    }
  }
  return nullptr;
}

State Prepare(const GluArgs& args) {
  State state;
  const DType dtype = args.self.dtype;
  const DType computed = dtype == DType::kDouble ? dtype : DType::kFloat;
  const TensorView whole = args.backward ? Half(args.out, args.dim) : args.out;
  for (size_t i = 0; i < args.form->count; ++i) {
    const Part& part = args.form->parts[i];
    std::array<TensorView, kMostInputs> views;
    std::array<const TensorView*, kMostInputs> inputs{};
    size_t& count = state.parts[i].inputs;
    for (; count < kMostInputs && part.inputs[count] != Source::kNone; ++count) {
      views[count] = ViewOf(args, part.inputs[count]);
      inputs[count] = &views[count];
    }
    const TensorView& out = args.backward || i == 0 ? whole : args.outGelu;
    state.parts[i].plan = ElementwisePlan(out, std::span(inputs).first(count), {computed, computed},
                                          HWY_DYNAMIC_DISPATCH(FindGlu)(part.which, computed));
    state.cost += state.parts[i].plan.Cost();
  }
  return state;
}

void Run(const GluArgs& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  for (size_t i = 0; i < args.form->count; ++i) {
    std::array<const std::byte*, kMostInputs> inputs{};
    for (size_t k = 0; k < state.parts[i].inputs; ++k) {
      inputs[k] = MemoryOf(args, args.form->parts[i].inputs[k]);
    }
    std::byte* out = args.out.data;
    if (args.backward) {
      const bool first = args.gateFirst == (i == 1);
      out += first ? 0 : ToSecond(args.out, args.dim);
    } else if (i == 1) {
      out = args.outGelu.data;
    }
    state.parts[i].plan.Run(out, std::span(inputs).first(state.parts[i].inputs), {}, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:glu", Prepare));

constexpr GluForm kGlu{{{{GluPart::kGlu, {Source::kGated, Source::kGate}}}}, 1};
constexpr GluForm kGluGradient{{{{GluPart::kGluGated, {Source::kGradOutput, Source::kGate}},
                                 {GluPart::kGluGate, {Source::kGradOutput, Source::kGated, Source::kGate}}}},
                               2};
constexpr GluForm kSwiGlu{{{{GluPart::kSwiGlu, {Source::kGated, Source::kGate}}}}, 1};
constexpr GluForm kSwiGluGradient{
    {{{GluPart::kSwiGluGated, {Source::kGradOutput, Source::kGate}},
      {GluPart::kSwiGluGate, {Source::kGradOutput, Source::kGated, Source::kGate}}}},
    2};
constexpr GluForm GeGluForm(GluPart product, GluPart gelu) {
  return {{{{product, {Source::kGated, Source::kGate}}, {gelu, {Source::kGate}}}}, 2};
}
constexpr std::array<GluForm, 2> kGeGlu{GeGluForm(GluPart::kGeGlu, GluPart::kGelu),
                                        GeGluForm(GluPart::kGeGluTanh, GluPart::kGeluTanh)};
constexpr GluForm GeGluGradientForm(GluPart gate) {
  return {{{{GluPart::kGeGluGated, {Source::kGradOutput, Source::kGelu}},
            {gate, {Source::kGradOutput, Source::kGated, Source::kGate}}}},
          2};
}
constexpr std::array<GluForm, 2> kGeGluGradient{GeGluGradientForm(GluPart::kGeGluGate),
                                                GeGluGradientForm(GluPart::kGeGluGateTanh)};

using Argument = TensorArgument<GluArgs>;

// The list of tensors of an operator, by what they are named.
constexpr std::array<Argument, 2> Forward(const char* self) {
  return {{{self, Role::kInput, &GluArgs::self}, {"out", Role::kOutput, &GluArgs::out}}};
}
constexpr std::array<Argument, 3> Backward(const char* grad, const char* self, const char* out) {
  return {{{grad, Role::kInput, &GluArgs::gradOutput},
           {self, Role::kInput, &GluArgs::self},
           {out, Role::kOutput, &GluArgs::out}}};
}
constexpr auto kGluArguments = Forward("self");
constexpr auto kSwiGluArguments = Forward("x");
constexpr auto kGluBackwardArguments = Backward("gradOutput", "self", "out");
constexpr auto kSwiGluGradArguments = Backward("yGrad", "x", "out");
constexpr std::array<Argument, 3> kGeGluArguments{{{"self", Role::kInput, &GluArgs::self},
                                                   {"out", Role::kOutput, &GluArgs::out},
                                                   {"outGelu", Role::kOutput, &GluArgs::outGelu}}};
constexpr std::array<Argument, 4> kGeGluBackwardArguments{{{"gradOutput", Role::kInput, &GluArgs::gradOutput},
                                                           {"self", Role::kInput, &GluArgs::self},
                                                           {"gelu", Role::kInput, &GluArgs::gelu},
                                                           {"gradInput", Role::kOutput, &GluArgs::out}}};

constexpr Operator<GluArgs> kGluOperator{"aclnnGlu", kGluArguments, kKernels};
constexpr Operator<GluArgs> kGluBackwardOperator{"aclnnGluBackward", kGluBackwardArguments, kKernels};
constexpr Operator<GluArgs> kSwiGluOperator{"aclnnSwiGlu", kSwiGluArguments, kKernels};
constexpr Operator<GluArgs> kSwiGluGradOperator{"aclnnSwiGluGrad", kSwiGluGradArguments, kKernels};
constexpr Operator<GluArgs> kGeGluOperator{"aclnnGeGluV3", kGeGluArguments, kKernels};
constexpr Operator<GluArgs> kGeGluBackwardOperator{"aclnnGeGluV3Backward", kGeGluBackwardArguments, kKernels};

struct GluCall {
  int64_t dim;
  int64_t approximate = 0;
  bool gateFirst = false;
  bool backward = false;
  std::span<const GluForm> forms;  // by `approximate`
};

// Checks and binds. The tensors stand as in the operator's list; one of them is `self`, of which those of the
// operator's halves have half the extent at `dim`, and the gradient all of it.
Status BindGlu(PhaseOneCall& phaseOne, const Operator<GluArgs>& op, const GluCall& call,
               std::initializer_list<const aclTensor*> tensors) {
  ArgumentChecks check;
  std::array<NamedTensor, 4> named{};
  size_t count = 0;
  NamedTensor self{};
  for (const aclTensor* tensor : tensors) {
    const Argument& argument = op.arguments[count];
    named[count] = {argument.name, tensor};
    check.NotNull(named[count]);
    if (argument.view == &GluArgs::self) {
      self = named[count];
    }
    ++count;
  }
  const std::span<const NamedTensor> all = std::span(named).first(count);
  check.DtypeIn(self, kFloatingDtypes);
  for (const NamedTensor& tensor : all) {
    check.SameDtype(tensor, self);
  }
  if (call.forms.size() > 1) {
    check.InRange("approximate", call.approximate, 0, 1, "0: with erf, 1: with tanh");
  }
  for (size_t i = 0; i < count; ++i) {
    if (op.arguments[i].role == Role::kOutput) {
      check.ValidOutputView(all[i]);
    } else {
      check.ValidView(all[i]);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const auto rank = static_cast<int64_t>(self.tensor->viewDims.size());
  check.Require(
      self.name, "1 dimension or more", [&] { return rank > 0; }, [] { return "none"; });
  check.InRange("dim", call.dim, -rank, rank - 1, "a dimension of the input");
  if (check.Failed()) {
    return check.Result();
  }
  const auto dim = static_cast<size_t>(call.dim < 0 ? call.dim + rank : call.dim);
  const int64_t extent = self.tensor->viewDims[dim];
  check.Require(
      self.name, "an even extent at dim", [&] { return extent % 2 == 0; },
      [&] { return std::to_string(extent); });
  Dims half(self.tensor->viewDims);
  if (!check.Failed()) {
    half[dim] = extent / 2;
  }
  for (size_t i = 0; i < count; ++i) {
    const bool isWhole =
        op.arguments[i].view == &GluArgs::self || (call.backward && op.arguments[i].view == &GluArgs::out);
    check.Shape(all[i], isWhole ? Dims(self.tensor->viewDims) : half,
                isWhole ? "of the input" : "of a half of the input");
  }
  if (check.Failed()) {
    return check.Result();
  }
  GluArgs args;
  args.form = &call.forms[static_cast<size_t>(call.approximate)];
  args.dim = dim;
  args.gateFirst = call.gateFirst;
  args.backward = call.backward;
  TensorsOfCall bound;
  for (const aclTensor* tensor : tensors) {
    bound.push_back(tensor);
  }
  return phaseOne.Bind(op, args, bound);
}

aclnnStatus PhaseOneOfGlu(const char* function, const Operator<GluArgs>& op, const GluCall& call,
                          std::initializer_list<const aclTensor*> tensors, uint64_t* workspaceSize,
                          aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor,
                  [&](PhaseOneCall& phaseOne) { return BindGlu(phaseOne, op, call, tensors); });
}

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOneOfGlu;

OPENACLNN_ENTRY(aclnnGlu, (const aclTensor* self, int64_t dim, aclTensor* out), {
  return PhaseOneOfGlu(__func__, kGluOperator, {.dim = dim, .forms = {&kGlu, 1}}, {self, out}, workspaceSize,
                       executor);
})

OPENACLNN_ENTRY(aclnnGluBackward,
                (const aclTensor* gradOutput, const aclTensor* self, int64_t dim, aclTensor* out), {
                  return PhaseOneOfGlu(__func__, kGluBackwardOperator,
                                       {.dim = dim, .backward = true, .forms = {&kGluGradient, 1}},
                                       {gradOutput, self, out}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnSwiGlu, (const aclTensor* x, int64_t dim, aclTensor* out), {
  return PhaseOneOfGlu(__func__, kSwiGluOperator, {.dim = dim, .gateFirst = true, .forms = {&kSwiGlu, 1}},
                       {x, out}, workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnSwiGluGrad, (const aclTensor* yGrad, const aclTensor* x, int64_t dim, aclTensor* out), {
  return PhaseOneOfGlu(__func__, kSwiGluGradOperator,
                       {.dim = dim, .gateFirst = true, .backward = true, .forms = {&kSwiGluGradient, 1}},
                       {yGrad, x, out}, workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnGeGluV3,
                (const aclTensor* self, int64_t dim, int64_t approximate, bool activateLeft, aclTensor* out,
                 aclTensor* outGelu),
                {
                  return PhaseOneOfGlu(
                      __func__, kGeGluOperator,
                      {.dim = dim, .approximate = approximate, .gateFirst = activateLeft, .forms = kGeGlu},
                      {self, out, outGelu}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnGeGluV3Backward,
                (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gelu, int64_t dim,
                 int64_t approximate, bool activateLeft, aclTensor* gradInput),
                {
                  return PhaseOneOfGlu(__func__, kGeGluBackwardOperator,
                                       {.dim = dim,
                                        .approximate = approximate,
                                        .gateFirst = activateLeft,
                                        .backward = true,
                                        .forms = kGeGluGradient},
                                       {gradOutput, self, gelu, gradInput}, workspaceSize, executor);
                })
#endif  // HWY_ONCE
