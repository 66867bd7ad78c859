// SPDX-License-Identifier: Apache-2.0
//
// What the HCCL_* variables say. They are read when a communicator is made; a value that cannot be used
// means the default, with a line in the log; of the address and the white list it is an error.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectives/carriers/socket.h"
#include "collectives/deadline.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// The variable's value; empty if it is not set.
[[nodiscard]] std::string Variable(const char* name);

// A value that was not used: for the log, and once for the terminal.
void WarnOfValue(const char* variable, const std::string& value, const char* expected);

// HCCL_CONNECT_TIMEOUT: how long ranks wait for each other while a communicator is made.
[[nodiscard]] std::chrono::milliseconds ConnectTimeout();

// HCCL_EXEC_TIMEOUT.
[[nodiscard]] ExecTimeout ExecTimeoutOf(double seconds);
[[nodiscard]] ExecTimeout DefaultExecTimeout();

// HCCL_DETERMINISTIC: 0, 1 or 2.
[[nodiscard]] int32_t DefaultDeterministic();

// OPENACLNN_HCCL_SHARED_MEMORY: whether ranks of one host share memory. 0 or 1.
[[nodiscard]] bool MayShareMemory();

// HCCL_HOST_SOCKET_PORT_RANGE, or 32 ports from HCCL_IF_BASE_PORT on. 0: the system chooses.
struct PortRange {
  uint16_t first;
  uint16_t last;
};
[[nodiscard]] std::vector<PortRange> HostPorts();
inline constexpr uint16_t kDefaultBasePort = 60000;
[[nodiscard]] uint16_t BasePort();

// HCCL_IF_IP, HCCL_SOCKET_IFNAME, HCCL_SOCKET_FAMILY: where this host is reached, and by which interface.
// HCCL_E_NOT_FOUND if there is no such.
struct HostAddress {
  Address address;
  std::string interface;
};
[[nodiscard]] Result FindHostAddress(HostAddress* found);
// The part of it that chooses by name, as the variable's four forms say.
[[nodiscard]] bool MatchesInterface(const std::string& form, const std::string& name);

// HCCL_WHITELIST_DISABLE, HCCL_WHITELIST_FILE: who may connect.
class WhiteList {
 public:
  // HCCL_E_OPEN_FILE_FAILURE, HCCL_E_PARA if there has to be a list and cannot be read.
  [[nodiscard]] static Result Read(WhiteList* list);
  [[nodiscard]] bool Admits(const Address& address) const;

 private:
  std::optional<std::vector<Address>> hosts_;  // empty: everybody
};

}  // namespace openaclnn::collectives
