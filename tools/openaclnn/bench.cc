// SPDX-License-Identifier: Apache-2.0
//
// openaclnn bench: how long an operator takes on random data of given shapes.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "command.h"
#include "device.h"
#include "error.h"
#include "options.h"
#include "progress.h"

namespace openaclnn::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions : CallOptions {
  std::string dtype = "fp32";
  double seconds = 1;
  int64_t repetitions = 0;  // 0: as many as the seconds hold
};

struct ShapeAndType {
  Shape shape;
  std::optional<aclDataType> dtype;
};

// "64x128", "64,128", "scalar", each with or without ":TYPE".
ShapeAndType ParseShape(const std::string& option, const std::string& text) {
  ShapeAndType parsed;
  const size_t colon = text.find(':');
  if (colon != std::string::npos) {
    parsed.dtype = ParseType(option, text.substr(colon + 1));
  }
  const std::string extents = text.substr(0, colon);
  if (extents == "scalar") {
    return parsed;
  }
  const char* position = extents.data();
  const char* end = position + extents.size();
  while (true) {
    int64_t extent = 0;
    const auto [stop, error] = std::from_chars(position, end, extent);
    if (error != std::errc() || extent < 0 || (stop != end && *stop != 'x' && *stop != ',')) {
      throw InputError(option + ": expected a shape such as 64x128, 64x128:fp16 or scalar, got '" + text +
                       "'");
    }
    parsed.shape.push_back(extent);
    if (stop == end) {
      return parsed;
    }
    position = stop + 1;
  }
}

template <typename Distribution>
void Draw(Distribution distribution, std::mt19937_64* random, std::vector<double>* values) {
  for (double& value : *values) {
    value = static_cast<double>(distribution(*random));
  }
}

Array RandomArray(const InputDescription& input, const TensorInfo& info, const Arguments& arguments,
                  std::mt19937_64* random) {
  Array array;
  array.dtype = info.dtype;
  array.shape = info.shape;
  const ElementType& type = TypeOf(info.dtype);
  const int64_t count = array.Count();
  array.data.resize(static_cast<size_t>(count) * type.size);
  constexpr int64_t kBlock = 65536;
  Progress progress(std::string("drawing ") + input.name);
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    std::vector<double> values(static_cast<size_t>(block));
    switch (input.values) {
      case Values::kNormal:
        Draw(std::normal_distribution<double>(), random, &values);
        break;
      case Values::kPositive:
        Draw(std::uniform_real_distribution<double>(0.5, 1.5), random, &values);
        break;
      case Values::kCoordinates:
        Draw(std::uniform_real_distribution<double>(-1, 1), random, &values);
        break;
      case Values::kIndices: {
        // As many of the rows as the type can name.
        const int bits = type.dtype == ACL_BOOL      ? 1
                         : type.dtype == ACL_FLOAT16 ? 11
                         : type.floating             ? 24
                                                     : static_cast<int>(8 * type.size) - 1;
        const int64_t nameable = bits >= 63 ? INT64_MAX : int64_t{1} << bits;
        const int64_t rows = std::min(arguments.Attribute(input.bound), nameable);
        Draw(std::uniform_int_distribution<int64_t>(0, std::max<int64_t>(rows - 1, 0)), random, &values);
        break;
      }
    }
    std::byte* elements = array.data.data() + static_cast<size_t>(done) * type.size;
    Encode(type, values.data(), block, elements);
    progress.Update(static_cast<double>(done + block) / static_cast<double>(count));
  }
  return array;
}

