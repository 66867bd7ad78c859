// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_eye.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_logspace.h"
#include "aclnnop/aclnn_range.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::creation::sequences {
namespace {

// These operators have no input: the output says what type a call has.
Argument Made(DTypes dtypes, std::string shapeText, ShapeRule shape, const std::string& name = "out") {
  Argument argument = Output(name, std::move(dtypes), Always(ACL_FLOAT));
  argument.shapeText = std::move(shapeText);
  argument.shape = std::move(shape);
  return argument;
}

Argument Whole(std::string name, std::string meaning, int64_t defaultValue) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = defaultValue,
          .lowest = 0};
}

// What is no number of elements, 0 here, is the operator's to refuse.
int64_t ElementsOf(double count) {
  constexpr double kMost = 9e18;  // fewer than an int64_t holds
  if (!std::isfinite(count) || count < 1) {
    return 0;
  }
  return count < kMost ? static_cast<int64_t>(count) : INT64_MAX;
}

double Steps(const Arguments& arguments) {
  const double distance = arguments.ScalarOf("end").value - arguments.ScalarOf("start").value;
  return distance / arguments.ScalarOf("step").value;
}

Scalar Integer(int64_t value) {
  return {ACL_INT64, static_cast<double>(value)};
}

// A sample with the output's shape, in all of its types.
Sample MadeSample(std::string name, Shape shape, std::map<std::string, Value, std::less<>> attributes,
                  const std::string& output = "out") {
  Sample sample;
  sample.name = std::move(name);
  sample.arguments.tensors[output] = {{std::move(shape), ACL_DT_UNDEFINED}};
  sample.arguments.attributes = std::move(attributes);
  return sample;
}

Operator Steps(Phases phases, std::string summary, std::string formula, std::string shapeText, int64_t more) {
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = {std::move(formula)},
               .arguments = {Number("start", 0), Number("end", 10), Number("step", 1),
                             Made(NumbersButBool(), std::move(shapeText), [more](const Arguments& known) {
                               const double steps = Steps(known);
                               const double count = more == 0 ? std::ceil(steps) : std::floor(steps) + 1;
                               return Shape{ElementsOf(count)};
                             })}};
  row = MakeOperator(std::move(row));
  const auto attributes = [more](int64_t start, int64_t step, int64_t count) {
    return std::map<std::string, Value, std::less<>>{
        {"start", Integer(start)}, {"end", Integer(start + step * (count - more))}, {"step", Integer(step)}};
  };
  row.samples = {MadeSample("ascending", {100}, attributes(-3, 1, 100)),
                 MadeSample("descending", {60, 2}, attributes(110, -1, 120)),
                 MadeSample("one", {1}, attributes(7, 2, 1))};
  row.draw = [row, attributes](Choices& choices) {
    Arguments drawn;
    const auto count = static_cast<int64_t>(1 + choices.Below(40));
    drawn.tensors["out"] = {{choices.AnyShapeOf(count), choices.DType(row.LeadDTypes())}};
    const auto step = static_cast<int64_t>(1 + choices.Below(3));
    drawn.attributes = attributes(static_cast<int64_t>(choices.Below(5)), step, count);
    return drawn;
  };
  row.runExample = "--start 0 --end 10 --step 1 -o result.npy";
  row.benchExample = "--end 1000000";
  return row;
}

