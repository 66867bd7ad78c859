// SPDX-License-Identifier: Apache-2.0
//
// openaclnn trace: what a timeline says, as tables on the terminal.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "command.h"
#include "error.h"
#include "progress.h"
#include "pytorch_names.h"

namespace openaclnn::cli {
namespace {

// A table of the summary, and the categories of events that it counts. Events of other categories have a table each.
struct Section {
  const char* title;
  std::vector<std::string_view> categories;
};

const std::vector<Section>& Sections() {
  static const std::vector<Section> sections{
      {"Python functions", {"python_function"}},
      {"PyTorch operators", {"cpu_op"}},
      {"Work of streams",
       {"operator", "copy", "fill", "host function", "event", "wait", "work", "collective"}},
      {"API calls", {"api"}}};
  return sections;
}

struct Span {
  int64_t process;
  int64_t thread;
  double start;
  double duration;
  size_t name;       // of Summary::names_
  double inner = 0;  // what spans inside of it take
};

struct Row {
  std::string name;
  size_t calls = 0;
  double total = 0;    // microseconds, spans inside of it included
  double own = 0;      // without them
  double longest = 0;  // of the total
};

struct Table {
  std::string title;
  std::vector<Row> rows;
  double own = 0;
};

class Summary {
 public:
  void Add(const Json& event) {
    const std::string phase = event.value("ph", "");
    if (phase != "X" || !event.contains("dur")) {
      return;
    }
    const std::string category = event.value("cat", "");
    const size_t section = SectionOf(category);
    const auto name = numbers_.try_emplace({section, event.value("name", "")}, names_.size());
    if (name.second) {
      names_.push_back(name.first->first);
    }
    spans_[section].push_back({NumberOf(event, "pid"), NumberOf(event, "tid"), event.at("ts"),
                               event.at("dur"), name.first->second});
  }

  [[nodiscard]] std::vector<Table> Tables() {
    std::vector<Table> tables;
    for (auto& [section, spans] : spans_) {
      FindInner(&spans);
      std::map<size_t, Row> rows;
      Table table{titles_[section], {}, 0};
      for (const Span& span : spans) {
        Row& row = rows[span.name];
        row.name = names_[span.name].second;
        ++row.calls;
        row.total += span.duration;
        row.own += span.duration - span.inner;
        row.longest = std::max(row.longest, span.duration);
        table.own += span.duration - span.inner;
      }
      for (auto& [number, row] : rows) {
        table.rows.push_back(std::move(row));
      }
      std::ranges::stable_sort(table.rows, std::ranges::greater(), &Row::own);
      tables.push_back(std::move(table));
    }
    return tables;
  }

 private:
  // torch.profiler writes some as texts.
  static int64_t NumberOf(const Json& event, const char* key) {
    const auto found = event.find(key);
    if (found == event.end()) {
      return 0;
    }
    return found->is_number() ? found->get<int64_t>()
                              : static_cast<int64_t>(std::hash<std::string>{}(found->dump()));
  }

  size_t SectionOf(const std::string& category) {
    if (titles_.empty()) {
      for (const Section& section : Sections()) {
        titles_.emplace_back(section.title);
      }
    }
    for (size_t i = 0; i < Sections().size(); ++i) {
      if (std::ranges::find(Sections()[i].categories, category) != Sections()[i].categories.end()) {
        return i;
      }
    }
    const std::string title = category.empty() ? "Without a category" : category;
    const auto found = std::ranges::find(titles_, title);
    if (found == titles_.end()) {
      titles_.push_back(title);
      return titles_.size() - 1;
    }
    return static_cast<size_t>(found - titles_.begin());
  }

  // A span is inside of the one of its track that began before it and ends after it.
  static void FindInner(std::vector<Span>* spans) {
    constexpr double kRounding = 1e-3;  // files have nanoseconds
    std::ranges::stable_sort(*spans, {}, [](const Span& span) {
      return std::tuple(span.process, span.thread, span.start, -span.duration);
    });
    std::vector<Span*> open;
    for (Span& span : *spans) {
      while (!open.empty() && (open.back()->process != span.process || open.back()->thread != span.thread ||
                               open.back()->start + open.back()->duration <= span.start + kRounding)) {
        open.pop_back();
      }
      if (!open.empty()) {
        open.back()->inner += span.duration;
      }
      open.push_back(&span);
    }
  }

