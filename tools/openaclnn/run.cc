// SPDX-License-Identifier: Apache-2.0
//
// openaclnn run: an operator on .npy files.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "command.h"
#include "device.h"
#include "element_type.h"
#include "error.h"
#include "options.h"
#include "refusal.h"
#include "standard_stream.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::OptionName;
using catalogue::OutputOption;

struct RunOptions : CallOptions {
  std::vector<std::string> files;  // inputs without their names, in their order
  std::map<std::string, std::string> outputs;
  std::string dtype;
};

Array ReadInput(const Argument& input, const std::string& path, std::optional<aclDataType> dtype) {
  Array array = ReadNpy(path);
  if (!FollowsDtype(input)) {
    return array;
  }
  if (dtype && !GiveType(*dtype, &array)) {
    throw InputError(path + ": cannot be taken as " + TypeOf(*dtype).name + ", it holds " +
                     TypeOf(array.dtype).name);
  }
  if (array.dtype == ACL_UINT16 && !catalogue::Contains(AdmittedTypes(input), ACL_UINT16)) {
    throw InputError(path + ": holds uint16 where " + input.name +
                     " is floating-point; if these are the bits of bfloat16s, say --dtype bf16");
  }
  return array;
}

Json TensorJson(const std::string& path, const Array& array) {
  return {{"file", path},
          {"dtype", TypeOf(array.dtype).name},
          {"shape", array.shape},
          {"fortran_order", array.fortranOrder}};
}

void PrintTensor(std::FILE* to, const char* direction, const std::string& name, const std::string& path,
                 const Array& array) {
  std::fprintf(to, "%s %-12s %s %s  %s%s\n", direction, name.c_str(), TypeOf(array.dtype).name,
               ShapeText(array.shape).c_str(), path.c_str(), array.fortranOrder ? " (Fortran order)" : "");
}

// A tensor list takes several files, with commas between them.
std::vector<std::string> PathsOf(const Argument& input, const std::string& text) {
  return input.type == catalogue::CType::kTensorList ? Split(text, ',') : std::vector<std::string>{text};
}

// Gives files without a name to the inputs that have none, in their order.
void NameInputs(const catalogue::Operator& description, RunOptions* options) {
  auto file = options->files.begin();
  std::string missing;
  size_t count = 0;
  for (const Argument* input : description.Inputs()) {
    std::string& path = options->inputs[input->name];
    if (path.empty() && file != options->files.end()) {
      path = *file++;
    } else if (path.empty() && !input->optional) {
      missing += (missing.empty() ? "" : ", ") + OptionName(input->name);
      ++count;
    }
  }
  if (file != options->files.end()) {
    throw InputError("'" + *file + "': expected at most " + std::to_string(description.Inputs().size()) +
                     (description.Inputs().size() == 1 ? " input file" : " input files") +
                     "; openaclnn list " + description.name + " shows them");
  }
  if (count > 0) {
    throw InputError(missing + (count == 1 ? " is required" : " are required"));
  }
}

// The first elements, a row of the last dim on a line; of complex numbers both parts.
void PrintElements(const Array& array) {
  constexpr int64_t kRows = 10;
  constexpr int64_t kColumns = 8;
  const ElementType& type = TypeOf(array.dtype);
  const int64_t columns = array.shape.empty() ? 1 : array.shape.back();
  const int64_t rows = columns == 0 ? 0 : array.Count() / columns;
  for (int64_t row = 0; row < std::min(rows, kRows); ++row) {
    const int64_t shown = std::min(columns, kColumns);
    const auto parts = static_cast<size_t>(PartsOf(type));
    std::vector<double> values(static_cast<size_t>(shown) * parts);
    Decode(PartOf(type), array.data.data() + static_cast<size_t>(row * columns) * type.size,
           static_cast<int64_t>(values.size()), values.data());
    std::printf(" ");
    for (size_t i = 0; i < values.size(); i += parts) {
      std::printf(" %s", NumberText(values[i]).c_str());
      if (parts == 2) {
        const bool negative = std::signbit(values[i + 1]);
        std::printf("%s%sj", negative ? "" : "+", NumberText(values[i + 1]).c_str());
      }
    }
    std::printf("%s\n", columns > shown ? " ..." : "");
  }
  if (rows > kRows) {
    std::printf("  ... %lld more rows\n", static_cast<long long>(rows - kRows));
  }
}

