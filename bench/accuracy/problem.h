// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/determinism/calls.h"
#include "tests/support/array.h"

namespace openaclnn::accuracy {

/// What an output ought to be.
struct Expected {
  std::string name;
  /// The float64 reference, not rounded to the output's dtype. Empty: the output is not judged.
  testing::Array exact;
  /// For each element the largest magnitude that is met on the way to it.
  std::vector<double> magnitudes;
  bool isSum = false;
};

/// The magnitudes of an output that is one product: its own.
Expected OfOneTerm(std::string name, testing::Array exact);
/// Of a sum, from what AddTerm has made of its terms: the sum itself may be larger still.
Expected OfSum(std::string name, testing::Array exact, std::vector<double> termMagnitudes);

/// Takes a term into the magnitude of its sum, the root of the sum of squares: as large as the terms before
/// it have made it, whatever their order, and never less than the largest of them.
template <typename T>
void AddTerm(T& magnitude, T term) {
  magnitude = std::sqrt(magnitude * magnitude + term * term);
}

/// A call with all that is known about it.
struct Problem {
  testing::Call call;
  std::vector<Expected> outputs;  // of what the call writes, in order
  nlohmann::json attributes;
  /// Whether float32 on the way cannot give what the goals for results ask for; PyTorch cannot, either.
  bool hostile = false;
};

/// A call of an operator on these inputs, by name; it writes all outputs.
testing::Call MakeCall(const char* operatorName, std::map<std::string, testing::Values> inputs,
                       std::map<std::string, catalogue::Value, std::less<>> attributes);

/// A problem that can be made: some hold gigabytes, so there is one at a time.
struct ProblemKind {
  std::string operatorName;
  std::string caseName;
  aclDataType dtype = ACL_FLOAT;
  std::string dtypeName;
  std::function<Problem()> make;
};

// Each appends its operator's problems: all cases with all dtypes.
void ListMseLossBackward(std::vector<ProblemKind>& kinds);
void ListPreluBackward(std::vector<ProblemKind>& kinds);
void ListGroupNormBackward(std::vector<ProblemKind>& kinds);
void ListEmbeddingDenseBackward(std::vector<ProblemKind>& kinds);
void ListGridSampler2DBackward(std::vector<ProblemKind>& kinds);

/// `make(one, dtype)` for each case and dtype; a case has a `name`.
template <typename Case, typename Make>
void ListCases(const char* operatorName, const std::vector<Case>& cases, const Make& make,
               std::vector<ProblemKind>& kinds) {
  for (const Case& one : cases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      kinds.push_back({operatorName, one.name, dtype, catalogue::NameOf(dtype),
                       [one, make, dtype] { return make(one, dtype); }});
    }
  }
}

}  // namespace openaclnn::accuracy
