// SPDX-License-Identifier: Apache-2.0
#include "tests/pointwise/oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/model/call.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using catalogue::Argument;
using catalogue::Arguments;
using catalogue::Call;
using catalogue::CType;
using catalogue::CValue;
using Number = catalogue::Scalar;

const catalogue::Operator& RowOf(const PointwiseOracle& oracle) {
  const catalogue::Operator* row = catalogue::FindOperator(oracle.function);
  Require(row != nullptr, "the catalogue has no such operator");
  return *row;
}

// ---- What is computed

// Of integers the low bits.
long double Wrapped(aclDataType dtype, long double value) {
  // long double holds all 64 bits.
  const long double rest = std::fmod(value, 0x1p64L);
  return static_cast<long double>(
      WrapTo(dtype, static_cast<int64_t>(static_cast<uint64_t>(rest < 0 ? rest + 0x1p64L : rest))));
}

// A number as another type; of fractions that become integers the whole part.
double Converted(aclDataType dtype, long double value) {
  if (IsFloating(dtype)) {
    return RoundTo(dtype, static_cast<double>(value));
  }
  return static_cast<double>(dtype == ACL_BOOL ? static_cast<long double>(value != 0)
                                               : Wrapped(dtype, value));
}

// The type in which the operator computes: that of its result, or the common one of the operands.
aclDataType ComputedType(const PointwiseOracle& oracle, const Call& call) {
  std::vector<std::string> tensors;
  std::vector<std::string> numbers;
  Arguments known = call.arguments;
  for (const catalogue::Operand& operand : call.operands) {
    known.tensors[operand.argument->name] = {operand.tensor};
  }
  const Argument& last = call.op->arguments.back();
  if (last.role == catalogue::Role::kOutput && !oracle.truth) {
    return last.dtype.of(known);
  }
  for (const Argument& argument : call.op->arguments) {
    if (argument.promotes) {
      (argument.IsTensor() ? tensors : numbers).push_back(argument.name);
    }
  }
  if (tensors.empty()) {
    return ACL_BOOL;  // of operators that take everything as truth values
  }
  return (oracle.floating ? catalogue::PromotedToFloating(tensors, numbers)
                          : catalogue::Promoted(tensors, numbers))
      .of(known);
}

double AttributeValue(const PointwiseOracle& oracle, aclDataType computed, const catalogue::Value& value) {
  if (const auto* number = std::get_if<Number>(&value); number != nullptr) {
    const bool half = computed == ACL_FLOAT16 || computed == ACL_BF16;
    const double given = number->dtype == ACL_BOOL ? Converted(ACL_BOOL, number->value) : number->value;
    return Converted(half && !oracle.roundsNumbers ? ACL_FLOAT : computed, given);
  }
  if (const auto* real = std::get_if<double>(&value); real != nullptr) {
    return *real;
  }
  return static_cast<double>(std::get<int64_t>(value));
}

// Whether a result may be stored as `out`.
bool Holds(aclDataType out, aclDataType result) {
  const auto rank = [](aclDataType dtype) { return dtype == ACL_BOOL ? 0 : IsFloating(dtype) ? 2 : 1; };
  return rank(result) <= rank(out);
}

// ---- A call on the device

class DeviceCall {
 public:
  DeviceCall(const PointwiseOracle& oracle, Call call, Random& random, std::vector<Layout> layouts = {})
      : oracle_(oracle), call_(std::move(call)), computed_(ComputedType(oracle, call_)) {
    size_t next = 0;
    for (const catalogue::Operand& operand : call_.operands) {
      const Layout layout = next < layouts.size() ? layouts[next] : Layout();
      ++next;
      const auto& [shape, dtype] = operand.tensor;
      if (operand.IsRead()) {
        inputs_.push_back(Draw(*operand.argument, shape, dtype, random));
        tensors_.push_back(std::make_unique<DeviceTensor>(inputs_.back(), dtype, layout));
      } else {
        inputs_.emplace_back();
        tensors_.push_back(std::make_unique<DeviceTensor>(DeviceTensor::Output(shape, dtype, layout)));
      }
    }
  }

  // The output on the first input's memory, where both have one shape and type.
  void PutOutputOnInput() {
    const DeviceTensor& out = *tensors_.back();
    if (tensors_.size() > 1 && out.ViewShape() == tensors_.front()->ViewShape() &&
        out.Dtype() == tensors_.front()->Dtype()) {
      onInput_ = true;
    }
  }

