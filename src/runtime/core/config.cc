// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 10;  // of {} and of [], each

struct TooDeep : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "nested too deeply"; }
};

// Refuses deep nesting while parsing, before it can cost anything.
Json ParseBounded(const std::string& text) {
  int objects = 0;
  int arrays = 0;
  return Json::parse(text, [&](int /*depth*/, Json::parse_event_t event, Json& /*parsed*/) {
    objects += event == Json::parse_event_t::object_start ? 1 : 0;
    objects -= event == Json::parse_event_t::object_end ? 1 : 0;
    arrays += event == Json::parse_event_t::array_start ? 1 : 0;
    arrays -= event == Json::parse_event_t::array_end ? 1 : 0;
    if (objects > kMaxDepth || arrays > kMaxDepth) {
      throw TooDeep();
    }
    return true;
  });
}

const Json* Member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

// The text of a value as a message shows it, cut where a file holds a novel.
std::string Shown(const Json& value) {
  constexpr size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kLongest) {
    text.resize(kLongest);
    text += "...";
  }
  return text;
}

// A whole number, written as one ("N": 1) or as text ("N": "1"), as configuration files have both.
std::optional<int64_t> WholeNumber(const Json& value) {
  if (value.is_number_integer()) {
    // A number above the range of int64 reads as negative, which no option admits.
    return value.get<int64_t>();
  }
  if (!value.is_string()) {
    return std::nullopt;
  }
  const auto& text = value.get_ref<const std::string&>();
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Status ExpectNumber(const Json& object, const char* key, int64_t least, int64_t most, int32_t errorCode) {
  const Json* const value = Member(object, key);
  if (value == nullptr) {
    return Status::Ok();
  }
  const std::optional<int64_t> number = WholeNumber(*value);
  if (number && *number >= least && *number <= most) {
    return Status::Ok();
  }
  return Mismatch(errorCode, std::string("configPath: ") + key,
                  "a number from " + std::to_string(least) + " to " + std::to_string(most), Shown(*value));
}

Status ExpectOneOf(const Json& object, const char* key, std::initializer_list<std::string_view> choices,
                   int32_t errorCode) {
  const Json* const value = Member(object, key);
  if (value == nullptr ||
      (value->is_string() &&
       std::find(choices.begin(), choices.end(), value->get_ref<const std::string&>()) != choices.end())) {
    return Status::Ok();
  }
  std::string expected = "one of";
  for (const std::string_view choice : choices) {
    expected.append(" \"").append(choice).append("\"");
  }
  return Mismatch(errorCode, std::string("configPath: ") + key, expected, Shown(*value));
}

Status ExpectObject(const Json& object, const char* key, int32_t errorCode) {
  const Json* const value = Member(object, key);
  return value == nullptr || value->is_object()
             ? Status::Ok()
             : Mismatch(errorCode, std::string("configPath: ") + key, "an object", Shown(*value));
}

bool IsText(const Json& object, const char* key, std::string_view text) {
  const Json* const value = Member(object, key);
  return value != nullptr && value->is_string() && value->get_ref<const std::string&>() == text;
}

bool IsFilled(const Json& object, const char* key) {
  const Json* const value = Member(object, key);
  return value != nullptr && !value->empty() &&
         !(value->is_string() && value->get_ref<const std::string&>().empty());
}

Status CheckDump(const Json& root) {
  const int32_t error = ACL_ERROR_INVALID_DUMP_CONFIG;
  OPENACLNN_RETURN_IF_ERROR(ExpectObject(root, "dump", error));
  const Json* const dump = Member(root, "dump");
  if (dump == nullptr) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectOneOf(*dump, "dump_debug", {"on", "off"}, error));
  OPENACLNN_RETURN_IF_ERROR(ExpectOneOf(*dump, "dump_op_switch", {"on", "off"}, error));
  OPENACLNN_RETURN_IF_ERROR(ExpectOneOf(*dump, "dump_level", {"op", "kernel", "all"}, error));
  OPENACLNN_RETURN_IF_ERROR(ExpectOneOf(
      *dump, "dump_scene",
      {"", "aic_err_brief_dump", "aic_err_norm_dump", "aic_err_detail_dump", "lite_exception", "watcher"},
      error));
  const bool overflow = IsText(*dump, "dump_debug", "on");
  const bool watcher = IsText(*dump, "dump_scene", "watcher");
  const bool exception = IsFilled(*dump, "dump_scene") && !watcher;
  // A watcher names what it watches in dump_list.
  const bool operators = IsText(*dump, "dump_op_switch", "on") || (IsFilled(*dump, "dump_list") && !watcher);
  if ((overflow || watcher) && !IsFilled(*dump, "dump_path")) {
    return Mismatch(error, "configPath: dump_path", "a folder, which dump_debug and the scene watcher need",
                    "none");
  }
  if (int{overflow} + int{exception} + int{operators} > 1) {
    return Mismatch(error, "configPath: dump", "one of overflow, exception and operator dump", Shown(*dump));
  }
  return Status::Ok();
}

