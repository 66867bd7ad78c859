// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/environment.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <system_error>

#include "base/log.h"
#include "base/no_destructor.h"

namespace openaclnn::collectives {
namespace {

using std::chrono::milliseconds;

constexpr int64_t kDefaultConnectSeconds = 120;
constexpr int64_t kLeastConnectSeconds = 120;
constexpr int64_t kMostConnectSeconds = 7200;
constexpr double kDefaultExecSeconds = 1836;
constexpr double kMostExecSeconds = 2147483647;
constexpr uint16_t kPortsFromBase = 32;

// The whole text as a number, with a point whatever the locale; empty if it is none.
std::optional<double> ParseNumber(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> ParseWholeNumber(const std::string& text) {
  const bool isNumber = !text.empty() && text.size() < 12 &&
                        std::all_of(text.begin(), text.end(),
                                    [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  return isNumber ? std::optional<int64_t>(std::stoll(text)) : std::nullopt;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

std::optional<std::vector<PortRange>> ParsePorts(const std::string& text) {
  std::vector<PortRange> ranges;
  for (const std::string& part : Split(text, ',')) {
    const size_t dash = part.find('-');
    const auto first = ParseWholeNumber(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : ParseWholeNumber(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last > UINT16_MAX || *first > *last) {
      return std::nullopt;
    }
    ranges.push_back({static_cast<uint16_t>(*first), static_cast<uint16_t>(*last)});
  }
  return ranges.empty() ? std::nullopt : std::optional(std::move(ranges));
}

}  // namespace

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

void WarnOfValue(const char* variable, const std::string& value, const char* expected) {
  const std::string text = std::string(variable) + ": expected " + expected + ", got \"" + value + '"';
  log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(), text);
  static NoDestructor<std::mutex> mutex;
  static NoDestructor<std::set<std::string>> told;
  const std::lock_guard lock(*mutex);
  if (told->insert(text).second) {
    (void)std::fputs((text + '\n').c_str(), stderr);
  }
}

milliseconds ConnectTimeout() {
  const std::string text = Variable("HCCL_CONNECT_TIMEOUT");
  const auto seconds = ParseWholeNumber(text);
  if (text.empty() || !seconds || *seconds < 1 || *seconds > kMostConnectSeconds) {
    if (!text.empty()) {
      WarnOfValue("HCCL_CONNECT_TIMEOUT", text, "whole seconds from 120 to 7200; 120 are taken");
    }
    return milliseconds(kDefaultConnectSeconds * 1000);
  }
  if (*seconds < kLeastConnectSeconds) {
    WarnOfValue("HCCL_CONNECT_TIMEOUT", text, "whole seconds from 120 to 7200; it is taken all the same");
  }
  return milliseconds(*seconds * 1000);
}

ExecTimeout ExecTimeoutOf(double seconds) {
  return seconds == 0 ? std::nullopt : ExecTimeout(static_cast<int64_t>(std::ceil(seconds * 1000)));
}

ExecTimeout DefaultExecTimeout() {
  const std::string text = Variable("HCCL_EXEC_TIMEOUT");
  const auto seconds = ParseNumber(text);
  if (seconds && *seconds >= 0 && *seconds <= kMostExecSeconds) {
    return ExecTimeoutOf(*seconds);
  }
  if (!text.empty()) {
    WarnOfValue("HCCL_EXEC_TIMEOUT", text, "seconds from 0 to 2147483647; 1836 are taken");
  }
  return ExecTimeoutOf(kDefaultExecSeconds);
}

bool MayShareMemory() {
  const std::string text = Variable("OPENACLNN_HCCL_SHARED_MEMORY");
  if (!text.empty() && text != "0" && text != "1") {
    WarnOfValue("OPENACLNN_HCCL_SHARED_MEMORY", text, "0 or 1; 1 is taken");
  }
  return text != "0";
}

int32_t DefaultDeterministic() {
  std::string text = Variable("HCCL_DETERMINISTIC");
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  if (text == "strict") {
    return 2;
  }
  if (!text.empty() && text != "true" && text != "false") {
    WarnOfValue("HCCL_DETERMINISTIC", text, "false, true or strict");
  }
  return text == "true" ? 1 : 0;
}

uint16_t BasePort() {
  constexpr int64_t kLeast = 1024;
  constexpr int64_t kMost = 65520;
  const std::string text = Variable("HCCL_IF_BASE_PORT");
  const auto port = ParseWholeNumber(text);
  if (port && *port >= kLeast && *port <= kMost) {
    return static_cast<uint16_t>(*port);
  }
  if (!text.empty()) {
    WarnOfValue("HCCL_IF_BASE_PORT", text, "a port from 1024 to 65520; 60000 is taken");
  }
  return kDefaultBasePort;
}

std::vector<PortRange> HostPorts() {
  const std::string text = Variable("HCCL_HOST_SOCKET_PORT_RANGE");
  if (text == "auto") {
    return {{0, 0}};
  }
  if (!text.empty()) {
    if (auto ranges = ParsePorts(text)) {
      return *std::move(ranges);
    }
    WarnOfValue("HCCL_HOST_SOCKET_PORT_RANGE", text, "ports and ranges of ports, a,b-c, or auto");
  }
  const uint16_t base = BasePort();
  const auto last = std::min<uint32_t>(UINT16_MAX, uint32_t{base} + kPortsFromBase - 1);
  return {{base, static_cast<uint16_t>(last)}};
}

Result WhiteList::Read(WhiteList* list) {
  list->hosts_.reset();
  const std::string disabled = Variable("HCCL_WHITELIST_DISABLE");
  if (disabled != "0") {
    if (!disabled.empty() && disabled != "1") {
      WarnOfValue("HCCL_WHITELIST_DISABLE", disabled, "0 or 1; 1 is taken");
    }
    return Result::Ok();
  }
  const std::string path = Variable("HCCL_WHITELIST_FILE");
  std::ifstream file(path);
  if (path.empty() || !file) {
    return {HCCL_E_OPEN_FILE_FAILURE,
            "HCCL_WHITELIST_FILE: expected a file, as HCCL_WHITELIST_DISABLE is 0, got \"" + path + "\""};
  }
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object() || !json.contains("host_ip") || !json["host_ip"].is_array()) {
    return {HCCL_E_PARA, path + R"(: expected {"host_ip": ["1.2.3.4", ...]}, got something else)"};
  }
  std::vector<Address> hosts;
  for (const nlohmann::json& entry : json["host_ip"]) {
    const auto address = Address::Parse(entry.is_string() ? entry.get<std::string>() : std::string());
    if (!address) {
      return {HCCL_E_PARA, path + ": host_ip: expected addresses, got " + entry.dump()};
    }
    hosts.push_back(*address);
  }
  list->hosts_ = std::move(hosts);
  return Result::Ok();
}

bool WhiteList::Admits(const Address& address) const {
  return !hosts_ || std::any_of(hosts_->begin(), hosts_->end(),
                                [&](const Address& host) { return host.HasHostOf(address); });
}

}  // namespace openaclnn::collectives
