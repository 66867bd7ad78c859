// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "acl/acl_base.h"
#include "tests/support/array.h"

namespace openaclnn::conformance {

using testing::Shape;

/// How values are drawn (docs/conformance.md).
struct Uniform {
  double low;  // -infinity: down to the lowest of the dtype, and -infinity itself; high likewise
  double high;
};
struct Normal {
  double lowMean;
  double highMean;
  double lowDeviation;
  double highDeviation;
};
struct Fill {
  double value;
};
struct RandInt {
  int64_t low;
  int64_t high;  // excluded
};
struct List {
  std::vector<double> values;
};
using Values = std::variant<Uniform, Normal, Fill, RandInt, List>;

struct TensorSpec {
  aclDataType dtype;
  Shape shape;
  Values values;
};

/// One line of a case file.
class Case {
 public:
  /// Throws std::runtime_error that says what is wrong.
  Case(const std::string& line, std::string path);

  const std::string& Operator() const { return operator_; }
  int64_t Id() const { return id_; }
  /// The file it came from.
  const std::string& Path() const { return path_; }
  const std::map<std::string, TensorSpec>& Tensors() const { return tensors_; }
  /// Of all listed tensors together.
  int64_t NumElements() const;

  // Attributes; std::runtime_error if there is none of that name and type.
  int64_t Integer(const char* name) const;
  bool Boolean(const char* name) const;
  std::vector<bool> Booleans(const char* name, size_t count) const;

 private:
  const nlohmann::json& Attribute(const char* name) const;

  std::string path_;
  std::string operator_;
  int64_t id_ = 0;
  std::map<std::string, TensorSpec> tensors_;
  nlohmann::json attributes_;
};

/// All cases of a file, in its order; empty lines are skipped. Throws std::runtime_error that begins with
/// "path:line: ".
std::vector<Case> ReadCases(const std::string& path);

}  // namespace openaclnn::conformance
