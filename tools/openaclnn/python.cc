// SPDX-License-Identifier: Apache-2.0
//
// openaclnn python: a Python program with PyTorch's backend for Ascend, or with MindSpore, on this library.
#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "command.h"
#include "error.h"

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

// Where this program's library is: lib64 of the SDK.
fs::path SdkRoot() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&aclInit), &library) == 0 || library.dli_fname == nullptr) {
    throw InputError("the SDK's folder is not known");
  }
  return fs::absolute(library.dli_fname).parent_path().parent_path().lexically_normal();
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread
  return value == nullptr ? "" : value;
}

void SetVariable(const char* name, const std::string& value) {
  if (setenv(name, value.c_str(), 1) != 0) {  // NOLINT(concurrency-mt-unsafe): one thread
    throw InputError(std::string(name) + " cannot be set");
  }
}

// In front of what a list has already.
void Prepend(const char* name, const std::string& entry) {
  const std::string old = Variable(name);
  SetVariable(name, old.empty() ? entry : entry + ":" + old);
}

// As set_env.sh.
void SetEnvironment(const fs::path& root, const std::string& trace) {
  for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_CUSTOM_PATH"}) {
    SetVariable(name, root);
  }
  SetVariable("ASCEND_OPP_PATH", root / "opp");
  // By way of the link: MindSpore looks for its name in the path of a library that was loaded.
  Prepend("LD_LIBRARY_PATH",
          (fs::is_directory(root / "latest" / "lib64") ? root / "latest" : root) / "lib64");
  Prepend("PYTHONPATH", root / "python" / "site-packages");
  Prepend("PATH", root / "tools" / "profiler" / "bin");
  if (!trace.empty()) {
    SetVariable("OPENACLNN_TRACE", fs::absolute(trace));
  }
}

// On this product torch_npu looks for no other way to run an operator than aclnn, so that one that is missing
// is an error at its line. MindSpore does not need it.
constexpr const char* kProduct = "Ascend950PR_9579";

void SelectProduct() {
  if (Variable("OPENACLNN_SOC").empty()) {
    SetVariable("OPENACLNN_SOC", kProduct);
  }
}

// Without importing them: that takes seconds, and may fail.
constexpr const char* kAskVersions = R"(python3 -c '
from importlib.metadata import PackageNotFoundError, version
for name in ("torch", "torch_npu", "mindspore"):
    try:
        print(version(name))
    except PackageNotFoundError:
        print("none")
')";

struct Versions {
  std::string torch;
  std::string torchNpu;
  std::string mindspore;
};

Versions AskVersions() {
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(popen(kAskVersions, "r"));  // NOLINT(cert-env33-c): a constant
  std::string output;
  char buffer[256];
  while (pipe != nullptr && std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) {
    output += buffer;
  }
  const std::vector<std::string> lines = Split(output, '\n');
  if (lines.size() < 3 || lines[0].empty() || lines[1].empty() || lines[2].empty()) {
    throw InputError(
        "python3, as the path finds it, cannot tell the versions of torch, torch_npu and mindspore");
  }
  return {lines[0], lines[1], lines[2]};
}

constexpr const char* kInstallMindSpore = "    pip install mindspore==2.10.0 'numpy<2'";

// "2.7.1" of "2.7.1.post11" and of "2.7.1+cpu".
std::string ReleaseNumber(const std::string& version) {
  size_t end = 0;
  for (int dots = 0; end < version.size(); ++end) {
    const char character = version[end];
    dots += character == '.' ? 1 : 0;
    if (dots == 3 || (character != '.' && (character < '0' || character > '9'))) {
      break;
    }
  }
  return version.substr(0, end);
}

// A pair that the tests run.
constexpr const char* kInstall =
    "    pip install torch==2.7.1 numpy pyyaml\n    pip install --no-deps torch_npu==2.7.1.post11";

// Where MindSpore is installed, and no PyTorch for Ascend beside it.
bool IsMindSpore(const Versions& versions) {
  return versions.mindspore != "none" && versions.torchNpu == "none";
}

