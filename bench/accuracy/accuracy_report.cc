// SPDX-License-Identifier: Apache-2.0
//
// Prints, as Markdown, the errors of every operator against its float64 reference: see docs/accuracy.md.
//
//   accuracy_report                  all problems, one table an operator
//   accuracy_report --list           their numbers and names
//   accuracy_report --dump N FOLDER  problem N alone: its tensors as raw files and manifest.json, for
//                                    torch_errors.py
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/accuracy/data.h"
#include "bench/accuracy/error.h"
#include "bench/accuracy/problem.h"
#include "tests/determinism/run.h"

namespace openaclnn::accuracy {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<ProblemKind> ListProblems() {
  std::vector<ProblemKind> kinds;
  ListMseLossBackward(kinds);
  ListPreluBackward(kinds);
  ListGroupNormBackward(kinds);
  ListEmbeddingDenseBackward(kinds);
  ListGridSampler2DBackward(kinds);
  return kinds;
}

std::vector<testing::Result> RunContiguous(const Problem& problem, const testing::Session& session) {
  constexpr std::byte kUnwritten{0xFF};  // NaN in every dtype
  return testing::Run(problem.call, {testing::Placement::kContiguous}, kUnwritten, session);
}

void PrintHeading(const std::string& operatorName) {
  std::printf("\n### %s\n\n", operatorName.c_str());
  std::printf(
      "| case | dtype | output | elements | largest error | mean error | correctly rounded | goal |\n");
  std::printf("|---|---|---|---:|---:|---:|---:|---|\n");
}

/// Never 100 % unless it is.
std::string Share(double share) {
  std::array<char, 16> text{};
  (void)std::snprintf(text.data(), text.size(), "%.3f %%", std::floor(1e5 * share) / 1e3);
  return share == 1 ? "100 %" : text.data();
}

void PrintRow(const ProblemKind& kind, const std::string& output, const Errors& errors, const char* goal) {
  std::printf("| %s | %s | %s | %zu | %.3g | %.3g | %s | %s |\n", kind.caseName.c_str(),
              kind.dtypeName.c_str(), output.c_str(), errors.elements, errors.largest, errors.mean,
              Share(errors.correctlyRounded).c_str(), goal);
}

enum class Goal { kNone, kMet, kMissed };

Goal GoalOf(const Problem& problem, const Expected& expected, const Errors& errors, aclDataType dtype) {
  if (problem.hostile) {
    return Goal::kNone;
  }
  return MeetsGoal(errors, expected, dtype) ? Goal::kMet : Goal::kMissed;
}

const char* TextOf(Goal goal) {
  constexpr std::array<const char*, 3> kTexts{"", "ok", "**MISSED**"};
  return kTexts[static_cast<size_t>(goal)];
}

/// Returns how many goals were missed.
int Report() {
  const testing::Session session;
  std::string operatorName;
  int missed = 0;
  for (const ProblemKind& kind : ListProblems()) {
    if (kind.operatorName != operatorName) {
      operatorName = kind.operatorName;
      PrintHeading(operatorName);
    }
    const Problem problem = kind.make();
    const auto outputs = RunContiguous(problem, session);
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Expected& expected = problem.outputs[i];
      if (!expected.exact.values.empty()) {
        const Errors errors = Measure(Decode(outputs[i].bits, kind.dtype), expected, kind.dtype);
        const Goal goal = GoalOf(problem, expected, errors, kind.dtype);
        PrintRow(kind, expected.name, errors, TextOf(goal));
        missed += goal == Goal::kMissed ? 1 : 0;
      }
    }
    (void)std::fflush(stdout);  // some problems take seconds
  }
  std::printf("\n%d goals missed\n", missed);
  return missed;
}

void List() {
  size_t number = 0;
  for (const ProblemKind& kind : ListProblems()) {
    std::printf("%zu %s %s %s\n", number++, kind.operatorName.c_str(), kind.dtypeName.c_str(),
                kind.caseName.c_str());
  }
}

template <typename T>
void WriteFile(const fs::path& path, const std::vector<T>& values) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

json Dump(const ProblemKind& kind, const fs::path& folder) {
  const testing::Session session;
  const Problem problem = kind.make();
  const auto outputs = RunContiguous(problem, session);
  json manifest{{"operator", kind.operatorName},    {"case", kind.caseName},   {"dtype", kind.dtypeName},
                {"attributes", problem.attributes}, {"inputs", json::array()}, {"outputs", json::array()}};
  size_t next = 0;
  for (const catalogue::Operand& operand : problem.call.arguments.operands) {
    if (!operand.IsRead()) {
      continue;
    }
    const testing::Values& values = problem.call.inputs[next++];
    const std::string& name = operand.argument->name;
    WriteFile(folder / (name + ".bits"), values.bits);
    manifest["inputs"].push_back(
        {{"name", name}, {"shape", values.shape}, {"integers", values.dtype == ACL_INT64}});
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Expected& expected = problem.outputs[i];
    const bool judged = !expected.exact.values.empty();
    json output{{"name", expected.name}, {"judged", judged}};
    if (judged) {
      WriteFile(folder / (expected.name + ".bits"), outputs[i].bits);
      WriteFile(folder / (expected.name + ".exact"), expected.exact.values);
      WriteFile(folder / (expected.name + ".magnitudes"), expected.magnitudes);
      const Errors errors = Measure(Decode(outputs[i].bits, kind.dtype), expected, kind.dtype);
      output["largest"] = errors.largest;
      output["mean"] = errors.mean;
      output["correctlyRounded"] = errors.correctlyRounded;
      output["goal"] = TextOf(GoalOf(problem, expected, errors, kind.dtype));
    }
    manifest["outputs"].push_back(output);
  }
  return manifest;
}

int Main(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    return Report() == 0 ? 0 : 1;
  }
  if (arguments == std::vector<std::string>{"--list"}) {
    List();
    return 0;
  }
  if (arguments.size() == 3 && arguments[0] == "--dump") {
    const fs::path folder(arguments[2]);
    std::ofstream file(folder / "manifest.json");
    file << Dump(ListProblems().at(std::stoul(arguments[1])), folder);
    return file.flush() ? 0 : 1;
  }
  (void)std::fprintf(stderr, "usage: accuracy_report [--list | --dump NUMBER FOLDER]\n");
  return 2;
}

}  // namespace
}  // namespace openaclnn::accuracy

int main(int count, char** values) {
  try {
    return openaclnn::accuracy::Main({values + 1, values + count});
  } catch (const std::exception& problem) {
    (void)std::fprintf(stderr, "%s\n", problem.what());
    return 2;
  }
}
