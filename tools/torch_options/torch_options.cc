// SPDX-License-Identifier: Apache-2.0
//
// Lets builds of torch for CUDA and torch_npu live together: both register an option of their allocators
// under one name in one set, and the second to come is refused, which ends the import. Loaded before torch,
// this gives what torch_npu registers a set of its own, and everybody else torch's.
#include <dlfcn.h>

#include <cstring>
#include <string>
#include <unordered_set>

namespace c10::CachingAllocator {
namespace {

using Keys = std::unordered_set<std::string>;

// Torch's own, which the function below stands in front of; null if it is not to be found.
Keys* TorchKeys() {
  void* const torch = dlopen("libc10.so", RTLD_LAZY | RTLD_NOLOAD);
  void* const function =
      torch == nullptr
          ? nullptr
          : dlsym(torch, "_ZN3c1016CachingAllocator26AcceleratorAllocatorConfig14getMutableKeysB5cxx11Ev");
  return function == nullptr ? nullptr : &reinterpret_cast<Keys& (*)()>(function)();
}

}  // namespace

// By the name under which torch knows it.
class AcceleratorAllocatorConfig {
 public:
  __attribute__((visibility("default"))) static Keys& getMutableKeys();
};

Keys& AcceleratorAllocatorConfig::getMutableKeys() {
  static auto* const torchNpuKeys = new Keys;
  Dl_info caller{};
  const bool isTorchNpu = dladdr(__builtin_return_address(0), &caller) != 0 && caller.dli_fname != nullptr &&
                          std::strstr(caller.dli_fname, "libtorch_npu") != nullptr;
  Keys* const keys = isTorchNpu ? torchNpuKeys : TorchKeys();
  return keys == nullptr ? *torchNpuKeys : *keys;
}

}  // namespace c10::CachingAllocator
