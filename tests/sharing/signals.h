// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <istream>
#include <ostream>
#include <string>

#include "acl/acl.h"

namespace openaclnn::sharing {

// What a peer does with notifies and events; peer.h lists the commands.
class Signals {
 public:
  aclError Run(const std::string& command, aclrtStream stream, std::istream& arguments, std::ostream& answer);

 private:
  aclError Hold(aclrtStream stream);

  aclrtNotify notify_ = nullptr;
  aclrtEvent event_ = nullptr;
  std::promise<void> held_;
  std::promise<void> released_;
};

}  // namespace openaclnn::sharing
