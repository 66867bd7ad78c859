// SPDX-License-Identifier: Apache-2.0
//
// Which of its addresses a host is reached at.
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <tuple>

#include "collectives/bootstrap/environment.h"

namespace openaclnn::collectives {
namespace {

bool IsLinkLocal(const Address& address) {
  return address.Family() == AF_INET6 &&
         IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6*>(address.Data())->sin6_addr);
}

Result AddressesOfHost(std::vector<HostAddress>* found) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) {
    return {HCCL_E_SYSCALL, SystemError("getifaddrs", errno)};
  }
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(first, freeifaddrs);
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || (entry->ifa_flags & IFF_UP) == 0 ||
        (entry->ifa_addr->sa_family != AF_INET && entry->ifa_addr->sa_family != AF_INET6)) {
      continue;
    }
    if (const Address address(entry->ifa_addr); !IsLinkLocal(address)) {
      found->push_back({address, entry->ifa_name});
    }
  }
  return Result::Ok();
}

// Loopback last, docker's before it, then by name.
std::tuple<int, std::string> Rank(const HostAddress& one) {
  const bool isLoopback = one.interface.starts_with("lo");
  const bool isDocker = one.interface.starts_with("docker");
  return {isLoopback ? 2 : isDocker ? 1 : 0, one.interface};
}

}  // namespace

bool MatchesInterface(const std::string& form, const std::string& name) {
  const bool negated = form.starts_with('^');
  const size_t signs = form.find_first_not_of("^=");
  if (signs == std::string::npos) {
    return false;
  }
  const bool exact = form.substr(0, signs).ends_with('=');
  std::istringstream names(form.substr(signs));
  bool listed = false;
  for (std::string one; std::getline(names, one, ',');) {
    listed = listed || (!one.empty() && (exact ? name == one : name.starts_with(one)));
  }
  return listed != negated;
}

Result FindHostAddress(HostAddress* found) {
  std::vector<HostAddress> addresses;
  OPENACLNN_RETURN_IF_FAILED(AddressesOfHost(&addresses));
  if (const std::string text = Variable("HCCL_IF_IP"); !text.empty()) {
    const auto address = Address::Parse(text);
    if (!address) {
      return BadArgument("HCCL_IF_IP", "one IPv4 or IPv6 address", "\"" + text + "\"");
    }
    const auto same = std::find_if(addresses.begin(), addresses.end(),
                                   [&](const HostAddress& one) { return one.address.HasHostOf(*address); });
    // Addresses of the whole of 127.0.0.0/8 are this host's, and only the first is listed.
    const bool isLoopback = text.starts_with("127.");
    if (same == addresses.end() && !isLoopback) {
      return {HCCL_E_NOT_FOUND, "HCCL_IF_IP: expected an address of this host, got " + text};
    }
    *found = {*address, same == addresses.end() ? "lo" : same->interface};
    return Result::Ok();
  }
  const std::string familyName = Variable("HCCL_SOCKET_FAMILY");
  if (!familyName.empty() && familyName != "AF_INET" && familyName != "AF_INET6") {
    WarnOfValue("HCCL_SOCKET_FAMILY", familyName, "AF_INET or AF_INET6; AF_INET is taken");
  }
  const int family = familyName == "AF_INET6" ? AF_INET6 : AF_INET;
  const std::string form = Variable("HCCL_SOCKET_IFNAME");
  std::erase_if(addresses, [&](const HostAddress& one) {
    return one.address.Family() != family || (!form.empty() && !MatchesInterface(form, one.interface));
  });
  if (addresses.empty()) {
    return {HCCL_E_NOT_FOUND, "this host has no network interface with an " +
                                  std::string(family == AF_INET6 ? "IPv6" : "IPv4") + " address" +
                                  (form.empty() ? "" : " that HCCL_SOCKET_IFNAME (" + form + ") admits")};
  }
  *found = form.empty() ? *std::min_element(addresses.begin(), addresses.end(),
                                            [](const auto& a, const auto& b) { return Rank(a) < Rank(b); })
                        : addresses.front();
  return Result::Ok();
}

}  // namespace openaclnn::collectives
