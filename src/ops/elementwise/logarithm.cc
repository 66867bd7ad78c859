// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atanh.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_logarithm-inl.h"

// clang-format off
OPENACLNN_FUNCTION(Log,   Log(self),   FloatFormatsAndDouble, kRealDtypes)
OPENACLNN_FUNCTION(Log2,  Log2(self),  FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Log10, Log10(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Log1p, Log1p(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Asinh, Asinh(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Acosh, Acosh(self), FloatAndDouble,        kRealDtypes)
OPENACLNN_FUNCTION(Atanh, Atanh(self), FloatAndDouble,        kRealDtypes)
// clang-format on
