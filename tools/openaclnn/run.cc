// SPDX-License-Identifier: Apache-2.0
//
// openaclnn run: an operator on .npy files.
#include <cstdio>
#include <memory>
#include <set>

#include "command.h"
#include "device.h"
#include "error.h"
#include "operator.h"
#include "options.h"

namespace openaclnn::cli {
namespace {

struct RunOptions : CallOptions {
  std::map<std::string, std::string> outputs;
  std::string dtype;
};

Array ReadInput(const InputDescription& input, const std::string& path, const std::string& dtype) {
  Array array = ReadNpy(path);
  if (input.types != Types::kFloating) {
    return array;
  }
  if (!dtype.empty() && !GiveType(ParseFloatingType("--dtype", dtype), &array)) {
    throw InputError(path + ": cannot be taken as " + dtype + ", it holds " + TypeOf(array.dtype).name);
  }
  if (array.dtype == ACL_UINT16) {
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

void PrintTensor(const char* direction, const std::string& name, const std::string& path,
                 const Array& array) {
  std::printf("%s %-12s %s %s  %s%s\n", direction, name.c_str(), TypeOf(array.dtype).name,
              ShapeText(array.shape).c_str(), path.c_str(), array.fortranOrder ? " (Fortran order)" : "");
}

void Run(const Operator& description, const RunOptions& options, const Outcome& outcome) {
  Arguments arguments;
  std::set<std::string> paths;
  for (const auto& [name, path] : options.outputs) {
    if (!path.empty()) {
      arguments.outputs.insert(name);
      if (!paths.insert(path).second) {
        throw InputError(path + ": is given for two outputs");
      }
    }
  }
  if (arguments.outputs.empty()) {
    std::string names;
    for (const OutputDescription& output : description.outputs) {
      names += (names.empty() ? "" : ", ") + OptionName(output.name);
    }
    throw InputError("no output is asked for: give a file with " + names);
  }
  arguments.attributes = ParseAttributes(description, options);
  const std::map<std::string, aclDataType> outputTypes = ParseOutputTypes(options);

  std::map<std::string, Array> inputs;
  for (const InputDescription& input : description.inputs) {
    const std::string& path = options.inputs.at(input.name);
    if (!path.empty()) {
      const Array& array = inputs[input.name] = ReadInput(input, path, options.dtype);
      arguments.inputs[input.name] = {array.dtype, array.shape};
    }
  }
  CompleteAttributes(description, &arguments);

  const Session session;
  DeviceCall call(description, arguments, inputs, outputTypes);
  call.Plan();
  call.Enqueue(session);
  session.SynchronizeVisibly();

  Json json{{"operator", description.name}, {"function", description.function},
            {"inputs", Json::object()},     {"attributes", Json::object()},
            {"outputs", Json::object()},    {"workspace_bytes", call.WorkspaceSize()}};
  for (const auto& [name, array] : inputs) {
    json["inputs"][name] = TensorJson(options.inputs.at(name), array);
  }
  for (const auto& [name, value] : arguments.attributes) {
    json["attributes"][name] = value;
  }
  for (const std::string& name : arguments.outputs) {
    const Array array = call.Read(name);
    const std::string& path = options.outputs.at(name);
    WriteNpy(path, array);
    json["outputs"][name] = TensorJson(path, array);
    if (!outcome.json) {
      PrintTensor("wrote", name, path, array);
    }
  }
  if (outcome.json) {
    Print(json);
  }
}

void AddOperator(CLI::App* run, const Operator& description, Outcome* outcome) {
  CLI::App* command = AddCommand(*run, description.name, description.summary, outcome);
  command->alias(description.function);
  auto options = std::make_shared<RunOptions>();
  AddInputOptions(
      command, description, "FILE", "Inputs", [](const InputDescription& input) { return !input.optional; },
      options.get());
  AddAttributeOptions(command, description, options.get());
  for (const OutputDescription& output : description.outputs) {
    const std::string name = OptionName(output.name);
    command
        ->add_option(name == "--out" ? "-o," + name : name, options->outputs[output.name],
                     std::string(output.meaning) + "; shape: " + output.shapeText)
        ->type_name("FILE")
        ->check(NotEmpty())
        ->group("Outputs");
  }
  AddOutputTypeOptions(command, description, options.get());
  command
      ->add_option("--dtype", options->dtype,
                   "type that the floating inputs are given: <u2 files are then, for bf16, the bits of "
                   "bfloat16s; other floating files are rounded to it")
      ->type_name("fp32|fp16|bf16")
      ->check(NotEmpty());
  AddExamples(command, {std::string("openaclnn run ") + description.name + " " + description.runExample});
  command->callback([&description, options, outcome] { Run(description, *options, *outcome); });
}

}  // namespace

void AddRunCommand(CLI::App& app, Outcome* outcome) {
  CLI::App* command = app.add_subcommand("run", "Run an operator on .npy files");
  command->set_help_flag("-h,--help", "Print this help");
  command->require_subcommand(1);
  for (const Operator* description : Operators()) {
    AddOperator(command, *description, outcome);
  }
  AddExamples(command,
              {"openaclnn run mse_loss_backward --help", std::string("openaclnn run mse_loss_backward ") +
                                                             FindOperator("mse_loss_backward").runExample});
}

}  // namespace openaclnn::cli
