// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/rank_table.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "collectives/bootstrap/environment.h"
#include "collectives/bootstrap/rendezvous_messages.h"

namespace openaclnn::collectives {
namespace {

using nlohmann::json;

constexpr size_t kMostBytes = size_t{16} << 20;

// Values are texts, numbers too; programs that write the file do not all know.
std::string TextOf(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) {
    return {};
  }
  const json& value = object[key];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<uint32_t> NumberOf(const json& object, const char* key) {
  const std::string text = TextOf(object, key);
  const bool isNumber = !text.empty() && text.size() < 9 && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  return isNumber ? std::optional(static_cast<uint32_t>(std::stoul(text))) : std::nullopt;
}

Result Malformed(const std::string& path, const std::string& what) {
  return {HCCL_E_PARA, "clusterInfo: " + path + ": " + what};
}

Result ReadText(const std::string& path, std::string* text) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  std::ifstream file(path);
  if (error || !std::filesystem::is_regular_file(status) || !file) {
    return {HCCL_E_OPEN_FILE_FAILURE, "clusterInfo: expected a file that can be read, got " + path};
  }
  std::ostringstream content;
  content << file.rdbuf();
  *text = content.str();
  return text->size() <= kMostBytes ? Result::Ok() : Malformed(path, "it has more than 16 MiB");
}

Result ReadServer(const std::string& path, const json& server, std::vector<RankTable::Rank>& ranks,
                  std::set<uint32_t>& seen) {
  if (!server.is_object() || !server.contains("device") || !server["device"].is_array()) {
    return Malformed(path, "a server has no list \"device\"");
  }
  std::set<uint32_t> devices;
  for (const json& device : server["device"]) {
    const auto rank = NumberOf(device, "rank_id");
    const auto deviceId = NumberOf(device, "device_id");
    const std::string port = TextOf(device, "device_port");
    const auto portNumber = NumberOf(device, "device_port");
    if (!rank || !deviceId || *rank >= kMostRanks || !seen.insert(*rank).second) {
      return Malformed(path, "rank_id, device_id: expected numbers, each rank once, got " + device.dump());
    }
    if (!devices.insert(*deviceId).second) {
      return Malformed(path, "device_id: expected each device of a server once, got device " +
                                 std::to_string(*deviceId) + " of server " + TextOf(server, "server_id") +
                                 " a second time, for rank " + std::to_string(*rank));
    }
    if (!port.empty() && (!portNumber || *portNumber < 1 || *portNumber > UINT16_MAX)) {
      return Malformed(path, "device_port: expected a port, got " + port);
    }
    ranks.resize(std::max(ranks.size(), size_t{*rank} + 1));
    ranks[*rank] = {static_cast<int32_t>(*deviceId), static_cast<uint16_t>(portNumber.value_or(0)),
                    TextOf(device, "device_ip"), TextOf(server, "server_id"), TextOf(server, "host_ip")};
  }
  return Result::Ok();
}

// Whether a socket can be bound there.
bool IsOwn(const std::optional<Address>& address) {
  Descriptor listener;
  Address bound;
  return address && Listen(*address, &listener, &bound).IsOk();
}

}  // namespace

Result ReadRankTable(const std::string& path, RankTable* table) {
  std::string text;
  OPENACLNN_RETURN_IF_FAILED(ReadText(path, &text));
  const json content = json::parse(text, nullptr, false);
  if (!content.is_object()) {
    return Malformed(path, "it is no JSON object");
  }
  if (content.contains("group_list")) {
    return {HCCL_E_NOT_SUPPORT, "clusterInfo: " + path + ": the old form with group_list"};
  }
  if (TextOf(content, "status") != "completed") {
    return Malformed(path, "status: expected \"completed\", got \"" + TextOf(content, "status") + "\"");
  }
  if (!content.contains("server_list") || !content["server_list"].is_array()) {
    return Malformed(path, "it has no list \"server_list\"");
  }
  std::set<uint32_t> seen;
  table->ranks.clear();
  table->serverCount = content["server_list"].size();
  for (const json& server : content["server_list"]) {
    OPENACLNN_RETURN_IF_FAILED(ReadServer(path, server, table->ranks, seen));
  }
  if (seen.empty() || seen.size() != table->ranks.size()) {
    return Malformed(path,
                     "rank_id: expected 0 to " + std::to_string(table->ranks.size()) + " without a gap");
  }
  if (const auto count = NumberOf(content, "server_count"); count && *count != table->serverCount) {
    return Malformed(path, "server_count: expected " + std::to_string(table->serverCount) + ", got " +
                               std::to_string(*count));
  }
  table->content = IdentifierOf(text);
  return Result::Ok();
}

Result MeetingPoint(const RankTable& table, Address* address) {
  const RankTable::Rank& root = table.ranks.front();
  const auto hostIp = Address::Parse(root.hostIp);
  const auto serverId = Address::Parse(root.serverId);
  const auto deviceIp = Address::Parse(root.deviceIp);
  if (hostIp) {
    *address = *hostIp;
  } else if (table.serverCount == 1) {
    // All are on one host, and find the same.
    *address = IsOwn(serverId) ? *serverId : IsOwn(deviceIp) ? *deviceIp : *Address::Parse("127.0.0.1");
  } else if (serverId || deviceIp) {
    *address = serverId ? *serverId : *deviceIp;
  } else {
    return {HCCL_E_PARA, "clusterInfo: the server of rank 0 has no address: host_ip, server_id or device_ip"};
  }
  const uint32_t fallback = uint32_t{BasePort()} + static_cast<uint32_t>(root.deviceId);
  address->SetPort(root.port != 0 ? root.port : static_cast<uint16_t>(fallback));
  return Result::Ok();
}

}  // namespace openaclnn::collectives