  void RunAndCompare() {
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return call_.op->phases.phaseOne(Values(), size, executor);
        },
        call_.op->phases.phaseTwo);
    ASSERT_EQ(status, ACL_SUCCESS) << Text() << LastMessage();
    const size_t written = onInput_ ? 0 : WrittenOperand();
    const Array expected = Expected(call_.operands[WrittenOperand()].tensor.shape);
    const Array actual = tensors_[written]->Read();
    const aclDataType dtype = tensors_[written]->Dtype();
    const bool exact = oracle_.ulps == 0;
    if (dtype == computed_ || oracle_.truth || !IsFloating(dtype)) {
      EXPECT_TRUE(Near(actual, expected, Allowed(dtype))) << Text();
      if (exact && !oracle_.magnitude && expected.values.size() >= kMany) {
        EXPECT_GE(CorrectlyRoundedFraction(actual, expected, dtype), 0.995) << Text();
      }
    } else {
      // Rounded twice: to the type that is computed in, then to that of the output.
      Array rounded = expected;
      for (double& value : rounded.values) {
        value = RoundTo(dtype, IsFloating(computed_) ? RoundTo(computed_, value) : value);
      }
      const aclDataType coarser =
          UlpSize(dtype, 1) > UlpSize(computed_, 1) || !IsFloating(computed_) ? dtype : computed_;
      EXPECT_TRUE(Near(actual, rounded, Allowed(coarser))) << Text();
    }
    for (const auto& tensor : tensors_) {
      EXPECT_TRUE(tensor->CanariesIntact()) << Text();
    }
  }

 private:
  static constexpr size_t kMany = 1000;

  Tolerance Allowed(aclDataType dtype) const {
    if (!IsFloating(dtype)) {
      return Tolerance::Exact(dtype);
    }
    Tolerance tolerance = Tolerance::For(dtype, std::nullopt, 0);
    tolerance.ulps = std::max(1.0, oracle_.ulps);
    if (oracle_.magnitude) {
      tolerance.arithmeticUlps = oracle_.ulps;
      tolerance.magnitudes = Map(call_.operands[WrittenOperand()].tensor.shape, oracle_.magnitude);
      // Places are counted in those of float32.
      for (double& magnitude : tolerance.magnitudes->values) {
        magnitude *= computed_ == ACL_DOUBLE ? 0x1p-29 : 1;
      }
    }
    return tolerance;
  }

  Array Draw(const Argument& argument, const Shape& shape, aclDataType dtype, Random& random) const {
    Array array = Full(shape, 0);
    const bool positive = argument.holds == catalogue::Meaning::kPositive;
    for (double& value : array.values) {
      const int64_t kind = random.Integer(0, 16);
      if (dtype == ACL_BOOL) {
        value = static_cast<double>(random.Integer(0, 2));
      } else if (!IsFloating(dtype)) {
        const int64_t span = kind < 8 ? 6 : 101;
        value = static_cast<double>(random.Integer(dtype == ACL_UINT8 || positive ? 0 : 1 - span, span));
      } else if (kind == 0 && !oracle_.finite) {
        value = AnyReal(dtype, random);
      } else if (kind < 6) {  // numbers that meet
        value = static_cast<double>(random.Integer(-6, 7)) / 2;
      } else {
        value = oracle_.largest * (2 * random.Unit() - 1);
      }
      value = RoundTo(dtype, positive ? std::fabs(value) : value);
    }
    return array;
  }

  static double AnyReal(aclDataType dtype, Random& random) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::array<double, 7> specials{kInfinity,
                                         -kInfinity,
                                         std::numeric_limits<double>::quiet_NaN(),
                                         0,
                                         -0.0,
                                         OverflowThreshold(ACL_FLOAT16) / 2,
                                         UlpSize(dtype, 0)};
    return specials[static_cast<size_t>(random.Integer(0, 7))];
  }

  size_t WrittenOperand() const {
    size_t written = 0;
    for (size_t i = 0; i < call_.operands.size(); ++i) {
      written = call_.operands[i].IsWritten() ? i : written;
    }
    return written;
  }

  // A function of each element's operands.
  Array Map(const Shape& shape, const std::function<long double(Elements)>& function) const {
    Array results = Full(shape, 0);
    for (size_t i = 0; i < results.values.size(); ++i) {
      const Shape index = IndexOf(shape, static_cast<int64_t>(i));
      std::vector<long double> elements;
      size_t operand = 0;
      for (const Argument& argument : call_.op->arguments) {
        if (argument.IsRead()) {
          const Array& input = inputs_[operand];
          const double value = argument.single ? input.values.front() : BroadcastAt(input, index);
          const aclDataType dtype = call_.operands[operand].tensor.dtype;
          // Of a fraction that becomes an integer the whole part, or the nearest that there is.
          const bool truncated = argument.single && IsFloating(dtype) && !IsFloating(computed_);
          elements.push_back(truncated && computed_ != ACL_BOOL     ? RoundTo(computed_, value)
                             : argument.promotes || argument.single ? Converted(computed_, value)
                                                                    : value);
        } else if (!argument.IsTensor()) {
          elements.push_back(
              AttributeValue(oracle_, computed_, call_.arguments.attributes.find(argument.name)->second));
        }
        operand += argument.IsTensor() ? 1 : 0;
      }
      results.values[i] = static_cast<double>(function(elements));
    }
    return results;
  }

  Array Expected(const Shape& shape) const {
    const bool whole = !IsFloating(computed_);
    const auto& ofWhole = computed_ == ACL_BOOL && oracle_.ofTruths ? oracle_.ofTruths : oracle_.ofIntegers;
    const auto& result = whole && ofWhole ? ofWhole : oracle_.result;
    const aclDataType type = oracle_.truth ? ACL_BOOL : computed_;
    const aclDataType out = call_.operands[WrittenOperand()].tensor.dtype;
    return Map(shape, [&](Elements elements) {
      const long double value = result(elements);
      const long double stored = type == ACL_BOOL ? static_cast<long double>(value != 0)
                                 : whole          ? Wrapped(type, value)
                                                  : value;
      return IsFloating(out) ? static_cast<double>(stored) : Converted(out, stored);
    });
  }

  std::vector<CValue> Values() {
    std::vector<CValue> values;
    scalars_.clear();
    size_t operand = 0;
    for (const Argument& argument : call_.op->arguments) {
      if (argument.IsTensor()) {
        const bool first = onInput_ && argument.role == catalogue::Role::kOutput;
        values.push_back({tensors_[first ? 0 : operand]->Get()});
        ++operand;
        continue;
      }
      const catalogue::Value& value = call_.arguments.attributes.find(argument.name)->second;
      if (const auto* number = std::get_if<Number>(&value); number != nullptr) {
        scalars_.emplace_back(number->value, number->dtype);
        values.push_back({scalars_.back().Get()});
      } else if (const auto* real = std::get_if<double>(&value); real != nullptr) {
        values.push_back({nullptr, 0, *real});
      } else {
        values.push_back({nullptr, std::get<int64_t>(value)});
      }
    }
    return values;
  }

  std::string Text() const {
    std::string text = call_.op->Function();
    for (const catalogue::Operand& operand : call_.operands) {
      text += " " + operand.argument->name + ":" + catalogue::NameOf(operand.tensor.dtype);
      for (const int64_t extent : operand.tensor.shape) {
        text += "," + std::to_string(extent);
      }
    }
    for (const auto& [name, value] : call_.arguments.attributes) {
      if (const auto* number = std::get_if<Number>(&value); number != nullptr) {
        text += " " + name + "=" + catalogue::NameOf(number->dtype) + " " + std::to_string(number->value);
      }
    }
    return text + "\n";
  }

  const PointwiseOracle& oracle_;
  Call call_;
  aclDataType computed_;
  std::vector<Array> inputs_;
  std::vector<std::unique_ptr<DeviceTensor>> tensors_;
  std::vector<Scalar> scalars_;
  bool onInput_ = false;
};

