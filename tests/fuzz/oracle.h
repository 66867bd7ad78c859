// SPDX-License-Identifier: Apache-2.0
//
// What the documentation says of a call, as far as it can be said without doing the call's work again.
#pragma once

#include <optional>
#include <vector>

#include "tests/fuzz/call.h"
#include "tests/fuzz/memory.h"

namespace openaclnn::fuzz {

/// Whether a pointer is missing that phase one needs: then, and only then, it returns 161001.
[[nodiscard]] bool HasNullArgument(const Call& call);

/// Which tensors the operator works on: given, and not left out by the mask. Of an accepted call.
[[nodiscard]] std::vector<bool> UsedTensors(const Call& call);

/// Fails if phase one should have refused one of the tensors for its own sake.
void CheckAccepted(const Call& call);

/// Elements of all tensors in use together; empty if that does not fit.
[[nodiscard]] std::optional<int64_t> WorkOf(const Call& call);

/// Whether every tensor in use has an aligned address, inside one live device block with all its elements.
[[nodiscard]] bool HasMemory(const Call& call);

/// Whether a tensor in use begins outside the block that it should lie in. There may be memory, of the fuzzer
/// or of the library: nothing can be said of such a call.
[[nodiscard]] bool Strays(const Call& call);

/// Copies the bytes of the outputs in use from one image to another.
void RestoreOutputs(const Call& call, const Image& from, Image& to);

/// Whether phase two takes a call that phase one has taken: there is memory.
[[nodiscard]] bool Runs(const Call& call);

/// Whether two outputs share a byte, of which nothing can be said then.
[[nodiscard]] bool OutputsOverlap(const Call& call);

/// Whether what an output spans touches what an input spans.
[[nodiscard]] bool OutputTouchesInput(const Call& call);

}  // namespace openaclnn::fuzz
