// SPDX-License-Identifier: Apache-2.0
#include "findings.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <string_view>
#include <system_error>
#include <tuple>

#include <nlohmann/json.hpp>

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

struct Kind {
  const char* name;
  const char* plural;
};

// In the order of the report: what is wrong whenever it happens comes before what is only left.
constexpr std::array<Kind, 7> kKinds{{{"race", "races"},
                                      {"host access", "host accesses"},
                                      {"overrun", "overruns"},
                                      {"refused call", "refused calls"},
                                      {"uninitialised read", "uninitialised reads"},
                                      {"kind of copy", "kinds of copies"},
                                      {"leak", "leaks"}}};
constexpr size_t kMostPlaces = 5;  // of a group, besides the first

size_t RankOf(const std::string& kind) {
  return static_cast<size_t>(
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& known) { return kind == known.name; }) -
      kKinds.begin());
}

std::string StringAt(const Json& frame, const char* name) {
  const auto found = frame.find(name);
  return found == frame.end() ? "" : found->get<std::string>();
}

bool IsPython(const Json& frame) {
  return !frame.contains("module");
}

// Relative to the current folder, if the file is below it.
std::string ShortPath(const std::string& path) {
  std::error_code failure;
  const std::string folder = fs::current_path(failure).string() + "/";
  return !failure && path.starts_with(folder) ? path.substr(folder.size()) : path;
}

// What starts main and threads, and calls functions for the standard library.
bool IsOfTheSystem(const Json& frame) {
  static const std::regex callers(R"(^([^(]* )?std::(__invoke|_Function_handler|function<|thread::|_Bind))");
  if (std::regex_search(StringAt(frame, "function"), callers)) {
    return true;
  }
  const std::string name = fs::path(StringAt(frame, "module")).filename();
  return name.starts_with("libc.so") || name.starts_with("libpthread.so") ||
         name.starts_with("libstdc++.so") || name.starts_with("ld-linux") ||
         StringAt(frame, "function") == "_start";
}

// The frames to show: of a Python program its own functions, of others those of compiled code.
std::vector<const Json*> FramesToShow(const Json& stack) {
  const bool isPython = std::any_of(stack.begin(), stack.end(), IsPython);
  std::vector<const Json*> frames;
  for (const Json& frame : stack) {
    if (isPython ? IsPython(frame) : !IsOfTheSystem(frame)) {
      frames.push_back(&frame);
    }
  }
  return frames;
}

std::string StackText(const Json& stack) {
  std::string text;
  for (const Json* const frame : FramesToShow(stack)) {
    text += "    " + TextOf(*frame) + "\n";
  }
  return text;
}

std::string Demangled(const std::string& symbol) {
  int failure = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failure), &std::free);
  return failure == 0 ? name.get() : symbol;
}

void AddLinesTo(Json* stack, DebugLines* lines) {
  for (Json& frame : *stack) {
    if (IsPython(frame)) {
      continue;
    }
    const SourcePlace place = lines->Find(frame["module"], frame["offset"]);
    if (StringAt(frame, "function").empty()) {
      frame["function"] = Demangled(place.function);
    }
    if (!place.file.empty()) {
      frame["file"] = place.file;
      frame["line"] = place.line;
    }
  }
}

// What names the function of a frame, wherever in it the call is.
std::string FunctionKey(const Json* frame) {
  if (frame == nullptr) {
    return "";
  }
  const std::string function = StringAt(*frame, "function");
  const std::string where = StringAt(*frame, IsPython(*frame) ? "file" : "module");
  return where + " " + (function.empty() ? std::to_string((*frame)["offset"].get<uint64_t>()) : function);
}

// Which of the findings belong together: those of one kind that say the same, but for numbers, of calls in the
// same function.
std::tuple<size_t, std::string, std::string> KeyOf(const Json& finding) {
  static const std::regex numbers("0x[0-9a-f]+|[0-9]+");
  const bool isLeak = finding.contains("left");
  const std::string what = isLeak ? finding["left"]["object"].get<std::string>()
                                  : std::regex_replace(finding["text"].get<std::string>(), numbers, "");
  std::string functions;
  for (const Json* const stack : StacksOf(finding)) {
    const std::vector<const Json*> frames = FramesToShow(*stack);
    functions += FunctionKey(frames.empty() ? nullptr : frames[0]) + "\n";
  }
  return {RankOf(finding["kind"]), what, functions};
}

// The first call in which a finding differs from another of its group.
const Json* FirstDifference(const Json& finding, const Json& other) {
  const std::vector<const Json*> all = StacksOf(finding);
  const std::vector<const Json*> others = StacksOf(other);
  for (size_t i = 0; i < std::min(all.size(), others.size()); ++i) {
    const std::vector<const Json*> frames = FramesToShow(*all[i]);
    const std::vector<const Json*> otherFrames = FramesToShow(*others[i]);
    for (size_t depth = 0; depth < frames.size(); ++depth) {
      if (depth >= otherFrames.size() || *frames[depth] != *otherFrames[depth]) {
        return frames[depth];
      }
    }
  }
  return nullptr;
}

