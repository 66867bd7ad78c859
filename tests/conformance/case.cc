// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/case.h"

#include <fstream>
#include <limits>
#include <stdexcept>
#include <utility>

#include "tests/conformance/number.h"

namespace openaclnn::conformance {
namespace {

using nlohmann::json;

/// A JSON number, or one of the strings that stand for what JSON cannot write.
double ParseNumber(const json& value) {
  if (value.is_number()) {
    return value.get<double>();
  }
  const auto text = value.get<std::string>();
  if (text == "inf") {
    return std::numeric_limits<double>::infinity();
  }
  if (text == "-inf") {
    return -std::numeric_limits<double>::infinity();
  }
  if (text == "nan") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  throw std::invalid_argument("not a number: \"" + text + "\"");
}

std::pair<double, double> ParseRange(const json& value) {
  const std::pair<double, double> range(ParseNumber(value.at(0)), ParseNumber(value.at(1)));
  testing::Require(value.size() == 2 && range.first <= range.second, "a range is [low, high]");
  return range;
}

Values ParseValues(const json& value) {
  testing::Require(value.is_object() && value.size() == 1, "values names exactly one way to draw them");
  const std::string kind = value.begin().key();
  const json& how = value.begin().value();
  if (kind == "uniform") {
    const auto [low, high] = ParseRange(how);
    return Uniform{low, high};
  }
  if (kind == "normal") {
    const auto [lowMean, highMean] = ParseRange(how.at("mean"));
    const auto [lowDeviation, highDeviation] = ParseRange(how.at("std"));
    return Normal{lowMean, highMean, lowDeviation, highDeviation};
  }
  if (kind == "fill") {
    return Fill{ParseNumber(how)};
  }
  if (kind == "randint") {
    const RandInt range{how.at(0).get<int64_t>(), how.at(1).get<int64_t>()};
    testing::Require(range.low < range.high, "randint is an empty range");
    return range;
  }
  if (kind == "list") {
    List list;
    for (const json& element : how) {
      list.values.push_back(ParseNumber(element));
    }
    return list;
  }
  throw std::invalid_argument("unknown way to draw values: \"" + kind + "\"");
}

TensorSpec ParseTensor(const json& value) {
  TensorSpec spec{DtypeOf(value.at("dtype").get<std::string>().c_str()), value.at("shape").get<Shape>(),
                  ParseValues(value.at("values"))};
  const int64_t count = testing::NumElements(spec.shape);
  if (const List* list = std::get_if<List>(&spec.values)) {
    testing::Require(static_cast<int64_t>(list->values.size()) == count, "the list does not fill the shape");
  }
  return spec;
}

}  // namespace

Case::Case(const std::string& line, std::string path) : path_(std::move(path)) {
  try {
    const json root = json::parse(line);
    operator_ = root.at("op").get<std::string>();
    id_ = root.at("id").get<int64_t>();
    for (const auto& [name, tensor] : root.at("tensors").items()) {
      tensors_.emplace(name, ParseTensor(tensor));
    }
    attributes_ = root.value("attrs", json::object());
  } catch (const std::exception& error) {  // of nlohmann-json or of the checks above
    throw std::runtime_error(error.what());
  }
}

int64_t Case::NumElements() const {
  int64_t count = 0;
  for (const auto& [name, tensor] : tensors_) {
    count += testing::NumElements(tensor.shape);
  }
  return count;
}

const json& Case::Attribute(const char* name) const {
  const auto found = attributes_.find(name);
  if (found == attributes_.end()) {
    throw std::runtime_error("attribute \"" + std::string(name) + "\" is missing");
  }
  return *found;
}

int64_t Case::Integer(const char* name) const {
  const json& value = Attribute(name);
  if (!value.is_number_integer()) {
    throw std::runtime_error("attribute \"" + std::string(name) + "\" is not an integer");
  }
  return value.get<int64_t>();
}

bool Case::Boolean(const char* name) const {
  const json& value = Attribute(name);
  if (!value.is_boolean()) {
    throw std::runtime_error("attribute \"" + std::string(name) + "\" is neither true nor false");
  }
  return value.get<bool>();
}

std::vector<bool> Case::Booleans(const char* name, size_t count) const {
  const json& value = Attribute(name);
  std::vector<bool> flags;
  for (const json& flag : value) {
    if (flag.is_boolean()) {
      flags.push_back(flag.get<bool>());
    }
  }
  if (!value.is_array() || value.size() != count || flags.size() != count) {
    throw std::runtime_error("attribute \"" + std::string(name) + "\" is not " + std::to_string(count) +
                             " times true or false");
  }
  return flags;
}

std::vector<Case> ReadCases(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error(path + ": cannot be opened");
  }
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    try {
      cases.emplace_back(line, path);
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return cases;
}

}  // namespace openaclnn::conformance
