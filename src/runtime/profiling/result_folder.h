// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace openaclnn::runtime {

// Makes sure that a folder exists, and can be written. kInvalidFile if not.
[[nodiscard]] Status PrepareResultPath(const std::string& path);

// Makes the folder of one result, PROF_*, below `path`: host/data and, for each device, device_N/data. Tools that
// compare times read host/start_info. `folder` receives its path.
[[nodiscard]] Status MakeResultFolder(const std::string& path, std::string* folder);
[[nodiscard]] Status AddDeviceFolders(const std::string& folder, const std::vector<uint32_t>& devices);

// Where the events of a result are.
[[nodiscard]] std::string EventsFile(const std::string& folder);

}  // namespace openaclnn::runtime
