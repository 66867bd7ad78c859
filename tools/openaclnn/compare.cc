// SPDX-License-Identifier: Apache-2.0
//
// openaclnn compare: one array against another under the published precision standard.
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "command.h"
#include "comparison.h"
#include "error.h"
#include "standard_stream.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

struct CompareOptions {
  std::string actual;
  std::string expected;
  std::string dtype;
  std::optional<double> relative;
  std::optional<double> absolute;
  std::optional<double> ratio;
  std::optional<double> maxError;
  std::optional<double> maxUlps;

  [[nodiscard]] bool HasOwnTolerance() const { return relative || absolute || ratio || maxError || maxUlps; }
  [[nodiscard]] bool HasWholeTolerance() const {
    return relative && absolute && ratio && maxError && maxUlps;
  }
};

// Where elements are: of complex numbers, `parts` of each are compared.
struct Layout {
  Shape shape;
  int64_t parts = 1;
};

// "real" or "imaginary"; empty if the numbers are not complex.
std::string PartName(int64_t index, const Layout& layout) {
  return layout.parts == 1 ? "" : index % layout.parts == 0 ? "real" : "imaginary";
}

// Row-major coordinates of an element: "[2, 0, 7]".
Shape Coordinates(int64_t index, const Layout& layout) {
  const Shape& shape = layout.shape;
  index /= layout.parts;
  Shape coordinates(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    coordinates[dim] = index % shape[dim];
    index /= shape[dim];
  }
  return coordinates;
}

// The type whose row of the standard applies.
aclDataType JudgedType(const CompareOptions& options, Array* actual, Array* expected) {
  if (!options.dtype.empty()) {
    const aclDataType dtype = ParseType("--dtype", options.dtype, catalogue::Floats());
    for (Array* array : {actual, expected}) {
      if (dtype == ACL_BF16 && array->dtype == ACL_UINT16) {
        array->dtype = ACL_BF16;
      }
      if (!PartOf(TypeOf(array->dtype)).floating) {
        throw InputError((array == actual ? options.actual : options.expected) + ": holds " +
                         TypeOf(array->dtype).name + ", which cannot be judged as " + options.dtype);
      }
    }
    if (PartsOf(TypeOf(actual->dtype)) != PartsOf(TypeOf(expected->dtype))) {
      throw InputError("the types differ: " + options.actual + " holds " + TypeOf(actual->dtype).name + ", " +
                       options.expected + " " + TypeOf(expected->dtype).name +
                       "; complex numbers are compared only with complex numbers");
    }
    return dtype;
  }
  if (actual->dtype != expected->dtype) {
    throw InputError("the types differ: " + options.actual + " holds " + TypeOf(actual->dtype).name + ", " +
                     options.expected + " " + TypeOf(expected->dtype).name +
                     "; say with --dtype by which type's thresholds to judge");
  }
  return PartOf(TypeOf(actual->dtype)).dtype;
}

Tolerance ChosenTolerance(const CompareOptions& options, aclDataType dtype) {
  const std::optional<Tolerance> published = PublishedTolerance(dtype);
  if (!published && !options.HasWholeTolerance()) {
    throw InputError(
        "the standard has no thresholds for fp64: choose those of another type with --dtype, or give --rtol, "
        "--atol, --ratio, --max-error and --max-ulp");
  }
  Tolerance tolerance = published.value_or(Tolerance{});
  tolerance.relative = options.relative.value_or(tolerance.relative);
  tolerance.absolute = options.absolute.value_or(tolerance.absolute);
  tolerance.ratio = options.ratio.value_or(tolerance.ratio);
  tolerance.maxError = options.maxError.value_or(tolerance.maxError);
  tolerance.maxUlps = options.maxUlps.value_or(tolerance.maxUlps);
  return tolerance;
}

