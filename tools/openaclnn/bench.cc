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

#include "catalogue/values.h"
#include "command.h"
#include "device.h"
#include "error.h"
#include "options.h"
#include "progress.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::OptionName;
using Clock = std::chrono::steady_clock;

struct BenchOptions : CallOptions {
  std::string dtype;  // empty: the first that the operator admits
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

Array RandomArray(const Argument& input, const catalogue::TensorSpec& tensor,
                  const catalogue::Arguments& arguments, std::mt19937_64* random) {
  Array array;
  array.dtype = tensor.dtype;
  array.shape = tensor.shape;
  const ElementType& type = TypeOf(tensor.dtype);
  const int64_t count = array.Count();
  array.data.resize(static_cast<size_t>(count) * type.size);
  constexpr int64_t kBlock = 65536;
  Progress progress("drawing " + input.name);
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    const std::vector<double> values =
        catalogue::DrawValues(input, tensor.dtype, arguments, static_cast<size_t>(block), *random);
    std::byte* elements = array.data.data() + static_cast<size_t>(done) * type.size;
    Encode(type, values.data(), block, elements);
    progress.Update(static_cast<double>(done + block) / static_cast<double>(count));
  }
  return array;
}

// A tensor list takes several shapes, with commas between them as between files, or semicolons: then the
// commas are between extents.
std::vector<ShapeAndType> ParseShapes(const Argument& input, const std::string& text) {
  const char separator = text.find(';') == std::string::npos ? ',' : ';';
  const std::vector<std::string> parts = input.type == catalogue::CType::kTensorList
                                             ? CLI::detail::split(text, separator)
                                             : std::vector<std::string>{text};
  std::vector<ShapeAndType> shapes;
  for (const std::string& part : parts) {
    shapes.push_back(ParseShape(OptionName(input.name), part));
  }
  return shapes;
}

// Before the host makes what the device has no room for.
void ExpectRoom(const catalogue::Operator& description, const catalogue::Arguments& arguments) {
  double needed = 0;
  for (const Argument* input : description.Inputs()) {
    const auto tensors = arguments.tensors.find(input->name);
    for (size_t i = 0; tensors != arguments.tensors.end() && i < tensors->second.size(); ++i) {
      const catalogue::TensorSpec& tensor = tensors->second[i];
      const size_t size = catalogue::SizeOf(tensor.dtype);
      needed += static_cast<double>(NumElements(tensor.shape, size)) * static_cast<double>(size);
    }
  }
  size_t free = 0;
  size_t total = 0;
  Check(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), "aclrtGetMemInfo");
  if (needed > static_cast<double>(free)) {
    throw LibraryError(ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMalloc",
                       "The inputs need " + ByteText(needed) + ", and the device has " +
                           ByteText(static_cast<double>(free)) + " free.");
  }
}

// A call with random inputs: those that are given first, as attributes and the other shapes follow from them.
std::pair<catalogue::Call, Inputs> MakeInputs(const catalogue::Operator& description,
                                              const BenchOptions& options) {
  const aclDataType standard = options.dtype.empty()
                                   ? description.LeadDTypes().front()
                                   : ParseType("--dtype", options.dtype, description.LeadDTypes());
  catalogue::Arguments arguments;
  arguments.attributes = ParseAttributes(description, options);
  for (const Argument* input : description.Inputs()) {
    const std::string& text = options.inputs.at(input->name);
    if (!text.empty() && text != "none") {
      for (const ShapeAndType& parsed : ParseShapes(*input, text)) {
        const aclDataType usual = catalogue::UsualDType(*input, standard);
        arguments.tensors[input->name].push_back({parsed.shape, parsed.dtype.value_or(usual)});
      }
    }
  }
  CompleteAttributes(description, &arguments);
  for (const Argument* input : description.Inputs()) {
    if (options.inputs.at(input->name).empty() && !input->shape) {
      continue;  // an optional one, of which nothing is known
    }
    if (options.inputs.at(input->name).empty()) {
      arguments.tensors[input->name] = {{input->shape(arguments), catalogue::UsualDType(*input, standard)}};
    } else if (options.inputs.at(input->name) == "none" && !input->optional) {
      throw InputError(OptionName(input->name) + " cannot be left out");
    }
  }
  ExpectRoom(description, arguments);
  std::mt19937_64 random(1);
  Inputs inputs;
  for (const Argument* input : description.Inputs()) {
    if (arguments.Find(input->name) != nullptr) {
      for (const catalogue::TensorSpec& tensor : arguments.tensors[input->name]) {
        inputs[input->name].push_back(RandomArray(*input, tensor, arguments, &random));
      }
    }
  }
  SetOutputTypes(description, options, &arguments);
  return {catalogue::MakeCall(description, std::move(arguments)), std::move(inputs)};
}