void Run(const catalogue::Operator& description, const RunOptions& options, const Outcome& outcome) {
  catalogue::Arguments arguments;
  std::set<std::string> wanted;
  std::set<std::string> paths;
  StandardStream standardOutput = StandardStream::Output();
  for (const auto& [name, path] : options.outputs) {
    if (!path.empty()) {
      wanted.insert(name);
      standardOutput.Offer(OutputOption(description.Get(name)), path);
      if (!paths.insert(path).second) {
        throw InputError(path + ": is given for two outputs");
      }
    }
  }
  // An array there leaves no room for words.
  if (standardOutput.IsTaken() && outcome.json) {
    throw InputError("standard output cannot take both an array and --json");
  }
  const bool prints = wanted.empty();  // instead of files
  if (prints && !outcome.json) {
    for (const Argument* output : description.Outputs()) {
      wanted.insert(output->name);
    }
  } else if (prints) {
    std::string names;
    for (const Argument* output : description.Outputs()) {
      names += (names.empty() ? "" : ", ") + OutputOption(*output);
    }
    throw InputError("no output is asked for: give a file with " + names);
  }
  arguments.attributes = ParseAttributes(description, options);
  std::optional<aclDataType> dtype;
  if (!options.dtype.empty()) {
    dtype = ParseType("--dtype", options.dtype, description.LeadDTypes());
  }

  Inputs inputs;
  StandardStream standardInput = StandardStream::Input();
  for (const Argument* input : description.Inputs()) {
    const std::string& text = options.inputs.at(input->name);
    for (const std::string& path : text.empty() ? std::vector<std::string>() : PathsOf(*input, text)) {
      standardInput.Offer(OptionName(input->name), path);
      const Array& array = inputs[input->name].emplace_back(ReadInput(*input, path, dtype));
      arguments.tensors[input->name].push_back({array.shape, array.dtype});
    }
  }
  CompleteAttributes(description, &arguments);
  SetOutputTypes(description, options, &arguments);
  for (const Argument* output : description.Outputs()) {
    if (description.HasOutputMask() && !wanted.contains(output->name)) {
      arguments.leftOut.insert(output->name);
    }
  }

  const Session session;
  const catalogue::Call planned = catalogue::MakeCall(description, std::move(arguments));
  DeviceCall call(planned, inputs);
  try {
    call.Plan();
  } catch (const LibraryError& error) {
    throw LibraryError(error.Code(), error.Function(), error.what(),
                       ExplainRefusal(error, description, options.inputs, inputs));
  }
  call.Enqueue(session);
  session.SynchronizeVisibly();

  Json json{{"operator", description.name}, {"function", description.Function()},
            {"inputs", Json::object()},     {"attributes", Json::object()},
            {"outputs", Json::object()},    {"workspace_bytes", call.WorkspaceSize()}};
  for (const auto& [name, arrays] : inputs) {
    const Argument& input = description.Get(name);
    const std::vector<std::string> files = PathsOf(input, options.inputs.at(name));
    Json tensors = Json::array();
    for (size_t i = 0; i < arrays.size(); ++i) {
      tensors.push_back(TensorJson(files[i], arrays[i]));
    }
    json["inputs"][name] = input.type == catalogue::CType::kTensorList ? tensors : tensors.front();
  }
  for (const auto& [name, value] : planned.arguments.attributes) {
    json["attributes"][name] = ValueJson(description.Get(name), value);
  }
  for (const std::string& name : wanted) {
    const Array array = call.Read(name);
    const std::string& path = options.outputs.at(name);
    if (prints) {
      std::printf("%s %s %s\n", name.c_str(), TypeOf(array.dtype).name, ShapeText(array.shape).c_str());
      PrintElements(array);
      continue;
    }
    WriteNpy(path, array);
    json["outputs"][name] = TensorJson(path, array);
    if (!outcome.json) {
      PrintTensor(standardOutput.IsTaken() ? stderr : stdout, "wrote", name, path, array);
    }
  }
  if (outcome.json) {
    Print(json);
  }
}

constexpr const char* kOutputs = "Outputs (of one, - is standard output)";

void AddOperator(const Command& run, const catalogue::Operator& description, Outcome* outcome) {
  const Command command = AddCommand(run, description.name, description.summary, outcome);
  command.AddAlias(description.Function());
  auto options = std::make_shared<RunOptions>();
  AddInputOptions(
      command, description, "FILE", "Inputs (of one, - is standard input)",
      [](const Argument&) { return false; }, options.get());
  command
      .AddOption("files", &options->files,
                 "Inputs without their names, in the order below; without an output, the result is printed")
      .TypeName("FILE");
  AddAttributeOptions(command, description, options.get());
  for (const Argument* output : description.Outputs()) {
    const std::string name = OutputOption(*output);
    command
        .AddOption(name == "--out" || description.Outputs().size() == 1 ? "-o," + name : name,
                   &options->outputs[output->name], output->meaning + "; shape: " + output->shapeText)
        .TypeName("FILE")
        .NotEmpty()
        .Group(kOutputs);
  }
  AddOutputTypeOptions(command, description, kOutputs, options.get());
  command
      .AddOption("--dtype", &options->dtype,
                 "type that the floating inputs are given: <u2 files are then, for bf16, the bits of "
                 "bfloat16s; other floating files are rounded to it")
      .TypeName(TypeNames(description.LeadDTypes(), "|"))
      .NotEmpty();
  AddExamples(command, {"openaclnn run " + description.name + " " + description.runExample});
  command.OnCall([&description, options, outcome] {
    NameInputs(description, options.get());
    Run(description, *options, *outcome);
  });
}

}  // namespace

void AddRunCommand(const Command& top, const Words& words, Outcome* outcome) {
  const Command command = AddCommand(top, "run", "Run an operator on .npy files", outcome);
  command.RequireSubcommand();
  ForEachSubcommand("run", words, [&](const catalogue::Operator& description) {
    AddOperator(command, description, outcome);
  });
  AddExamples(command, {"openaclnn list   # names the operators", "openaclnn run mse_loss_backward --help",
                        "openaclnn run mse_loss_backward " + FindOperator("mse_loss_backward").runExample,
                        "openaclnn run relu --self - -o - < x.npy > y.npy   # standard input and output"});
}

}  // namespace openaclnn::cli
