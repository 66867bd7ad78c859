// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "command.h"
#include "device.h"

namespace openaclnn::cli {

// PyTorch's operator of the same name, in a python3 of its own (pytorch_peer.py), on the same data.
class PytorchPeer {
 public:
  // `call` has the operator's name, its inputs and attributes as `bench --json` tells them, and the threads.
  // Returns when the operator has run once; throws InputError with the reason if it cannot.
  PytorchPeer(const Json& call, const Inputs& inputs);
  [[nodiscard]] const std::string& Version() const { return version_; }

  // Calls the operator for so long, or so often if that is not 0; the seconds of each call.
  [[nodiscard]] std::vector<double> TakeTurn(double seconds, int64_t repetitions);

 private:
  // Waits for its end.
  struct Process {
    explicit Process(int standardStreams);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    pid_t number = -1;
  };
  // The two ends of a connection.
  struct Connection {
    Connection();
    Descriptor here;
    Descriptor there;
  };

  void Send(const void* data, size_t bytes) const;
  [[nodiscard]] Json Receive();

  // In the end the connection is closed first: the end of the program's input, and so of the program.
  std::optional<Process> process_;
  Connection connection_;
  std::string received_;  // behind the last line
  std::string version_;
};

}  // namespace openaclnn::cli
