// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/options.h"

#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace openaclnn::conformance {
namespace {

struct NamedRange {
  const char* name;
  FullRange range;
};
constexpr std::array<NamedRange, 3> kRanges{
    {{"mixed", FullRange::kMixed}, {"values", FullRange::kValues}, {"patterns", FullRange::kPatterns}}};

template <typename Integer>
Integer ParseInteger(const std::string& text) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::invalid_argument("not a number in range: \"" + text + "\"");
  }
  return value;
}

FullRange ParseFullRange(const std::string& text) {
  for (const NamedRange& entry : kRanges) {
    if (text == entry.name) {
      return entry.range;
    }
  }
  throw std::invalid_argument("--full-range is mixed, values or patterns, not \"" + text + "\"");
}

const char* NameOf(FullRange range) {
  for (const NamedRange& entry : kRanges) {
    if (entry.range == range) {
      return entry.name;
    }
  }
  return "";
}

/// The options with a value; false if `name` is none of them.
bool ParseValue(Options& options, const std::string& name, const std::string& value) {
  if (name == "--operator") {
    options.operatorName = value;
  } else if (name == "--id") {
    options.ids.push_back(ParseInteger<int64_t>(value));
  } else if (name == "--min-elements") {
    options.minElements = ParseInteger<int64_t>(value);
  } else if (name == "--max-elements") {
    options.maxElements = ParseInteger<int64_t>(value);
  } else if (name == "--seed") {
    options.generation.seed = ParseInteger<uint64_t>(value);
  } else if (name == "--full-range") {
    options.generation.fullRange = ParseFullRange(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

const char* const kUsage =
    "usage: conformance [options] CASES.jsonl...\n"
    "  --operator NAME       only cases of this operator\n"
    "  --id N                only cases with this id; may be repeated\n"
    "  --max-elements N      skip cases whose tensors together hold more elements\n"
    "  --min-elements N      skip cases whose tensors together hold fewer\n"
    "  --seed N              other data for the same cases (default 1)\n"
    "  --full-range HOW      what a range [-inf, inf] means: mixed (default), values or patterns\n"
    "  --list                name the cases and run none\n"
    "  --verbose             a line for each case and output\n"
    "Exit status: 0 if all cases that ran passed, 1 if one failed or none ran, 2 for a wrong call or file.\n"
    "Case files, tolerance, data: docs/conformance.md\n";

Options ParseOptions(int argc, const char* const* argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--list") {
      options.list = true;
    } else if (argument == "--verbose") {
      options.verbose = true;
    } else if (argument == "--help") {
      options.help = true;
    } else if (argument.rfind("--", 0) != 0) {
      options.paths.push_back(argument);
    } else if (i + 1 == argc) {
      throw std::invalid_argument("unknown option, or one without its value: " + argument);
    } else if (!ParseValue(options, argument, argv[++i])) {
      throw std::invalid_argument("unknown option " + argument);
    }
  }
  if (options.paths.empty() && !options.help) {
    throw std::invalid_argument("no case file is given");
  }
  return options;
}

std::string RerunArguments(const Options& options, const std::string& path, const std::string& operatorName,
                           int64_t id) {
  const GenerationOptions defaults;
  std::string arguments = "--operator " + operatorName + " --id " + std::to_string(id) + " --verbose";
  if (options.generation.seed != defaults.seed) {
    arguments += " --seed " + std::to_string(options.generation.seed);
  }
  if (options.generation.fullRange != defaults.fullRange) {
    arguments += std::string(" --full-range ") + NameOf(options.generation.fullRange);
  }
  return arguments + " " + path;
}

}  // namespace openaclnn::conformance
