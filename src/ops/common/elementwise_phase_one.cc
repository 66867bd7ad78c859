// SPDX-License-Identifier: Apache-2.0
#include "ops/common/elementwise_phase_one.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/elementwise/conversion.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/named.h"
#include "ops/common/promotion.h"
#include "ops/common/wider_type.h"

namespace openaclnn {
namespace {

using Args = ElementwiseArgs;

struct State : Prepared {
  State() = default;
  State(const TensorView& out, ElementwisePlan::Inputs given, const Args& args)
      : plan(out, given, args.types, args.loop), inputs(given.size()) {
    cost = plan.Cost();
  }

  ElementwisePlan plan;
  size_t inputs = 0;
};

State Prepare(const Args& args) {
  std::array<const TensorView*, kMostInputs> inputs;
  size_t count = 0;
  for (const TensorView* view : {&args.first, &args.second, &args.third}) {
    if (view->Defined()) {
      inputs[count++] = view;
    }
  }
  if (count > 0) {
    return {args.out, std::span(inputs).first(count), args};
  }
  // What is filled may be expanded: each place is written once.
  TensorView out = args.out;
  for (size_t d = 0; d < out.Dims().size(); ++d) {
    out.dims[d] = out.strides[d] == 0 ? std::min<int64_t>(out.dims[d], 1) : out.dims[d];
  }
  return {out, {}, args};
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const std::array<const std::byte*, kMostInputs> inputs{args.first.data, args.second.data, args.third.data};
  state.plan.Run(args.out.data, std::span(inputs).first(state.inputs), args.scalars, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:elementwise", Prepare);

// The operands as they are checked, with the names of the operator's list.
class Operands {
 public:
  Operands(const ElementwiseOperator& row, std::initializer_list<const aclTensor*> inputs,
           const aclTensor* out)
      : out_{row.op.arguments.back().name, out} {
    for (const aclTensor* input : inputs) {
      inputs_[count_] = {row.op.arguments[count_].name, input};
      ++count_;
    }
  }

  [[nodiscard]] std::span<const NamedTensor> Inputs() const { return std::span(inputs_).first(count_); }
  [[nodiscard]] const NamedTensor& Out() const { return out_; }

 private:
  std::array<NamedTensor, kMostInputs> inputs_{};
  size_t count_ = 0;
  NamedTensor out_;
};

// Checks that the promoted type can be computed in with the scalars that take part in it.
ArgumentChecks& CheckFactor(ArgumentChecks& check, const NamedScalar& factor, DType promoted) {
  const DType dtype = factor.scalar->dtype;
  return check.Require(
      factor.name, "a number that the type of the operands holds, and a BOOL with BOOL alone",
      [&] {
        switch (ClassOf(dtype)) {
          case DTypeClass::kBool:
            return promoted == DType::kBool;
          case DTypeClass::kSigned:
          case DTypeClass::kUnsigned:
            return true;
          case DTypeClass::kFloating:
          case DTypeClass::kComplex:
          case DTypeClass::kOther:
            return CanStore(dtype, promoted);
        }
        return false;
      },
      [&] { return std::string(NameOf(dtype)) + " with operands of " + NameOf(promoted); });
}

// The type that all operands promote to.
std::optional<DType> PromoteAll(ArgumentChecks& check, std::span<const NamedTensor> inputs,
                                std::initializer_list<ScalarOperand> scalars, const ElementwiseRules& rules) {
  if (rules.logical) {
    return DType::kBool;
  }
  DType promoted = inputs[0].tensor->dtype;
  for (const NamedTensor& input : inputs.subspan(1)) {
    if (rules.oneType) {
      check.SameDtype(input, inputs[0]);
    }
    const std::optional<DType> both = Promote(promoted, input.tensor->dtype);
    check.Require(
        input.name, "a type that promotes with the other operands'", [&] { return both.has_value(); },
        [&] { return std::string(NameOf(input.tensor->dtype)) + " with " + NameOf(promoted); });
    if (check.Failed()) {
      return std::nullopt;
    }
    promoted = *both;
  }
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role == ScalarRole::kOperand) {
      promoted = PromoteWithScalar(promoted, ValueOf(*scalar.argument.scalar));
    }
  }
  if (rules.floating && ClassOf(promoted) != DTypeClass::kFloating &&
      ClassOf(promoted) != DTypeClass::kComplex) {
    promoted = DType::kFloat;
  }
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role == ScalarRole::kFactor) {
      CheckFactor(check, scalar.argument, promoted);
    }
  }
  return promoted;
}

