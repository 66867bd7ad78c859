// SPDX-License-Identifier: Apache-2.0
#include "checker/python_frames.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/no_destructor.h"

namespace openaclnn::checker {
namespace {

// An object of the interpreter. Its functions are looked up by name, so that neither the build nor programs
// in other languages need Python.
using Object = void*;
using OnEvent = int (*)(Object self, Object frame, int event, Object argument);

struct Interpreter {
  int (*isInitialized)();
  int (*addPendingCall)(int (*call)(void*), void* argument);
  void (*setProfile)(OnEvent onEvent, Object self);
  Object (*currentFrame)();  // borrowed
  Object (*callerOf)(Object frame);
  Object (*codeOf)(Object frame);
  int (*lineOf)(Object frame);
  Object (*attribute)(Object object, const char* name);
  const char* (*text)(Object unicode);
  Object (*systemObject)(const char* name);  // borrowed
  Object (*call)(Object function, Object arguments);
  Object (*capsule)(void* pointer, const char* name, void (*destroy)(Object));
  void (*release)(Object object);
  void (*clearError)();
  Object none;
};

template <typename Symbol>
bool Look(const char* name, Symbol* symbol) {
  *symbol = reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
  return *symbol != nullptr;
}

// Null if this process has no interpreter.
const Interpreter* Python() {
  static const std::optional<Interpreter> found = [] {
    Interpreter python{};
    const bool isThere =
        Look("Py_IsInitialized", &python.isInitialized) &&
        Look("Py_AddPendingCall", &python.addPendingCall) && Look("PyEval_SetProfile", &python.setProfile) &&
        Look("PyEval_GetFrame", &python.currentFrame) && Look("PyFrame_GetBack", &python.callerOf) &&
        Look("PyFrame_GetCode", &python.codeOf) && Look("PyFrame_GetLineNumber", &python.lineOf) &&
        Look("PyObject_GetAttrString", &python.attribute) && Look("PyUnicode_AsUTF8", &python.text) &&
        Look("PySys_GetObject", &python.systemObject) && Look("PyObject_CallObject", &python.call) &&
        Look("PyCapsule_New", &python.capsule) && Look("Py_DecRef", &python.release) &&
        Look("PyErr_Clear", &python.clearError) && Look("_Py_NoneStruct", &python.none);
    return isThere ? std::optional(python) : std::nullopt;
  }();
  return found ? &*found : nullptr;
}

// The functions that ran, by number. The code objects that they are known by are never released.
struct Functions {
  std::mutex mutex;
  std::unordered_map<Object, uint32_t> numbers;
  std::vector<PythonFrame> described;
};

Functions& AllFunctions() {
  static NoDestructor<Functions> functions;
  return *functions;
}

struct Running {
  Object frame;  // borrowed: it lives until its function returns
  uint32_t function;
};

thread_local std::vector<Running> running;  // the outermost first

std::string TextAttribute(const Interpreter& python, Object object, const char* name) {
  std::string text;
  if (const Object value = python.attribute(object, name)) {
    if (const char* const characters = python.text(value)) {
      text = characters;
    }
    python.release(value);
  }
  python.clearError();
  return text;
}

// The number of a frame's function. Under the interpreter's lock, as all that follows.
uint32_t FunctionOf(const Interpreter& python, Object frame) {
  Functions& functions = AllFunctions();
  const Object code = python.codeOf(frame);
  const std::lock_guard lock(functions.mutex);
  const auto [entry, isNew] =
      functions.numbers.try_emplace(code, static_cast<uint32_t>(functions.described.size()));
  if (!isNew) {
    python.release(code);
    return entry->second;
  }
  PythonFrame described{TextAttribute(python, code, "co_qualname"),
                        TextAttribute(python, code, "co_filename")};
  if (described.function.empty()) {  // before Python 3.11
    described.function = TextAttribute(python, code, "co_name");
  }
  functions.described.push_back(std::move(described));
  return entry->second;
}

int OnPythonEvent(Object /*self*/, Object frame, int event, Object /*argument*/) {
  constexpr int kCall = 0;
  constexpr int kReturn = 3;
  try {
    if (event == kCall) {
      running.push_back({frame, FunctionOf(*Python(), frame)});
    } else if (event == kReturn) {
      const auto found = std::find_if(running.rbegin(), running.rend(),
                                      [&](const Running& entry) { return entry.frame == frame; });
      if (found != running.rend()) {
        running.erase(std::next(found).base(), running.end());
      }
    }
  } catch (...) {  // the frames that follow could not be told apart from those that ended
    running.clear();
  }
  return 0;
}

// Another profiler has taken over, or the thread has ended: no frame is known to be alive any more.
void OnReplaced(Object /*capsule*/) {
  running.clear();
}

bool IsProfiled(const Interpreter& python) {
  const Object getProfile = python.systemObject("getprofile");
  const Object profile = getProfile == nullptr ? nullptr : python.call(getProfile, nullptr);
  python.clearError();
  if (profile == nullptr) {
    return true;
  }
  python.release(profile);
  return profile != python.none;
}

// In the main thread, with the interpreter's lock.
int Follow(void* /*argument*/) {
  const Interpreter& python = *Python();
  if (IsProfiled(python)) {
    return 0;
  }
  try {
    const Object innermost = python.currentFrame();
    std::vector<Running> outer;
    Object caller = nullptr;
    for (Object frame = innermost; frame != nullptr; frame = caller) {
      outer.push_back({frame, FunctionOf(python, frame)});
      caller = python.callerOf(frame);
      if (caller != nullptr) {
        python.release(caller);  // its callee keeps it
      }
    }
    static int something = 0;  // a capsule points somewhere
    const Object capsule = python.capsule(&something, nullptr, OnReplaced);
    if (capsule == nullptr) {
      python.clearError();
      return 0;
    }
    python.setProfile(OnPythonEvent, capsule);
    python.release(capsule);
    running.assign(outer.rbegin(), outer.rend());
  } catch (...) {  // NOLINT(bugprone-empty-catch): stacks lack the functions of Python
  }
  return 0;
}

}  // namespace

void FollowPython() noexcept {
  if (const Interpreter* const python = Python(); python != nullptr && python->isInitialized() != 0) {
    (void)python->addPendingCall(Follow, nullptr);
  }
}

std::vector<PythonPlace> PythonPlaces() {
  std::vector<PythonPlace> places;
  places.reserve(running.size());
  for (auto entry = running.rbegin(); entry != running.rend(); ++entry) {
    places.push_back({entry->function, Python()->lineOf(entry->frame)});
  }
  return places;
}

PythonFrame DescribePlace(const PythonPlace& place) {
  Functions& functions = AllFunctions();
  const std::lock_guard lock(functions.mutex);
  return functions.described[place.function];
}

}  // namespace openaclnn::checker
