// SPDX-License-Identifier: Apache-2.0
#include "pytorch_peer.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <nlohmann/json.hpp>

#include "error.h"

namespace openaclnn::cli {
namespace {

constexpr const char* kProgram =
#include "pytorch_peer.inc"
    ;

}  // namespace

PytorchPeer::Process::Process(int standardStreams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, standardStreams, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, standardStreams, STDOUT_FILENO);
  std::string words[] = {"python3", "-c", kProgram};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  const int error = posix_spawnp(&number, "python3", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw InputError(std::string("--pytorch: python3 cannot be started: ") +
                     std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
  }
}

PytorchPeer::Process::~Process() {
  while (waitpid(number, nullptr, 0) == -1 && errno == EINTR) {
  }
}

PytorchPeer::Connection::Connection() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw InputError(std::string("--pytorch: no socket: ") +
                     std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
  }
  here = Descriptor(ends[0]);
  there = Descriptor(ends[1]);
}

PytorchPeer::PytorchPeer(const Json& call, const Inputs& inputs) {
  process_.emplace(connection_.there.Get());
  connection_.there.Close();
  const std::string line = call.dump() + "\n";
  Send(line.data(), line.size());
  for (const auto& input : call["inputs"].items()) {
    for (const Array& array : inputs.at(input.key())) {
      Send(array.data.data(), array.data.size());
    }
  }
  const Json answer = Receive();
  if (answer.contains("error")) {
    throw InputError("--pytorch: " + answer["error"].get<std::string>());
  }
  version_ = answer["version"];
}

std::vector<double> PytorchPeer::TakeTurn(double seconds, int64_t repetitions) {
  const std::string line = std::to_string(seconds) + " " + std::to_string(repetitions) + "\n";
  Send(line.data(), line.size());
  return Receive().get<std::vector<double>>();
}

// What it does not read it has no need of: that it ended shows where its answer is awaited.
void PytorchPeer::Send(const void* data, size_t bytes) const {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t sent = send(connection_.here.Get(), at, bytes, MSG_NOSIGNAL);
    if (sent == -1 && errno == EINTR) {
      continue;
    }
    if (sent == -1) {
      return;
    }
    at += sent;
    bytes -= static_cast<size_t>(sent);
  }
}

Json PytorchPeer::Receive() {
  size_t end = received_.find('\n');
  while (end == std::string::npos) {
    std::array<char, 65536> buffer;
    const ssize_t got = recv(connection_.here.Get(), buffer.data(), buffer.size(), 0);
    if (got == -1 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      throw InputError("--pytorch: python3 ended before it answered");
    }
    end = received_.size();
    received_.append(buffer.data(), static_cast<size_t>(got));
    end = received_.find('\n', end);
  }
  Json answer = Json::parse(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(end));
  received_.erase(0, end + 1);
  return answer;
}

}  // namespace openaclnn::cli
