// SPDX-License-Identifier: Apache-2.0
//
// Attention of one new token of each sequence to a cache of pages.
#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>

#include "aclnnop/aclnn_fused_infer_attention_score_v3.h"
#include "bench/serving/call.h"
#include "bench/serving/cases.h"

namespace bench {
namespace {

struct Decoding {
  int64_t sequences = 32;
  int64_t heads = 32;
  int64_t keyHeads = 4;
  int64_t size = 128;
  int64_t tokens = 4096;
  int64_t page = 128;
  aclDataType dtype = ACL_BF16;
};

// A table of pages in any order, as they are after a while.
Operand Table(int64_t sequences, int64_t pages) {
  Operand table({sequences, pages}, ACL_INT32);
  auto* const numbers = static_cast<int32_t*>(table.Data());
  std::iota(numbers, numbers + sequences * pages, 0);
  std::shuffle(numbers, numbers + sequences * pages, std::mt19937_64(1));
  return table;
}

std::unique_ptr<Contender> Decode(const Decoding& of) {
  const int64_t pages = of.tokens / of.page;
  const Operand::Shape cache{of.sequences * pages, of.page, of.keyHeads * of.size};
  const Operand::Shape rows{of.sequences, 1, of.heads * of.size};
  const std::vector<int64_t> lengths(static_cast<size_t>(of.sequences), of.tokens);
  const std::shared_ptr<aclIntArray> keyLengths(aclCreateIntArray(lengths.data(), lengths.size()),
                                                aclDestroyIntArray);
  return MakeCall(
      [of, keyLengths, query = Operand(rows, of.dtype), out = Operand(rows, of.dtype),
       key = ListOf({Operand(cache, of.dtype)}), value = ListOf({Operand(cache, of.dtype)}),
       table = Table(of.sequences, pages)](uint64_t* bytes, aclOpExecutor** executor) {
        constexpr int64_t kAll = 2147483647;
        constexpr double kScale = 0.08838834764831845;
        std::string layout = "BSH";
        return aclnnFusedInferAttentionScoreV3GetWorkspaceSize(
            query.Tensor(), key.get(), value.get(), nullptr, nullptr, nullptr, keyLengths.get(), nullptr,
            nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, table.Tensor(), nullptr, nullptr, nullptr,
            nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, of.heads, kScale,
            kAll, kAll, layout.data(), of.keyHeads, 0, 0, of.page, 0, false, 0, 0, out.Tensor(), nullptr,
            bytes, executor);
      },
      &aclnnFusedInferAttentionScoreV3);
}

}  // namespace

void AddAttention(std::vector<Case>& cases) {
  for (const auto& [name, dtype] : {std::pair("BFLOAT16", ACL_BF16), std::pair("FLOAT16", ACL_FLOAT16)}) {
    for (const int64_t heads : {4, 16, 32}) {
      Decoding of;
      of.heads = heads;
      of.dtype = dtype;
      cases.push_back(
          {"decoding, 32 sequences, " + std::to_string(heads) + " heads, 4 of 4096 keys of 128, " + name,
           of.sequences * of.tokens * of.keyHeads * of.size * 2 * 2, [of] { return Decode(of); }, nullptr});
    }
  }
}

}  // namespace bench
