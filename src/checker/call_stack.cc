// SPDX-License-Identifier: Apache-2.0
#include "checker/call_stack.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/address_text.h"

namespace openaclnn::checker {
namespace {

constexpr int kMostFrames = 48;

std::string_view FileName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// The program or library that an address lies in; empty for the program itself, and where there is none.
// dladdr would look for the function, too, and goes through all that a library exports.
std::string_view ModuleOf(const void* address) {
  dl_find_object module{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): not written
  return _dl_find_object(const_cast<void*>(address), &module) == 0 ? module.dlfo_link_map->l_name : "";
}

bool IsOurs(std::string_view module) {
  static constexpr std::array<std::string_view, 7> kOurs{
      "libopenaclnn.so", "libascendcl.so", "libacl_rt.so",         "libnnopbase.so",
      "libopapi.so",     "libhccl.so",     "libacl_op_compiler.so"};
  const std::string_view name = FileName(module);
  for (const std::string_view ours : kOurs) {
    if (name.starts_with(ours)) {
      return true;
    }
  }
  return false;
}

// Readers in other processes and folders have to find the file. The program's own is known by the name that
// it was started with, which need not be a path.
std::string PathOf(const Dl_info& info, const void* address) {
  std::error_code failure;
  const std::filesystem::path path = ModuleOf(address).empty()
                                         ? std::filesystem::read_symlink("/proc/self/exe", failure)
                                         : std::filesystem::absolute(info.dli_fname, failure);
  return failure ? info.dli_fname : path.lexically_normal().string();
}

std::string Demangled(const char* symbol) {
  int failure = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &failure), &std::free);
  return failure == 0 ? name.get() : symbol;
}

}  // namespace

CallStack CallStack::Here() {
  std::array<void*, kMostFrames> addresses{};
  const auto count = static_cast<size_t>(backtrace(addresses.data(), kMostFrames));
  CallStack stack;
  stack.python_ = PythonPlaces();
  size_t frame = 0;
  // A return address may be the first of the next function.
  while (frame < count && IsOurs(ModuleOf(static_cast<const char*>(addresses[frame]) - 1))) {
    stack.callee_ = addresses[frame++];
  }
  stack.addresses_.assign(addresses.begin() + frame, addresses.begin() + count);
  return stack;
}

CallStack CallStack::OfSignal() {
  CallStack stack = Here();
  if (!stack.addresses_.empty()) {
    stack.addresses_.erase(stack.addresses_.begin());  // the system's, which calls handlers
  }
  return stack;
}

std::vector<CallStack::Frame> CallStack::Frames() const {
  std::vector<Frame> frames;
  for (const PythonPlace& place : python_) {
    PythonFrame described = DescribePlace(place);
    frames.push_back({std::move(described.function), "", 0, std::move(described.file), place.line});
  }
  for (const void* const address : addresses_) {
    Frame frame;
    Dl_info info{};
    const char* const call = static_cast<const char*>(address) - 1;
    if (dladdr(call, &info) != 0 && info.dli_fname != nullptr) {
      frame.module = PathOf(info, call);
      frame.offset = static_cast<size_t>(call - static_cast<const char*>(info.dli_fbase));
      frame.function = info.dli_sname == nullptr ? "" : Demangled(info.dli_sname);
    } else {
      frame.offset = reinterpret_cast<uintptr_t>(call);
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::string CallStack::Callee() const {
  Dl_info info{};
  return callee_ != nullptr && dladdr(static_cast<const char*>(callee_) - 1, &info) != 0 &&
                 info.dli_sname != nullptr
             ? Demangled(info.dli_sname)
             : std::string();
}

std::string TextOf(const CallStack::Frame& frame) {
  if (!frame.file.empty()) {
    return frame.function + " at " + frame.file + ":" + std::to_string(frame.line);
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): printed, never followed
  const std::string offset = AddressText(reinterpret_cast<const void*>(frame.offset));
  const std::string place = frame.module.empty() ? offset : frame.module + "+" + offset;
  return frame.function.empty() ? place : frame.function + " (" + place + ")";
}

}  // namespace openaclnn::checker
