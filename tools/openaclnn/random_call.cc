// SPDX-License-Identifier: Apache-2.0
#include "random_call.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/model/values.h"
#include "command.h"
#include "error.h"
#include "progress.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::OptionName;

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
  const ElementType& type = PartOf(TypeOf(tensor.dtype));
  const int64_t count = array.Count() * PartsOf(TypeOf(tensor.dtype));
  array.data.resize(static_cast<size_t>(count) * type.size);
  constexpr int64_t kBlock = 65536;
  Progress progress("drawing " + input.name);
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    const std::vector<double> values =
        catalogue::DrawValues(input, type.dtype, arguments, static_cast<size_t>(block), *random);
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
  const std::vector<std::string> parts =
      input.type == catalogue::CType::kTensorList ? Split(text, separator) : std::vector<std::string>{text};
  std::vector<ShapeAndType> shapes;
  for (const std::string& part : parts) {
    shapes.push_back(ParseShape(OptionName(input.name), part));
  }
  return shapes;
}

// What the system can give without swapping; no limit if it does not tell.
double AvailableMemory() {
  std::ifstream facts("/proc/meminfo");
  for (std::string name; facts >> name; facts.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    double kibibytes = 0;
    if (name == "MemAvailable:" && facts >> kibibytes) {
      return kibibytes * 1024;
    }
  }
  return std::numeric_limits<double>::infinity();
}

// Before the host makes what there is no room for: the tensors, and as much again, first for the inputs on the host, then for
// the copy that is measured, too.
void ExpectRoom(const catalogue::Call& call) {
  double tensors = 0;
  for (const catalogue::Operand& operand : call.operands) {
    if (!operand.absent) {
      const size_t size = catalogue::SizeOf(operand.tensor.dtype);
      tensors += static_cast<double>(NumElements(operand.tensor.shape, size)) * static_cast<double>(size);
    }
  }
  size_t free = 0;
  size_t total = 0;
  Check(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), "aclrtGetMemInfo");
  const double room = std::min(static_cast<double>(free), AvailableMemory());
  if (2 * tensors > room) {
    throw LibraryError(ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMalloc",
                       "The tensors need " + ByteText(tensors) + " and a copy as much again, and there are " +
                           ByteText(room) + " free. Give smaller shapes.");
  }
}

}  // namespace

// The given inputs come first: attributes and the other shapes follow from them.
std::pair<catalogue::Call, Inputs> MakeRandomCall(const catalogue::Operator& description,
                                                  const CallOptions& options, const std::string& dtype) {
  const aclDataType standard = dtype.empty() ? description.LeadDTypes().front()
                                             : ParseType("--dtype", dtype, description.LeadDTypes());
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
  SetOutputTypes(description, options, &arguments);
  catalogue::Call call = catalogue::MakeCall(description, std::move(arguments));
  ExpectRoom(call);
  std::mt19937_64 random(1);
  Inputs inputs;
  for (const Argument* input : description.Inputs()) {
    if (call.arguments.Find(input->name) != nullptr) {
      for (const catalogue::TensorSpec& tensor : call.arguments.tensors.at(input->name)) {
        inputs[input->name].push_back(RandomArray(*input, tensor, call.arguments, &random));
      }
    }
  }
  return {std::move(call), std::move(inputs)};
}

}  // namespace openaclnn::cli
