// SPDX-License-Identifier: Apache-2.0
//
// Clients of the single-operator interface that give its calls a meaning of their own.
#pragma once

namespace openaclnn::single_operator {

enum class Client { kMindSpore, kTorchNpu };

// Whether this process has loaded the client.
[[nodiscard]] bool IsLoaded(Client client);

}  // namespace openaclnn::single_operator