// ---- Calls

// Numbers of another type and value than the usual ones, where the operator takes them: first those that have
// a part in the type of the computation.
void VaryNumbers(const catalogue::Operator& row, const PointwiseOracle& oracle, Random& random,
                 Arguments* arguments) {
  std::vector<const Argument*> numbers;
  for (const Argument* attribute : row.Attributes()) {
    if (attribute->type == CType::kScalar) {
      numbers.push_back(attribute);
    }
  }
  std::stable_partition(numbers.begin(), numbers.end(), [](const Argument* one) { return one->promotes; });
  const bool inPlace = row.Outputs().front()->role == catalogue::Role::kInPlace;
  for (const Argument* attribute : numbers) {
    const aclDataType computed = ComputedType(oracle, catalogue::MakeCall(row, *arguments));
    const bool floating = IsFloating(computed);
    const std::array<aclDataType, 4> dtypes{ACL_INT64, ACL_DOUBLE, ACL_FLOAT, ACL_INT32};
    aclDataType dtype = dtypes[static_cast<size_t>(random.Integer(0, 4))];
    const bool mayFloat =
        attribute->promotes && !inPlace && catalogue::Contains(row.Outputs().front()->dtypes, ACL_FLOAT);
    if (!floating && IsFloating(dtype) && !mayFloat) {
      dtype = ACL_INT64;
    }
    if (computed == ACL_BOOL && attribute->promotes && inPlace) {
      continue;
    }
    const bool whole = !IsFloating(dtype) || !floating;
    const double value =
        whole ? static_cast<double>(random.Integer(1, 4)) : RoundTo(dtype, 0.25 + 3 * random.Unit());
    arguments->attributes[attribute->name] = Number{dtype, value};
  }
}

