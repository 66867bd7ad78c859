// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_addr.h"
#include "aclnnop/aclnn_ger.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::outer {
namespace {

/// An operator of two vectors: their names, and that of the matrix that is added, if any.
struct Names {
  std::string first;
  std::string second;
  std::string added{};
  bool inPlace = false;
};

Arguments CallOf(const Names& names, Shape first, Shape second, Shape added, aclDataType dtype) {
  Arguments all;
  all.tensors[names.first] = {{std::move(first), dtype}};
  all.tensors[names.second] = {{std::move(second), dtype}};
  if (!names.added.empty()) {
    all.tensors[names.added] = {{std::move(added), dtype}};
  }
  return all;
}

Argument Vector(const std::string& name, const std::string& like) {
  Argument argument = WithComplex(Input(name, Numbers()));
  argument.shapeText = "[number of elements]";
  if (!like.empty()) {
    argument.dtype = SameAs(like);
    argument.shape = [like](const Arguments& known) {
      const Shape& shape = known.ShapeOf(like);
      return Shape{shape.empty() ? 1 : shape.back()};
    };
  }
  return argument;
}

/// A factor that may be left out, of the class of the operands.
Argument Factor(const std::string& name, const std::vector<std::string>& tensors) {
  Argument factor = Number(name, 1);
  factor.optional = true;
  factor.defaultValue.reset();
  factor.derive = [type = Promoted(tensors)](const Arguments& known) {
    const aclDataType dtype = type.of(known);
    return Value(Scalar{IsFloating(dtype) ? ACL_DOUBLE : dtype == ACL_BOOL ? ACL_BOOL : ACL_INT64, 1});
  };
  factor.derivation = "1, of a type that goes with the inputs";
  return factor;
}

Operator Outer(Phases phases, const std::string& summary, const std::string& formula, const Names& names) {
  const bool adds = !names.added.empty();
  const auto result = [names](const Arguments& known) {
    return Shape{Extent(known.ShapeOf(names.first), 0), Extent(known.ShapeOf(names.second), 0)};
  };
  std::vector<std::string> operands{names.first, names.second};
  std::vector<Argument> arguments;
  if (adds) {
    operands.insert(operands.begin(), names.added);
    Argument added =
        WithComplex(names.inPlace ? InPlace(names.added, Numbers()) : Input(names.added, Numbers()));
    added.shapeText =
        names.inPlace ? "[size of vec1, size of vec2]" : "broadcasts to [size of vec1, size of vec2]";
    arguments.push_back(std::move(added));
  }
  arguments.push_back(Vector(names.first, names.added));
  arguments.push_back(Vector(names.second, adds ? names.added : names.first));
  if (adds) {
    arguments.push_back(Factor("betaOptional", operands));
    arguments.push_back(Factor("alphaOptional", operands));
  }
  if (!names.inPlace) {
    Argument out = WithComplex(Output("out", Numbers(), Promoted(operands)));
    out.shape = result;
    out.shapeText = "[size of " + names.first + ", size of " + names.second + "]";
    arguments.push_back(std::move(out));
  }
  Operator row{.phases = std::move(phases), .summary = summary, .formula = {formula}};
  row.arguments = std::move(arguments);
  for (const std::string& operand : operands) {
    row.runExample += OptionName(operand) + " " + operand + ".npy ";
  }
  row.runExample += names.inPlace ? "--self-ref-result out.npy" : "-o out.npy";
  row.benchExample = names.inPlace ? "--self-ref 4096x4096 --vec1 4096 --vec2 4096"
                     : adds        ? "--self 4096x4096 --vec1 4096 --vec2 4096"
                                   : "--self 4096 --vec2 4096";
  row = MakeOperator(std::move(row));
  const auto sample = [&](const char* name, int64_t rows, int64_t columns, Shape added) {
    Sample made{
        .name = name,
        .arguments = CallOf(names, {rows}, {columns}, names.inPlace ? Shape{rows, columns} : std::move(added),
                            ACL_DT_UNDEFINED)};
    for (const std::string& operand : operands) {
      made.data.push_back({.name = operand, .specials = rows == 5});
    }
    row.samples.push_back(std::move(made));
  };
  sample("matrix", 301, 507, {301, 507});
  sample("rows", 20011, 3, {3});
  sample("columns", 3, 20011, {3, 1});
  sample("specials", 5, 601, {});
  row.draw = [row, names](Choices& choices) {
    const aclDataType dtype = choices.DType(Numbers());
    const Shape both{choices.Extent(), choices.Extent()};
    Arguments drawn =
        CallOf(names, {both[0]}, {both[1]}, names.inPlace ? both : choices.Narrowed(both), dtype);
    if (choices.Chance(64)) {
      const aclDataType other = choices.DType(Numbers());
      const aclDataType together = Promote(dtype, other);
      if (names.inPlace ? together == dtype : together != ACL_DT_UNDEFINED) {
        drawn.tensors[names.second][0].dtype = other;
      }
    }
    for (const Argument* attribute : row.Attributes()) {
      Value& value = drawn.attributes[attribute->name];
      value = attribute->derive(drawn);
      if (auto& number = std::get<Scalar>(value); number.dtype != ACL_BOOL) {
        number.value = static_cast<double>(choices.Below(4));
      }
    }
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Outer(TwoPhases<&aclnnAddrGetWorkspaceSize, &aclnnAddr>("aclnnAddr"),
            "sum of a matrix and an outer product", "out = beta * self + alpha * vec1 vec2^T",
            {"vec1", "vec2", "self"}),
      Outer(TwoPhases<&aclnnInplaceAddrGetWorkspaceSize, &aclnnInplaceAddr>("aclnnInplaceAddr"),
            "sum of a matrix and an outer product, in place",
            "selfRef = beta * selfRef + alpha * vec1 vec2^T", {"vec1", "vec2", "selfRef", true}),
      Outer(TwoPhases<&aclnnGerGetWorkspaceSize, &aclnnGer>("aclnnGer"), "outer product of two vectors",
            "out = self vec2^T", {"self", "vec2"}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::outer
