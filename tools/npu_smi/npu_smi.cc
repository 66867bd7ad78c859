// SPDX-License-Identifier: Apache-2.0
//
// npu-smi, as launch scripts and environment reports call it: the emulated devices, in the tables of the tool that comes
// with the driver of an NPU. What a CPU does not have, a temperature, say, is NA. docs/npu_smi.md
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "backend/cpu/device_usage.h"

namespace openaclnn::npu_smi {
namespace {

using backend::cpu::ProcessUsage;

constexpr const char* kUsage =
    "Usage: npu-smi info                               devices, memory, and the processes that use them\n"
    "       npu-smi info -l                            the devices\n"
    "       npu-smi info -m                            the chips of the devices\n"
    "       npu-smi info -t board -i NPU [-c CHIP]     a device, or its chip\n"
    "       npu-smi -v | -h\n"
    "This npu-smi belongs to openaclnn, which emulates NPUs on the CPU.\n";
constexpr const char* kProduct = "openaclnn, an NPU emulated on the CPU";
constexpr size_t kMiB = size_t{1} << 20;

// A command line, or a library, that leads nowhere.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Options {
  bool list = false;
  bool mapping = false;
  std::string topic;
  std::string npu;
  std::string chip;
};

struct Machine {
  int devices = 0;
  std::string soc;    // "Ascend910B1"
  size_t memory = 0;  // of a device
  std::vector<ProcessUsage> processes;
};

void Check(aclError status, const char* function) {
  if (status != ACL_SUCCESS) {
    const char* const message = aclGetRecentErrMsg();
    throw Failure(std::string(function) + " returned " + std::to_string(status) + "\n" +
                  (message == nullptr ? "" : message));
  }
}

Machine Look() {
  // The tool shows all devices, and leaves no file: neither a log nor a timeline of another program's name.
  for (const char* variable :
       {"ASCEND_RT_VISIBLE_DEVICES", "OPENACLNN_TRACE", "OPENACLNN_VERBOSE", "OPENACLNN_CHECK"}) {
    unsetenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread
  }
  setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 1);     // NOLINT(concurrency-mt-unsafe)
  setenv("ASCEND_GLOBAL_EVENT_ENABLE", "0", 1);  // NOLINT(concurrency-mt-unsafe)
  Machine machine;
  Check(aclInit(nullptr), "aclInit");
  uint32_t devices = 0;
  Check(aclrtGetDeviceCount(&devices), "aclrtGetDeviceCount");
  machine.devices = static_cast<int>(devices);
  machine.soc = aclrtGetSocName();
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  size_t free = 0;
  Check(aclrtGetMemInfo(ACL_HBM_MEM, &free, &machine.memory), "aclrtGetMemInfo");
  machine.processes = backend::cpu::ReadUsage();
  std::erase_if(machine.processes, [](const ProcessUsage& usage) { return usage.process == getpid(); });
  aclFinalize();
  return machine;
}

// Two families of SoCs are named by chip and part, "Ascend910_9392"; others by type and chip, "Ascend" and "910B1".
struct ChipName {
  std::string type;  // empty for the first kind
  std::string chip;
  std::string part;  // empty for the second kind
};

ChipName NameOf(const std::string& soc) {
  constexpr std::string_view kType = "Ascend";
  if (const size_t underscore = soc.find('_'); underscore != std::string::npos) {
    return {"", soc.substr(0, underscore), soc.substr(underscore + 1)};
  }
  return {std::string(kType), soc.substr(kType.size()), ""};
}

std::string CommandName(int32_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/comm");
  std::string name;
  std::getline(file, name);
  return name.empty() ? "NA" : name;
}

size_t UsedBytes(const Machine& machine, int device) {
  size_t used = 0;
  for (const ProcessUsage& process : machine.processes) {
    for (const ProcessUsage::Entry& entry : process.devices) {
      used += entry.device == device ? entry.bytes : 0;
    }
  }
  return used;
}

void PrintLine(const char* line) {
  std::printf("%s\n", line);
}

void PrintOverview(const Machine& machine) {
  constexpr const char* kFull =
      "+------------------------------------------------------------------------------------------------+";
  constexpr const char* kThin =
      "+---------------------------+---------------+----------------------------------------------------+";
  constexpr const char* kThick =
      "+===========================+===============+====================================================+";
  PrintLine(kFull);
  std::printf("| npu-smi %-24s Version: %-52s |\n", OPENACLNN_VERSION,
              OPENACLNN_VERSION " (openaclnn, an NPU emulated on the CPU)");
  PrintLine(kThin);
  PrintLine(
      "| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|");
  PrintLine(
      "| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |");
  PrintLine(kThick);
  const ChipName name = NameOf(machine.soc);
  for (int device = 0; device < machine.devices; ++device) {
    char memory[64];
    std::snprintf(memory, sizeof memory, "%-5zu/ %-5zu", UsedBytes(machine, device) / kMiB,
                  machine.memory / kMiB);
    std::printf("| %-5d %-19s | %-13s | %-11s %-17s %-21s|\n", device, name.chip.c_str(), "OK", "NA", "NA",
                "0    / 0");
    std::printf("| %-25d | %-13s | %-11s %-17s %-21s|\n", 0, "NA", "NA", "0    / 0", memory);
    PrintLine(kThick);
  }
  PrintLine(kThin);
  PrintLine(
      "| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |");
  PrintLine(kThick);
  for (int device = 0; device < machine.devices; ++device) {
    bool any = false;
    for (const ProcessUsage& process : machine.processes) {
      for (const ProcessUsage::Entry& entry : process.devices) {
        if (entry.device == device) {
          std::printf("| %-7d %-17d | %-13d | %-24.24s | %-23zu |\n", device, 0, process.process,
                      CommandName(process.process).c_str(), entry.bytes / kMiB);
          any = true;
        }
      }
    }
    if (!any) {
      const std::string none = "No running processes found in NPU " + std::to_string(device);
      std::printf("| %-94s |\n", none.c_str());
    }
    PrintLine(kThick);
  }
}

