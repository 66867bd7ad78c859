// SPDX-License-Identifier: Apache-2.0
#include "checker/host_access.h"

#include <ucontext.h>
#include <csignal>
#include <optional>
#include <string>

#include "base/address_text.h"
#include "checker/device_memory.h"
#include "checker/report.h"

namespace openaclnn::checker {
namespace {

struct sigaction before {};

// What the fault says of the access, where the processor tells.
const char* AccessOf([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  constexpr greg_t kWrite = 2;
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return (registers[REG_ERR] & kWrite) != 0 ? "writes" : "reads";
#else
  return "accesses";
#endif
}

// A client's access happens in its own code or in a memcpy: no lock of the library or of the heap is held,
// and the text can be made here.
void OnFault(int /*signal*/, siginfo_t* fault, void* context) {
  (void)sigaction(SIGSEGV, &before, nullptr);  // the access happens once more, and ends the process as ever
  try {
    if (InDevice(static_cast<const std::byte*>(fault->si_addr)) == fault->si_addr) {
      return;
    }
    Finding finding{"host access",
                    std::string("the host ") + AccessOf(context) + " device memory at " +
                        AddressText(fault->si_addr) + ", which only devices and aclrtMemcpy reach",
                    CallStack::OfSignal(),
                    {}};
    if (std::optional<BlockText> block = DescribeAddress(fault->si_addr)) {
      finding.text += ": " + block->text;
      finding.related = std::move(block->related);
    }
    Tell(finding);
  } catch (...) {  // NOLINT(bugprone-empty-catch): the process ends without a word
  }
}

}  // namespace

void WatchHostAccess() noexcept {
  struct sigaction action {};
  action.sa_sigaction = OnFault;
  action.sa_flags = SA_SIGINFO;
  (void)sigaction(SIGSEGV, &action, &before);
}

}  // namespace openaclnn::checker
