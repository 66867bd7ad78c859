// SPDX-License-Identifier: Apache-2.0
//
// openaclnn status: what a status code means. Names and meanings come from the public headers, what to do
// from the library's own messages.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/error_text.h"
#include "command.h"
#include "error.h"
#include "mistakes.h"

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
  const char* end = query.data() + query.size();
  const auto [stop, error] = std::from_chars(query.data(), end, code);
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

Json StatusJson(const std::vector<StatusCode>& entries) {
  Json json{{"code", entries.front().code}, {"names", Json::array()}, {"meaning", entries.front().meaning}};
  for (const StatusCode& entry : entries) {
    json["names"].push_back(entry.name);
  }
  if (entries.front().code != 0) {
    const ErrorFamily& family = ErrorFamilyOf(entries.front().code);
    json["family"] = family.title;
    json["message_code"] = family.name;
    json["what_to_do"] = SolutionOf(entries.front().code);
  }
  return json;
}

void Explain(const std::string& query, const Outcome& outcome) {
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
    std::printf("Kind:       %s, %s in messages\nWhat to do: %s\n", family.title, family.name,
                SolutionOf(entries.front().code));
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

void AddStatusCommand(CLI::App& app, Outcome* outcome) {
  CLI::App* command =
      AddCommand(app, "status", "Explain a status code of the acl or aclnn functions", outcome);
  auto query = std::make_shared<std::string>();
  command->add_option("code", *query, "A code or its name; without one, all are listed")->type_name("CODE");
  AddExamples(command, {"openaclnn status 161002", "openaclnn status ACL_ERROR_RT_MEMORY_ALLOCATION",
                        "openaclnn status | grep -i stream"});
  command->callback([query, outcome] { query->empty() ? ListAll(*outcome) : Explain(*query, *outcome); });
}

}  // namespace openaclnn::cli
