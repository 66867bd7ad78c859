// SPDX-License-Identifier: Apache-2.0
//
// The driver of gated linear units, and those without bounds. Each of the two results, or of the two halves of a
// gradient, is an element-by-element expression on views.
#include "ops/activation/glu.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_fatrelu_mul.h"
#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_geglu_backward.h"
#include "aclnnop/aclnn_gelu_mul.h"
#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "aclnnop/aclnn_swi_glu_grad.h"
#include "executor/describe.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/fill_zero.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

TensorView Half(const GluArgs& args, TensorView view) {
  view.dims[args.dim] /= 2;
  view.strides[args.dim] *= args.interleaved ? 2 : 1;
  return view;
}
// Bytes from the first half to the second.
int64_t ToSecond(const GluArgs& args, const TensorView& view) {
  const int64_t places = args.interleaved ? 1 : view.dims[args.dim] / 2;
  return places * view.strides[args.dim] * static_cast<int64_t>(SizeOf(view.dtype));
}

struct PartPlan {
  ElementwisePlan plan;
  size_t inputs = 0;
};

struct State : Prepared {
  std::array<PartPlan, 2> parts;
};

// The view of a source, but for where its memory is.
TensorView ViewOf(const GluArgs& args, GluSource source) {
  switch (source) {
    case GluSource::kNone:
      return {};
    case GluSource::kGradOutput:
      return args.gradOutput;
    case GluSource::kGelu:
      return args.gelu;
    case GluSource::kGated:
    case GluSource::kGate:
      return Half(args, args.self);
    case GluSource::kThreshold: {
      TensorView element = args.threshold;  // of any number of dims
      element.rank = 0;
      return element;
    }
  }
  return {};
}

const std::byte* MemoryOf(const GluArgs& args, GluSource source) {
  switch (source) {
    case GluSource::kNone:
      return nullptr;
    case GluSource::kGradOutput:
      return args.gradOutput.data;
    case GluSource::kGelu:
      return args.gelu.data;
    case GluSource::kGated:
    case GluSource::kGate: {
      const bool first = args.gateFirst == (source == GluSource::kGate);
      return args.self.data + (first ? 0 : ToSecond(args, args.self));
    }
    case GluSource::kThreshold:
      return args.threshold.data;
  }
  return nullptr;
}

State Prepare(const GluArgs& args) {
  State state;
  const DType dtype = args.self.dtype;
  const DType computed = dtype == DType::kDouble ? dtype : DType::kFloat;
  const TensorView whole = args.backward ? Half(args, args.out) : args.out;
  for (size_t i = 0; i < args.form->count; ++i) {
    const GluFormPart& part = args.form->parts[i];
    std::array<TensorView, kMostInputs> views;
    std::array<const TensorView*, kMostInputs> inputs{};
    size_t& count = state.parts[i].inputs;
    for (; count < kMostInputs && part.inputs[count] != GluSource::kNone; ++count) {
      views[count] = ViewOf(args, part.inputs[count]);
      inputs[count] = &views[count];
    }
    const TensorView& out = args.backward || i == 0 ? whole : args.outGelu;
    state.parts[i].plan = ElementwisePlan(out, std::span(inputs).first(count), {computed, computed},
                                          GluLoop(part.which, computed));
    state.cost += state.parts[i].plan.Cost();
  }
  return state;
}