std::string OthersText(const Group& group) {
  std::string text = "  and " + std::to_string(group.size() - 1) + " more like this, from\n";
  std::vector<std::string> places;
  for (size_t i = 1; i < group.size(); ++i) {
    const Json* const frame = FirstDifference(*group[i], *group[0]);
    std::string place = frame == nullptr ? "the same place" : TextOf(*frame);
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  for (size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
    text += "    " + places[i] + "\n";
  }
  return places.size() <= kMostPlaces
             ? text
             : text + "    " + std::to_string(places.size() - kMostPlaces) + " more places\n";
}

}  // namespace

CheckReport ReadReport(const fs::path& path) {
  CheckReport report;
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);) {
    Json record = Json::parse(line, nullptr, false);
    if (record.contains("kind")) {
      report.findings.push_back(std::move(record));
    }
    report.isChecked = true;
  }
  return report;
}

bool IsKind(const std::string& kind) {
  return RankOf(kind) < kKinds.size();
}

std::string KindNames() {
  std::string names;
  for (const Kind& kind : kKinds) {
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  return names;
}

std::vector<const Json*> StacksOf(const Json& finding) {
  std::vector<const Json*> stacks;
  if (!finding["stack"].empty()) {
    stacks.push_back(&finding["stack"]);
  }
  const Json& related = finding["related"];
  if (!related.empty() && (stacks.empty() || finding["kind"] == "race")) {
    stacks.push_back(&related[0]["stack"]);
  }
  return stacks;
}

const Json* PlaceOf(const Json& finding) {
  const std::vector<const Json*> stacks = StacksOf(finding);
  const std::vector<const Json*> frames =
      stacks.empty() ? std::vector<const Json*>() : FramesToShow(*stacks[0]);
  return frames.empty() ? nullptr : frames[0];
}

void AddLines(Json* finding, DebugLines* lines) {
  AddLinesTo(&(*finding)["stack"], lines);
  for (Json& related : (*finding)["related"]) {
    AddLinesTo(&related["stack"], lines);
  }
}

std::vector<Group> GroupsOf(const std::vector<Json>& findings) {
  std::vector<Group> groups;
  std::map<std::tuple<size_t, std::string, std::string>, size_t> byKey;
  for (const Json& finding : findings) {
    const auto [entry, isNew] = byKey.try_emplace(KeyOf(finding), groups.size());
    if (isNew) {
      groups.emplace_back();
    }
    groups[entry->second].push_back(&finding);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return RankOf((*a[0])["kind"]) < RankOf((*b[0])["kind"]);
  });
  return groups;
}

std::string SentenceOf(const Group& group) {
  const Json& first = *group[0];
  if (group.size() == 1 || !first.contains("left")) {
    return first["text"];
  }
  uint64_t count = 0;
  uint64_t bytes = 0;
  for (const Json* const finding : group) {
    count += (*finding)["left"]["count"].get<uint64_t>();
    bytes += (*finding)["left"]["bytes"].get<uint64_t>();
  }
  const std::string object = first["left"]["object"];
  constexpr std::string_view kBlock = "block";
  const std::string objects =
      object.starts_with(kBlock) ? "blocks" + object.substr(kBlock.size()) : object + "s";
  return std::to_string(count) + " " + objects +
         (bytes == 0 ? " never destroyed" : ", " + std::to_string(bytes) + " bytes, never freed");
}

std::string TextOf(const Json& frame) {
  const std::string function = StringAt(frame, "function");
  const std::string file = StringAt(frame, "file");
  const std::string source =
      file.empty() ? "" : ShortPath(file) + ":" + std::to_string(frame["line"].get<int>());
  if (IsPython(frame)) {
    return function + " at " + source;
  }
  std::array<char, 24> offset{};
  std::snprintf(offset.data(), offset.size(), "+0x%llx",
                static_cast<unsigned long long>(frame["offset"].get<uint64_t>()));
  const std::string place = ShortPath(frame["module"]) + offset.data();
  if (!source.empty()) {
    return (function.empty() ? "" : function + " at ") + source + " (" + place + ")";
  }
  return function.empty() ? place : function + " (" + place + ")";
}

std::string TextOf(const Group& group) {
  const Json& first = *group[0];
  std::string text = "openaclnn check: " + first["kind"].get<std::string>() + ": " + SentenceOf(group) +
                     "\n" + StackText(first["stack"]);
  for (const Json& related : first["related"]) {
    text += "  " + related["what"].get<std::string>() + "\n" + StackText(related["stack"]);
  }
  return group.size() == 1 ? text : text + OthersText(group);
}

std::string CountsOf(const std::vector<Json>& findings) {
  std::map<size_t, size_t> counts;
  for (const Json& finding : findings) {
    ++counts[RankOf(finding["kind"])];
  }
  std::string text;
  for (const auto& [rank, count] : counts) {
    const Kind& kind = kKinds.at(rank);
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? kind.name : kind.plural);
  }
  return text;
}

}  // namespace openaclnn::cli