Json PairJson(const std::optional<ElementPair>& pair, const Layout& layout, bool withError) {
  if (!pair) {
    return nullptr;
  }
  Json json{{"index", Coordinates(pair->index, layout)},
            {"actual", Number(pair->actual)},
            {"expected", Number(pair->expected)}};
  if (layout.parts > 1) {
    json["part"] = PartName(pair->index, layout);
  }
  if (withError) {
    json["error"] = Number(pair->error);
  }
  return json;
}

void PrintPair(const char* title, const std::optional<ElementPair>& pair, const Layout& layout,
               bool withError) {
  if (!pair) {
    return;
  }
  const std::string part = PartName(pair->index, layout);
  std::printf("%-22s %-12s at %s%s%s: actual %s, expected %s\n", title,
              withError ? NumberText(pair->error).c_str() : "",
              ShapeText(Coordinates(pair->index, layout)).c_str(), part.empty() ? "" : ", ", part.c_str(),
              NumberText(pair->actual).c_str(), NumberText(pair->expected).c_str());
}

void PrintResult(const ComparisonResult& result, const Tolerance& tolerance, const std::string& judge,
                 const Layout& layout) {
  const bool within = result.Within(tolerance);
  std::printf("%s %s\n%s\n", within ? "WITHIN" : "OUTSIDE", judge.c_str(),
              result.elements == 0 ? "The arrays are empty: there was nothing to compare.\n" : "");
  std::printf("%-22s %lld of %lld (%.4f %%), required %.4f %%%s\n", "matched",
              static_cast<long long>(result.matched), static_cast<long long>(result.elements),
              100 * result.MatchedRatio(), 100 * tolerance.ratio,
              result.MatchedRatio() < tolerance.ratio ? "  <-- too few" : "");
  std::printf("%-22s |actual - expected| <= %s + %s * |expected|\n", "  an element matches if",
              NumberText(tolerance.absolute).c_str(), NumberText(tolerance.relative).c_str());
  std::printf("%-22s %lld\n", "equal", static_cast<long long>(result.identical));
  std::printf("%-22s %lld (limit %s or %s ulp, whichever is more)%s\n", "over the limit",
              static_cast<long long>(result.overLimit), NumberText(tolerance.maxError).c_str(),
              NumberText(tolerance.maxUlps).c_str(), result.overLimit > 0 ? "  <-- too far" : "");
  std::printf("%-22s NaN %lld, infinity %lld%s\n", "in one of them only",
              static_cast<long long>(result.nanMismatches), static_cast<long long>(result.infinityMismatches),
              result.nanMismatches + result.infinityMismatches > 0 ? "  <-- not admitted" : "");
  PrintPair("largest error", result.worstAbsolute, layout, true);
  PrintPair("  relative", result.worstRelative, layout, true);
  PrintPair("  in ulp", result.worstUlps, layout, true);
  PrintPair("first NaN or infinity", result.firstNonFiniteMismatch, layout, false);
  PrintPair("first without a match", result.firstUnmatched, layout, false);
}

Json ResultJson(const ComparisonResult& result, const Tolerance& tolerance, aclDataType dtype,
                const Layout& layout) {
  return {{"within", result.Within(tolerance)},
          {"dtype", TypeOf(dtype).name},
          {"shape", layout.shape},
          {"elements", result.elements},
          {"matched", result.matched},
          {"matched_ratio", result.MatchedRatio()},
          {"equal", result.identical},
          {"over_limit", result.overLimit},
          {"nan_mismatches", result.nanMismatches},
          {"infinity_mismatches", result.infinityMismatches},
          {"worst_absolute", PairJson(result.worstAbsolute, layout, true)},
          {"worst_relative", PairJson(result.worstRelative, layout, true)},
          {"worst_ulp", PairJson(result.worstUlps, layout, true)},
          {"first_non_finite_mismatch", PairJson(result.firstNonFiniteMismatch, layout, false)},
          {"first_unmatched", PairJson(result.firstUnmatched, layout, false)},
          {"thresholds",
           {{"rtol", Number(tolerance.relative)},
            {"atol", Number(tolerance.absolute)},
            {"ratio", tolerance.ratio},
            {"max_error", Number(tolerance.maxError)},
            {"max_ulp", Number(tolerance.maxUlps)}}}};
}

