// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_erf.h"
#include "aclnnop/aclnn_erfc.h"
#include "aclnnop/aclnn_erfinv.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_error_function-inl.h"

// clang-format off
OPENACLNN_FUNCTION(Erf,    Erf(self),    FloatFormatsAndDouble, kRealDtypes)
OPENACLNN_FUNCTION(Erfc,   Erfc(self),   FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Erfinv, Erfinv(self), FloatAndDouble,        kRealDtypes)
// clang-format on
