// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/rows.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace openaclnn::catalogue {
namespace {

/// An aclScalar of the category of the tensors' common type.
ValueRule NumberFor(std::vector<std::string> tensors, double value) {
  return [type = Promoted(std::move(tensors)), value](const Arguments& arguments) {
    const aclDataType dtype = type.of(arguments);
    const aclDataType own = IsFloating(dtype) ? ACL_DOUBLE : dtype == ACL_BOOL ? ACL_BOOL : ACL_INT64;
    return Value(Scalar{own, value});
  };
}

/// Types, shapes and attributes follow from the tensors that are read, so the row is completed in their
/// order.
void Complete(const std::vector<std::string>& inputs, Operator* row) {
  for (Argument& argument : row->arguments) {
    if (argument.type == CType::kDType) {
      argument.derive = [first = inputs.front()](const Arguments& arguments) {
        return Value(int64_t{arguments.DTypeOf(first)});
      };
      argument.derivation = "that of " + inputs.front();
    }
    if (argument.role != Role::kAttribute || !argument.defaultValue) {
      continue;
    }
    if (const Scalar* number = std::get_if<Scalar>(&*argument.defaultValue); number != nullptr) {
      argument.derive = NumberFor(inputs, number->value);
      argument.derivation =
          std::to_string(static_cast<int64_t>(number->value)) + ", of a type that goes with the inputs";
      argument.defaultValue.reset();
    }
  }
  std::string files;
  for (const std::string& name : inputs) {
    files += OptionName(name) + " " + name + ".npy ";
  }
  const std::string output = OutputOption(*row->Outputs().front());
  row->runExample = files + (output == "--out" ? "-o" : output) + " result.npy";
  row->benchExample = OptionName(inputs.front()) + " 4096x4096";
}

void DrawAttributes(const Operator& row, Choices& choices, Arguments* arguments) {
  for (const Argument* attribute : row.Attributes()) {
    Value& value = arguments->attributes[attribute->name];
    if (!attribute->choices.empty()) {
      value = attribute->choices[choices.Below(attribute->choices.size())].value;
    } else if (attribute->type == CType::kBool) {
      value = int64_t{choices.Chance(128) ? 1 : 0};
    } else if (attribute->type == CType::kDType) {
      value = int64_t{choices.DType(attribute->dtypes)};
    } else {
      value = attribute->derive ? attribute->derive(*arguments) : attribute->defaultValue.value();
      if (auto* number = std::get_if<Scalar>(&value); number != nullptr && number->dtype != ACL_BOOL) {
        number->value += static_cast<double>(choices.Below(4));
      }
    }
  }
}

Sample MakeSample(std::string name, const Operator& row, const std::vector<Shape>& shapes,
                  Pattern pattern = Pattern::kUsual) {
  Sample sample;
  sample.name = std::move(name);
  size_t next = 0;
  for (const Argument& argument : row.arguments) {
    if (argument.IsTensor() && next < shapes.size()) {
      sample.arguments.tensors[argument.name] = {
          {argument.single ? Shape{} : shapes[next], ACL_DT_UNDEFINED}};
      if (argument.IsRead()) {
        sample.data.push_back({argument.name, pattern});
      }
      ++next;
    }
  }
  return sample;
}

/// The shapes of all tensors but the result. Each type once, the rest in the first one: there are hundreds of
/// such operators, and one driver.
std::vector<Sample> PointwiseSamples(const Operator& row, size_t tensors, bool firstHasAll) {
  const Shape large{3, 7, 31, 457};
  const Shape small{5, 601};
  std::vector<Sample> samples;
  const auto add = [&](const char* name, const std::vector<Shape>& shapes, const DTypes& dtypes) {
    Sample sample = MakeSample(name, row, shapes);
    sample.dtypes = dtypes;
    samples.push_back(std::move(sample));
  };
  const DTypes first{row.LeadDTypes().front()};
  add("one_shape", std::vector<Shape>(tensors, small), row.LeadDTypes());
  add("large", std::vector<Shape>(tensors, large), first);
  add("one_element", std::vector<Shape>(tensors), first);
  add("specials", std::vector<Shape>(tensors, small), first);
  for (SampleData& data : samples.back().data) {
    data.specials = true;
  }
  if (tensors > 1) {
    std::vector<Shape> broadcast{{64, 1, 33}, {129, 33}, {129, 1}};
    broadcast[0] = firstHasAll ? Shape{64, 129, 33} : broadcast[0];
    broadcast.resize(tensors);
    add("all_broadcast", broadcast, first);
    std::vector<Shape> scalar(tensors);
    scalar.front() = small;
    add("scalar_operands", scalar, first);
  }
  return samples;
}

}  // namespace