Call DrawCall(const PointwiseOracle& oracle, uint64_t seed, aclDataType dtype, Random& random) {
  const catalogue::Operator& row = RowOf(oracle);
  catalogue::RandomChoices choices(seed, dtype, 600);
  Arguments drawn = row.draw(choices);
  VaryNumbers(row, oracle, random, &drawn);
  Call call = catalogue::MakeCall(row, drawn);
  catalogue::Operand& out = call.operands.back();
  if (out.argument->role == catalogue::Role::kOutput && out.argument->anyDType && seed % 4 == 3) {
    const auto& dtypes = out.argument->dtypes;
    const aclDataType other =
        dtypes[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(dtypes.size())))];
    const aclDataType result = oracle.truth ? ACL_BOOL : ComputedType(oracle, call);
    out.tensor.dtype = Holds(other, result) ? other : out.tensor.dtype;
  }
  return call;
}

// All tensors of one shape and type.
Call PlainCall(const PointwiseOracle& oracle, const Shape& shape, aclDataType dtype) {
  const catalogue::Operator& row = RowOf(oracle);
  Arguments arguments;
  for (const Argument* input : row.Inputs()) {
    arguments.tensors[input->name] = {
        {input->single ? Shape{} : shape, catalogue::UsualDType(*input, dtype)}};
  }
  return catalogue::MakeCall(row, std::move(arguments));
}

aclnnStatus Plan(const catalogue::Operator& row, std::span<const CValue> values) {
  uint64_t size = 77;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status = row.phases.phaseOne(values, &size, &executor);
  if (status == ACL_SUCCESS) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  } else {
    EXPECT_EQ(size, 77U) << row.Function();
    EXPECT_EQ(executor, nullptr) << row.Function();
  }
  return status;
}

// A call without memory, of which tensors can be exchanged.
class PlannedCall {
 public:
  PlannedCall(const PointwiseOracle& oracle, Call call) : call_(std::move(call)), row_(RowOf(oracle)) {
    for (const catalogue::Operand& operand : call_.operands) {
      SetTensor(operand.argument->name, operand.tensor.shape, operand.tensor.dtype);
    }
    for (const auto& [name, value] : call_.arguments.attributes) {
      if (const auto* number = std::get_if<Number>(&value); number != nullptr) {
        scalars_[name] = std::make_unique<Scalar>(number->value, number->dtype);
      }
    }
  }

  void SetTensor(const std::string& name, const Shape& shape, aclDataType dtype) {
    tensors_[name] = std::make_unique<Descriptor>(shape, dtype);
  }

  // With one argument null, if it is named.
  aclnnStatus Try(const std::string& null = "") const {
    std::vector<CValue> values;
    for (const Argument& argument : row_.arguments) {
      const auto scalar = scalars_.find(argument.name);
      if (argument.name == null) {
        values.emplace_back();
      } else if (argument.IsTensor()) {
        values.push_back({tensors_.find(argument.name)->second->Get()});
      } else if (scalar != scalars_.end()) {
        values.push_back({scalar->second->Get()});
      } else {
        const catalogue::Value& value = call_.arguments.attributes.find(argument.name)->second;
        const auto* real = std::get_if<double>(&value);
        values.push_back(real != nullptr ? CValue{nullptr, 0, *real}
                                         : CValue{nullptr, std::get<int64_t>(value)});
      }
    }
    return Plan(row_, values);
  }

 private:
  Call call_;
  const catalogue::Operator& row_;
  std::map<std::string, std::unique_ptr<Descriptor>> tensors_;
  std::map<std::string, std::unique_ptr<Scalar>> scalars_;
};

}  // namespace

