// SPDX-License-Identifier: Apache-2.0
#include "ci_reports.h"

#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

// "host access" is "host-access": identifiers have no spaces.
std::string RuleOf(std::string kind) {
  for (char& character : kind) {
    character = character == ' ' ? '-' : character;
  }
  return kind;
}

// Relative to the current folder if the file is below it, so that it is found in a checkout elsewhere.
std::string UriOf(const std::string& file) {
  std::error_code failure;
  const fs::path folder = fs::current_path(failure);
  const std::string relative = fs::path(file).lexically_relative(folder).string();
  const std::string path =
      !fs::path(file).is_absolute() || relative.empty() || relative.starts_with("..") ? file : relative;
  const bool isAbsolute = fs::path(path).is_absolute();
  std::string uri = isAbsolute ? "file://" : "";
  for (const char character : path) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(character);
    const bool isPlain =
        std::isalnum(byte) != 0 || std::string_view("/-._~").find(character) != std::string_view::npos;
    uri += isPlain ? std::string(1, character) : std::string{'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return uri;
}

Json LocationOf(const Json& frame) {
  Json location = Json::object();
  if (const auto file = frame.find("file"); file != frame.end()) {
    location["physicalLocation"] = {{"artifactLocation", {{"uri", UriOf(*file)}}}};
    if (const int line = frame["line"]; line > 0) {
      location["physicalLocation"]["region"] = {{"startLine", line}};
    }
  }
  location["message"] = {{"text", TextOf(frame)}};
  return location;
}

// The first frame with a file: results without one are not shown in a source.
const Json* FrameWithFile(const Json& finding) {
  for (const Json* const stack : StacksOf(finding)) {
    for (const Json& frame : *stack) {
      if (frame.contains("file")) {
        return &frame;
      }
    }
  }
  return PlaceOf(finding);
}

Json ResultOf(const Group& group) {
  const Json& finding = *group[0];
  Json result = {{"ruleId", RuleOf(finding["kind"])},
                 {"level", finding["kind"] == "leak" ? "warning" : "error"},
                 {"message", {{"text", TextOf(group)}}}};
  if (const Json* const frame = FrameWithFile(finding)) {
    result["locations"] = Json::array({LocationOf(*frame)});
  }
  Json stacks = Json::array();
  for (const Json* const stack : StacksOf(finding)) {
    Json frames = Json::array();
    for (const Json& frame : *stack) {
      frames.push_back({{"location", LocationOf(frame)}});
    }
    stacks.push_back({{"frames", frames}});
  }
  result["stacks"] = stacks;
  return result;
}

// Without the control characters that XML has no way to write.
std::string XmlText(const std::string& text) {
  std::string xml;
  for (const char character : text) {
    switch (character) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        xml += static_cast<unsigned char>(character) < ' ' && character != '\n' ? '?' : character;
    }
  }
  return xml;
}

}  // namespace

std::string SarifOf(const std::vector<Group>& groups) {
  std::set<std::string> kinds;
  Json results = Json::array();
  for (const Group& group : groups) {
    kinds.insert((*group[0])["kind"]);
    results.push_back(ResultOf(group));
  }
  Json rules = Json::array();
  for (const std::string& kind : kinds) {
    rules.push_back({{"id", RuleOf(kind)}, {"shortDescription", {{"text", kind}}}});
  }
  const Json driver = {{"name", "openaclnn check"}, {"version", OPENACLNN_VERSION}, {"rules", rules}};
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
  return sarif.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string JunitOf(const std::vector<Group>& groups, const std::string& program) {
  const std::string count = std::to_string(groups.size());
  const std::string tests = groups.empty() ? "1" : count;
  const std::string suite = "name=\"openaclnn check\" tests=\"" + tests + "\" failures=\"" + count + "\"";
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + suite + ">\n  <testsuite " + suite + ">\n";
  const std::string testCase = "    <testcase classname=\"" + XmlText(program) + "\" name=\"";
  if (groups.empty()) {
    xml += testCase + "no finding\"/>\n";
  }
  for (const Group& group : groups) {
    const std::string kind = (*group[0])["kind"];
    const Json* const place = PlaceOf(*group[0]);
    const std::string name = kind + (place == nullptr ? "" : ": " + TextOf(*place));
    xml += testCase + XmlText(name) + "\">\n      <failure type=\"" + XmlText(kind) + "\" message=\"" +
           XmlText(SentenceOf(group)) + "\">" + XmlText(TextOf(group)) + "</failure>\n    </testcase>\n";
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace openaclnn::cli