Operator Pointwise(Phases phases, std::string summary, std::vector<std::string> formula,
                   std::vector<Argument> arguments) {
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = std::move(formula),
               .arguments = std::move(arguments)};
  std::vector<std::string> inputs;
  std::vector<std::string> shaping;
  std::vector<std::string> promoting;
  std::vector<std::string> numbers;
  std::vector<std::string> tensors;
  for (const Argument& argument : row.arguments) {
    if (argument.IsRead()) {
      inputs.push_back(argument.name);
    }
    if (argument.IsRead() && !argument.single) {
      shaping.push_back(argument.name);
    }
    if (argument.promotes) {
      (argument.IsRead() ? promoting : numbers).push_back(argument.name);
    }
    if (argument.IsTensor()) {
      tensors.push_back(argument.name);
    }
  }
  // The shape of the result: a tensor's that is there before the call, or that of a result made from all
  // inputs.
  const bool hasResult = row.arguments.back().role == Role::kOutput && row.arguments.size() > 1;
  const bool firstHasAll = !hasResult;
  for (Argument& argument : row.arguments) {
    if (argument.role == Role::kInput && argument.name != inputs.front()) {
      argument.shape =
          argument.single ? [](const Arguments&) { return Shape{}; } : SameShapeAs(inputs.front());
    }
    if (argument.role == Role::kOutput) {
      argument.shape = BroadcastOf(shaping.empty() ? inputs : shaping);
      argument.shapeText = "that of the inputs broadcast together";
      argument.dtype = argument.dtype.of ? argument.dtype : Promoted(promoting, numbers);
    }
  }
  // A condition says nothing of the type.
  const bool conditionFirst = !row.arguments.front().promotes && row.arguments.front().IsRead();
  row.lead = conditionFirst && !promoting.empty() ? promoting.front() : "";
  row = MakeOperator(std::move(row));
  Complete(inputs, &row);
  if (hasResult) {
    tensors.pop_back();
  }
  row.samples = PointwiseSamples(row, tensors.size(), firstHasAll);
  row.draw = [row, tensors, firstHasAll](Choices& choices) {
    Arguments drawn;
    const aclDataType lead = choices.DType(row.LeadDTypes());
    const Shape all = choices.AnyShape(8);
    for (const std::string& name : tensors) {
      const Argument& argument = row.Get(name);
      const bool usual = catalogue::Contains(argument.dtypes, lead) && !choices.Chance(64);
      const aclDataType other = usual ? lead : choices.DType(argument.dtypes);
      const aclDataType together = Promote(lead, other);
      const bool fits = firstHasAll ? together == lead : together != ACL_DT_UNDEFINED;
      const bool first = name == tensors.front();
      const bool free = !argument.promotes && !first;
      const bool fixed = argument.role == Role::kInput && argument.dtype.of;
      const bool leads = first && catalogue::Contains(argument.dtypes, lead);
      const aclDataType dtype = !leads && !fixed && (free || fits) ? other : lead;
      const Shape shape = argument.single        ? Shape(choices.Below(2), 1)
                          : firstHasAll && first ? all
                                                 : choices.Narrowed(all);
      drawn.tensors[name] = {{shape, dtype}};
    }
    DrawAttributes(row, choices, &drawn);
    return drawn;
  };
  return row;
}

Operator Reduction(Phases phases, std::string summary, std::vector<std::string> formula,
                   std::vector<Argument> arguments) {
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = std::move(formula),
               .arguments = std::move(arguments)};
  const std::string input = row.arguments.front().name;
  std::string dims;
  std::string keepDims;
  std::string noop;  // whether no dims are none, not all
  for (const Argument& argument : row.arguments) {
    if (argument.defaultValue && std::holds_alternative<std::vector<int64_t>>(*argument.defaultValue)) {
      dims = argument.name;
    } else if (argument.defaultValue && std::holds_alternative<int64_t>(*argument.defaultValue)) {
      (argument.name.starts_with("noop") ? noop : keepDims) = argument.name;
    }
  }
  for (Argument& argument : row.arguments) {
    if (argument.role == Role::kOutput) {
      argument.shape = [=](const Arguments& known) {
        const bool same = !noop.empty() && known.Integer(noop) != 0 && known.Integers(dims).empty();
        return same ? known.ShapeOf(input)
               : dims.empty()
                   ? Shape()
                   : Reduced(known.ShapeOf(input), known.Integers(dims), known.Integer(keepDims) != 0);
      };
      argument.shapeText =
          dims.empty() ? "none" : "that of " + input + " without " + dims + ", or with extents 1 there";
      argument.dtype = argument.dtype.of ? argument.dtype : SameAs(input);
    }
  }
  row = MakeOperator(std::move(row));
  Complete({input}, &row);
  const auto add = [&](const char* name, const Shape& shape, std::vector<int64_t> over,
                       const std::optional<Mirror>& mirror) {
    Sample sample = MakeSample(name, row, {shape}, Pattern::kSpread);
    if (!dims.empty()) {
      sample.arguments.attributes[dims] = std::move(over);
    }
    sample.data.front().mirror = mirror;
    row.samples.push_back(std::move(sample));
  };
  // Sums that cancel leave the rounding errors of their order.
  add("all", {50021, 7}, {}, Mirror{1, 1, 350147, true});
  add("long_rows", {3, 50021}, {1}, Mirror{1, 3, 50021, true});
  add("many_short_rows", {20011, 17}, {-1}, Mirror{1, 20011, 17, true});
  add("columns", {3001, 96}, {0}, Mirror{3001, 96, 1, true});
  add("middle", {5, 3001, 17}, {1}, Mirror{1, 1, 255085, false});
  add("outer_and_inner", {40, 33, 601}, {0, 2}, Mirror{40, 33, 601, true});
  add("no_element", {0, 7}, {0}, std::nullopt);
  row.draw = [row, input, dims](Choices& choices) {
    Arguments drawn;
    const Argument& argument = row.Get(input);
    const aclDataType dtype = choices.DType(argument.dtypes);
    const Shape shape = choices.AnyShape(8);
    drawn.tensors[input] = {{shape, dtype}};
    DrawAttributes(row, choices, &drawn);
    if (!dims.empty()) {
      drawn.attributes[dims] = choices.SomeDims(shape.size());
    }
    return drawn;
  };
  return row;
}

