// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/gemm_kernel.h"

#include <blis.h>
#include <hwy/highway.h>

#include <type_traits>

namespace openaclnn {
namespace {

// The kernels for this processor. BLIS counts its units for vectors of 64 bytes by its name, and takes a name
// that it does not know, as virtual machines have them, for one of few: it chooses those for AVX2, which take
// twice as long.
cntx_t* Context() {
  cntx_t* const chosen = bli_gks_query_cntx();
#ifdef BLIS_CONFIG_SKX
  if (bli_arch_query_id() == BLIS_ARCH_HASWELL && (hwy::SupportedTargets() & HWY_AVX3) != 0) {
    return bli_gks_lookup_nat_cntx(BLIS_ARCH_SKX);
  }
#endif
  return chosen;
}

// What is to be known of them. BLIS's functions want pointers that are not const, and write through
// none of these.
template <typename T>
struct Blis {
  static constexpr num_t kType = std::is_same_v<T, float> ? BLIS_FLOAT : BLIS_DOUBLE;
  using Function = std::conditional_t<std::is_same_v<T, float>, sgemm_ukr_ft, dgemm_ukr_ft>;

  cntx_t* context = Context();
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
