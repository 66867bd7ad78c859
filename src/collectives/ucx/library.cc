// SPDX-License-Identifier: Apache-2.0
#include "collectives/ucx/library.h"

#include <dlfcn.h>
#include <signal.h>

#include <array>
#include <memory>
#include <mutex>
#include <utility>

#include "base/no_destructor.h"

namespace openaclnn::collectives {
namespace {

constexpr const char* kLibrary = "libucp.so.0";

// The handlers of signals as they are now, for which the process is asked again at the end. UCX takes some
// over when it is loaded: those of faults, to print where they were, and SIGHUP, to stop for a debugger.
class KeptSignals {
 public:
  KeptSignals() {
    for (size_t i = 1; i < kSignals; ++i) {
      isKnown_[i] = sigaction(static_cast<int>(i), nullptr, &actions_[i]) == 0;
    }
  }
  KeptSignals(const KeptSignals&) = delete;
  KeptSignals& operator=(const KeptSignals&) = delete;
  ~KeptSignals() {
    for (size_t i = 1; i < kSignals; ++i) {
      const auto number = static_cast<int>(i);
      struct sigaction now {};
      if (isKnown_[i] && sigaction(number, nullptr, &now) == 0 &&
          now.sa_sigaction != actions_[i].sa_sigaction) {
        sigaction(number, &actions_[i], nullptr);
      }
    }
  }

 private:
  static constexpr size_t kSignals = 32;  // those of real time are nobody's
  std::array<struct sigaction, kSignals> actions_{};
  std::array<bool, kSignals> isKnown_{};
};

Result Load(std::unique_ptr<UcxLibrary>* loaded) {
  const KeptSignals signals;
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const char* const error = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps one for each thread
    return {HCCL_E_UNAVAIL, std::string("expected UCX's ") + kLibrary +
                                " (Debian: libucx0), got: " + (error == nullptr ? "no reason" : error)};
  }
  auto found = std::make_unique<UcxLibrary>();
  const auto look = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  std::string version = "one without ucp_get_version";
  if (look("ucp_get_version", found->ucp_get_version)) {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    found->ucp_get_version(&major, &minor, &release);
    version = std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
    const char* missing = nullptr;
#define OPENACLNN_UCX_LOOK(name) missing = look(#name, found->name) ? missing : #name
    OPENACLNN_UCX_FUNCTIONS(OPENACLNN_UCX_LOOK);
#undef OPENACLNN_UCX_LOOK
    if (major == kOldestUcxMajor && minor >= kOldestUcxMinor && missing == nullptr) {
      *loaded = std::move(found);
      return Result::Ok();
    }
    version += missing == nullptr ? std::string() : std::string(" without ") + missing;
  }
  dlclose(library);
  return {HCCL_E_UNAVAIL, std::string(kLibrary) + ": expected UCX " + std::to_string(kOldestUcxMajor) + "." +
                              std::to_string(kOldestUcxMinor) + " or a later 1.x, got " + version};
}

}  // namespace

Result LoadUcx(const UcxLibrary** library) {
  static NoDestructor<std::mutex> mutex;
  static NoDestructor<std::unique_ptr<UcxLibrary>> loaded;
  const std::lock_guard lock(*mutex);
  if (*loaded == nullptr) {
    OPENACLNN_RETURN_IF_FAILED(Load(&*loaded));
  }
  *library = loaded->get();
  return Result::Ok();
}

}  // namespace openaclnn::collectives
