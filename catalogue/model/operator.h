// SPDX-License-Identifier: Apache-2.0
//
// What is known of an operator: its arguments, a correct call of it, calls worth repeating.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/model/arguments.h"
#include "catalogue/model/choices.h"
#include "catalogue/model/phases.h"

namespace openaclnn::catalogue {

enum class Role {
  kInput,
  kOutput,
  kInPlace,  // read and written
  kAttribute,
  kOutputMask,  // which outputs are asked for, in their order
};

/// What the numbers of an input mean, and so which ones make sense.
enum class Meaning {
  kAnything,       // normally distributed
  kPositive,       // uniform in [0.5, 1.5)
  kCoordinates,    // uniform in [-1, 1)
  kProbabilities,  // uniform in [0, 1)
  kIndices,        // uniform from 0 to below Argument::bound
  kOnes,           // all 1: counts whose sum has to be known
  kDefinite,       // symmetric matrices whose diagonal outweighs the rest: positive definite
};

struct Choice {
  const char* name;
  int64_t value;
};

struct Argument {
  std::string name{};  // as in the prototype; on the command line "--grad-output"
  Role role = Role::kInput;
  std::string meaning{};

  // Of tensors.
  std::string shapeText{};  // in words or letters
  DTypes dtypes{};          // admitted where the product has BFLOAT16; elsewhere without it
  // Admitted, too, but calls are not made in them: the catalogue's numbers are real ones that a double holds.
  DTypes others{};
  bool optional = false;  // may be null
  CallRule needed{};      // of one that may be null, or of elements of a list: the calls that miss it
  CallRule written{};     // of one that is written: the calls that do so, where it is not all of them
  bool unused = false;    // reserved: nothing looks at it
  Meaning holds = Meaning::kAnything;
  IntegerRule bound{};     // of indices
  bool mayStray = false;   // an index that reaches its bound is no error
  bool mayRunOut = false;  // a tensor of which data of another may ask more elements than it has
  ShapeRule shape{};       // an output's; of an input, the one where none is given
  DTypeRule dtype{};       // likewise
  bool anyDType = false;   // an output may have any of `dtypes`, not only that one
  // Whether its type has a part in that of the result, as a row that a helper makes has it: of inputs, but
  // for conditions; of numbers, where they stand for a tensor.
  bool promotes = false;
  TensorsRule list{};   // the tensors of an output that is a list
  bool single = false;  // an input that has one element, whatever its dims
  // An output that may be expanded: what is written does not depend on the element.
  bool mayRepeat = false;
  // An output that may have more than 8 dims where they merge to fewer.
  bool mayMerge = false;
  // One that may have the private format FRACTAL_NZ.
  bool mayBeFractal = false;
  // One whose format says which of its dims are the channels.
  bool formatPlacesChannels = false;

  // Of attributes.
  std::vector<Choice> choices{};
  std::optional<Value> defaultValue{};
  ValueRule derive{};        // where there is no constant default: how it follows from the inputs
  std::string derivation{};  // that in words
  int64_t lowest = INT64_MIN;

  CType type = CType::kTensor;  // from the prototype

  [[nodiscard]] bool IsTensor() const {
    return role == Role::kInput || role == Role::kOutput || role == Role::kInPlace;
  }
  [[nodiscard]] bool IsRead() const { return role == Role::kInput || role == Role::kInPlace; }
  [[nodiscard]] bool IsWritten() const { return role == Role::kOutput || role == Role::kInPlace; }
};

/// Which numbers a sample's tensor holds, where it is not what its argument usually holds.
enum class Pattern {
  kUsual,
  kNearOne,  // between 1/4 and 4 in magnitude
  kSpread,   // exponents as far apart as products and sums bear: the order of a sum is in its last digits
  kEqual,    // indices: all 0
  kSkewed,   // indices: every second one is 2
};

/// A tensor seen as [outer, middle, inner], in which element (outer - 1 - o, m, inner - 1 - i) is equal to
/// (o, m, i), or its negative: sums over outer and inner of the negated cancel, and leave the rounding errors
/// of their order.
struct Mirror {
  int64_t outer = 1;
  int64_t middle = 1;
  int64_t inner = 1;
  bool negated = false;
};

struct SampleData {
  std::string name{};  // of the tensor
  Pattern pattern = Pattern::kUsual;
  std::optional<Mirror> mirror{};
  bool specials = false;  // some NaNs, infinities, zeros of both signs and subnormals
  bool constant = false;  // all slices along dim 0 are equal
};

/// A call with a name.
struct Sample {
  std::string name{};
  Arguments arguments{};           // ACL_DT_UNDEFINED: each of the operator's types in turn
  std::vector<SampleData> data{};  // inputs are drawn in this order, others behind it
  DTypes dtypes{};                 // if not all of the operator's
};

struct Operator {
  Phases phases{};
  std::string family{};  // the folder: "loss"
  std::string summary{};
  std::vector<std::string> formula{};
  std::vector<Argument> arguments{};  // in the order of the prototype
  /// Whether an output that is not asked for may be null; else there has to be a tensor, which is checked
  /// like the others.
  bool outputsMayBeNull = false;
  std::string lead{};  // the tensor whose types say what calls are made in; empty: the first one
  /// Whether the last bits are the processor's: sums are made by a library's kernel, which is another one for
  /// other instructions. On one processor they are as determined as any.
  bool bitsOfProcessor = false;
  std::function<Arguments(Choices&)> draw{};
  std::vector<Sample> samples{};
  std::string runExample{};    // behind "openaclnn run NAME"
  std::string benchExample{};  // behind "openaclnn bench NAME"
  std::string name{};          // "mse_loss_backward", from the function's

  [[nodiscard]] const char* Function() const { return phases.function; }
  [[nodiscard]] const Argument& Get(std::string_view argument) const;
  /// Inputs and what is written in place; attributes but for the output mask; outputs, and what is written in
  /// place.
  [[nodiscard]] std::vector<const Argument*> Inputs() const;
  [[nodiscard]] std::vector<const Argument*> Attributes() const;
  [[nodiscard]] std::vector<const Argument*> Outputs() const;
  [[nodiscard]] bool HasOutputMask() const;
  /// The types that calls are made with in turn: those of the first tensor, or of `lead`.
  [[nodiscard]] const DTypes& LeadDTypes() const;
};

/// A row, completed by what follows from the prototype. Throws std::logic_error where row and prototype do
/// not fit.
[[nodiscard]] Operator MakeOperator(Operator row);

/// "aclnnGridSampler2DBackward" as "grid_sampler2d_backward".
[[nodiscard]] std::string NameOfFunction(std::string_view function);

/// "gradOutput" as an option of the command line: "--grad-output"; "dtype" as "--result-dtype".
[[nodiscard]] std::string OptionName(std::string_view name);
/// The option of an output's file: what is read, too, has that of its input, and another.
[[nodiscard]] std::string OutputOption(const Argument& output);

/// `dtype` where a tensor may have it; the first that is admitted where not, and for indices.
[[nodiscard]] aclDataType UsualDType(const Argument& tensor, aclDataType dtype);
/// With UsualDType wherever the arguments leave the type open.
[[nodiscard]] Arguments WithDType(const Operator& op, Arguments arguments, aclDataType dtype);
/// A sample of the operator's with that name. Throws std::logic_error if there is none.
[[nodiscard]] const Sample& FindSample(const Operator& op, std::string_view name);

}  // namespace openaclnn::catalogue
