// SPDX-License-Identifier: Apache-2.0
//
// openaclnn info: which library this is, and what it has to work with.
#include <dlfcn.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "acl/acl.h"
#include "base/soc.h"
#include "command.h"
#include "device.h"
#include "simd/target.h"

namespace openaclnn::cli {
namespace {

std::string ProcessorName() {
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; std::getline(processors, line);) {
    if (line.starts_with("model name")) {
      const size_t name = line.find(": ");
      return name == std::string::npos ? "" : line.substr(name + 2);
    }
  }
  return "";
}

std::string Architecture() {
  utsname system{};
  return uname(&system) == 0 ? system.machine : "";
}

std::string LibraryFolder() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&aclInit), &library) == 0 || library.dli_fname == nullptr) {
    return "";
  }
  return std::filesystem::path(library.dli_fname).parent_path().lexically_normal().string();
}

// What the library reads begins so (docs/environment.md).
std::map<std::string, std::string> Environment() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.starts_with("OPENACLNN_") || text.starts_with("ASCEND_")) {
      const size_t equals = text.find('=');
      variables[text.substr(0, equals)] = equals == std::string::npos ? "" : text.substr(equals + 1);
    }
  }
  return variables;
}

Json Gather() {
  const Session session;
  uint32_t devices = 0;
  Check(aclrtGetDeviceCount(&devices), "aclrtGetDeviceCount");
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = 0;
  Check(aclrtGetVersion(&major, &minor, &patch), "aclrtGetVersion");
  char packageName[] = "cann";
  char package[ACL_PKG_VERSION_MAX_SIZE] = {};
  Check(aclsysGetVersionStr(packageName, package), "aclsysGetVersionStr");
  size_t freeMemory = 0;
  size_t totalMemory = 0;
  Check(aclrtGetMemInfo(ACL_HBM_MEM, &freeMemory, &totalMemory), "aclrtGetMemInfo");
  const char* product = aclrtGetSocName();

  return {{"version", OPENACLNN_VERSION},
          {"cann_version", package},
          {"acl_version", std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch)},
          {"backend", "cpu"},
          {"processor", ProcessorName()},
          {"architecture", Architecture()},
          {"simd", SimdTargetName()},
          {"threads", DeviceAttribute(0, ACL_DEV_ATTR_AICORE_CORE_NUM)},
          {"devices", devices},
          {"product", product},
          {"npu_arch", DeviceAttribute(0, ACL_DEV_ATTR_NPU_ARCH)},
          {"bf16", EmulatedFacts().bfloat16},
          {"memory_bytes", totalMemory},
          {"free_memory_bytes", freeMemory},
          {"library_folder", LibraryFolder()},
          {"environment", Environment()}};
}

void PrintText(const Json& json) {
  const auto text = [&](const char* key) { return json[key].get<std::string>(); };
  const auto bytes = [&](const char* key) { return ByteText(json[key].get<double>()); };
  std::printf("openaclnn    %s, with the interface of CANN %s (acl %s)\n", text("version").c_str(),
              text("cann_version").c_str(), text("acl_version").c_str());
  std::printf("backend      %s: %s%s%s\n", text("backend").c_str(), text("processor").c_str(),
              text("processor").empty() ? "" : ", ", text("architecture").c_str());
  std::printf("SIMD         %s\n", text("simd").c_str());
  std::printf("threads      %lld of device 0\n", json["threads"].get<long long>());
  std::printf("devices      %u\n", json["devices"].get<unsigned>());
  std::printf("stands for   %s, generation %lld, %s bf16\n", text("product").c_str(),
              json["npu_arch"].get<long long>(), json["bf16"].get<bool>() ? "with" : "without");
  std::printf("memory       %s a device, %s free\n", bytes("memory_bytes").c_str(),
              bytes("free_memory_bytes").c_str());
  std::printf("libraries    %s\n", text("library_folder").c_str());
  std::printf("environment%s\n", json["environment"].empty() ? "  nothing set: all defaults" : "");
  for (const auto& [name, value] : json["environment"].items()) {
    std::printf("  %s=%s\n", name.c_str(), value.get<std::string>().c_str());
  }
}

}  // namespace

void AddInfoCommand(const Command& top, Outcome* outcome) {
  const Command command = AddCommand(
      top, "info", "Show the versions, the device, the emulated product and the settings", outcome);
  AddExamples(command, {"openaclnn info", "OPENACLNN_SOC=Ascend910A openaclnn info --json | jq .bf16"});
  command.OnCall([outcome] {
    const Json info = Gather();
    outcome->json ? Print(info) : PrintText(info);
  });
}

}  // namespace openaclnn::cli
