// SPDX-License-Identifier: Apache-2.0
//
// openaclnn bench: how long an operator takes on random data of given shapes.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "attributes.h"
#include "command.h"
#include "contenders.h"
#include "device.h"
#include "element_type.h"
#include "operations.h"
#include "options.h"
#include "pytorch_peer.h"
#include "random_call.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::OptionName;

struct BenchOptions : CallOptions {
  std::string dtype;  // empty: the first that the operator admits
  double seconds = 1;
  int64_t repetitions = 0;  // 0: as many as the seconds hold
  bool pytorch = false;     // beside it
};

Json TimesJson(const std::vector<double>& seconds, size_t bytes, std::optional<double> operations = {}) {
  const double median = Quantile(seconds, 0.5);
  Json times{{"repetitions", seconds.size()},
             {"median_s", median},
             {"fastest_s", seconds.front()},
             {"lower_quartile_s", Quantile(seconds, 0.25)},
             {"upper_quartile_s", Quantile(seconds, 0.75)},
             {"slowest_s", seconds.back()},
             {"gigabytes_per_s", static_cast<double>(bytes) / median / 1e9}};
  if (operations) {
    times["gigaflops"] = *operations / median / 1e9;
  }
  return times;
}

void PrintTimes(const char* what, const Json& times) {
  const auto time = [&](const char* key) { return TimeText(times[key].get<double>()); };
  const bool computes = times.contains("gigaflops");  // what is compared then
  std::printf("%-9s %10s   half of them %s to %s, all %s to %s   %.2f %s\n", what, time("median_s").c_str(),
              time("lower_quartile_s").c_str(), time("upper_quartile_s").c_str(), time("fastest_s").c_str(),
              time("slowest_s").c_str(), times[computes ? "gigaflops" : "gigabytes_per_s"].get<double>(),
              computes ? "GFLOP/s" : "GB/s");
}

// " --reduction mean", as it would be given: nothing for a flag that is off, and for an empty list.
std::string AttributeText(const Argument& attribute, const catalogue::Value& value) {
  const std::string option = " " + OptionName(attribute.name);
  if (attribute.type == catalogue::CType::kBool) {
    return std::get<int64_t>(value) != 0 ? option : "";
  }
  const std::string text = ValueText(attribute, value);
  return text.empty() ? "" : option + " " + text;
}

Json CallJson(const catalogue::Operator& description, const catalogue::Call& call, const Inputs& inputs) {
  Json json{{"operator", description.name}, {"inputs", Json::object()}, {"attributes", Json::object()}};
  for (const auto& [name, arrays] : inputs) {
    Json tensors = Json::array();
    for (const Array& array : arrays) {
      tensors.push_back({{"dtype", TypeOf(array.dtype).name}, {"shape", array.shape}});
    }
    const bool list = description.Get(name).type == catalogue::CType::kTensorList;
    json["inputs"][name] = list ? tensors : tensors.front();
  }
  for (const auto& [name, value] : call.arguments.attributes) {
    json["attributes"][name] = ValueJson(description.Get(name), value);
  }
  return json;
}

void PrintCall(const catalogue::Operator& description, const catalogue::Call& call) {
  std::printf("%s:", description.name.c_str());
  for (const catalogue::Operand& operand : call.operands) {
    if (operand.IsRead()) {
      std::printf(" %s %s %s", operand.argument->name.c_str(), TypeOf(operand.tensor.dtype).name,
                  ShapeText(operand.tensor.shape).c_str());
    }
  }
  for (const Argument* attribute : description.Attributes()) {
    std::printf("%s", AttributeText(*attribute, call.arguments.attributes.at(attribute->name)).c_str());
  }
  std::printf("\n");
}

void PrintReport(const Json& json) {
  std::printf("%s in inputs and outputs, %s workspace; %zu repetitions\n\n",
              ByteText(json["bytes"].get<double>()).c_str(),
              ByteText(json["workspace_bytes"].get<double>()).c_str(),
              json["time"]["repetitions"].get<size_t>());
  PrintTimes("operator", json["time"]);
  PrintTimes("copy", json["copy"]);
  if (json.contains("pytorch")) {
    PrintTimes("PyTorch", json["pytorch"]);
    std::printf("\nPyTorch %s takes %.2f times as long, what Python has a part in it included.",
                json["pytorch"]["version"].get<std::string>().c_str(),
                json["pytorch"]["median_s"].get<double>() / json["time"]["median_s"].get<double>());
  }
  std::printf(
      "\nThe copy moves as many bytes. Data that fits into the caches stays there between repetitions.\n");
}

Contender::Turn Calling(const std::function<void()>& body) {
  return [body](double seconds, int64_t repetitions) { return TakeTurn(seconds, repetitions, body); };
}