void CompareFiles(const CompareOptions& options, Outcome* outcome) {
  StandardStream standardInput = StandardStream::Input();
  standardInput.Offer("ACTUAL", options.actual);
  standardInput.Offer("EXPECTED", options.expected);
  Array actual = ReadNpy(options.actual);
  Array expected = ReadNpy(options.expected);
  const aclDataType dtype = JudgedType(options, &actual, &expected);
  if (actual.shape != expected.shape) {
    throw InputError("the shapes differ: " + options.actual + " has " + ShapeText(actual.shape) + ", " +
                     options.expected + " " + ShapeText(expected.shape));
  }
  const Tolerance tolerance = ChosenTolerance(options, dtype);
  const ComparisonResult result = Compare(actual, expected, dtype, tolerance);
  const Layout layout{actual.shape, PartsOf(TypeOf(actual.dtype))};
  if (outcome->json) {
    Print(ResultJson(result, tolerance, dtype, layout));
  } else {
    const std::string judge = options.HasOwnTolerance()
                                  ? std::string("the given thresholds")
                                  : std::string("the standard for ") + TypeOf(dtype).name;
    PrintResult(result, tolerance, judge, layout);
  }
  outcome->exitStatus = result.Within(tolerance) ? kDone : kNo;
}

// A number from 0 to the highest, which NaN is not.
std::function<std::string(const std::string&)> Threshold(double highest) {
  return [=](const std::string& text) {
    double value = 0;
    if (ParseNumber(text, &value) && value >= 0 && value <= highest) {
      return std::string();
    }
    const std::string range = std::isinf(highest) ? "of at least 0" : "from 0 to " + NumberText(highest);
    return "expected a number " + range + ", got " + text;
  };
}

}  // namespace

void AddCompareCommand(const Command& top, Outcome* outcome) {
  const Command command = AddCommand(
      top, "compare", "Judge one array by another, under the published precision standard", outcome);
  auto options = std::make_shared<CompareOptions>();
  command.AddOption("actual", &options->actual, "The .npy file to judge").Require().TypeName("ACTUAL");
  command
      .AddOption("expected", &options->expected, "The .npy file with what is right; it may hold a wider type")
      .Require()
      .TypeName("EXPECTED");
  command
      .AddOption("--dtype", &options->dtype,
                 "judge by this type's thresholds; with bf16, <u2 files are the bits of bfloat16s")
      .TypeName("fp32|fp16|bf16")
      .NotEmpty();
  const auto addThreshold = [&](const char* name, std::optional<double>* value, const char* meaning,
                                double highest = std::numeric_limits<double>::infinity()) {
    command.AddOption(name, value, meaning)
        .TypeName("NUMBER")
        .Check(Threshold(highest))
        .Group("Thresholds in place of the standard's");
  };
  addThreshold("--rtol", &options->relative, "relative error of an element that matches");
  addThreshold("--atol", &options->absolute, "absolute error, beside that");
  addThreshold("--ratio", &options->ratio, "share of the elements that has to match", 1);
  addThreshold("--max-error", &options->maxError, "largest absolute error");
  addThreshold("--max-ulp", &options->maxUlps, "or, where that is more, so many units in the last place");
  AddExamples(command, {"openaclnn compare npu.npy reference.npy",
                        "openaclnn compare npu_bf16.npy reference.npy --dtype bf16",
                        "openaclnn compare a.npy b.npy --ratio 1 --rtol 0 --atol 0   # equal, NaN included"});
  command.OnCall([options, outcome] { CompareFiles(*options, outcome); });
}

}  // namespace openaclnn::cli
