// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/normalization/quantized_rows.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization {

Argument Along(std::string name, std::string meaning, DTypes dtypes, const std::string& x, bool optional) {
  return {.name = std::move(name),
          .meaning = std::move(meaning),
          .shapeText = "that of gamma, or one element",
          .dtypes = std::move(dtypes),
          .optional = optional,
          .shape = [](const Arguments& known) { return known.ShapeOf("gamma"); },
          .dtype = SameAs(x)};
}

Argument Scale(std::string name, const std::string& x, bool optional) {
  Argument scale = Along(std::move(name), "what the norm is divided by", Floats(), x, optional);
  scale.holds = Meaning::kPositive;
  return scale;
}

Argument ZeroPoint(std::string name, const std::string& x, bool optional) {
  return Along(std::move(name), "added to quotients", {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8},
               x, optional);
}

Argument Gamma(const std::string& x) {
  return {.name = "gamma",
          .meaning = "scale",
          .shapeText = "the last extents of the input: those of a row",
          .dtypes = Floats(),
          .shape = [x](const Arguments& known) { return Trailing(known.ShapeOf(x), 1); },
          .dtype = SameAs(x)};
}

Argument Beta(std::string name, const std::string& x, bool optional) {
  Argument beta = Along(std::move(name), "shift", Floats(), x, optional);
  beta.shapeText = "that of gamma";
  return beta;
}

Argument Whole(std::string name, const std::string& x) {
  return OutputWith(Tensor(std::move(name), "the quantized norm", "that of " + x, {ACL_INT8}), SameShapeAs(x),
                    Always(ACL_INT8));
}

Argument RowScale(std::string name) {
  return Statistic(std::move(name), "scales of rows", [](const Arguments& known) {
    return OfRows(known.ShapeOf("x1"), known.ShapeOf("gamma").size());
  });
}

Argument Asked(Argument output, std::vector<std::string> by) {
  output.optional = true;
  output.needed = [by = std::move(by)](const Arguments& known) {
    return std::ranges::all_of(by, [&](const std::string& name) { return known.Find(name) != nullptr; });
  };
  output.written = output.needed;
  return output;
}

Argument Summand(std::string name) {
  Argument x = Data(std::move(name), "summand");
  if (x.name != "x1") {
    x.shape = SameShapeAs("x1");
    x.dtype = SameAs("x1");
  }
  return x;
}

Operator QuantizedRow(Operator row, const Calls& calls) {
  row.arguments.insert(row.arguments.begin(), Gamma(calls.inputs.front()));
  for (size_t i = calls.inputs.size(); i-- > 0;) {
    row.arguments.insert(row.arguments.begin(),
                         calls.inputs[i] == "x" ? Data("x", "input") : Summand(calls.inputs[i]));
  }
  row.draw = [calls](Choices& choices) {
    Drawn drawn = DrawRows(choices);
    for (const std::string& input : calls.inputs) {
      drawn.arguments.tensors[input] = {Spec(drawn.shape, drawn.dtype)};
    }
    drawn.arguments.tensors["gamma"] = {Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
    for (const std::string& name : calls.rows) {
      drawn.arguments.tensors[name] = {Spec(drawn.normalized, drawn.dtype)};
    }
    for (const std::string& name : calls.optional) {
      if (choices.Chance(128)) {
        drawn.arguments.tensors[name] = {Spec(drawn.normalized, drawn.dtype)};
      }
    }
    drawn.arguments.attributes = {{"epsilon", 1e-5}};
    return drawn.arguments;
  };
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, bool all,
                          bool specials = false) {
    Sample made = RowsSample(std::move(name), calls.inputs, shape, trailing, specials);
    made.arguments.attributes.clear();
    made.arguments.tensors["gamma"] = {{Trailing(shape, trailing)}};
    for (const std::string& input : calls.rows) {
      made.arguments.tensors[input] = {{Trailing(shape, trailing)}};
    }
    for (const std::string& input : all ? calls.optional : std::vector<std::string>{}) {
      made.arguments.tensors[input] = {{Trailing(shape, trailing)}};
    }
    return made;
  };
  row.samples = {sample("short_rows", {301, 24}, 1, true), sample("rows_of_planes", {33, 31, 57}, 2, false),
                 sample("one_long_row", {1, 70001}, 1, true), sample("specials", {65, 130}, 1, true, true)};
  for (const std::string& input : calls.inputs) {
    row.runExample += OptionName(input) + " " + input + ".npy ";
  }
  row.runExample += "--gamma w.npy ";
  for (const std::string& input : calls.rows) {
    row.runExample += OptionName(input) + " " + (input == "beta" ? "b" : "s") + ".npy ";
  }
  const Argument& first = *std::ranges::find(row.arguments, Role::kOutput, &Argument::role);
  row.runExample += OptionName(first.name) + " y.npy";
  row.benchExample = OptionName(calls.inputs.front()) + " 4096x1024";
  return MakeOperator(std::move(row));
}

}  // namespace openaclnn::catalogue::normalization