// Numbers at equal distances from start to end, or what is made of them.
Operator Spaced(Operator row, double start, double end, const std::string& output) {
  row.arguments.insert(row.arguments.begin(),
                       {Number("start", 0), Number("end", 1), Whole("steps", "how many numbers", 100)});
  row.arguments.push_back(Made(
      NumbersButBool(), "steps elements",
      [](const Arguments& known) { return Shape{known.Integer("steps")}; }, output));
  row = MakeOperator(std::move(row));
  const auto attributes = [start, end](int64_t steps) {
    return std::map<std::string, Value, std::less<>>{
        {"start", Scalar{ACL_DOUBLE, start}}, {"end", Scalar{ACL_INT64, end}}, {"steps", steps}};
  };
  row.samples = {MadeSample("many", {1001}, attributes(1001), output),
                 MadeSample("two", {2}, attributes(2), output),
                 MadeSample("one", {1}, attributes(1), output)};
  row.draw = [row, attributes, output](Choices& choices) {
    Arguments drawn;
    const auto count = static_cast<int64_t>(choices.Below(50));
    drawn.tensors[output] = {{choices.AnyShapeOf(count), choices.DType(row.LeadDTypes())}};
    drawn.attributes = attributes(count);
    return drawn;
  };
  row.benchExample = "--steps 1000000";
  return row;
}

Operator LinspaceRow() {
  return Spaced({.phases = TwoPhases<&aclnnLinspaceGetWorkspaceSize, &aclnnLinspace>("aclnnLinspace"),
                 .summary = "a number of numbers at equal distances",
                 .formula = {"out = start, start + (end - start) / (steps - 1), ..., end"},
                 .runExample = "--start 0 --end 1 --steps 11 -o result.npy"},
                -3.5, 90, "out");
}

Operator LogSpaceRow() {
  return Spaced({.phases = TwoPhases<&aclnnLogSpaceGetWorkspaceSize, &aclnnLogSpace>("aclnnLogSpace"),
                 .summary = "powers of a base whose exponents are at equal distances",
                 .formula = {"result = base^e for e = start, start + (end - start) / (steps - 1), ..., end"},
                 .arguments = {Real("base", "of the powers", 10)},
                 .runExample = "--start 0 --end 1 --steps 11 -o result.npy"},
                -3.5, 4, "result");
}

Argument Columns() {
  return {.name = "m",
          .role = Role::kAttribute,
          .meaning = "columns",
          .derive = [](const Arguments& known) { return Value(known.Integer("n")); },
          .derivation = "n",
          .lowest = 0};
}

Operator EyeRow() {
  Operator row{.phases = TwoPhases<&aclnnEyeGetWorkspaceSize, &aclnnEye>("aclnnEye"),
               .summary = "identity matrices",
               .formula = {"out[i, j] = i == j"},
               .arguments = {Whole("n", "rows", 3), Columns(),
                             With(Made(Numbers(), "[n, m]",
                                       [](const Arguments& known) {
                                         return Shape{known.Integer("n"), known.Integer("m")};
                                       }),
                                  {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128})}};
  row = MakeOperator(std::move(row));
  const auto sample = [](const char* name, int64_t n, int64_t m) {
    return MadeSample(name, {n, m}, {{"n", n}, {"m", m}});
  };
  row.samples = {sample("square", 37, 37), sample("wide", 3, 900), sample("high", 50, 2)};
  row.draw = [row](Choices& choices) {
    Arguments drawn;
    const auto n = static_cast<int64_t>(2 + choices.Below(30));
    const int64_t m = choices.Extent();
    drawn.tensors["out"] = {{{n, m}, choices.DType(row.LeadDTypes())}};
    drawn.attributes = {{"n", n}, {"m", m}};
    return drawn;
  };
  row.runExample = "--n 3 --m 3 -o result.npy";
  row.benchExample = "--n 4096 --m 4096";
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Steps(TwoPhases<&aclnnArangeGetWorkspaceSize, &aclnnArange>("aclnnArange"),
            "numbers at equal distances, below an end", "out = start, start + step, ... below end",
            "as many elements as there are steps", 0),
      Steps(TwoPhases<&aclnnRangeGetWorkspaceSize, &aclnnRange>("aclnnRange"),
            "numbers at equal distances, up to an end", "out = start, start + step, ... up to end",
            "one element more than there are steps", 1),
      LinspaceRow(),
      LogSpaceRow(),
      EyeRow(),
  };
}

}  // namespace openaclnn::catalogue::creation::sequences
