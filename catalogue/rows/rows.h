// SPDX-License-Identifier: Apache-2.0
//
// What makes rows short.
#pragma once

#include <string>
#include <vector>

#include "catalogue/model/operator.h"

namespace openaclnn::catalogue {

// ---- Arguments

/// An input.
[[nodiscard]] Argument Input(std::string name, DTypes dtypes);
/// One that a row describes further.
[[nodiscard]] Argument Tensor(std::string name, std::string meaning, std::string shapeText, DTypes dtypes);
/// It as an output.
[[nodiscard]] Argument OutputWith(Argument argument, ShapeRule shape, DTypeRule dtype);
/// An input of the same type as another one.
[[nodiscard]] Argument InputAs(std::string name, DTypes dtypes, std::string as);
/// An input of one element.
[[nodiscard]] Argument SingleInput(std::string name, DTypes dtypes);
/// Read and written.
[[nodiscard]] Argument InPlace(std::string name, DTypes dtypes);
/// An output of a row that a helper makes; `dtype`: where it is not the usual type there.
[[nodiscard]] Argument Output(std::string name, DTypes dtypes, DTypeRule dtype = {});
/// One whose type follows from the inputs: no other is taken.
[[nodiscard]] Argument OutputOfThatType(std::string name, DTypes dtypes, DTypeRule dtype = {});
/// An output of truth values, which any type stores.
[[nodiscard]] Argument TruthOutput(std::string name);
/// An aclScalar; by default of a type that goes with the inputs: INT64 for integers, BOOL for BOOL, else
/// DOUBLE.
[[nodiscard]] Argument Number(std::string name, double defaultValue);
/// A number of the kind of a tensor's elements.
[[nodiscard]] Argument NumberFor(std::string name, const std::string& of, double value);
/// One that stands for a tensor: its category has a part in the type of the result.
[[nodiscard]] Argument NumberOperand(std::string name, double defaultValue);
/// An input of truth values, which choose: its type has no part in that of the result.
[[nodiscard]] Argument Condition(std::string name);
/// An integer with names for its values; the first is the default.
[[nodiscard]] Argument Mode(std::string name, std::string meaning, std::vector<Choice> choices);
/// An aclIntArray.
[[nodiscard]] Argument IntegerList(std::string name, std::string meaning, std::vector<int64_t> usual);
/// A bool, by default false.
[[nodiscard]] Argument Flag(std::string name, std::string meaning);
/// A double, or a float.
[[nodiscard]] Argument Real(std::string name, std::string meaning, double defaultValue);
/// The dims of a reduction, as aclIntArray, by default none.
[[nodiscard]] Argument Dims(std::string name);
/// One dim, as an integer, by default the last one.
[[nodiscard]] Argument Dim(std::string name);
/// An aclDataType.
[[nodiscard]] Argument Type(std::string name, std::string meaning, DTypes dtypes);

/// Types, and more of them.
[[nodiscard]] DTypes Joined(DTypes dtypes, const DTypes& more);

/// With types that are admitted, too (Argument::others).
[[nodiscard]] Argument With(Argument argument, DTypes others);
/// With complex numbers, too.
[[nodiscard]] Argument WithComplex(Argument argument);
/// With the types whose elements are moved as they are, but not computed with.
[[nodiscard]] Argument Movable(Argument argument);
/// And those that are copied and converted alone.
[[nodiscard]] Argument Storable(Argument argument);

/// The dimension that an attribute means, of a tensor of that rank; none is out of range.
[[nodiscard]] size_t Place(int64_t dim, size_t rank);

// ---- Rows

/// Each element of the result from the elements in its place of inputs that broadcast together: unary, binary
/// and ternary operators, with scalars or not. An Output at the end is the result, of the type in which the
/// inputs are computed unless it says otherwise. Without one the first tensor is: in place, or a destination
/// that is only written.
[[nodiscard]] Operator Pointwise(Phases phases, std::string summary, std::vector<std::string> formula,
                                 std::vector<Argument> arguments);

/// The first argument summed up over dims, or the like; the others have one made by Dims and one by Flag
/// (keepDims), or none where all dims are reduced, and an Output at the end, of the input's type unless it
/// says otherwise.
[[nodiscard]] Operator Reduction(Phases phases, std::string summary, std::vector<std::string> formula,
                                 std::vector<Argument> arguments);

/// Of a reduction that needs elements along the reduced dimensions.
[[nodiscard]] Operator WithElements(Operator row);

/// What goes along one dim of the first argument: Dim's argument, or a Number that stands for it. "k" counts
/// elements along it. Outputs have the shape that a rule says.
[[nodiscard]] Operator AlongDim(Phases phases, std::string summary, std::string formula,
                                std::vector<Argument> arguments, const ShapeRule& shape,
                                const std::string& shapeText);

/// The same where outputs have one element of each row along the dim; `keepDim` names the argument that tells
/// whether the dim stays, with extent 1.
[[nodiscard]] Operator OneAlongDim(Phases phases, std::string summary, std::string formula,
                                   std::vector<Argument> arguments, const std::string& keepDim);

}  // namespace openaclnn::catalogue