// A call with random inputs: those that are given first, as attributes and the other shapes follow from them.
std::pair<Arguments, std::map<std::string, Array>> MakeInputs(const Operator& description,
                                                              const BenchOptions& options) {
  const aclDataType standard = ParseFloatingType("--dtype", options.dtype);
  Arguments arguments;
  arguments.attributes = ParseAttributes(description, options);
  for (const OutputDescription& output : description.outputs) {
    arguments.outputs.insert(output.name);
  }
  const auto usualType = [&](const InputDescription& input) {
    return input.types == Types::kIndices ? ACL_INT64 : standard;
  };
  for (const InputDescription& input : description.inputs) {
    const std::string& text = options.inputs.at(input.name);
    if (!text.empty() && text != "none") {
      const ShapeAndType parsed = ParseShape(OptionName(input.name), text);
      arguments.inputs[input.name] = {parsed.dtype.value_or(usualType(input)), parsed.shape};
    }
  }
  CompleteAttributes(description, &arguments);
  for (const InputDescription& input : description.inputs) {
    if (options.inputs.at(input.name).empty()) {
      arguments.inputs[input.name] = {usualType(input), input.defaultShape(arguments)};
    } else if (options.inputs.at(input.name) == "none" && !input.optional) {
      throw InputError(OptionName(input.name) + " cannot be left out");
    }
  }
  std::mt19937_64 random(1);
  std::map<std::string, Array> inputs;
  for (const InputDescription& input : description.inputs) {
    if (const TensorInfo* info = arguments.Input(input.name); info != nullptr) {
      inputs[input.name] = RandomArray(input, *info, arguments, &random);
    }
  }
  return {std::move(arguments), std::move(inputs)};
}

