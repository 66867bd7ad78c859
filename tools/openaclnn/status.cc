// SPDX-License-Identifier: Apache-2.0
//
// openaclnn status: what a status code means. Names and meanings come from the public headers, what to do
// from the library's own messages.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error_text.h"
#include "command.h"
#include "command_line_errors.h"
#include "error.h"

namespace openaclnn::cli {
namespace {

struct StatusCode {
  int32_t code;
  const char* name;
  const char* meaning;
};

constexpr StatusCode kStatusCodes[] = {
#include "status_codes.inc"
};

constexpr std::string_view kArgumentFamily = "EE1001";

std::string Lowercase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

[[noreturn]] void FailUnknown(const std::string& name) {
  std::string inCapitals = name;
  std::transform(name.begin(), name.end(), inCapitals.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::vector<std::string> names;
  for (const StatusCode& entry : kStatusCodes) {
    names.emplace_back(entry.name);
  }
  const std::string suggestion = Suggestion(inCapitals, names);
  throw InputError("no status code is called '" + name + "'" +
                   (suggestion.empty() ? "; openaclnn status lists all" : suggestion));
}

// All names of the code that `query`, a number or a name, stands for.
std::vector<StatusCode> Find(const std::string& query) {
  int32_t code = 0;
  const bool hexadecimal = Lowercase(query).starts_with("0x");
  const char* end = query.data() + query.size();
  const auto [stop, error] =
      std::from_chars(query.data() + (hexadecimal ? 2 : 0), end, code, hexadecimal ? 16 : 10);
  if (error != std::errc() || stop != end) {
    const auto* named =
        std::find_if(std::begin(kStatusCodes), std::end(kStatusCodes),
                     [&](const StatusCode& entry) { return Lowercase(query) == Lowercase(entry.name); });
    if (named == std::end(kStatusCodes)) {
      FailUnknown(query);
    }
    code = named->code;
  }
  std::vector<StatusCode> found;
  std::copy_if(std::begin(kStatusCodes), std::end(kStatusCodes), std::back_inserter(found),
               [&](const StatusCode& entry) { return entry.code == code; });
  if (found.empty()) {
    throw InputError("no status code is " + query + "; openaclnn status lists all");
  }
  return found;
}

bool IsOfHccl(const StatusCode& entry) {
  return std::string_view(entry.name).starts_with("HCCL_");
}

// What the family's advice leaves open: the message has it.
std::string AdviceOn(const StatusCode& entry) {
  if (IsOfHccl(entry)) {
    return "Read the message of aclGetRecentErrMsg or the log: every rank reports the cause.";
  }
  const std::string advice = SolutionOf(entry.code);
  return std::string_view(ErrorFamilyOf(entry.code).name) == kArgumentFamily
             ? advice +
                   " The message of aclGetRecentErrMsg names it, and what was expected instead of what value."
             : advice;
}

Json StatusJson(const std::vector<StatusCode>& entries) {
  Json json{{"code", entries.front().code}, {"names", Json::array()}, {"meaning", entries.front().meaning}};
  for (const StatusCode& entry : entries) {
    json["names"].push_back(entry.name);
  }
  if (entries.front().code != 0) {
    const ErrorFamily& family = ErrorFamilyOf(entries.front().code);
    if (!IsOfHccl(entries.front())) {
      json["family"] = family.title;
      json["message_code"] = family.name;
    }
    json["what_to_do"] = AdviceOn(entries.front());
  }
  return json;
}

// The codes whose messages have this family's name: "EE1001".
std::vector<StatusCode> FindFamily(const std::string& query) {
  std::vector<StatusCode> found;
  std::copy_if(std::begin(kStatusCodes), std::end(kStatusCodes), std::back_inserter(found),
               [&](const StatusCode& entry) {
                 return entry.code != 0 && !IsOfHccl(entry) &&
                        Lowercase(ErrorFamilyOf(entry.code).name) == Lowercase(query);
               });
  return found;
}

void ExplainFamily(const std::vector<StatusCode>& entries, const Outcome& outcome) {
  const ErrorFamily& family = ErrorFamilyOf(entries.front().code);
  Json json{{"message_code", family.name}, {"family", family.title}, {"statuses", Json::array()}};
  if (!outcome.json) {
    std::printf("%s %s\n\nWhat to do: %s\nOne of:\n", family.name, family.title,
                AdviceOn(entries.front()).c_str());
  }
  for (const StatusCode& entry : entries) {
    json["statuses"].push_back({{"code", entry.code}, {"name", entry.name}, {"meaning", entry.meaning}});
    if (!outcome.json) {
      std::printf("%6d  %-48s %s\n", entry.code, entry.name, entry.meaning);
    }
  }
  if (outcome.json) {
    Print(json);
  }
}

void Explain(const std::string& query, const Outcome& outcome) {
  if (const std::vector<StatusCode> family = FindFamily(query); !family.empty()) {
    ExplainFamily(family, outcome);
    return;
  }
  const std::vector<StatusCode> entries = Find(query);
  if (outcome.json) {
    Print(StatusJson(entries));
    return;
  }
  std::printf("%d", entries.front().code);
  for (const StatusCode& entry : entries) {
    std::printf(" %s", entry.name);
  }
  std::printf("\n\nMeaning:    %s\n", entries.front().meaning);
  if (entries.front().code != 0) {
    const ErrorFamily& family = ErrorFamilyOf(entries.front().code);
    if (!IsOfHccl(entries.front())) {
      std::printf("Kind:       %s, %s in messages\n", family.title, family.name);
    }
    std::printf("What to do: %s\n", AdviceOn(entries.front()).c_str());
  }
}

void ListAll(const Outcome& outcome) {
  Json all{{"statuses", Json::array()}};
  for (const StatusCode& entry : kStatusCodes) {
    all["statuses"].push_back({{"code", entry.code}, {"name", entry.name}, {"meaning", entry.meaning}});
    if (!outcome.json) {
      std::printf("%6d  %-48s %s\n", entry.code, entry.name, entry.meaning);
    }
  }
  if (outcome.json) {
    Print(all);
  }
}

}  // namespace

std::string StatusName(int32_t code) {
  const auto* entry = std::find_if(std::begin(kStatusCodes), std::end(kStatusCodes),
                                   [&](const StatusCode& candidate) { return candidate.code == code; });
  return entry == std::end(kStatusCodes) ? "" : entry->name;
}

void AddStatusCommand(const Command& top, Outcome* outcome) {
  const Command command =
      AddCommand(top, "status", "Explain a status code of the acl, aclnn or Hccl functions", outcome);
  auto query = std::make_shared<std::string>();
  command
      .AddOption("code", query.get(),
                 "A code, decimal or 0x, its name, or EE1001 of a message; without one, all are listed")
      .TypeName("CODE");
  AddExamples(command, {"openaclnn status 161002", "openaclnn status ACL_ERROR_RT_MEMORY_ALLOCATION",
                        "openaclnn status | grep -i stream"});
  command.OnCall([query, outcome] { query->empty() ? ListAll(*outcome) : Explain(*query, *outcome); });
}

}  // namespace openaclnn::cli
