// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>

namespace openaclnn::collectives {
namespace {

constexpr auto kRetryAfter = std::chrono::milliseconds(20);

sockaddr_in* AsV4(Address& address) {
  return reinterpret_cast<sockaddr_in*>(address.Data());
}
const sockaddr_in* AsV4(const Address& address) {
  return reinterpret_cast<const sockaddr_in*>(address.Data());
}
sockaddr_in6* AsV6(Address& address) {
  return reinterpret_cast<sockaddr_in6*>(address.Data());
}
const sockaddr_in6* AsV6(const Address& address) {
  return reinterpret_cast<const sockaddr_in6*>(address.Data());
}

Descriptor NewSocket(int family) {
  return Descriptor(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

void SetOption(const Descriptor& socket, int level, int name, int value) {
  // A hint: what fails here works without it.
  static_cast<void>(setsockopt(socket.Get(), level, name, &value, sizeof value));
}

Result WaitUntil(const Descriptor& socket, short events, Deadline deadline, const char* what) {
  for (;;) {
    pollfd entry{socket.Get(), events, 0};
    const int ready = poll(&entry, 1, MillisecondsUntil(deadline));
    if (ready > 0) {
      return Result::Ok();
    }
    if (ready < 0 && errno != EINTR) {
      return {HCCL_E_SYSCALL, SystemError("poll", errno)};
    }
    if (ready == 0 && Clock::now() >= deadline) {
      return {HCCL_E_TIMEOUT, std::string(what) + ": the time is over"};
    }
  }
}

// 0, or why there is no connection.
Result TryConnect(const Address& address, Deadline deadline, Descriptor* connection, int* error) {
  Descriptor attempt = NewSocket(address.Family());
  if (!attempt.IsOpen()) {
    return {HCCL_E_SYSCALL, SystemError("socket", errno)};
  }
  *error = connect(attempt.Get(), address.Data(), address.Length()) == 0 ? 0 : errno;
  if (*error == EINPROGRESS) {
    OPENACLNN_RETURN_IF_FAILED(WaitUntil(attempt, POLLOUT, deadline, "connect"));
    socklen_t length = sizeof *error;
    getsockopt(attempt.Get(), SOL_SOCKET, SO_ERROR, error, &length);
  }
  if (*error == 0) {
    SetOption(attempt, IPPROTO_TCP, TCP_NODELAY, 1);
    *connection = std::move(attempt);
  }
  return Result::Ok();
}

}  // namespace

Address::Address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    std::memcpy(&storage_, address, sizeof(sockaddr_in));
  } else if (address->sa_family == AF_INET6) {
    std::memcpy(&storage_, address, sizeof(sockaddr_in6));
  }
}

std::optional<Address> Address::Parse(const std::string& text) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (text.empty() || getaddrinfo(text.c_str(), nullptr, &hints, &found) != 0) {
    return std::nullopt;
  }
  Address address(found->ai_addr);
  freeaddrinfo(found);
  return address.Family() == AF_UNSPEC ? std::nullopt : std::optional(address);
}

uint16_t Address::Port() const {
  return ntohs(Family() == AF_INET6 ? AsV6(*this)->sin6_port : AsV4(*this)->sin_port);
}

void Address::SetPort(uint16_t port) {
  (Family() == AF_INET6 ? AsV6(*this)->sin6_port : AsV4(*this)->sin_port) = htons(port);
}

socklen_t Address::Length() const {
  return Family() == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
}

std::string Address::Host() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* bytes = Family() == AF_INET6 ? static_cast<const void*>(&AsV6(*this)->sin6_addr)
                                           : static_cast<const void*>(&AsV4(*this)->sin_addr);
  const char* found = inet_ntop(Family(), bytes, text.data(), text.size());
  return found == nullptr ? "no address" : found;
}

std::string Address::Text() const {
  const std::string host = Host();
  return (Family() == AF_INET6 ? "[" + host + "]" : host) + ":" + std::to_string(Port());
}

bool Address::HasHostOf(const Address& other) const {
  const auto plain = [](const Address& address) {
    PackedAddress packed = Pack(address);
    static constexpr std::array<uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    if (packed.family == 6 && std::memcmp(packed.bytes, kMapped.data(), kMapped.size()) == 0) {
      std::memmove(packed.bytes, packed.bytes + kMapped.size(), 4);
      std::memset(packed.bytes + 4, 0, sizeof packed.bytes - 4);
      packed.family = 4;
    }
    return packed;
  };
  const PackedAddress a = plain(*this);
  const PackedAddress b = plain(other);
  return a.family == b.family && std::memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}

PackedAddress Pack(const Address& address) {
  PackedAddress packed;
  packed.port = address.Port();
  if (address.Family() == AF_INET6) {
    packed.family = 6;
    packed.scope = AsV6(address)->sin6_scope_id;
    std::memcpy(packed.bytes, &AsV6(address)->sin6_addr, 16);
  } else {
    packed.family = 4;
    std::memcpy(packed.bytes, &AsV4(address)->sin_addr, 4);
  }
  return packed;
}