void CheckResults(const PointwiseOracle& oracle) {
  const catalogue::Operator& row = RowOf(oracle);
  Random random(31);
  for (const aclDataType dtype : row.LeadDTypes()) {
    DeviceCall(oracle, PlainCall(oracle, {3, 700}, dtype), random).RunAndCompare();
    DeviceCall(oracle, PlainCall(oracle, {}, dtype), random).RunAndCompare();
    DeviceCall(oracle, PlainCall(oracle, {3, 0, 2}, dtype), random).RunAndCompare();
    for (uint64_t seed = 0; seed < 12; ++seed) {
      DeviceCall call(oracle, DrawCall(oracle, seed, dtype, random), random);
      if (seed % 3 == 0) {
        call.PutOutputOnInput();
      }
      call.RunAndCompare();
    }
  }
}

void CheckLayouts(const PointwiseOracle& oracle) {
  const catalogue::Operator& row = RowOf(oracle);
  const Shape shape{3, 17, 5, 4};
  const std::array<Layout, 6> layouts{Layout::Contiguous(),    Layout::Transposed(4),
                                      Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3}),
                                      Layout::Offset(5),       Layout::Permuted({2, 0, 3, 1})};
  Random random(32);
  const auto& dtypes = row.LeadDTypes();
  for (size_t i = 0; i < layouts.size(); ++i) {
    for (size_t j = 0; j < layouts.size(); j += 2) {
      Call call = PlainCall(oracle, shape, dtypes[(i + j) % dtypes.size()]);
      std::vector<Layout> own;
      for (size_t k = 0; k < call.operands.size(); ++k) {
        own.push_back(call.operands[k].argument->single ? Layout() : layouts[(i + k * j) % layouts.size()]);
      }
      DeviceCall(oracle, std::move(call), random, own).RunAndCompare();
    }
  }
}

void CheckSizes(const PointwiseOracle& oracle) {
  const auto& dtypes = RowOf(oracle).LeadDTypes();
  Random random(33);
  size_t turn = 0;
  for (const int64_t size : {1, 2, 7, 8, 15, 16, 17, 31, 33, 511, 513, 1025, 20001}) {
    DeviceCall(oracle, PlainCall(oracle, {size}, dtypes.front()), random).RunAndCompare();
    DeviceCall(oracle, PlainCall(oracle, {size}, dtypes[turn++ % dtypes.size()]), random).RunAndCompare();
  }
}

void CheckStatuses(const PointwiseOracle& oracle) {
  const catalogue::Operator& row = RowOf(oracle);
  const aclDataType lead = row.LeadDTypes().front();
  const Call usual = PlainCall(oracle, {2, 3}, lead);
  ASSERT_EQ(PlannedCall(oracle, usual).Try(), ACL_SUCCESS) << RecentMessage();
  for (const Argument& argument : row.arguments) {
    const bool pointer = argument.IsTensor() || argument.type == CType::kScalar;
    if (pointer && !argument.optional) {
      // Whatever else is wrong, too.
      PlannedCall call(oracle, usual);
      call.SetTensor(row.Outputs().front()->name, {7, 7}, ACL_STRING);
      EXPECT_EQ(call.Try(argument.name), kNullptr) << argument.name;
      EXPECT_NE(RecentMessage().find(argument.name), std::string::npos) << argument.name;
    }
  }
  for (const catalogue::Operand& operand : usual.operands) {
    const Argument& argument = *operand.argument;
    PlannedCall other(oracle, usual);
    other.SetTensor(argument.name, {1, 1, 1, 1, 1, 1, 1, 2, 3}, operand.tensor.dtype);
    EXPECT_EQ(other.Try(), kInvalid) << argument.name << " of nine dims";
    const auto others = std::count_if(usual.operands.begin(), usual.operands.end(),
                                      [](const auto& one) { return !one.argument->single; });
    if (argument.single || others > 1) {
      other.SetTensor(argument.name, {2, 5}, operand.tensor.dtype);
      EXPECT_EQ(other.Try(), kInvalid) << argument.name << " of another shape";
      EXPECT_FALSE(RecentMessage().empty());
    }
    if (argument.role != catalogue::Role::kOutput) {
      continue;
    }
    for (const aclDataType from : row.LeadDTypes()) {
      const Call call = PlainCall(oracle, {2, 3}, from);
      const aclDataType result = oracle.truth ? ACL_BOOL : ComputedType(oracle, call);
      for (const aclDataType to : argument.dtypes) {
        PlannedCall stored(oracle, call);
        stored.SetTensor(argument.name, {2, 3}, to);
        const bool holds = argument.anyDType ? Holds(to, result) : to == result;
        EXPECT_EQ(stored.Try(), holds ? ACL_SUCCESS : kInvalid)
            << catalogue::NameOf(result) << " as " << catalogue::NameOf(to);
      }
    }
  }
}

}  // namespace openaclnn::testing