void CheckVersions(const Versions& versions) {
  if (IsMindSpore(versions)) {
    return;
  }
  for (const auto& [name, version] : {std::pair("torch", versions.torch), {"torch_npu", versions.torchNpu}}) {
    if (version == "none") {
      throw InputError(std::string(name) +
                       " is not installed for python3, as the path finds it. Install, for example:\n" +
                       kInstall + "\nor MindSpore:\n" + kInstallMindSpore);
    }
  }
  if (ReleaseNumber(versions.torch) != ReleaseNumber(versions.torchNpu)) {
    throw InputError(
        "torch " + versions.torch + " and torch_npu " + versions.torchNpu +
        " do not fit each other: their versions have to begin with the same three numbers. Install, for "
        "example:\n" +
        kInstall);
  }
}

// torch and torch_npu of these versions both register one option of their allocators; see
// tools/torch_options.
void WorkAroundDoubleOption(const fs::path& root, const Versions& versions) {
  const std::vector<std::string> numbers = Split(ReleaseNumber(versions.torch), '.');
  const int minor = numbers.size() > 1 ? std::atoi(numbers[1].c_str()) : 0;  // NOLINT(cert-err34-c): digits
  if (numbers[0] == "2" && minor >= 12) {
    Prepend("LD_PRELOAD", root / "lib64" / "libopenaclnn_torch_options.so");
  }
}

// What --check runs in place of a program.
constexpr const char* kCheck = R"(
import sys, torch, torch_npu
print("python     ", sys.version.split()[0], sys.executable)
print("torch      ", torch.__version__)
print("torch_npu  ", torch_npu.__version__)
print("device     ", torch.npu.get_device_name(0), "x", torch.npu.device_count())
x = torch.arange(4.0)
result = torch.ops.aten.mse_loss_backward(x.npu(), x.npu(), (x + 1).npu(), 2).cpu()
right = torch.equal(result, torch.ops.aten.mse_loss_backward(x, x, x + 1, 2))
print("operators  ", "aclnnMseLossBackward computes on it" if right else "aclnnMseLossBackward: wrong result")
sys.exit(0 if right else 1)
)";

constexpr const char* kCheckMindSpore = R"(
import sys, numpy, mindspore
from mindspore import Tensor, mint
mindspore.set_device("Ascend")
x = numpy.arange(4, dtype=numpy.float32)
right = (mint.mul(Tensor(x), Tensor(x)).asnumpy() == x * x).all()
print("python     ", sys.version.split()[0], sys.executable)
print("mindspore  ", mindspore.__version__)
print("device     ", mindspore.hal.get_device_name(0), "x", mindspore.hal.device_count())
print("operators  ", "aclnnMul computes on it" if right else "aclnnMul: wrong result")
sys.exit(0 if right else 1)
)";

[[noreturn]] void Execute(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"python3"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  std::fflush(stdout);
  execvp("python3", pointers.data());
  throw InputError(std::string("python3 cannot be started: ") +
                   std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

void AddPythonCommand(const Command& top, Outcome* outcome) {
  const Command command =
      AddCommand(top, "python", "Run a Python program with torch_npu or MindSpore on this library", outcome);
  struct Options {
    std::string trace;
    bool check = false;
  };
  const auto options = std::make_shared<Options>();
  command.AddOption("--trace", &options->trace, "Write a timeline of calls and streams to this file")
      .NotEmpty();
  command.AddFlag("--check", &options->check, "Say which versions there are, and whether they work");
  command.TakeRest("PROGRAM.py [ARGUMENT...]");
  AddExamples(command, {"openaclnn python train.py --epochs 3",
                        "openaclnn python --trace trace.json train.py", "openaclnn python --check"});
  command.OnCall([command, options] {
    const std::vector<std::string> arguments = command.Rest();
    if (options->check && !arguments.empty()) {
      throw InputError("--check takes no program");
    }
    const fs::path root = SdkRoot();
    const Versions versions = AskVersions();
    CheckVersions(versions);
    SetEnvironment(root, options->trace);
    const bool mindSpore = IsMindSpore(versions);
    if (!mindSpore) {
      SelectProduct();
      WorkAroundDoubleOption(root, versions);
    }
    Execute(options->check ? std::vector<std::string>{"-c", mindSpore ? kCheckMindSpore : kCheck}
                           : arguments);
  });
}

}  // namespace openaclnn::cli