std::optional<Address> Unpack(const PackedAddress& packed) {
  sockaddr_storage storage{};
  if (packed.family == 4) {
    storage.ss_family = AF_INET;
  } else if (packed.family == 6) {
    storage.ss_family = AF_INET6;
  } else {
    return std::nullopt;
  }
  Address address(reinterpret_cast<const sockaddr*>(&storage));
  if (packed.family == 6) {
    AsV6(address)->sin6_scope_id = packed.scope;
    std::memcpy(&AsV6(address)->sin6_addr, packed.bytes, 16);
  } else {
    std::memcpy(&AsV4(address)->sin_addr, packed.bytes, 4);
  }
  address.SetPort(packed.port);
  return address;
}

Result Listen(const Address& address, Descriptor* listener, Address* bound) {
  Descriptor opened = NewSocket(address.Family());
  if (!opened.IsOpen()) {
    return {HCCL_E_SYSCALL, SystemError("socket", errno)};
  }
  SetOption(opened, SOL_SOCKET, SO_REUSEADDR, 1);
  if (bind(opened.Get(), address.Data(), address.Length()) != 0 || listen(opened.Get(), SOMAXCONN) != 0) {
    const int error = errno;
    return {error == EADDRINUSE ? HCCL_E_UNAVAIL : HCCL_E_TCP_CONNECT,
            SystemError("listening at " + address.Text(), error)};
  }
  sockaddr_storage storage{};
  socklen_t length = sizeof storage;
  if (getsockname(opened.Get(), reinterpret_cast<sockaddr*>(&storage), &length) != 0) {
    return {HCCL_E_SYSCALL, SystemError("getsockname", errno)};
  }
  *bound = Address(reinterpret_cast<const sockaddr*>(&storage));
  *listener = std::move(opened);
  return Result::Ok();
}

Descriptor Accept(const Descriptor& listener, Address* from) {
  sockaddr_storage storage{};
  socklen_t length = sizeof storage;
  Descriptor accepted(
      accept4(listener.Get(), reinterpret_cast<sockaddr*>(&storage), &length, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (accepted.IsOpen()) {
    *from = Address(reinterpret_cast<const sockaddr*>(&storage));
    SetOption(accepted, IPPROTO_TCP, TCP_NODELAY, 1);
  }
  return accepted;
}

bool IsOfThisHost(const Descriptor& connection) {
  const auto end = [&](auto name) {
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    return name(connection.Get(), reinterpret_cast<sockaddr*>(&storage), &length) == 0 ? storage
                                                                                       : sockaddr_storage();
  };
  const sockaddr_storage own = end(getsockname);
  const sockaddr_storage other = end(getpeername);
  const auto addressOf = [](const sockaddr_storage& storage) {
    return Address(reinterpret_cast<const sockaddr*>(&storage));
  };
  return own.ss_family == AF_UNIX ||  // of one process
         (own.ss_family != AF_UNSPEC && addressOf(own).HasHostOf(addressOf(other)));
}

Result Connect(const Address& address, IfRefused ifRefused, Deadline deadline, Descriptor* connection) {
  for (;;) {
    int error = 0;
    Result result = TryConnect(address, deadline, connection, &error);
    if (!result.IsOk() || error == 0) {
      return result.Code() == HCCL_E_TIMEOUT
                 ? Result(HCCL_E_TCP_CONNECT, "no connection to " + address.Text() + " in the time given")
                 : result;
    }
    if (error != EINTR &&
        (error != ECONNREFUSED || ifRefused == IfRefused::kFail || Clock::now() + kRetryAfter >= deadline)) {
      return {HCCL_E_TCP_CONNECT, SystemError("connecting to " + address.Text(), error)};
    }
    std::this_thread::sleep_for(kRetryAfter);
  }
}

Result SendAll(const Descriptor& socket, std::span<const std::byte> bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket.Get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<size_t>(sent));
    } else if (errno == EAGAIN) {
      OPENACLNN_RETURN_IF_FAILED(WaitUntil(socket, POLLOUT, deadline, "sending"));
    } else if (errno != EINTR) {
      return {HCCL_E_TCP_TRANSFER, SystemError("sending", errno)};
    }
  }
  return Result::Ok();
}

Result ReceiveAll(const Descriptor& socket, std::span<std::byte> bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const ssize_t received = recv(socket.Get(), bytes.data(), bytes.size(), 0);
    if (received > 0) {
      bytes = bytes.subspan(static_cast<size_t>(received));
    } else if (received == 0) {
      return {HCCL_E_REMOTE, "the other side closed the connection"};
    } else if (errno == EAGAIN) {
      OPENACLNN_RETURN_IF_FAILED(WaitUntil(socket, POLLIN, deadline, "receiving"));
    } else if (errno == ECONNRESET) {
      return {HCCL_E_REMOTE, "the other side closed the connection"};
    } else if (errno != EINTR) {
      return {HCCL_E_TCP_TRANSFER, SystemError("receiving", errno)};
    }
  }
  return Result::Ok();
}

std::string SystemError(const std::string& what, int error) {
  return what + ": " + std::generic_category().message(error);
}

}  // namespace openaclnn::collectives
