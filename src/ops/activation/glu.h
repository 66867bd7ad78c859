// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units: a tensor cut into two halves along a dimension, of which one, through a function, is the
// other's gate. An operator adds its form, a list of names and an entry point (glu.cc, clipped_swiglu.cc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "aclnn/acl_meta.h"
#include "base/scalar_value.h"
#include "executor/phases.h"
#include "ops/activation/glu_loops.h"

namespace openaclnn {

// Where an operand of an expression is found.
enum class GluSource { kNone, kGradOutput, kGelu, kGated, kGate, kThreshold };

struct GluFormPart {
  GluPart which;
  std::array<GluSource, kMostInputs> inputs;
};
// Forward: the result, and GELU's beside it. Backward: the gradient for the gated half, and for the gate.
struct GluForm {
  std::array<GluFormPart, 2> parts;
  size_t count;
};

struct GluArgs {
  TensorView gradOutput;
  TensorView self;
  TensorView gelu;
  TensorView threshold;
  TensorView groups;  // whose sum is the number of rows that are computed
  TensorView out;
  TensorView outGelu;
  const GluForm* form = nullptr;
  size_t dim = 0;
  bool gateFirst = false;  // the half that comes first is the gate
  bool backward = false;
  bool interleaved = false;  // the halves are the elements at even and at odd places
  std::array<ScalarValue, kMostScalars> scalars{};
};

extern const KernelEntry<GluArgs> kGluCpu;
inline constexpr std::array<const KernelEntry<GluArgs>*, 1> kGluKernels{&kGluCpu};

inline constexpr int64_t kNoGluForm = -1;

struct GluCall {
  int64_t dim;
  int64_t approximate = 0;
  const char* approximateText = nullptr;  // where it is given as a text
  bool gateFirst = false;
  bool backward = false;
  std::span<const GluForm> forms;  // by `approximate`
  bool interleaved = false;
  std::array<ScalarValue, kMostScalars> scalars{};
  const char* formName = "approximate";
  const char* formMeaning = "0: with erf, 1: with tanh";
};

// Phase one, which checks and binds. The tensors stand as in the operator's list; one of them is `self`, of which
// those of the operator's halves have half the extent at `dim`, and the gradient all of it.
[[nodiscard]] aclnnStatus PhaseOneOfGlu(const char* function, const Operator<GluArgs>& op,
                                        const GluCall& call, std::initializer_list<const aclTensor*> tensors,
                                        uint64_t* workspaceSize, aclOpExecutor** executor);

}  // namespace openaclnn