struct LoopChoice {
  DType computed;
  ElementwiseLoop loop;  // null: the operator computes neither in the type nor in a wider one
};

LoopChoice ChooseLoop(const ElementwiseOperator& row, DType dtype) {
  const ElementwiseLoop own = row.findLoop(dtype);
  const DType computed = own != nullptr ? dtype : WiderType(dtype);
  return {computed, own != nullptr ? own : row.findLoop(computed)};
}

double RoundedTo(double number, DType dtype) {
  std::array<std::byte, sizeof(double)> bytes{};
  double rounded = 0;
  const auto convert = [](const void* from, DType fromDtype, void* to, DType toDtype) {
    ElementwiseTile tile{};
    tile.out = static_cast<std::byte*>(to);
    tile.inputs[0] = {static_cast<const std::byte*>(from), 0, 1};
    tile.rows = 1;
    tile.columns = 1;
    FindConversion(fromDtype, toDtype)(tile);
  };
  convert(&number, DType::kDouble, bytes.data(), dtype);
  convert(bytes.data(), dtype, &rounded, DType::kDouble);
  return rounded;
}

// A number as one of a type, integers wrapped around; half types only where the operator asks for it.
ScalarValue NumberIn(const ScalarValue& number, DType dtype, bool roundsHalves) {
  switch (dtype) {
    case DType::kInt8:
      return ScalarOf(int64_t{number.As<int8_t>()});
    case DType::kInt16:
      return ScalarOf(int64_t{number.As<int16_t>()});
    case DType::kUint8:
      return ScalarOf(int64_t{number.As<uint8_t>()});
    case DType::kUint16:
      return ScalarOf(int64_t{number.As<uint16_t>()});
    case DType::kBool:
      return ScalarOf(int64_t{number.As<bool>() ? 1 : 0});
    case DType::kFloat16:
    case DType::kBfloat16:
      return roundsHalves ? ScalarOf(RoundedTo(number.As<double>(), dtype)) : number;
    default:
      return number;
  }
}

// An input as it broadcasts. `storage` holds those that are not as they were given.
const aclTensor& SeenWith(const InsertedDims& inserted, const aclTensor& given,
                          std::vector<aclTensor>& storage) {
  if (inserted.count == 0) {
    return given;
  }
  storage.reserve(kMostInputs);
  aclTensor& seen = storage.emplace_back(given);
  const auto at = static_cast<std::ptrdiff_t>(inserted.at);
  seen.viewDims.insert(seen.viewDims.begin() + at, inserted.count, 1);
  seen.strides.insert(seen.strides.begin() + at, inserted.count, 1);
  return seen;
}

void CheckShapes(ArgumentChecks& check, const Operands& operands, Insertions insertions,
                 std::vector<aclTensor>& storage, TensorsOfCall& tensors) {
  for (const NamedTensor& input : operands.Inputs()) {
    check.ValidView(input);
  }
  check.ValidOutputView(operands.Out());
  if (check.Failed()) {
    return;
  }
  Dims shape;
  for (size_t i = 0; i < operands.Inputs().size(); ++i) {
    const NamedTensor& input = operands.Inputs()[i];
    const aclTensor& seen = SeenWith(insertions(i), *input.tensor, storage);
    tensors.push_back(TensorOfCall(input.tensor, seen));
    const std::optional<Dims> both =
        i == 0 ? Dims(seen.viewDims) : BroadcastShape({shape.begin(), shape.size()}, seen.viewDims);
    check.Require(
        input.name, "a shape that broadcasts with the operands before it", [&] { return both.has_value(); },
        [&] {
          return ShapeText(seen.viewDims) + " against " + ShapeText({shape.begin(), shape.size()});
        });
    if (check.Failed()) {
      return;
    }
    shape = *both;
  }
  check.Shape(operands.Out(), shape, "of the operands broadcast together");
}

void CheckTypes(ArgumentChecks& check, const ElementwiseOperator& row, const Operands& operands) {
  static constexpr std::array<DType, 2> kConditions{DType::kBool, DType::kUint8};
  std::span<const NamedTensor> inputs = operands.Inputs();
  if (row.rules.condition) {
    check.DtypeIn(inputs[0], kConditions);
    inputs = inputs.subspan(1);
  }
  for (const NamedTensor& input : inputs) {
    check.DtypeIn(input, row.dtypes);
  }
  check.DtypeIn(operands.Out(), row.rules.truth ? std::span<const DType>(kNumberDtypes) : row.dtypes);
}

