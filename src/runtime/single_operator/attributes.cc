// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/attributes.h"

#include <array>
#include <charconv>

#include "base/dtype.h"
#include "runtime/single_operator/list_text.h"

namespace openaclnn::single_operator {
namespace {

// How each kind of value reads.
struct Writer {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(float value) const {
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), written.ptr};
  }
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
  std::string operator()(DataTypeNumber value) const { return NameOf(static_cast<DType>(value.number)); }
  template <typename Value>
  std::string operator()(const std::vector<Value>& values) const {
    return ListText(values, [this](const auto& value) { return (*this)(value); });
  }
};

}  // namespace

ObjectSlabs<aclopAttr>& AttributeSets() {
  static constinit ObjectSlabs<aclopAttr> sets("aclopAttr");
  return sets;
}

std::string TextOf(const aclopAttr& attributes) {
  std::string text;
  for (const auto& [name, value] : attributes.values) {
    text.append(text.empty() ? "" : ", ").append(name).append(" = ").append(std::visit(Writer{}, value));
  }
  return text;
}

}  // namespace openaclnn::single_operator
