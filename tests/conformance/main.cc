// SPDX-License-Identifier: Apache-2.0
// Runs operator cases from files against the library: docs/conformance.md.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/generate.h"
#include "tests/conformance/number.h"
#include "tests/conformance/operator.h"
#include "tests/conformance/options.h"
#include "tests/conformance/report.h"
#include "tests/conformance/session.h"

namespace openaclnn::conformance {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool IsSelected(const Case& testCase, const Options& options) {
  const bool operatorMatches = options.operatorName.empty() || options.operatorName == testCase.Operator();
  const bool idMatches = options.ids.empty() || std::find(options.ids.begin(), options.ids.end(),
                                                          testCase.Id()) != options.ids.end();
  return operatorMatches && idMatches;
}

bool IsOfSize(const Case& testCase, const Options& options) {
  const int64_t elements = testCase.NumElements();
  return elements >= options.minElements && elements <= options.maxElements;
}

void Print(const Case& testCase) {
  std::printf("%s %lld: %lld elements,", testCase.Operator().c_str(), static_cast<long long>(testCase.Id()),
              static_cast<long long>(testCase.NumElements()));
  for (const auto& [name, tensor] : testCase.Tensors()) {
    std::printf(" %s %s [", name.c_str(), NameOf(tensor.dtype));
    for (size_t dim = 0; dim < tensor.shape.size(); ++dim) {
      std::printf("%s%lld", dim == 0 ? "" : ",", static_cast<long long>(tensor.shape[dim]));
    }
    std::printf("]");
  }
  std::printf("\n");
}

/// Whatever goes wrong in a case is that case's failure: the others still run.
void RunCase(const Session& session, const Case& testCase, const Options& options, const std::string& rerun,
             Report& report) {
  Outcome outcome;
  const Clock::time_point start = Clock::now();
  TensorMap outputs;  // outlive the comparisons, which refer to them
  try {
    const Operator& tested = FindOperator(testCase.Operator());
    TensorMap inputs = Generate(testCase, options.generation);
    tested.complete(testCase, inputs);
    const Clock::time_point startOfLibrary = Clock::now();
    outputs = tested.execute(session, testCase, inputs);
    outcome.executeSeconds = SecondsSince(startOfLibrary);
    outcome.outputs = tested.check(testCase, inputs, outputs);
  } catch (const std::exception& error) {
    outcome.error = error.what();
  }
  outcome.seconds = SecondsSince(start);
  report.Add(testCase, outcome, rerun);
}

int Run(const Options& options, const char* program) {
  std::vector<Case> selected;
  for (const std::string& path : options.paths) {
    for (const Case& testCase : ReadCases(path)) {
      if (IsSelected(testCase, options)) {
        selected.push_back(testCase);
      }
    }
  }
  if (options.list) {
    for (const Case& testCase : selected) {
      if (IsOfSize(testCase, options)) {
        Print(testCase);
      }
    }
    return 0;
  }
  Report report(options.verbose);
  const Session session;
  for (const Case& testCase : selected) {
    if (!IsOfSize(testCase, options)) {
      report.AddSkipped(testCase);
      continue;
    }
    const std::string rerun = std::string(program) + " " +
                              RerunArguments(options, testCase.Path(), testCase.Operator(), testCase.Id());
    RunCase(session, testCase, options, rerun, report);
  }
  report.PrintSummary();
  return report.AllPassed() ? 0 : 1;
}

}  // namespace
}  // namespace openaclnn::conformance

int main(int argc, char** argv) {
  using openaclnn::conformance::kUsage;
  try {
    const auto options = openaclnn::conformance::ParseOptions(argc, argv);
    if (options.help) {
      std::printf("%s", kUsage);
      return 0;
    }
    return openaclnn::conformance::Run(options, argv[0]);
  } catch (const std::invalid_argument& error) {
    (void)std::fprintf(stderr, "%s\n%s", error.what(), kUsage);
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "%s\n", error.what());
  }
  return 2;
}