// What the machine's memory gives now: a copy of so many bytes, half of them read, half written.
class Copy {
 public:
  Copy(const Session& session, size_t bytes)
      : session_(session),
        half_(std::max<size_t>(bytes / 2, 1)),
        source_(Allocate(half_)),
        destination_(Allocate(half_)) {
    Check(aclrtMemset(source_.get(), half_, 0, half_), "aclrtMemset");
  }

  void Run() const {
    Check(aclrtMemcpyAsync(destination_.get(), half_, source_.get(), half_, ACL_MEMCPY_DEVICE_TO_DEVICE,
                           session_.Stream()),
          "aclrtMemcpyAsync");
    session_.Synchronize();
  }
  [[nodiscard]] size_t Bytes() const { return 2 * half_; }

 private:
  const Session& session_;
  size_t half_;
  DeviceMemory source_;
  DeviceMemory destination_;
};

void Bench(const catalogue::Operator& description, const BenchOptions& options, const Outcome& outcome) {
  const Session session;
  auto [planned, inputs] = MakeRandomCall(description, options, options.dtype);
  DeviceCall call(planned, inputs);

  Json json = CallJson(description, planned, inputs);
  std::optional<PytorchPeer> peer;
  if (options.pytorch) {
    Json request = json;
    request["threads"] = DeviceAttribute(0, ACL_DEV_ATTR_AICORE_CORE_NUM);
    peer.emplace(request, inputs);
  }
  inputs.clear();

  // Phase one is a part: a client makes it for every call.
  const auto run = [&] {
    call.Plan();
    call.Enqueue(session);
    session.Synchronize();
  };
  run();
  const size_t bytes = catalogue::MinimalBytes(planned);
  json["bytes"] = bytes;
  json["workspace_bytes"] = call.WorkspaceSize();

  const Copy copy(session, bytes);
  copy.Run();

  std::vector<Contender> contenders{{2, Calling(run), {}}, {1, Calling([&] { copy.Run(); }), {}}};
  if (peer) {
    contenders.push_back(
        {2, [&](double seconds, int64_t repetitions) { return peer->TakeTurn(seconds, repetitions); }, {}});
  }
  Measure(options.seconds, options.repetitions, contenders);
  const std::optional<double> operations = FloatingPointOperations(planned);
  json["time"] = TimesJson(contenders[0].seconds, bytes, operations);
  json["copy"] = TimesJson(contenders[1].seconds, copy.Bytes());
  if (peer) {
    json["pytorch"] = TimesJson(contenders[2].seconds, bytes, operations);
    json["pytorch"]["version"] = peer->Version();
  }
  if (outcome.json) {
    Print(json);
    return;
  }
  PrintCall(description, planned);
  PrintReport(json);
}

// A time to measure for, which NaN is not.
std::string SecondsMistake(const std::string& text) {
  double seconds = 0;
  const bool fits = ParseNumber(text, &seconds) && seconds >= 0 && seconds <= 3600;
  return fits ? std::string() : "expected a number from 0 to 3600, got '" + text + "'";
}

void AddOperator(const Command& bench, const catalogue::Operator& description, Outcome* outcome) {
  const Command command = AddCommand(bench, description.name, description.summary, outcome);
  command.AddAlias(description.Function());
  auto options = std::make_shared<BenchOptions>();
  AddInputOptions(
      command, description, "SHAPE[:TYPE]",
      "Inputs (what follows from other shapes may be left out; none: without an optional one)",
      [](const Argument& input) { return !input.shape && !input.optional; }, options.get());
  AddAttributeOptions(command, description, options.get());
  AddOutputTypeOptions(command, description, "Outputs", options.get());
  command.AddOption("--dtype", &options->dtype, "type of the tensors but indices; default: the first")
      .TypeName(TypeNames(description.LeadDTypes(), "|"))
      .NotEmpty();
  command.AddOption("--seconds", &options->seconds, "how long to measure all together; default: 1")
      .TypeName("NUMBER")
      .Check(SecondsMistake);
  command.AddOption("--repetitions", &options->repetitions, "how often, in place of how long")
      .TypeName("INTEGER")
      .Within(1, 1000000);
  command.AddFlag("--pytorch", &options->pytorch,
                  "PyTorch's operator beside it, in python3 as the path finds it");
  AddExamples(command, {"openaclnn bench " + description.name + " " + description.benchExample});
  command.OnCall([&description, options, outcome] { Bench(description, *options, *outcome); });
}

}  // namespace

void AddBenchCommand(const Command& top, const Words& words, Outcome* outcome) {
  const Command command =
      AddCommand(top, "bench", "Time an operator on random data of given shapes", outcome);
  command.RequireSubcommand();
  ForEachSubcommand("bench", words, [&](const catalogue::Operator& description) {
    AddOperator(command, description, outcome);
  });
  AddExamples(command,
              {"openaclnn list   # names the operators", "openaclnn bench mse_loss_backward --help",
               "openaclnn bench mse_loss_backward " + FindOperator("mse_loss_backward").benchExample});
}

}  // namespace openaclnn::cli