struct SizeKey {
  const char* key;
  int32_t limit;
};

Status ReadSizes(const Json& section, std::initializer_list<SizeKey> keys, Config* config) {
  for (const SizeKey& each : keys) {
    const Json* const value = Member(section, each.key);
    if (value == nullptr) {
      continue;
    }
    OPENACLNN_RETURN_IF_ERROR(ExpectNumber(section, each.key, 0, UINT32_MAX, code::kRtParamInvalid));
    const auto bytes = static_cast<size_t>(WholeNumber(*value).value_or(0));
    const std::string argument = std::string("configPath: ") + each.key;
    OPENACLNN_RETURN_IF_ERROR(StoreLimit(argument.c_str(), each.limit, bytes, &config->limits));
  }
  return Status::Ok();
}

Status ReadLimits(const Json& root, Config* config) {
  OPENACLNN_RETURN_IF_ERROR(
      ReadSizes(root,
                {{"simt_printf_fifo_size", ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE},
                 {"simd_printf_fifo_size_per_core", ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE}},
                config));
  OPENACLNN_RETURN_IF_ERROR(ExpectObject(root, "StackSize", code::kRtParamInvalid));
  const Json* const stack = Member(root, "StackSize");
  return stack == nullptr
             ? Status::Ok()
             : ReadSizes(*stack,
                         {{"aicore_stack_size", ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE},
                          {"simt_stack_size", ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE},
                          {"simt_divergence_stack_size", ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE}},
                         config);
}

Status ReadDefaultDevice(const Json& root, int deviceCount, Config* config) {
  OPENACLNN_RETURN_IF_ERROR(ExpectObject(root, "defaultDevice", code::kRtParamInvalid));
  const Json* const section = Member(root, "defaultDevice");
  const Json* const value = section == nullptr ? nullptr : Member(*section, "default_device");
  if (value == nullptr) {
    return Status::Ok();
  }
  const std::optional<int64_t> id = WholeNumber(*value);
  if (!id) {
    return Mismatch(code::kRtParamInvalid, "configPath: default_device", "the number of a device",
                    Shown(*value));
  }
  if (*id < 0 || *id >= deviceCount) {
    return Mismatch(code::kRtInvalidDevice, "configPath: default_device",
                    "a number below " + std::to_string(deviceCount), std::to_string(*id));
  }
  config->defaultDevice = static_cast<int>(*id);
  return Status::Ok();
}

}  // namespace

Status ParseConfig(const std::string& text, int deviceCount, Config* config) {
  Json root;
  try {
    root = ParseBounded(text);
  } catch (const Json::exception& error) {
    return Mismatch(code::kParseFile, "configPath", "a JSON file", error.what());
  } catch (const TooDeep&) {
    return Mismatch(code::kParseFile, "configPath", "at most 10 levels of {} and of []", "more");
  }
  if (!root.is_object()) {
    return Mismatch(code::kParseFile, "configPath", "a JSON object", Shown(root));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckDump(root));
  OPENACLNN_RETURN_IF_ERROR(ExpectObject(root, "profiler", ACL_ERROR_INVALID_PROFILING_CONFIG));
  OPENACLNN_RETURN_IF_ERROR(
      ExpectNumber(root, "max_opqueue_num", 1, INT64_MAX, ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG));
  OPENACLNN_RETURN_IF_ERROR(ExpectNumber(root, "err_msg_mode", 0, 1, code::kRtParamInvalid));
  Config read;
  OPENACLNN_RETURN_IF_ERROR(ReadLimits(root, &read));
  OPENACLNN_RETURN_IF_ERROR(ReadDefaultDevice(root, deviceCount, &read));
  const Json* const mode = Member(root, "err_msg_mode");
  if (mode != nullptr && WholeNumber(*mode) == 1) {
    read.messageScope = MessageScope::kProcess;
  }
  for (const char* const section : {"dump", "profiler"}) {
    if (IsFilled(root, section)) {
      read.withoutEffect.emplace_back(section);
    }
  }
  *config = std::move(read);
  return Status::Ok();
}

Status ReadConfigFile(const char* path, std::string* text) {
  std::error_code ignored;
  std::ifstream stream;
  if (std::filesystem::is_regular_file(path, ignored)) {
    stream.open(path, std::ios::binary);
  }
  std::string read{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.is_open() || stream.bad()) {
    return Mismatch(code::kInvalidFile, "configPath", "a readable file", path);
  }
  *text = std::move(read);
  return Status::Ok();
}

}  // namespace openaclnn::runtime
