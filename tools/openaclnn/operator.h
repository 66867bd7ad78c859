// SPDX-License-Identifier: Apache-2.0
//
// What the program knows of an operator. One description drives list, run, bench and completion; adding an
// operator is adding one file in operators/ and a line to the list there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "npy.h"

namespace openaclnn::cli {

struct TensorInfo {
  aclDataType dtype = ACL_DT_UNDEFINED;
  Shape shape;
};

// A call in the making: what is known of its inputs, attributes and outputs by name.
struct Arguments {
  std::map<std::string, TensorInfo, std::less<>> inputs;  // those that are given
  std::map<std::string, int64_t, std::less<>> attributes;
  std::set<std::string, std::less<>> outputs;  // those that are asked for

  [[nodiscard]] const TensorInfo* Input(std::string_view name) const;  // null if it is left out
  // The shape of an input; that of a scalar if it is left out.
  [[nodiscard]] const Shape& ShapeOf(std::string_view name) const;
  [[nodiscard]] int64_t Attribute(std::string_view name) const;
};

// A call with its objects in place, as the phases need them.
class BoundCall {
 public:
  virtual ~BoundCall() = default;
  [[nodiscard]] virtual aclTensor* Tensor(std::string_view name) const = 0;  // null if it is left out
  [[nodiscard]] virtual int64_t Integer(std::string_view attribute) const = 0;
  [[nodiscard]] bool Flag(std::string_view attribute) const { return Integer(attribute) != 0; }
  [[nodiscard]] virtual const aclBoolArray* OutputMask() const = 0;
};

// The random data that bench fills an input with.
enum class Values {
  kNormal,       // mean 0, deviation 1
  kPositive,     // uniform in [0.5, 1.5)
  kCoordinates,  // uniform in [-1, 1)
  kIndices,      // uniform below the attribute that bounds them
};

enum class Types { kFloating, kIndices };
[[nodiscard]] std::span<const aclDataType> AdmittedTypes(Types types);

struct InputDescription {
  const char* name;   // as in the API: "gradOutput"; on the command line "--grad-output"
  const char* shape;  // in words or letters
  const char* meaning;
  Types types = Types::kFloating;
  bool optional = false;
  Values values = Values::kNormal;
  const char* bound = nullptr;  // of kIndices: the attribute
  // The shape that bench takes where none is given; null: it must be given.
  Shape (*defaultShape)(const Arguments&) = nullptr;
};

struct Choice {
  const char* name;
  int64_t value;
};

enum class AttributeKind { kInteger, kFlag, kChoice };

struct AttributeDescription {
  const char* name;
  AttributeKind kind;
  const char* meaning;
  std::optional<int64_t> defaultValue{};
  std::vector<Choice> choices{};
  // Where there is no constant default: how it follows from the inputs, and that in words. Neither: required.
  int64_t (*derive)(const Arguments&) = nullptr;
  const char* derivation = nullptr;
  int64_t lowest = INT64_MIN;
};

struct OutputDescription {
  const char* name;
  const char* shapeText;
  const char* meaning;
  // Both give an answer for whatever arguments: that the call is wrong is for the library to find.
  Shape (*shape)(const Arguments&);
  aclDataType (*dtype)(const Arguments&);
  bool anyType = false;  // whether it may have another type than that
};

struct Operator {
  const char* name;      // "mse_loss_backward"
  const char* function;  // "aclnnMseLossBackward"
  const char* summary;
  std::vector<const char*> formula;
  std::vector<InputDescription> inputs;
  std::vector<AttributeDescription> attributes;
  std::vector<OutputDescription> outputs;
  // Whether the API takes null for an output that is not asked for; else there has to be a tensor.
  bool outputsMayBeNull;
  const char* runExample;    // behind "openaclnn run NAME"
  const char* benchExample;  // behind "openaclnn bench NAME"
  aclnnStatus (*phaseOne)(const BoundCall&, uint64_t* workspaceSize, aclOpExecutor** executor);
  aclnnStatus (*phaseTwo)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                          aclrtStream stream);
};

// All of them, by name.
[[nodiscard]] std::span<const Operator* const> Operators();

// By name or by the API's name ("aclnnMseLossBackward"); throws InputError if there is none.
[[nodiscard]] const Operator& FindOperator(std::string_view name);

// "gradOutput" as an option: "--grad-output".
[[nodiscard]] std::string OptionName(std::string_view name);

// Fills in the attributes that were not given. Throws InputError for one that has to be.
void CompleteAttributes(const Operator& description, Arguments* arguments);

// The value of a choice by its name or its number; throws InputError for another.
[[nodiscard]] int64_t ParseChoice(const AttributeDescription& attribute, const std::string& text);

// What shapes in the descriptions are made of.
[[nodiscard]] int64_t Extent(const Shape& shape, size_t dim);  // 1 where there is no such dim
[[nodiscard]] int64_t Product(const Shape& shape, size_t firstDim = 0);
[[nodiscard]] Shape Broadcast(const Shape& a, const Shape& b);  // of what does not broadcast: something

}  // namespace openaclnn::cli
