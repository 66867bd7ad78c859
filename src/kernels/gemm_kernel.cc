// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_kernel.h"

#include <blis.h>

#include <type_traits>

namespace openaclnn {
namespace {

// What BLIS has chosen for this processor. Its functions want pointers that are not const, and write through
// none of these.
template <typename T>
struct Blis {
  static constexpr num_t kType = std::is_same_v<T, float> ? BLIS_FLOAT : BLIS_DOUBLE;
  using Function = std::conditional_t<std::is_same_v<T, float>, sgemm_ukr_ft, dgemm_ukr_ft>;

  cntx_t* context = bli_gks_query_cntx();
  // Asked of the context once: the inline functions of BLIS look it up at every call.
  Function function = reinterpret_cast<Function>(bli_cntx_get_l3_vir_ukr_dt(kType, BLIS_GEMM_UKR, context));
  bool alongRows = bli_cntx_l3_vir_ukr_prefers_rows_dt(kType, BLIS_GEMM_UKR, context);
  int64_t first = bli_cntx_get_blksz_def_dt(kType, BLIS_MR, context);
  int64_t second = bli_cntx_get_blksz_def_dt(kType, BLIS_NR, context);

  static const Blis& Get() {
    static const Blis blis;
    return blis;
  }
};

template <typename T>
void Run(int64_t m, int64_t n, int64_t depth, const T* rowPanel, const T* columnPanel, bool add, T* c,
         int64_t rowStride) {
  const Blis<T>& blis = Blis<T>::Get();
  T one = 1;
  T beta = add ? T{1} : T{0};
  auto* rows = const_cast<T*>(rowPanel);
  auto* columns = const_cast<T*>(columnPanel);
  auxinfo_t ahead{};
  bli_auxinfo_set_next_ab(rows, columns, &ahead);
  if (blis.alongRows) {
    blis.function(m, n, depth, &one, rows, columns, &beta, c, rowStride, 1, &ahead, blis.context);
  } else {  // the transposed product: such a kernel writes along its own rows' direction
    blis.function(n, m, depth, &one, columns, rows, &beta, c, 1, rowStride, &ahead, blis.context);
  }
}

template <typename T>
GemmKernel<T> Choose() {
  const Blis<T>& blis = Blis<T>::Get();
  return {.rows = blis.alongRows ? blis.first : blis.second,
          .columns = blis.alongRows ? blis.second : blis.first,
          .run = Run<T>};
}

}  // namespace

template <typename T>
const GemmKernel<T>& BestGemmKernel() {
  static const GemmKernel<T> kernel = Choose<T>();
  return kernel;
}

template const GemmKernel<float>& BestGemmKernel();
template const GemmKernel<double>& BestGemmKernel();

}  // namespace openaclnn
