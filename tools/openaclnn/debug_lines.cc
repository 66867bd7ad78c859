// SPDX-License-Identifier: Apache-2.0
#include "debug_lines.h"

#ifdef OPENACLNN_HAS_LIBDW

#include <dlfcn.h>
#include <elfutils/libdwfl.h>

#include <filesystem>
#include <map>
#include <system_error>

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

// The functions of libdw that are needed. The program is linked with none: it has to start without the library.
struct Library {
  Library() : handle(dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) {
      return;
    }
    isThere = Look("dwfl_begin", &begin) && Look("dwfl_end", &end) &&
              Look("dwfl_report_begin_add", &reportBegin) && Look("dwfl_report_end", &reportEnd) &&
              Look("dwfl_report_elf", &reportElf) && Look("dwfl_module_info", &moduleInfo) &&
              Look("dwfl_module_addrname", &addressName) && Look("dwfl_module_getsrc", &source) &&
              Look("dwfl_lineinfo", &lineInfo) && Look("dwfl_line_comp_dir", &compilationFolder) &&
              Look("dwfl_standard_find_debuginfo", &callbacks.find_debuginfo) &&
              Look("dwfl_offline_section_address", &callbacks.section_address);
  }

  template <typename Function>
  bool Look(const char* name, Function* function) const {
    *function = reinterpret_cast<Function>(dlsym(handle, name));
    return *function != nullptr;
  }

  void* handle;
  bool isThere = false;
  decltype(&dwfl_begin) begin = nullptr;
  decltype(&dwfl_end) end = nullptr;
  decltype(&dwfl_report_begin_add) reportBegin = nullptr;
  decltype(&dwfl_report_end) reportEnd = nullptr;
  decltype(&dwfl_report_elf) reportElf = nullptr;
  decltype(&dwfl_module_info) moduleInfo = nullptr;
  decltype(&dwfl_module_addrname) addressName = nullptr;
  decltype(&dwfl_module_getsrc) source = nullptr;
  decltype(&dwfl_lineinfo) lineInfo = nullptr;
  decltype(&dwfl_line_comp_dir) compilationFolder = nullptr;
  Dwfl_Callbacks callbacks{};
};

}  // namespace

// Each file in a session of its own, as if it were loaded at its own addresses.
struct DebugLines::Reader {
  struct Module {
    Dwfl* session = nullptr;
    Dwfl_Module* module = nullptr;
    Dwarf_Addr begin = 0;  // of its first segment, from which offsets count
  };

  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() {
    for (const auto& [path, module] : modules) {
      if (module.session != nullptr) {
        library.end(module.session);
      }
    }
  }

  const Module& Open(const std::string& path) {
    const auto [entry, isNew] = modules.try_emplace(path);
    Module& module = entry->second;
    if (isNew && library.isThere) {
      module.session = library.begin(&library.callbacks);
      if (module.session != nullptr) {
        library.reportBegin(module.session);
        module.module = library.reportElf(module.session, path.c_str(), path.c_str(), -1, 0, false);
        library.reportEnd(module.session, nullptr, nullptr);
      }
      if (module.module != nullptr) {
        library.moduleInfo(module.module, nullptr, &module.begin, nullptr, nullptr, nullptr, nullptr,
                           nullptr);
      }
    }
    return module;
  }

  Library library;
  std::map<std::string, Module> modules;
};

DebugLines::DebugLines() = default;
DebugLines::~DebugLines() = default;

SourcePlace DebugLines::Find(const std::string& module, uint64_t offset) {
  if (reader_ == nullptr) {
    reader_ = std::make_unique<Reader>();
  }
  const Library& library = reader_->library;
  const Reader::Module& opened = reader_->Open(module);
  SourcePlace place;
  if (opened.module == nullptr) {
    return place;
  }
  const Dwarf_Addr address = opened.begin + offset;
  if (const char* const name = library.addressName(opened.module, address)) {
    place.function = name;
  }
  Dwfl_Line* const line = library.source(opened.module, address);
  const char* const file =
      line == nullptr ? nullptr : library.lineInfo(line, nullptr, &place.line, nullptr, nullptr, nullptr);
  if (file != nullptr) {
    const char* const folder = library.compilationFolder(line);
    place.file = (folder == nullptr ? fs::path(file) : fs::path(folder) / file).lexically_normal();
  }
  return place;
}

std::string DebugLines::WhyNot() const {
  return reader_ == nullptr || reader_->library.isThere ? "" : "files and lines need libdw (Debian: libdw1)";
}

}  // namespace openaclnn::cli

#else

namespace openaclnn::cli {

struct DebugLines::Reader {};

DebugLines::DebugLines() = default;
DebugLines::~DebugLines() = default;

SourcePlace DebugLines::Find(const std::string& /*module*/, uint64_t /*offset*/) {
  return {};
}

std::string DebugLines::WhyNot() const {
  return "files and lines need libdw (Debian: libdw-dev) when openaclnn is built";
}

}  // namespace openaclnn::cli

#endif