Status BindPromoting(PhaseOneCall& call, const ElementwiseOperator& row,
                     std::initializer_list<const aclTensor*> inputs,
                     std::initializer_list<ScalarOperand> scalars, const aclTensor* out, MoreChecks more,
                     Insertions insertions) {
  const Operands operands(row, inputs, out);
  ArgumentChecks check;
  for (const NamedTensor& input : operands.Inputs()) {
    check.NotNull(input);
  }
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role != ScalarRole::kGiven) {
      check.NotNull(scalar.argument.name, scalar.argument.scalar);
    }
  }
  check.NotNull(operands.Out());
  if (check.Failed()) {
    return check.Result();
  }
  more(check);
  CheckTypes(check, row, operands);
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role != ScalarRole::kGiven) {
      check.Require(
          scalar.argument.name, "a number",
          [&] { return ClassOf(scalar.argument.scalar->dtype) != DTypeClass::kOther; },
          [&] { return NameOf(scalar.argument.scalar->dtype); });
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const auto needLoopFor = [&](DType dtype) {
    const LoopChoice choice = ChooseLoop(row, dtype);
    check.Require(
        operands.Inputs()[0].name, "operands whose common type the operator computes in",
        [&] { return choice.loop != nullptr; }, [&] { return NameOf(dtype); });
    return choice;
  };
  // Before the inputs are compared: another one would be blamed for not having the first one's type.
  if (row.rules.oneType && !row.rules.condition) {
    (void)needLoopFor(operands.Inputs()[0].tensor->dtype);
  }
  const std::optional<DType> common =
      PromoteAll(check, operands.Inputs().subspan(row.rules.condition ? 1 : 0), scalars, row.rules);
  if (check.Failed()) {
    return check.Result();
  }
  const DType promoted = *common;
  // In place, even a truth value goes only where the operands' type does.
  const bool inPlace = out == *inputs.begin() &&
                       std::string_view(row.op.arguments.front().name) == operands.Out().name.argument;
  const DType result = row.rules.truth && !inPlace ? DType::kBool : promoted;
  const LoopChoice choice = needLoopFor(promoted);
  if (row.rules.oneType && !row.rules.truth) {
    check.SameDtype(operands.Out(), operands.Inputs()[0]);
  }
  check.Require(
      operands.Out().name, "a type that holds the result", [&] { return CanStore(result, out->dtype); },
      [&] {
        // The second half in PyTorch's words, which its clients look for.
        return std::string(NameOf(out->dtype)) + " for " + NameOf(result) + ": result type " +
               NameOf(result) + " can't be cast to " + NameOf(out->dtype);
      });
  std::vector<aclTensor> storage;
  TensorsOfCall tensors;
  CheckShapes(check, operands, insertions, storage, tensors);
  if (check.Failed()) {
    return check.Result();
  }
  const auto arguments = [&] {
    Args args;
    args.types = {choice.computed, row.rules.truth ? DType::kBool : choice.computed};
    args.types.operands = row.rules.logical ? DType::kUndefined : promoted;
    args.types.stored = row.rules.truth ? DType::kBool : promoted;
    args.types.first = row.rules.condition ? DType::kBool : DType::kUndefined;
    args.loop = choice.loop;
    size_t scalarCount = 0;
    for (const ScalarOperand& scalar : scalars) {
      args.scalars[scalarCount++] =
          scalar.role == ScalarRole::kGiven
              ? scalar.given
              : NumberIn(ValueOf(*scalar.argument.scalar), promoted, row.rules.roundsNumbers);
    }
    return args;
  };
  tensors.push_back(out);
  return call.Bind(row.op, arguments, tensors);
}

}  // namespace

constinit const KernelEntry<ElementwiseArgs> kElementwiseCpu = Entry(kKernel);

aclnnStatus PhaseOneOf(const char* function, const ElementwiseOperator& row,
                       std::initializer_list<const aclTensor*> inputs,
                       std::initializer_list<ScalarOperand> scalars, const aclTensor* out,
                       uint64_t* workspaceSize, aclOpExecutor** executor, MoreChecks more) noexcept {
  return PhaseOneOfInserted(function, row, inputs, scalars, out, workspaceSize, executor, more,
                            [](size_t /*input*/) { return InsertedDims{}; });
}

aclnnStatus PhaseOneOfInserted(const char* function, const ElementwiseOperator& row,
                               std::initializer_list<const aclTensor*> inputs,
                               std::initializer_list<ScalarOperand> scalars, const aclTensor* out,
                               uint64_t* workspaceSize, aclOpExecutor** executor, MoreChecks more,
                               Insertions insertions) noexcept {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindPromoting(call, row, inputs, scalars, out, more, insertions);
  });
}

}  // namespace openaclnn
