// SPDX-License-Identifier: Apache-2.0
//
// The usual lists of dtypes, in the order in which messages name them.
#pragma once

#include <array>
#include <span>

#include "base/dtype.h"

namespace openaclnn {

// All types, those among them that checkpoints are stored in and that nothing is computed in; and the others.
inline constexpr std::array<DType, 17> kStorableDtypes{
    DType::kFloat,        DType::kFloat16,   DType::kBfloat16, DType::kDouble,    DType::kInt8,
    DType::kInt16,        DType::kInt32,     DType::kInt64,    DType::kUint8,     DType::kUint16,
    DType::kUint32,       DType::kUint64,    DType::kBool,     DType::kComplex64, DType::kComplex128,
    DType::kFloat8E4m3fn, DType::kFloat8E5m2};
inline constexpr std::span<const DType> kNumberDtypes = std::span(kStorableDtypes).first(15);

// Those that promote.
inline constexpr std::array<DType, 12> kPromotingDtypes{
    DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble, DType::kInt8,      DType::kInt16,
    DType::kInt32, DType::kInt64,   DType::kUint8,    DType::kBool,   DType::kComplex64, DType::kComplex128};
inline constexpr std::span<const DType> kRealDtypes = std::span(kPromotingDtypes).first(10);
inline constexpr std::span<const DType> kRealDtypesButBool = std::span(kPromotingDtypes).first(9);
inline constexpr std::span<const DType> kFloatingDtypes = std::span(kPromotingDtypes).first(4);

inline constexpr std::array<DType, 9> kIntegralDtypes{DType::kInt8,   DType::kInt16,  DType::kInt32,
                                                      DType::kInt64,  DType::kUint8,  DType::kUint16,
                                                      DType::kUint32, DType::kUint64, DType::kBool};

}  // namespace openaclnn