// A part of the time to measure for.
struct Portion {
  double begin;
  double end;
};

// Runs `body` once to warm up, then again and again; the seconds of each, ascending.
template <typename Body>
std::vector<double> Measure(const BenchOptions& options, Portion portion, Progress& progress,
                            const Body& body) {
  constexpr int64_t kFewest = 5;
  body();
  const double share = portion.end - portion.begin;
  std::vector<double> seconds;
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  const auto enough = [&] {
    const auto count = static_cast<int64_t>(seconds.size());
    return options.repetitions > 0 ? count >= options.repetitions
                                   : count >= kFewest && elapsed >= share * options.seconds;
  };
  while (!enough()) {
    const Clock::time_point before = Clock::now();
    body();
    const Clock::time_point after = Clock::now();
    seconds.push_back(std::chrono::duration<double>(after - before).count());
    elapsed = std::chrono::duration<double>(after - start).count();
    const double done = options.repetitions > 0
                            ? static_cast<double>(seconds.size()) / static_cast<double>(options.repetitions)
                            : elapsed / (share * options.seconds);
    progress.Update(portion.begin + share * std::min(done, 1.0));
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

// " --reduction mean", as it would be given: nothing for a flag that is off, and for an empty list.
std::string AttributeText(const Argument& attribute, const catalogue::Value& value) {
  const std::string option = " " + OptionName(attribute.name);
  if (attribute.type == catalogue::CType::kBool) {
    return std::get<int64_t>(value) != 0 ? option : "";
  }
  const std::string text = ValueText(attribute, value);
  return text.empty() ? "" : option + " " + text;
}

void Bench(const catalogue::Operator& description, const BenchOptions& options, const Outcome& outcome) {
  const Session session;
  auto [planned, inputs] = MakeInputs(description, options);
  DeviceCall call(planned, inputs);

  Json json{{"operator", description.name}, {"inputs", Json::object()}, {"attributes", Json::object()}};
  for (const auto& [name, arrays] : inputs) {
    Json tensors = Json::array();
    for (const Array& array : arrays) {
      tensors.push_back({{"dtype", TypeOf(array.dtype).name}, {"shape", array.shape}});
    }
    const bool list = description.Get(name).type == catalogue::CType::kTensorList;
    json["inputs"][name] = list ? tensors : tensors.front();
  }
  for (const auto& [name, value] : planned.arguments.attributes) {
    json["attributes"][name] = ValueJson(description.Get(name), value);
  }
  inputs.clear();

  // The copy is there to compare with, and needs fewer repetitions.
  constexpr double kOperator = 0.7;
  std::optional<Progress> progress("timing");
  // Phase one is a part: a client makes it for every call.
  const std::vector<double> times = Measure(options, {0, kOperator}, *progress, [&] {
    call.Plan();
    call.Enqueue(session);
    session.Synchronize();
  });
  const size_t bytes = catalogue::MinimalBytes(planned);
  json["bytes"] = bytes;
  json["workspace_bytes"] = call.WorkspaceSize();
  json["time"] = TimesJson(times, bytes);

  // What the machine's memory gives now, on as many bytes: half of them read, half written.
  const size_t half = std::max<size_t>(bytes / 2, 1);
  const DeviceMemory source = Allocate(half);
  const DeviceMemory destination = Allocate(half);
  Check(aclrtMemset(source.get(), half, 0, half), "aclrtMemset");
  const std::vector<double> copies = Measure(options, {kOperator, 1}, *progress, [&] {
    Check(aclrtMemcpyAsync(destination.get(), half, source.get(), half, ACL_MEMCPY_DEVICE_TO_DEVICE,
                           session.Stream()),
          "aclrtMemcpyAsync");
    session.Synchronize();
  });
  progress.reset();
  json["copy"] = TimesJson(copies, 2 * half);

  if (outcome.json) {
    Print(json);
    return;
  }
  std::printf("%s:", description.name.c_str());
  for (const catalogue::Operand& operand : planned.operands) {
    if (operand.IsRead()) {
      std::printf(" %s %s %s", operand.argument->name.c_str(), TypeOf(operand.tensor.dtype).name,
                  ShapeText(operand.tensor.shape).c_str());
    }
  }
  for (const Argument* attribute : description.Attributes()) {
    std::printf("%s", AttributeText(*attribute, planned.arguments.attributes.at(attribute->name)).c_str());
  }
  std::printf("\n%s in inputs and outputs, %s workspace; %zu repetitions\n\n",
              ByteText(static_cast<double>(bytes)).c_str(),
              ByteText(static_cast<double>(call.WorkspaceSize())).c_str(), times.size());
  PrintTimes("operator", json["time"]);
  PrintTimes("copy", json["copy"]);
  std::printf(
      "\nThe copy moves as many bytes. Data that fits into the caches stays there between repetitions.\n");
}

// A time to measure for, which NaN is not.
CLI::Validator Seconds() {
  return CLI::Validator(
      [](const std::string& text) {
        double seconds = 0;
        const bool fits = CLI::detail::lexical_cast(text, seconds) && seconds >= 0 && seconds <= 3600;
        return fits ? std::string() : "expected a number from 0 to 3600, got '" + text + "'";
      },
      "");
}

void AddOperator(CLI::App* bench, const catalogue::Operator& description, Outcome* outcome) {
  CLI::App* command = AddCommand(*bench, description.name, description.summary, outcome);
  command->alias(description.Function());
  auto options = std::make_shared<BenchOptions>();
  AddInputOptions(
      command, description, "SHAPE[:TYPE]",
      "Inputs (what follows from other shapes may be left out; none: without an optional one)",
      [](const Argument& input) { return !input.shape && !input.optional; }, options.get());
  AddAttributeOptions(command, description, options.get());
  AddOutputTypeOptions(command, description, "Outputs", options.get());
  command->add_option("--dtype", options->dtype, "type of the tensors but indices; default: the first")
      ->type_name(TypeNames(description.LeadDTypes(), "|"))
      ->check(NotEmpty());
  command
      ->add_option("--seconds", options->seconds, "how long to measure the operator and a copy; default: 1")
      ->type_name("NUMBER")
      ->check(Seconds());
  command->add_option("--repetitions", options->repetitions, "how often, in place of how long")
      ->type_name("INTEGER")
      ->check(CLI::Range(1, 1000000).description(""));
  AddExamples(command, {"openaclnn bench " + description.name + " " + description.benchExample});
  command->callback([&description, options, outcome] { Bench(description, *options, *outcome); });
}

}  // namespace

void AddBenchCommand(CLI::App& app, const Words& words, Outcome* outcome) {
  CLI::App* command = AddCommand(app, "bench", "Time an operator on random data of given shapes", outcome);
  command->require_subcommand(1);
  ForEachSubcommand("bench", words, [&](const catalogue::Operator& description) {
    AddOperator(command, description, outcome);
  });
  AddExamples(command,
              {"openaclnn bench mse_loss_backward --help",
               "openaclnn bench mse_loss_backward " + FindOperator("mse_loss_backward").benchExample});
}

}  // namespace openaclnn::cli