// Makes the rows behind those of the groups 0.
void ClearRows(const GluArgs& args) {
  int64_t rows = 1;
  for (size_t d = 0; d < args.dim; ++d) {
    rows *= args.out.dims[d];
  }
  const IndexReader groups(args.groups, 0);
  int64_t used = 0;
  for (int64_t group = 0; group < args.groups.NumElements() && used < rows; ++group) {
    int64_t size = 0;
    groups.Read(group, 1, &size);
    used += std::clamp<int64_t>(size, 0, rows - used);
  }
  const int64_t count = args.out.NumElements();
  if (used < rows && count > 0) {
    FillZero(args.out, used * (count / rows), count);
  }
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
      out += first ? 0 : ToSecond(args, args.out);
    } else if (i == 1) {
      out = args.outGelu.data;
    }
    state.parts[i].plan.Run(out, std::span(inputs).first(state.parts[i].inputs), args.scalars, cpu);
  }
  if (args.groups.Defined()) {
    ClearRows(args);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:glu", Prepare);

constexpr GluForm kGlu{{{{GluPart::kGlu, {GluSource::kGated, GluSource::kGate}}}}, 1};
constexpr GluForm kGluGradient{
    {{{GluPart::kGluGated, {GluSource::kGradOutput, GluSource::kGate}},
      {GluPart::kGluGate, {GluSource::kGradOutput, GluSource::kGated, GluSource::kGate}}}},
    2};
constexpr GluForm kSwiGlu{{{{GluPart::kSwiGlu, {GluSource::kGated, GluSource::kGate}}}}, 1};
constexpr GluForm kSwiGluGradient{
    {{{GluPart::kSwiGluGated, {GluSource::kGradOutput, GluSource::kGate}},
      {GluPart::kSwiGluGate, {GluSource::kGradOutput, GluSource::kGated, GluSource::kGate}}}},
    2};
constexpr GluForm GeGluForm(GluPart product, GluPart gelu) {
  return {{{{product, {GluSource::kGated, GluSource::kGate}}, {gelu, {GluSource::kGate}}}}, 2};
}
constexpr std::array<GluForm, 2> kGeGlu{GeGluForm(GluPart::kGeGlu, GluPart::kGelu),
                                        GeGluForm(GluPart::kGeGluTanh, GluPart::kGeluTanh)};
constexpr GluForm GeGluGradientForm(GluPart gate) {
  return {{{{GluPart::kGeGluGated, {GluSource::kGradOutput, GluSource::kGelu}},
            {gate, {GluSource::kGradOutput, GluSource::kGated, GluSource::kGate}}}},
          2};
}
constexpr std::array<GluForm, 2> kGeGluGradient{GeGluGradientForm(GluPart::kGeGluGate),
                                                GeGluGradientForm(GluPart::kGeGluGateTanh)};

// Of the gate through GELU alone, and above a threshold.
constexpr std::array<GluForm, 2> kGeluMul{
    {{{{{GluPart::kGeGlu, {GluSource::kGated, GluSource::kGate}}}}, 1},
     {{{{GluPart::kGeGluTanh, {GluSource::kGated, GluSource::kGate}}}}, 1}}};
constexpr GluForm kFatreluMul{
    {{{GluPart::kFatrelu, {GluSource::kGated, GluSource::kGate, GluSource::kThreshold}}}}, 1};

using Argument = TensorArgument<GluArgs>;
constexpr std::array<DType, 1> kGroupDtypes{DType::kInt64};

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

constexpr auto kGeluMulArguments = Forward("input");
constexpr std::array<Argument, 3> kFatreluMulArguments{{{"input", Role::kInput, &GluArgs::self},
                                                        {"threshold", Role::kInput, &GluArgs::threshold},
                                                        {"out", Role::kOutput, &GluArgs::out}}};

constexpr Operator<GluArgs> kGluOperator{"aclnnGlu", kGluArguments, kGluKernels};
constexpr Operator<GluArgs> kGluBackwardOperator{"aclnnGluBackward", kGluBackwardArguments, kGluKernels};
constexpr Operator<GluArgs> kSwiGluOperator{"aclnnSwiGlu", kSwiGluArguments, kGluKernels};
constexpr Operator<GluArgs> kSwiGluGradOperator{"aclnnSwiGluGrad", kSwiGluGradArguments, kGluKernels};
constexpr Operator<GluArgs> kGeGluOperator{"aclnnGeGlu", kGeGluArguments, kGluKernels};
constexpr Operator<GluArgs> kGeGluBackwardOperator{"aclnnGeGluBackward", kGeGluBackwardArguments,
                                                   kGluKernels};
constexpr Operator<GluArgs> kGeGluV3Operator{"aclnnGeGluV3", kGeGluArguments, kGluKernels};
constexpr Operator<GluArgs> kGeGluV3BackwardOperator{"aclnnGeGluV3Backward", kGeGluBackwardArguments,
                                                     kGluKernels};
constexpr Operator<GluArgs> kGeluMulOperator{"aclnnGeluMul", kGeluMulArguments, kGluKernels};
constexpr Operator<GluArgs> kFatreluMulOperator{"aclnnFatreluMul", kFatreluMulArguments, kGluKernels};

Status BindGlu(PhaseOneCall& phaseOne, const Operator<GluArgs>& op, const GluCall& call,
               std::initializer_list<const aclTensor*> tensors) {
  ArgumentChecks check;
  std::array<NamedTensor, 4> named{};
  size_t count = 0;
  NamedTensor self{};
  for (const aclTensor* tensor : tensors) {
    const Argument& argument = op.arguments[count];
    named[count] = {argument.name, tensor};
    if (argument.view == &GluArgs::groups) {
      check.LiveOrNull(named[count]);
    } else {
      check.NotNull(named[count]);
    }
    if (argument.view == &GluArgs::self) {
      self = named[count];
    }
    ++count;
  }
  const std::span<const NamedTensor> all = std::span(named).first(count);
  check.DtypeIn(self, kFloatingDtypes);
  for (size_t i = 0; i < count; ++i) {
    if (op.arguments[i].view != &GluArgs::groups) {
      check.SameDtype(all[i], self);
    } else if (all[i].tensor != nullptr) {
      check.DtypeIn(all[i], kGroupDtypes);
    }
  }
  if (call.approximateText != nullptr) {
    check.Require(
        "approximateOptional", "\"none\" or \"tanh\"", [&] { return call.approximate != kNoGluForm; },
        [&] { return '"' + std::string(call.approximateText) + '"'; });
  } else if (call.forms.size() > 1) {
    check.InRange(call.formName, call.approximate, 0, 1, call.formMeaning);
  }
  for (size_t i = 0; i < count; ++i) {
    if (op.arguments[i].role == Role::kOutput) {
      check.ValidOutputView(all[i]);
    } else if (all[i].tensor != nullptr) {
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
    if (op.arguments[i].view == &GluArgs::groups) {
      if (all[i].tensor != nullptr) {
        check.Rank(all[i], 1);
      }
      continue;
    }
    if (op.arguments[i].view == &GluArgs::threshold) {
      check.NumElements(all[i], 1, "one");
      continue;
    }
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
  args.interleaved = call.interleaved;
  args.scalars = call.scalars;
  TensorsOfCall bound;
  for (const aclTensor* tensor : tensors) {
    bound.push_back(tensor);
  }
  return phaseOne.Bind(op, args, bound);
}

}  // namespace

constinit const KernelEntry<GluArgs> kGluCpu = Entry(kKernel);

aclnnStatus PhaseOneOfGlu(const char* function, const Operator<GluArgs>& op, const GluCall& call,
                          std::initializer_list<const aclTensor*> tensors, uint64_t* workspaceSize,
                          aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor,
                  [&](PhaseOneCall& phaseOne) { return BindGlu(phaseOne, op, call, tensors); });
}

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

OPENACLNN_ENTRY(aclnnGeGlu,
                (const aclTensor* self, int64_t dim, int64_t approximate, aclTensor* out, aclTensor* outGelu),
                {
                  return PhaseOneOfGlu(__func__, kGeGluOperator,
                                       {.dim = dim, .approximate = approximate, .forms = kGeGlu},
                                       {self, out, outGelu}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnGeGluBackward,
                (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gelu, int64_t dim,
                 int64_t approximate, aclTensor* gradInput),
                {
                  return PhaseOneOfGlu(
                      __func__, kGeGluBackwardOperator,
                      {.dim = dim, .approximate = approximate, .backward = true, .forms = kGeGluGradient},
                      {gradOutput, self, gelu, gradInput}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnGeluMul, (const aclTensor* input, const char* approximateOptional, aclTensor* out), {
  const std::string_view form = approximateOptional == nullptr ? "none" : approximateOptional;
  return PhaseOneOfGlu(__func__, kGeluMulOperator,
                       {.dim = -1,
                        .approximate = form == "none"   ? 0
                                       : form == "tanh" ? 1
                                                        : kNoGluForm,
                        .approximateText = approximateOptional,
                        .gateFirst = true,
                        .forms = kGeluMul},
                       {input, out}, workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnFatreluMul, (const aclTensor* input, const aclTensor* threshold, aclTensor* out), {
  return PhaseOneOfGlu(__func__, kFatreluMulOperator,
                       {.dim = -1, .gateFirst = true, .forms = {&kFatreluMul, 1}}, {input, threshold, out},
                       workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnGeGluV3,
                (const aclTensor* self, int64_t dim, int64_t approximate, bool activateLeft, aclTensor* out,
                 aclTensor* outGelu),
                {
                  return PhaseOneOfGlu(
                      __func__, kGeGluV3Operator,
                      {.dim = dim, .approximate = approximate, .gateFirst = activateLeft, .forms = kGeGlu},
                      {self, out, outGelu}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnGeGluV3Backward,
                (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gelu, int64_t dim,
                 int64_t approximate, bool activateLeft, aclTensor* gradInput),
                {
                  return PhaseOneOfGlu(__func__, kGeGluV3BackwardOperator,
                                       {.dim = dim,
                                        .approximate = approximate,
                                        .gateFirst = activateLeft,
                                        .backward = true,
                                        .forms = kGeGluGradient},
                                       {gradOutput, self, gelu, gradInput}, workspaceSize, executor);
                })