// Runs `body` once to warm up, then again and again; the seconds of each, ascending.
template <typename Body>
std::vector<double> Measure(const BenchOptions& options, const char* what, const Body& body) {
  constexpr int64_t kFewest = 5;
  body();
  std::vector<double> seconds;
  Progress progress(what);
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  const auto enough = [&] {
    const auto count = static_cast<int64_t>(seconds.size());
    return options.repetitions > 0 ? count >= options.repetitions
                                   : count >= kFewest && elapsed >= options.seconds;
  };
  while (!enough()) {
    const Clock::time_point before = Clock::now();
    body();
    const Clock::time_point after = Clock::now();
    seconds.push_back(std::chrono::duration<double>(after - before).count());
    elapsed = std::chrono::duration<double>(after - start).count();
    progress.Update(-1);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

double Quantile(const std::vector<double>& ascending, double share) {
  return ascending[static_cast<size_t>(share * static_cast<double>(ascending.size() - 1) + 0.5)];
}

Json TimesJson(const std::vector<double>& seconds, size_t bytes) {
  const double median = Quantile(seconds, 0.5);
  return {{"repetitions", seconds.size()},
          {"median_s", median},
          {"fastest_s", seconds.front()},
          {"lower_quartile_s", Quantile(seconds, 0.25)},
          {"upper_quartile_s", Quantile(seconds, 0.75)},
          {"slowest_s", seconds.back()},
          {"gigabytes_per_s", static_cast<double>(bytes) / median / 1e9}};
}

void PrintTimes(const char* what, const Json& times) {
  const auto time = [&](const char* key) { return TimeText(times[key].get<double>()); };
  std::printf("%-9s %10s   half of them %s to %s, all %s to %s   %.2f GB/s\n", what, time("median_s").c_str(),
              time("lower_quartile_s").c_str(), time("upper_quartile_s").c_str(), time("fastest_s").c_str(),
              time("slowest_s").c_str(), times["gigabytes_per_s"].get<double>());
}

void Bench(const Operator& description, const BenchOptions& options, const Outcome& outcome) {
  auto [arguments, inputs] = MakeInputs(description, options);
  const Session session;
  DeviceCall call(description, arguments, inputs, ParseOutputTypes(options));

  Json json{{"operator", description.name}, {"inputs", Json::object()}, {"attributes", Json::object()}};
  for (const auto& [name, info] : arguments.inputs) {
    json["inputs"][name] = {{"dtype", TypeOf(info.dtype).name}, {"shape", info.shape}};
  }
  for (const auto& [name, value] : arguments.attributes) {
    json["attributes"][name] = value;
  }
  inputs.clear();

  // Phase one is a part: a client makes it for every call.
  const std::vector<double> times = Measure(options, "timing the operator", [&] {
    call.Plan();
    call.Enqueue(session);
    session.Synchronize();
  });
  const size_t bytes = call.BytesMoved();
  json["bytes"] = bytes;
  json["workspace_bytes"] = call.WorkspaceSize();
  json["time"] = TimesJson(times, bytes);

  // What the machine's memory gives now, on as many bytes: half of them read, half written.
  const size_t half = std::max<size_t>(bytes / 2, 1);
  const DeviceMemory source = Allocate(half);
  const DeviceMemory destination = Allocate(half);
  Check(aclrtMemset(source.get(), half, 0, half), "aclrtMemset");
  const std::vector<double> copies = Measure(options, "timing a copy", [&] {
    Check(aclrtMemcpyAsync(destination.get(), half, source.get(), half, ACL_MEMCPY_DEVICE_TO_DEVICE,
                           session.Stream()),
          "aclrtMemcpyAsync");
    session.Synchronize();
  });
  json["copy"] = TimesJson(copies, 2 * half);

  if (outcome.json) {
    Print(json);
    return;
  }
  std::printf("%s:", description.name);
  for (const auto& [name, info] : arguments.inputs) {
    std::printf(" %s %s %s", name.c_str(), TypeOf(info.dtype).name, ShapeText(info.shape).c_str());
  }
  std::printf("\n%s in inputs and outputs, %s workspace; %zu repetitions\n\n",
              ByteText(static_cast<double>(bytes)).c_str(),
              ByteText(static_cast<double>(call.WorkspaceSize())).c_str(), times.size());
  PrintTimes("operator", json["time"]);
  PrintTimes("copy", json["copy"]);
  std::printf(
      "\nThe copy moves as many bytes. Data that fits into the caches stays there between repetitions.\n");
}

void AddOperator(CLI::App* bench, const Operator& description, Outcome* outcome) {
  CLI::App* command = AddCommand(*bench, description.name, description.summary, outcome);
  command->alias(description.function);
  auto options = std::make_shared<BenchOptions>();
  AddInputOptions(
      command, description, "SHAPE[:TYPE]",
      "Inputs (what follows from other shapes may be left out; none: without an optional one)",
      [](const InputDescription& input) { return input.defaultShape == nullptr; }, options.get());
  AddAttributeOptions(command, description, options.get());
  AddOutputTypeOptions(command, description, options.get());
  command->add_option("--dtype", options->dtype, "type of the floating tensors; default: fp32")
      ->type_name("fp32|fp16|bf16")
      ->check(NotEmpty());
  command->add_option("--seconds", options->seconds, "how long to measure; default: 1")
      ->type_name("NUMBER")
      ->check(CLI::Range(0.0, 3600.0).description(""));
  command->add_option("--repetitions", options->repetitions, "how often, in place of how long")
      ->type_name("INTEGER")
      ->check(CLI::Range(1, 1000000).description(""));
  AddExamples(command, {std::string("openaclnn bench ") + description.name + " " + description.benchExample});
  command->callback([&description, options, outcome] { Bench(description, *options, *outcome); });
}

}  // namespace

void AddBenchCommand(CLI::App& app, Outcome* outcome) {
  CLI::App* command = app.add_subcommand("bench", "Time an operator on random data of given shapes");
  command->set_help_flag("-h,--help", "Print this help");
  command->require_subcommand(1);
  for (const Operator* description : Operators()) {
    AddOperator(command, *description, outcome);
  }
  AddExamples(command, {"openaclnn bench mse_loss_backward --help",
                        std::string("openaclnn bench mse_loss_backward ") +
                            FindOperator("mse_loss_backward").benchExample});
}

}  // namespace openaclnn::cli
