// SPDX-License-Identifier: Apache-2.0
#include "npy_header.h"

#include <charconv>

#include "error.h"

namespace openaclnn::cli {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f\v";

// Just enough of Python's literals for this one dict.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  NpyHeader Parse() {
    Expect('{');
    while (!Take('}')) {
      ParseEntry();
      if (!Take(',')) {
        Expect('}');
        break;
      }
    }
    SkipBlanks();
    if (!rest_.empty()) {
      throw InputError("the header goes on after its dict");
    }
    if (!descr_ || !fortranOrder_ || !shape_) {
      throw InputError("the header lacks descr, fortran_order or shape");
    }
    return {std::move(*descr_), *fortranOrder_, std::move(*shape_)};
  }

 private:
  void ParseEntry() {
    const std::string key = ParseString();
    Expect(':');
    if (key == "descr" && !descr_) {
      SkipBlanks();
      if (rest_.starts_with('[')) {
        throw InputError("records (a structured dtype) are not supported: save one array of numbers");
      }
      descr_ = ParseString();
    } else if (key == "fortran_order" && !fortranOrder_) {
      fortranOrder_ = ParseBool();
    } else if (key == "shape" && !shape_) {
      shape_ = ParseShape();
    } else {
      throw InputError("the header has '" + key.substr(0, 40) + "' twice, or it does not belong there");
    }
  }

  void SkipBlanks() {
    const size_t start = rest_.find_first_not_of(kBlank);
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }

  bool Take(char character) {
    SkipBlanks();
    if (!rest_.starts_with(character)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  void Expect(char character) {
    if (!Take(character)) {
      throw InputError(std::string("the header is malformed: expected '") + character + "' at \"" +
                       std::string(rest_.substr(0, 20)) + "\"");
    }
  }

  std::string ParseString() {
    SkipBlanks();
    const char quote = rest_.starts_with('"') ? '"' : '\'';
    Expect(quote);
    const size_t end = rest_.find(quote);
    if (end == std::string_view::npos) {
      throw InputError("the header is malformed: a string without an end");
    }
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool ParseBool() {
    SkipBlanks();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    }
    throw InputError("the header is malformed: fortran_order is neither True nor False");
  }

  std::vector<int64_t> ParseShape() {
    std::vector<int64_t> shape;
    Expect('(');
    while (!Take(')')) {
      SkipBlanks();
      int64_t extent = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), extent);
      if (error != std::errc() || extent < 0) {
        throw InputError("the header is malformed: an extent of shape is not a number from 0 to 2^63 - 1");
      }
      rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
      Take('L');  // what Python 2 wrote after long integers
      shape.push_back(extent);
      if (!Take(',')) {
        Expect(')');
        break;
      }
    }
    return shape;
  }

  std::string_view rest_;
  std::optional<std::string> descr_;
  std::optional<bool> fortranOrder_;
  std::optional<std::vector<int64_t>> shape_;
};

}  // namespace

NpyHeader ParseNpyHeader(std::string_view text) {
  return Parser(text).Parse();
}

std::string FormatNpyHeader(const NpyHeader& header) {
  std::string text = "{'descr': '" + header.descr +
                     "', 'fortran_order': " + (header.fortranOrder ? "True" : "False") + ", 'shape': (";
  for (size_t i = 0; i < header.shape.size(); ++i) {
    text += (i > 0 ? " " : "") + std::to_string(header.shape[i]) + ",";
  }
  if (header.shape.size() > 1) {
    text.pop_back();  // only a single extent needs its comma
  }
  return text + "), }";
}

}  // namespace openaclnn::cli
