// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/foreach/lists.h"

#include <algorithm>
#include <utility>

namespace openaclnn::catalogue::foreach {

DTypes Computed() {
  return Joined(Floats(), {ACL_INT32});
}

DTypes SmallComputed() {
  DTypes dtypes = Computed();
  dtypes.insert(dtypes.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
  return dtypes;
}

Argument List(std::string name, DTypes dtypes) {
  return {.name = std::move(name), .shapeText = "any, a list of them", .dtypes = std::move(dtypes)};
}

Argument InPlaceList(std::string name, DTypes dtypes) {
  Argument argument = List(std::move(name), std::move(dtypes));
  argument.role = Role::kInPlace;
  argument.meaning = "overwritten with the results";
  return argument;
}

Argument ResultList(std::string name, const std::string& as, DTypes dtypes) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the results",
          .shapeText = "those of " + as,
          .dtypes = std::move(dtypes),
          .shape = SameShapeAs(as),
          .dtype = SameAs(as),
          .list = [as](const Arguments& known) { return known.tensors.at(as); }};
}

Argument NumberList(const std::string& of) {
  return {.name = "scalars",
          .role = Role::kAttribute,
          .meaning = "a number for each tensor",
          .derive =
              [of](const Arguments& known) {
                std::vector<Scalar> numbers;
                for (const TensorSpec& tensor : known.tensors.at(of)) {
                  const bool floating = IsFloating(tensor.dtype);
                  numbers.push_back({floating ? ACL_DOUBLE : ACL_INT64,
                                     static_cast<double>(numbers.size() % 5) + (floating ? 0.5 : 1)});
                }
                return Value(std::move(numbers));
              },
          .derivation = "1, 2, 3, ... of a type that goes with the tensors"};
}

Argument NumberTensor(std::string name, const std::string& of, bool each) {
  return {.name = std::move(name),
          .shapeText = each ? "[tensors of the lists]" : "[1]",
          .dtypes = Joined(Computed(), {ACL_INT16, ACL_INT8, ACL_UINT8, ACL_INT64, ACL_DOUBLE, ACL_BOOL}),
          .shape = [of, each](const Arguments& known) {
            return Shape{each ? static_cast<int64_t>(known.tensors.at(of).size()) : 1};
          }};
}

Sample ListSample(std::string name, const Operator& row, const std::vector<Shape>& shapes, bool specials) {
  Sample sample{.name = std::move(name)};
  for (const Argument& argument : row.arguments) {
    const bool list = argument.type == CType::kTensorList;
    if (list && (argument.IsRead() || row.Inputs().empty())) {
      for (const Shape& shape : shapes) {
        sample.arguments.tensors[argument.name].push_back({shape, ACL_DT_UNDEFINED});
      }
    } else if (!list && argument.IsRead()) {
      sample.arguments.tensors[argument.name] = {{argument.shape(sample.arguments), ACL_DT_UNDEFINED}};
    }
    if (argument.IsRead()) {
      sample.data.push_back({.name = argument.name, .specials = specials});
    }
  }
  return sample;
}

Operator Foreach(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments)});
  row.samples = {ListSample("mixed_shapes", row, {{3, 7, 310}, {}, {2, 1, 4}, {17011}, {40, 33}, {1}}, false),
                 ListSample("many_small", row, std::vector<Shape>(40, Shape{7, 5}), false),
                 ListSample("specials", row, {{2011}, {64}}, true)};
  std::string files;
  for (const Argument* input : row.Inputs()) {
    const bool list = input->type == CType::kTensorList;
    files += OptionName(input->name) + (list ? " a.npy,b.npy " : " s.npy ");
    if (list) {
      row.benchExample += OptionName(input->name) + " 4096x1024,4096 ";
    }
  }
  row.benchExample.pop_back();
  row.runExample = files + OutputOption(*row.Outputs().front()) + " result.npy";
  row.draw = [row](Choices& choices) {
    Arguments drawn;
    const std::string& first = std::ranges::find(row.arguments, CType::kTensorList, &Argument::type)->name;
    const aclDataType dtype = choices.DType(row.LeadDTypes());
    std::vector<TensorSpec> tensors;
    for (size_t count = 1 + choices.Below(12); count > 0; --count) {
      tensors.push_back({choices.AnyShape(4), dtype});
    }
    drawn.tensors[first] = tensors;
    for (const Argument& argument : row.arguments) {
      if (argument.type == CType::kTensorList && argument.IsRead()) {
        drawn.tensors[argument.name] = tensors;
      } else if (argument.IsRead()) {
        drawn.tensors[argument.name] = {{argument.shape(drawn), UsualDType(argument, dtype)}};
      }
    }
    return drawn;
  };
  return row;
}

}  // namespace openaclnn::catalogue::foreach
