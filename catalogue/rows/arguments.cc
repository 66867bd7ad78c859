// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue {

Argument Input(std::string name, DTypes dtypes) {
  return {.name = std::move(name), .shapeText = "any", .dtypes = std::move(dtypes), .promotes = true};
}

Argument Tensor(std::string name, std::string meaning, std::string shapeText, DTypes dtypes) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = std::move(shapeText),
          .dtypes = std::move(dtypes)};
}

Argument OutputWith(Argument argument, ShapeRule shape, DTypeRule dtype) {
  argument.role = Role::kOutput;
  argument.shape = std::move(shape);
  argument.dtype = std::move(dtype);
  return argument;
}

Argument Condition(std::string name) {
  Argument argument = Input(std::move(name), {ACL_BOOL});
  argument.promotes = false;
  return argument;
}

Argument InputAs(std::string name, DTypes dtypes, std::string as) {
  Argument argument = Input(std::move(name), std::move(dtypes));
  argument.dtype = SameAs(std::move(as));
  return argument;
}

Argument SingleInput(std::string name, DTypes dtypes) {
  Argument argument = Input(std::move(name), std::move(dtypes));
  argument.shapeText = "one element";
  argument.promotes = false;
  argument.single = true;
  return argument;
}

DTypes Joined(DTypes dtypes, const DTypes& more) {
  dtypes.insert(dtypes.end(), more.begin(), more.end());
  return dtypes;
}

Argument With(Argument argument, DTypes others) {
  argument.others = std::move(others);
  return argument;
}

Argument WithComplex(Argument argument) {
  return With(std::move(argument), {ACL_COMPLEX64, ACL_COMPLEX128});
}

Argument Movable(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128});
}

Argument Storable(Argument argument) {
  argument = Movable(std::move(argument));
  argument.others = Joined(argument.others, {ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E5M2});
  return argument;
}

size_t Place(int64_t dim, size_t rank) {
  const auto dims = static_cast<int64_t>(std::max<size_t>(rank, 1));
  return static_cast<size_t>(std::clamp<int64_t>(dim < 0 ? dim + dims : dim, 0, dims - 1));
}

Argument InPlace(std::string name, DTypes dtypes) {
  Argument argument = Input(std::move(name), std::move(dtypes));
  argument.role = Role::kInPlace;
  argument.meaning = "read, and overwritten with the result";
  return argument;
}

Argument Output(std::string name, DTypes dtypes, DTypeRule dtype) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the result",
          .dtypes = std::move(dtypes),
          .dtype = std::move(dtype),
          .anyDType = true};
}

Argument OutputOfThatType(std::string name, DTypes dtypes, DTypeRule dtype) {
  Argument argument = Output(std::move(name), std::move(dtypes), std::move(dtype));
  argument.anyDType = false;
  return argument;
}

Argument TruthOutput(std::string name) {
  return Movable(Output(std::move(name), Numbers(), Always(ACL_BOOL)));
}

Argument Number(std::string name, double defaultValue) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "number",
          .defaultValue = Scalar{ACL_DOUBLE, defaultValue}};
}

Argument NumberFor(std::string name, const std::string& of, double value) {
  Argument argument = Number(std::move(name), value);
  argument.defaultValue.reset();
  argument.derive = [of, value](const Arguments& known) {
    const aclDataType dtype = known.DTypeOf(of);
    return Value(Scalar{IsFloating(dtype) ? ACL_DOUBLE : dtype == ACL_BOOL ? ACL_BOOL : ACL_INT64, value});
  };
  argument.derivation = "a number of a type that goes with the tensors";
  return argument;
}

Argument NumberOperand(std::string name, double defaultValue) {
  Argument argument = Number(std::move(name), defaultValue);
  argument.promotes = true;
  return argument;
}

Argument Mode(std::string name, std::string meaning, std::vector<Choice> choices) {
  const int64_t usual = choices.front().value;
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .choices = std::move(choices),
          .defaultValue = usual};
}

Argument IntegerList(std::string name, std::string meaning, std::vector<int64_t> usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = std::move(usual)};
}

Argument Flag(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{0}};
}

Argument Real(std::string name, std::string meaning, double defaultValue) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = defaultValue};
}

Argument Dims(std::string name) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "dimensions, from 0 on or from the end as -1 on; none: all",
          .defaultValue = std::vector<int64_t>()};
}

Argument Dim(std::string name) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "the dimension, from 0 on or from the end as -1 on",
          .defaultValue = int64_t{-1}};
}

Argument Type(std::string name, std::string meaning, DTypes dtypes) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .dtypes = std::move(dtypes)};
}

}  // namespace openaclnn::catalogue
