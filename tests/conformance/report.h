// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/comparison.h"

namespace openaclnn::conformance {

/// How one case went.
struct Outcome {
  std::vector<Comparison> outputs;
  std::string error;          // why it could not be judged; empty if it could
  double seconds = 0;         // all of it
  double executeSeconds = 0;  // both phases, with the copies to and from the device

  bool Passed() const;
  bool PassedPublished() const;
};

/// Gathers outcomes and prints them.
class Report {
 public:
  explicit Report(bool verbose) : verbose_(verbose) {}

  /// `rerun`: the command that runs just this case.
  void Add(const Case& testCase, const Outcome& outcome, const std::string& rerun);
  void AddSkipped(const Case& testCase);
  /// The table of operators and the final line.
  void PrintSummary() const;

  bool AllPassed() const;

 private:
  struct Line {
    int64_t run = 0;
    int64_t passed = 0;
    int64_t passedPublished = 0;
    int64_t skipped = 0;
    double executeSeconds = 0;
    double seconds = 0;
    double largestShare = 0;  // of the tolerance, over all outputs
    double leastRounded = 1;  // share of correctly rounded elements in the worst half output
  };

  bool verbose_;
  std::map<std::string, Line> lines_;
};

}  // namespace openaclnn::conformance
