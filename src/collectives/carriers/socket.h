// SPDX-License-Identifier: Apache-2.0
//
// Sockets with an owner and with deadlines.
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "collectives/deadline.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// IPv4 or IPv6, and a port.
class Address {
 public:
  Address() = default;
  explicit Address(const sockaddr* address);

  // A numeric address; empty if the text is none.
  [[nodiscard]] static std::optional<Address> Parse(const std::string& text);

  [[nodiscard]] int Family() const { return storage_.ss_family; }
  [[nodiscard]] uint16_t Port() const;
  void SetPort(uint16_t port);
  // Without the port.
  [[nodiscard]] std::string Host() const;
  [[nodiscard]] std::string Text() const;
  // Leaves out the port. An IPv4 address that is written as an IPv6 one is the same.
  [[nodiscard]] bool HasHostOf(const Address& other) const;

  [[nodiscard]] const sockaddr* Data() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  [[nodiscard]] sockaddr* Data() { return reinterpret_cast<sockaddr*>(&storage_); }
  [[nodiscard]] socklen_t Length() const;

 private:
  sockaddr_storage storage_{};
};

// An address in messages between ranks: the same bytes on every machine of one byte order.
struct PackedAddress {
  uint16_t family = 0;  // 4, 6
  uint16_t port = 0;
  uint32_t scope = 0;
  uint8_t bytes[16] = {};
};
[[nodiscard]] PackedAddress Pack(const Address& address);
// Empty if the bytes are no address.
[[nodiscard]] std::optional<Address> Unpack(const PackedAddress& packed);

// Listens there; port 0: the system chooses one. HCCL_E_UNAVAIL if the port is taken.
[[nodiscard]] Result Listen(const Address& address, Descriptor* listener, Address* bound);

// Connections to the other ranks, by rank; that of the rank itself is not open.
using Connections = std::vector<Descriptor>;

// Whether the other end of a connection is on this host.
[[nodiscard]] bool IsOfThisHost(const Descriptor& connection);

// The next connection, which does not block; empty if there is none.
[[nodiscard]] Descriptor Accept(const Descriptor& listener, Address* from);

// Connects; the socket does not block. Tries again where nobody listens yet, if told so.
enum class IfRefused { kFail, kTryAgain };
[[nodiscard]] Result Connect(const Address& address, IfRefused ifRefused, Deadline deadline,
                             Descriptor* connection);

// All of the bytes, or a failure: HCCL_E_TIMEOUT, HCCL_E_TCP_TRANSFER, or HCCL_E_REMOTE at the end of what
// the other side sends.
[[nodiscard]] Result SendAll(const Descriptor& socket, std::span<const std::byte> bytes, Deadline deadline);
[[nodiscard]] Result ReceiveAll(const Descriptor& socket, std::span<std::byte> bytes, Deadline deadline);

// Of one object with plain bytes.
template <typename Message>
[[nodiscard]] std::span<const std::byte> BytesOf(const Message& message) {
  return std::as_bytes(std::span(&message, 1));
}
template <typename Message>
[[nodiscard]] Result Send(const Descriptor& socket, const Message& message, Deadline deadline) {
  return SendAll(socket, BytesOf(message), deadline);
}
template <typename Message>
[[nodiscard]] Result Receive(const Descriptor& socket, Message* message, Deadline deadline) {
  return ReceiveAll(socket, std::as_writable_bytes(std::span(message, 1)), deadline);
}

// "what: why", as errno says.
[[nodiscard]] std::string SystemError(const std::string& what, int error);

}  // namespace openaclnn::collectives
