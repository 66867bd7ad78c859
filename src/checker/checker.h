// SPDX-License-Identifier: Apache-2.0
//
// The beginning and the end of what OPENACLNN_CHECK asks for.
#pragma once

namespace openaclnn::checker {

// From the first aclInit on, where a check is on: calls that are refused are told, the host's access to
// device memory is told, and at the end of the process what is left. Nothing happens where no check is on.
void Start();

// What is left when the client has finished: told once, at aclFinalize or at exit.
void TellWhatIsLeft() noexcept;

}  // namespace openaclnn::checker