Operator WithElements(Operator row) {
  std::erase_if(row.samples, [](const Sample& sample) { return sample.name == "no_element"; });
  row.draw = [draw = std::move(row.draw)](Choices& choices) {
    Arguments drawn = draw(choices);
    for (int64_t& extent : drawn.tensors.begin()->second.front().shape) {
      extent = std::max(extent, int64_t{1});
    }
    return drawn;
  };
  return row;
}

Operator AlongDim(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments,
                  const ShapeRule& shape, const std::string& shapeText) {
  Operator row{.phases = std::move(phases),
               .summary = std::move(summary),
               .formula = {std::move(formula)},
               .arguments = std::move(arguments)};
  const std::string input = row.arguments.front().name;
  std::string dim = "dim";
  bool isNumber = false;
  for (Argument& argument : row.arguments) {
    if (argument.role == Role::kOutput) {
      argument.shape = shape;
      argument.shapeText = shapeText;
      argument.dtype = argument.dtype.of ? argument.dtype : SameAs(input);
    } else if (argument.defaultValue && std::holds_alternative<Scalar>(*argument.defaultValue)) {
      dim = argument.name;
      isNumber = true;
    }
  }
  row = MakeOperator(std::move(row));
  const auto valueOf = [isNumber](int64_t value) {
    return isNumber ? Value(Scalar{ACL_INT64, static_cast<double>(value)}) : Value(value);
  };
  for (Argument& argument : row.arguments) {
    if (argument.type == CType::kDType) {
      argument.derive = [input](const Arguments& known) { return Value(int64_t{known.DTypeOf(input)}); };
      argument.derivation = "that of " + input;
    }
  }
  const auto add = [&](const char* name, const Shape& extents, int64_t along, Pattern pattern) {
    Sample sample = MakeSample(name, row, {extents}, pattern);
    sample.arguments.attributes[dim] = valueOf(along);
    row.samples.push_back(std::move(sample));
  };
  add("many_short_rows", {20011, 17}, -1, Pattern::kSpread);
  add("long_rows", {3, 50021}, 1, Pattern::kSpread);
  add("columns", {3001, 96}, 0, Pattern::kSpread);
  add("middle", {5, 601, 17}, 1, Pattern::kUsual);
  add("specials", {301, 257}, 1, Pattern::kUsual);
  row.samples.back().data.front().specials = true;
  row.draw = [row, input, dim, valueOf](Choices& choices) {
    Arguments drawn;
    Shape extents = choices.AnyShape(8);
    const auto rank = static_cast<int64_t>(extents.empty() ? 1 : extents.size());
    const int64_t along = static_cast<int64_t>(choices.Below(2 * static_cast<uint64_t>(rank))) - rank;
    int64_t count = 1;
    if (!extents.empty()) {
      int64_t& extent = extents[static_cast<size_t>(along < 0 ? along + rank : along)];
      extent = extent == 0 ? 1 : extent;  // there is nothing to be found among nothing
      count = extent;
    }
    drawn.tensors[input] = {{extents, choices.DType(row.arguments.front().dtypes)}};
    DrawAttributes(row, choices, &drawn);
    drawn.attributes[dim] = valueOf(along);
    if (const auto k = drawn.attributes.find("k"); k != drawn.attributes.end()) {
      k->second = 1 + static_cast<int64_t>(choices.Below(static_cast<uint64_t>(count)));
    }
    return drawn;
  };
  row.runExample = OptionName(input) + " x.npy " + OptionName(dim) + " -1";
  for (const Argument* output : row.Outputs()) {
    const std::string option = OutputOption(*output);
    row.runExample += (option == "--out" ? " -o " : " " + option + " ") + output->name + ".npy";
  }
  row.benchExample = OptionName(input) + " 4096x4096";
  return row;
}

Operator OneAlongDim(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments,
                     const std::string& keepDim) {
  return AlongDim(
      std::move(phases), std::move(summary), std::move(formula), std::move(arguments),
      [keepDim](const Arguments& known) {
        return Reduced(known.ShapeOf("self"), {known.Integer("dim")}, known.Integer(keepDim) != 0);
      },
      "that of self without dim, or with extent 1 there");
}

}  // namespace openaclnn::catalogue