  std::vector<std::string> titles_;
  std::vector<std::pair<size_t, std::string>> names_;
  std::map<std::pair<size_t, std::string>, size_t> numbers_;
  std::map<size_t, std::vector<Span>> spans_;
};

// Events are dropped as soon as they are counted: a timeline may have more of them than the memory holds.
Summary Read(const std::string& path) {
  std::ifstream file(path);
  file.seekg(0, std::ios::end);
  const auto bytes = static_cast<double>(file.tellg());
  file.seekg(0);
  if (!file || file.peek() == std::ifstream::traits_type::eof()) {
    throw InputError(path + ": cannot be read, or is empty");
  }
  Summary summary;
  bool any = false;
  Progress progress("reading " + path);
  const auto take = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (event != Json::parse_event_t::object_end || depth == 0 || !parsed.contains("ph")) {
      return true;
    }
    any = true;
    summary.Add(parsed);
    progress.Update(static_cast<double>(file.tellg()) / bytes);
    return false;
  };
  try {
    const Json rest = Json::parse(file, take);
  } catch (const Json::exception& error) {
    throw InputError(path + ": is no timeline, or is not complete: " + error.what());
  }
  if (!any) {
    throw InputError(path + ": has no events; expected a timeline of OPENACLNN_TRACE or of torch.profiler");
  }
  return summary;
}

void PrintTable(const Table& table, size_t most) {
  size_t calls = 0;
  for (const Row& row : table.rows) {
    calls += row.calls;
  }
  std::printf("%s: %zu in %s\n", table.title.c_str(), calls, TimeText(table.own / 1e6).c_str());
  std::printf("%7s %10s %9s %10s %10s  %s\n", "share", "time", "calls", "mean", "longest", "name");
  size_t shown = 0;
  for (const Row& row : table.rows) {
    if (++shown > most) {
      std::printf("and %zu more: --top 0 shows all\n", table.rows.size() - most);
      break;
    }
    const std::string pytorch = PytorchNames(row.name);
    const double share = table.own > 0 ? 100 * row.own / table.own : 0;
    std::printf("%5.1f %% %10s %9zu %10s %10s  %s%s\n", share, TimeText(row.own / 1e6).c_str(), row.calls,
                TimeText(row.total / 1e6 / static_cast<double>(row.calls)).c_str(),
                TimeText(row.longest / 1e6).c_str(), row.name.c_str(),
                pytorch.empty() ? "" : ("  (" + pytorch + ")").c_str());
  }
  std::printf("\n");
}

Json TableJson(const Table& table) {
  Json json{{"title", table.title}, {"time_s", table.own / 1e6}, {"rows", Json::array()}};
  for (const Row& row : table.rows) {
    json["rows"].push_back({{"name", row.name},
                            {"calls", row.calls},
                            {"time_s", row.own / 1e6},
                            {"share", table.own > 0 ? row.own / table.own : 0},
                            {"mean_s", row.total / 1e6 / static_cast<double>(row.calls)},
                            {"longest_s", row.longest / 1e6}});
    if (const std::string pytorch = PytorchNames(row.name); !pytorch.empty()) {
      json["rows"].back()["pytorch"] = pytorch;
    }
  }
  return json;
}

void Summarize(const std::string& path, int64_t top, const Outcome& outcome) {
  const std::vector<Table> tables = Read(path).Tables();
  if (tables.empty()) {
    throw InputError(path + ": has no event with a duration");
  }
  if (outcome.json) {
    Json all{{"file", path}, {"tables", Json::array()}};
    for (const Table& table : tables) {
      all["tables"].push_back(TableJson(table));
    }
    Print(all);
    return;
  }
  for (const Table& table : tables) {
    PrintTable(table, top == 0 ? table.rows.size() : static_cast<size_t>(top));
  }
  std::printf("time: without other calls of the table inside of it. mean, longest: with them.\n");
}

}  // namespace

void AddTraceCommand(const Command& top, Outcome* outcome) {
  const Command trace = AddCommand(top, "trace", "Summarize a timeline", outcome);
  trace.RequireSubcommand();
  const Command summary = AddCommand(
      trace, "summary", "Print the operators and calls of a timeline that take most of the time", outcome);
  struct Options {
    std::string path;
    int64_t top = 15;
  };
  const auto options = std::make_shared<Options>();
  summary.AddOption("file", &options->path, "A file of OPENACLNN_TRACE or torch.profiler")
      .TypeName("FILE")
      .Require();
  summary.AddOption("--top", &options->top, "Rows of each table, 0 for all; default: 15")
      .TypeName("INTEGER")
      .Within(0, 1000000);
  const std::vector<std::string> examples{"openaclnn python --trace trace.json train.py",
                                          "openaclnn trace summary trace.json",
                                          "openaclnn trace summary trace.json --top 5"};
  AddExamples(trace, examples);
  AddExamples(summary, examples);
  summary.OnCall([options, outcome] { Summarize(options->path, options->top, *outcome); });
}

}  // namespace openaclnn::cli
