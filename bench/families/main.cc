// SPDX-License-Identifier: Apache-2.0
//
// Measures operators of all families, PyTorch's and the memory bound on the same data, taking turns. Prints a
// line for each case, and a table of the groups as Markdown.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <torch/version.h>
#include <CLI/CLI.hpp>

#include "bench/families/call.h"
#include "bench/families/cases.h"
#include "bench/turns/library.h"
#include "bench/turns/triad.h"
#include "bench/turns/turns.h"
#include "catalogue/catalogue.h"

namespace bench {
namespace {

namespace catalogue = openaclnn::catalogue;

struct Options {
  std::vector<std::string> names;
  int threads = static_cast<int>(std::thread::hardware_concurrency());
  int rounds = 9;
  bool json = false;
};

struct Result {
  std::string name;
  double ratio;  // PyTorch's least time by ours
  double bound;  // the memory bound's by ours
};

at::ScalarType TypeOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return at::kHalf;
    case ACL_BF16:
      return at::kBFloat16;
    case ACL_FLOAT:
      return at::kFloat;
    default:
      throw std::logic_error("no cases are made in " + catalogue::NameOf(dtype));
  }
}

class Torch final : public Contender {
 public:
  Torch(const Peer& peer, const std::vector<Input>& inputs) : peer_(peer) {
    for (const Input& input : inputs) {
      tensors_.push_back(at::from_blob(input.memory.get(), input.tensor.shape,
                                       at::TensorOptions().dtype(TypeOf(input.tensor.dtype))));
    }
  }

  void Run() override {
    const c10::NoGradGuard noGrad;
    peer_(tensors_);
  }

 private:
  const Peer& peer_;
  std::vector<at::Tensor> tensors_;
};

Result Measure(const Case& item, const Options& options) {
  const catalogue::Call call = catalogue::MakeCall(*catalogue::FindOperator(item.op), item.arguments);
  const std::vector<Input> inputs = MakeInputs(call);
  const auto bytes = static_cast<int64_t>(catalogue::MinimalBytes(call));
  Turns turns;
  turns.Enter("ours", MakeOurs(call, inputs));
  turns.Enter("pytorch", std::make_unique<Torch>(item.peer, inputs));
  turns.Enter("triad", MakeTriad(bytes, options.threads, false));
  turns.Run(options.rounds);
  nlohmann::json line = turns.Summary();
  const auto least = [&](const char* name) { return line[name]["least"].get<double>(); };
  const std::string name = item.group + ": " + item.name;
  const Result result{name, least("pytorch") / least("ours"), least("triad") / least("ours")};
  if (options.json) {
    line.update({{"case", name}, {"bytes", bytes}, {"threads", options.threads}});
    std::printf("%s\n", line.dump().c_str());
  } else {
    std::printf("%-52s %10.1f us %10.1f us %6.2f %6.2f of the bound\n", name.c_str(), least("ours") * 1e6,
                least("pytorch") * 1e6, result.ratio, result.bound);
  }
  std::fflush(stdout);
  return result;
}

void PrintGroup(const std::string& name, std::vector<Result> results) {
  std::sort(results.begin(), results.end(),
            [](const Result& a, const Result& b) { return a.ratio < b.ratio; });
  double sum = 0;
  int slower = 0;
  for (const Result& result : results) {
    sum += std::log(result.ratio);
    slower += result.ratio < 0.95 ? 1 : 0;
  }
  const auto count = static_cast<double>(results.size());
  std::printf("| %s | %zu | %.2f | %.2f | %d | %.2f: %s |\n", name.c_str(), results.size(),
              std::exp(sum / count), results[results.size() / 2].ratio, slower, results.front().ratio,
              results.front().name.c_str());
}

int Run(const Options& options) {
  const Library library(options.threads);
  at::set_num_threads(options.threads);
  std::map<std::string, std::vector<Result>> groups;
  std::vector<Result> all;
  for (const Case& item : AllCases()) {
    const std::string name = item.group + ": " + item.name;
    const bool asked = options.names.empty() ||
                       std::any_of(options.names.begin(), options.names.end(), [&](const std::string& part) {
                         return name.find(part) != std::string::npos;
                       });
    if (asked) {
      all.push_back(Measure(item, options));
      groups[item.group].push_back(all.back());
    }
  }
  if (!options.json && !all.empty()) {
    std::printf("\nPyTorch %s, %d threads\n\n", TORCH_VERSION, options.threads);
    std::printf(
        "| group | cases | geometric mean | median | below 0.95 | slowest "
        "|\n|---|---:|---:|---:|---:|---|\n");
    for (const auto& [group, results] : groups) {
      PrintGroup(group, results);
    }
    PrintGroup("all", all);
  }
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures operators of all families, PyTorch's and the memory bound, in turn.");
  app.add_option("names", options.names, "Only cases with one of these texts in their names");
  app.add_option("--threads", options.threads, "For all contenders")->check(CLI::Range(1, 1024));
  app.add_option("--rounds", options.rounds, "Turns of each contender")->check(CLI::Range(1, 1000));
  app.add_flag("--json", options.json, "Lines of JSON: medians, quartiles and least times");
  CLI11_PARSE(app, argc, argv);
  try {
    return bench::Run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
