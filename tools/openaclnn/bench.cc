// SPDX-License-Identifier: Apache-2.0
//
// openaclnn bench: how long an operator takes on random data of given shapes.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "catalogue/values.h"
#include "command.h"
#include "device.h"
#include "error.h"
#include "options.h"
#include "progress.h"
#include "pytorch_peer.h"
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
  bool pytorch = false;     // beside it
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

// Runs `body` for so long, or so often if that is not 0, at least once; the seconds of each.
std::vector<double> TakeTurn(double seconds, int64_t repetitions, const std::function<void()>& body) {
  std::vector<double> times;
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  do {
    const Clock::time_point before = Clock::now();
    body();
    const Clock::time_point after = Clock::now();
    times.push_back(std::chrono::duration<double>(after - before).count());
    elapsed = std::chrono::duration<double>(after - start).count();
  } while (repetitions > 0 ? static_cast<int64_t>(times.size()) < repetitions : elapsed < seconds);
  return times;
}

// Somebody who does the work, and has done it once to warm up.
struct Contender {
  double weight;  // of its share in the time
  std::function<std::vector<double>(double seconds, int64_t repetitions)> takeTurn;
  std::vector<double> seconds;  // of each call; ascending, when all is measured
};

// In turn, so that what else the machine does disturbs all alike; with pauses, until nobody's threads spin.
void Measure(const BenchOptions& options, std::vector<Contender>& contenders) {
  constexpr std::chrono::milliseconds kPause(2);
  constexpr int64_t kFewest = 9;
  constexpr double kLongest = 0.3;  // seconds that all have a turn in
  const int64_t turns = options.repetitions > 0
                            ? std::min(options.repetitions, kFewest)
                            : std::max(kFewest, static_cast<int64_t>(options.seconds / kLongest));
  double weights = 0;
  for (const Contender& contender : contenders) {
    weights += contender.weight;
  }
  Progress progress("timing");
  for (int64_t turn = 0; turn < turns; ++turn) {
    const int64_t repetitions = options.repetitions * (turn + 1) / turns - options.repetitions * turn / turns;
    for (Contender& contender : contenders) {
      std::this_thread::sleep_for(kPause);
      const double seconds = options.seconds * contender.weight / weights / static_cast<double>(turns);
      const std::vector<double> times = contender.takeTurn(seconds, repetitions);
      contender.seconds.insert(contender.seconds.end(), times.begin(), times.end());
    }
    progress.Update(static_cast<double>(turn + 1) / static_cast<double>(turns));
  }
  for (Contender& contender : contenders) {
    std::sort(contender.seconds.begin(), contender.seconds.end());
  }
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

  // What the machine's memory gives now, on as many bytes: half of them read, half written.
  const size_t half = std::max<size_t>(bytes / 2, 1);
  const DeviceMemory source = Allocate(half);
  const DeviceMemory destination = Allocate(half);
  Check(aclrtMemset(source.get(), half, 0, half), "aclrtMemset");
  const auto copy = [&] {
    Check(aclrtMemcpyAsync(destination.get(), half, source.get(), half, ACL_MEMCPY_DEVICE_TO_DEVICE,
                           session.Stream()),
          "aclrtMemcpyAsync");
    session.Synchronize();
  };
  copy();

  const auto calling = [](const std::function<void()>& body) {
    return [body](double seconds, int64_t repetitions) { return TakeTurn(seconds, repetitions, body); };
  };
  std::vector<Contender> contenders{{2, calling(run), {}}, {1, calling(copy), {}}};
  if (peer) {
    contenders.push_back(
        {2, [&](double seconds, int64_t repetitions) { return peer->TakeTurn(seconds, repetitions); }, {}});
  }
  Measure(options, contenders);
  json["time"] = TimesJson(contenders[0].seconds, bytes);
  json["copy"] = TimesJson(contenders[1].seconds, 2 * half);
  if (peer) {
    json["pytorch"] = TimesJson(contenders[2].seconds, bytes);
    json["pytorch"]["version"] = peer->Version();
  }

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
              ByteText(static_cast<double>(call.WorkspaceSize())).c_str(), contenders[0].seconds.size());
  PrintTimes("operator", json["time"]);
  PrintTimes("copy", json["copy"]);
  if (peer) {
    PrintTimes("PyTorch", json["pytorch"]);
    std::printf("\nPyTorch %s takes %.2f times as long, what Python has a part in it included.",
                peer->Version().c_str(),
                json["pytorch"]["median_s"].get<double>() / json["time"]["median_s"].get<double>());
  }
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
  command->add_option("--seconds", options->seconds, "how long to measure all together; default: 1")
      ->type_name("NUMBER")
      ->check(Seconds());
  command->add_option("--repetitions", options->repetitions, "how often, in place of how long")
      ->type_name("INTEGER")
      ->check(CLI::Range(1, 1000000).description(""));
  command->add_flag("--pytorch", options->pytorch,
                    "PyTorch's operator beside it, in python3 as the path finds it");
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
