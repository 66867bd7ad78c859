// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/report.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "tests/conformance/number.h"

namespace openaclnn::conformance {
namespace {

constexpr double kPercent = 100;

std::string Join(const Shape& shape) {
  std::string text = "[";
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    text += (dim == 0 ? "" : ",") + std::to_string(shape[dim]);
  }
  return text + "]";
}

void PrintOutput(const Comparison& output) {
  std::printf(
      "    %s %s %s: %lld of %lld wrong, %.4f %% correctly rounded (%.4f %% where well conditioned), "
      "published standard %s\n",
      output.Name().c_str(), NameOf(output.Dtype()), Join(output.Dims()).c_str(),
      static_cast<long long>(output.NumWrong()), static_cast<long long>(output.Count()),
      kPercent * output.RoundedShare(), kPercent * output.WellConditionedRoundedShare(),
      output.PassedPublished() ? "passed" : "FAILED");
  const auto& worst = output.WorstElement();
  if (worst && worst->share > 0) {
    std::printf(
        "      worst: element %lld %s: actual %.17g, expected %.17g, magnitude %.3g, allowed error %.3g, "
        "%.3g of it used\n",
        static_cast<long long>(worst->element), Join(testing::IndexOf(output.Dims(), worst->element)).c_str(),
        worst->actual, worst->expected, worst->magnitude, worst->allowed, worst->share);
  }
  if (!output.EnoughRounded()) {
    std::printf("      too few elements are correctly rounded\n");
  }
}

}  // namespace

bool Outcome::Passed() const {
  return error.empty() && std::all_of(outputs.begin(), outputs.end(),
                                      [](const Comparison& output) { return output.Passed(); });
}

bool Outcome::PassedPublished() const {
  return error.empty() && std::all_of(outputs.begin(), outputs.end(),
                                      [](const Comparison& output) { return output.PassedPublished(); });
}

void Report::Add(const Case& testCase, const Outcome& outcome, const std::string& rerun) {
  Line& line = lines_[testCase.Operator()];
  ++line.run;
  line.passed += outcome.Passed() ? 1 : 0;
  line.passedPublished += outcome.PassedPublished() ? 1 : 0;
  line.seconds += outcome.seconds;
  line.executeSeconds += outcome.executeSeconds;
  for (const Comparison& output : outcome.outputs) {
    const auto& worst = output.WorstElement();
    line.largestShare = std::max(line.largestShare, worst ? worst->share : 0);
    if (output.Dtype() != ACL_FLOAT) {
      line.leastRounded = std::min(line.leastRounded, output.RoundedShare());
    }
  }
  if (outcome.Passed() && !verbose_) {
    return;
  }
  std::printf("%s %s %lld: %lld elements, %.2f s, of that %.2f s in the library\n",
              outcome.Passed() ? "  passed" : "  FAILED", testCase.Operator().c_str(),
              static_cast<long long>(testCase.Id()), static_cast<long long>(testCase.NumElements()),
              outcome.seconds, outcome.executeSeconds);
  if (!outcome.error.empty()) {
    std::printf("    %s\n", outcome.error.c_str());
  }
  for (const Comparison& output : outcome.outputs) {
    if (verbose_ || !output.Passed()) {
      PrintOutput(output);
    }
  }
  if (!outcome.Passed()) {
    std::printf("    again: %s\n", rerun.c_str());
  }
  (void)std::fflush(stdout);  // large cases take long, and may be the last thing that is heard
}

void Report::AddSkipped(const Case& testCase) {
  ++lines_[testCase.Operator()].skipped;
}

void Report::PrintSummary() const {
  Line all;
  std::printf("%-26s %13s %10s %9s %18s %14s %9s %9s\n", "operator", "passed/run", "published", "skipped",
              "tolerance used", "rounded halves", "library", "all");
  for (const auto& [name, line] : lines_) {
    std::printf("%-26s %6lld/%-6lld %5lld/%-6lld %7lld %16.4f   %13.4f%% %7.1f s %7.1f s\n", name.c_str(),
                static_cast<long long>(line.passed), static_cast<long long>(line.run),
                static_cast<long long>(line.passedPublished), static_cast<long long>(line.run),
                static_cast<long long>(line.skipped), line.largestShare, kPercent * line.leastRounded,
                line.executeSeconds, line.seconds);
    all.run += line.run;
    all.passed += line.passed;
    all.skipped += line.skipped;
  }
  if (all.skipped > 0) {
    std::printf("%lld cases were skipped for their size\n", static_cast<long long>(all.skipped));
  }
  std::printf("%lld passed, %lld failed\n", static_cast<long long>(all.passed),
              static_cast<long long>(all.run - all.passed));
}

bool Report::AllPassed() const {
  int64_t run = 0;
  for (const auto& [name, line] : lines_) {
    if (line.passed != line.run) {
      return false;
    }
    run += line.run;
  }
  return run > 0;
}

}  // namespace openaclnn::conformance