void PrintFact(const char* name, const std::string& value) {
  std::printf("\t%-31s: %s\n", name, value.c_str());
}

void PrintList(const Machine& machine) {
  PrintFact("Total Count", std::to_string(machine.devices));
  for (int device = 0; device < machine.devices; ++device) {
    std::printf("\n");
    PrintFact("NPU ID", std::to_string(device));
    PrintFact("Product Name", kProduct);
    PrintFact("Serial Number", "NA");
    PrintFact("Chip Count", "1");
  }
}

void PrintMapping(const Machine& machine) {
  const ChipName name = NameOf(machine.soc);
  const std::string chip = name.type.empty() ? name.chip : name.type + " " + name.chip;
  std::printf("\t%-30s %-30s %-30s %s\n", "NPU ID", "Chip ID", "Chip Logic ID", "Chip Name");
  for (int device = 0; device < machine.devices; ++device) {
    std::printf("\t%-30d %-30d %-30d %s\n", device, 0, device, chip.c_str());
  }
}

int Number(const char* option, const std::string& text, int count) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number >= count) {
    throw Failure(std::string(option) + ": expected " +
                  (count == 1 ? "0" : "0 to " + std::to_string(count - 1)) + ", got '" + text + "'");
  }
  return number;
}

void PrintBoard(const Machine& machine, const Options& options) {
  const int device = Number("-i", options.npu, machine.devices);
  PrintFact("NPU ID", std::to_string(device));
  if (options.chip.empty()) {
    PrintFact("Product Name", kProduct);
    PrintFact("Model", "NA");
    PrintFact("Manufacturer", "NA");
    PrintFact("Serial Number", "NA");
    PrintFact("Software Version", OPENACLNN_VERSION);
    PrintFact("Firmware Version", "NA");
    PrintFact("Board ID", "NA");
    PrintFact("PCIe Bus Info", "NA");
    PrintFact("Chip Count", "1");
    return;
  }
  PrintFact("Chip ID", std::to_string(Number("-c", options.chip, 1)));
  const ChipName name = NameOf(machine.soc);
  if (!name.type.empty()) {
    PrintFact("Chip Type", name.type);
  }
  PrintFact("Chip Name", name.chip);
  if (!name.part.empty()) {
    PrintFact("NPU Name", name.part);
  }
  PrintFact("Chip Version", "NA");
  PrintFact("Board ID", "NA");
  PrintFact("PCIe Bus Info", "NA");
  PrintFact("Product Name", kProduct);
}

Options Parse(const std::vector<std::string>& words) {
  Options options;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::string* const value = word == "-t"   ? &options.topic
                               : word == "-i" ? &options.npu
                               : word == "-c" ? &options.chip
                                              : nullptr;
    if (word == "-l") {
      options.list = true;
    } else if (word == "-m") {
      options.mapping = true;
    } else if (value == nullptr) {
      throw Failure("unknown option '" + word + "'; info takes -l, -m, -t board, -i and -c");
    } else if (++i == words.size()) {
      throw Failure(word + ": expected a value");
    } else {
      *value = words[i];
    }
  }
  if (!options.topic.empty() && options.topic != "board") {
    throw Failure("-t: expected board, got '" + options.topic + "'");
  }
  if (options.topic == "board" && options.npu.empty()) {
    throw Failure("-t board: expected a device with -i NPU");
  }
  return options;
}

void Run(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "-h" || words[0] == "--help") {
    std::printf("%s", kUsage);
    return;
  }
  if (words[0] == "-v" || words[0] == "--version") {
    std::printf("npu-smi version: %s (%s)\n", OPENACLNN_VERSION, kProduct);
    return;
  }
  if (words[0] != "info") {
    throw Failure("expected info, -h or -v, got '" + words[0] + "'");
  }
  const Options options = Parse(words);
  const Machine machine = Look();
  if (!options.topic.empty()) {
    PrintBoard(machine, options);
  } else if (options.list) {
    PrintList(machine);
  } else if (options.mapping) {
    PrintMapping(machine);
  } else {
    PrintOverview(machine);
  }
}

}  // namespace
}  // namespace openaclnn::npu_smi

int main(int argc, char** argv) {
  try {
    openaclnn::npu_smi::Run({argv + 1, argv + argc});
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw std::runtime_error("standard output cannot be written");
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "npu-smi: %s\n", error.what());
  }
  return 1;
}
