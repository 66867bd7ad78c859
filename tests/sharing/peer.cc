// SPDX-License-Identifier: Apache-2.0
#include "sharing/peer.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "sharing/signals.h"

extern char** environ;  // NOLINT: as POSIX declares it

namespace openaclnn::sharing {
namespace {

// The memory that a peer has at the moment, and how it came by it.
struct Session {
  aclrtStream stream = nullptr;
  char* memory = nullptr;
  size_t bytes = 0;
  aclrtDrvMemHandle handle = nullptr;
  Signals signals;

  aclError Malloc(std::istream& arguments) {
    arguments >> bytes;
    return aclrtMalloc(reinterpret_cast<void**>(&memory), bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  }

  aclError Export(std::istream& arguments, std::ostream& answer) const {
    size_t size = 0;
    uint64_t flags = 0;
    arguments >> size >> flags;
    std::array<char, 65> key{};
    const aclError status = aclrtIpcMemGetExportKey(memory, size, key.data(), key.size(), flags);
    answer << key.data();
    return status;
  }

  static aclError Admit(std::istream& arguments) {
    std::string key;
    int32_t process = 0;
    arguments >> key >> process;
    return aclrtIpcMemSetImportPid(key.c_str(), &process, 1);
  }

  aclError Import(std::istream& arguments) {
    std::string key;
    arguments >> key;
    return aclrtIpcMemImportByKey(reinterpret_cast<void**>(&memory), key.c_str(), 0);
  }

  static aclError Close(std::istream& arguments) {
    std::string key;
    arguments >> key;
    return aclrtIpcMemClose(key.c_str());
  }

  aclError Map() {
    aclError status = aclrtReserveMemAddress(reinterpret_cast<void**>(&memory), bytes, 0, nullptr, 0);
    return status == ACL_SUCCESS ? aclrtMapMem(memory, bytes, 0, handle, 0) : status;
  }

  aclError Physical(std::istream& arguments) {
    arguments >> bytes;
    aclrtPhysicalMemProp properties{};
    properties.memAttr = ACL_HBM_MEM_HUGE;
    properties.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    const aclError status = aclrtMallocPhysical(&handle, bytes, &properties, 0);
    return status == ACL_SUCCESS ? Map() : status;
  }

  aclError Share(std::istream& arguments, std::ostream& answer) const {
    uint64_t flags = 0;
    uint64_t number = 0;
    arguments >> flags;
    const aclError status = aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, flags, &number);
    answer << number;
    return status;
  }

  static aclError Name(std::istream& arguments) {
    uint64_t number = 0;
    int32_t process = 0;
    arguments >> number >> process;
    return aclrtMemSetPidToShareableHandle(number, &process, 1);
  }

  aclError Take(std::istream& arguments) {
    uint64_t number = 0;
    arguments >> number >> bytes;
    const aclError status = aclrtMemImportFromShareableHandle(number, 0, &handle);
    return status == ACL_SUCCESS ? Map() : status;
  }

  aclError Fill(std::istream& arguments) const {
    size_t offset = 0;
    size_t count = 0;
    int32_t value = 0;
    arguments >> offset >> count >> value;
    return aclrtMemset(memory + offset, count, value, count);
  }

  aclError QueueFill(std::istream& arguments) const {
    size_t count = 0;
    int32_t value = 0;
    arguments >> count >> value;
    const aclError status = aclrtMemsetAsync(memory, count, value, count, stream);
    return status == ACL_SUCCESS ? aclrtSynchronizeStream(stream) : status;
  }

  aclError Sum(std::istream& arguments, std::ostream& answer) const {
    size_t offset = 0;
    size_t count = 0;
    arguments >> offset >> count;
    std::vector<unsigned char> data(count);
    const aclError status =
        aclrtMemcpy(data.data(), count, memory + offset, count, ACL_MEMCPY_DEVICE_TO_HOST);
    uint64_t sum = 0;
    for (const unsigned char byte : data) {
      sum += byte;
    }
    answer << sum;
    return status;
  }

  aclError Unmap() const {
    const aclError status = aclrtUnmapMem(memory);
    return status == ACL_SUCCESS ? aclrtReleaseMemAddress(memory) : status;
  }

  aclError Run(const std::string& command, std::istream& arguments, std::ostream& answer) {
    return command == "malloc"          ? Malloc(arguments)
           : command == "export"        ? Export(arguments, answer)
           : command == "admit"         ? Admit(arguments)
           : command == "import"        ? Import(arguments)
           : command == "close"         ? Close(arguments)
           : command == "physical"      ? Physical(arguments)
           : command == "share"         ? Share(arguments, answer)
           : command == "name"          ? Name(arguments)
           : command == "take"          ? Take(arguments)
           : command == "fill"          ? Fill(arguments)
           : command == "queue-fill"    ? QueueFill(arguments)
           : command == "sum"           ? Sum(arguments, answer)
           : command == "free"          ? aclrtFree(memory)
           : command == "free-physical" ? aclrtFreePhysical(handle)
           : command == "unmap"         ? Unmap()
                                        : signals.Run(command, stream, arguments, answer);
  }
};

}  // namespace

int ServeAsPeer() {
  Session session;
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS ||
      aclrtCreateStream(&session.stream) != ACL_SUCCESS) {
    return EXIT_FAILURE;
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream arguments(line);
    std::string command;
    arguments >> command;
    std::ostringstream answer;
    const aclError status = session.Run(command, arguments, answer);
    std::cout << status << ' ' << answer.str() << std::endl;
  }
  return EXIT_SUCCESS;
}

Peer::Peer() {
  std::array<int, 2> toPeer{};
  std::array<int, 2> fromPeer{};
  if (pipe(toPeer.data()) != 0 || pipe(fromPeer.data()) != 0) {
    ADD_FAILURE() << "no pipes";
    return;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, toPeer[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fromPeer[1], STDOUT_FILENO);
  for (const int end : {toPeer[0], toPeer[1], fromPeer[0], fromPeer[1]}) {
    posix_spawn_file_actions_addclose(&actions, end);
  }
  std::string program = "/proc/self/exe";
  std::string role = "--peer";
  std::array<char*, 3> arguments{program.data(), role.data(), nullptr};
  EXPECT_EQ(posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(toPeer[0]);
  close(fromPeer[1]);
  commands_ = fdopen(toPeer[1], "w");
  answers_ = fdopen(fromPeer[0], "r");
}

Peer::~Peer() {
  std::fclose(commands_);
  std::fclose(answers_);
  if (process_ > 0) {
    int status = 0;
    waitpid(process_, &status, 0);
    EXPECT_EQ(status, 0) << "the peer's end";
  }
}

int Peer::Tell(const std::string& command, std::string* answer) {
  std::fprintf(commands_, "%s\n", command.c_str());
  std::fflush(commands_);
  std::array<char, 256> line{};
  if (std::fgets(line.data(), line.size(), answers_) == nullptr) {
    return -1;
  }
  std::istringstream words(line.data());
  int status = -1;
  std::string text;
  words >> status >> text;
  if (answer != nullptr) {
    *answer = text;
  }
  return status;
}

std::string Peer::Ask(const std::string& command) {
  std::string answer;
  EXPECT_EQ(Tell(command, &answer), ACL_SUCCESS) << command;
  return answer;
}

void Peer::Kill() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace openaclnn::sharing
