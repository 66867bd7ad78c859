// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul/complex_product.h"

#include <algorithm>

#include "base/checked_math.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {
namespace {

// Elements of the result that a task combines.
constexpr int64_t kElementsOfTask = 4096;

template <typename Real>
ComplexNumber<Real>* ElementsOf(const ProductMatrix& matrix) {
  return reinterpret_cast<ComplexNumber<Real>*>(matrix.data);
}

// One run.
template <typename Real>
class Multiplication {
 public:
  using Number = ComplexNumber<Real>;

  Multiplication(const ComplexPartition& partition, const ComplexProduct& product,
                 const ProductOperands& operands, std::byte* workspace)
      : partition_(partition),
        product_(product),
        operands_(operands),
        workspace_(workspace),
        rows_(partition.real.shape.rows),
        columns_(partition.real.shape.columns / 2) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    const auto packFirst = [&](int64_t batch, const GemmPiece& piece, int64_t width, Real* panel) {
      Pack(
          piece, width, panel, [&](int64_t pair) { return operands_.First(batch, pair); },
          [](const ProductMatrix& matrix, int64_t lane, int64_t depth) {
            return ElementsOf<Real>(matrix)[lane * matrix.row + depth * matrix.column];
          });
    };
    const auto packSecond = [&](int64_t batch, const GemmPiece& piece, int64_t width, Real* panel) {
      Pack(
          piece, width, panel, [&](int64_t pair) { return operands_.Second(batch, pair); },
          [](const ProductMatrix& matrix, int64_t lane, int64_t depth) {
            const Number number = ElementsOf<Real>(matrix)[depth * matrix.row + lane / 2 * matrix.column];
            return lane % 2 == 0 ? Number{number.real, -number.imaginary}
                                 : Number{number.imaginary, number.real};
          });
    };
    const auto result = [&](int64_t batch) {
      const ProductMatrix out = partition_.direct ? operands_.Out(batch) : ProductOf(batch);
      return GemmResult{out.data, sizeof(Real) == sizeof(float) ? DType::kFloat : DType::kDouble, 2 * out.row,
                        EvenColumns(2 * columns_, 1)};
    };
    RunGemm(partition_.real, GemmCall<Real>{packFirst, packSecond, result}, workspace_, cpu);
    if (partition_.direct) {
      return;
    }
    const int64_t rows = partition_.real.shape.batches * rows_;
    const int64_t rowsOfTask = CeilDivide(kElementsOfTask, std::max(columns_, int64_t{1}));
    cpu.ParallelFor(CeilDivide(rows, rowsOfTask), [&](int64_t task) {
      for (int64_t row = task * rowsOfTask; row < std::min(rows, (task + 1) * rowsOfTask); ++row) {
        CombineRow(row / rows_, row % rows_);
      }
    });
  }

 private:
  // A piece whose depths are the parts of numbers: numberAt(matrix, lane, depth) has two of them.
  template <typename MatrixOf, typename NumberAt>
  void Pack(const GemmPiece& piece, int64_t width, Real* panel, const MatrixOf& matrixOf,
            const NumberAt& numberAt) const {
    for (int64_t d = 0; d < piece.depths; d += 2) {
      const int64_t depth = (piece.depth + d) / 2;
      const ProductMatrix matrix = matrixOf(depth / product_.depthOfPair);
      Real* const first = panel + d * width;
      Real* const second = first + width;
      for (int64_t lane = 0; lane < piece.lanes; ++lane) {
        const Number parts = numberAt(matrix, piece.lane + lane, depth % product_.depthOfPair);
        first[lane] = parts.real;
        second[lane] = parts.imaginary;
      }
      std::fill(first + piece.lanes, second, Real{0});
      std::fill(second + piece.lanes, second + width, Real{0});
    }
  }

  [[nodiscard]] ProductMatrix ProductOf(int64_t batch) const {
    std::byte* const begin = workspace_ + partition_.productAt;
    return {begin + batch * rows_ * columns_ * static_cast<int64_t>(sizeof(Number)), DType::kUndefined,
            columns_, 1};
  }

  void CombineRow(int64_t batch, int64_t row) const {
    const Number alpha{static_cast<Real>(product_.alpha.real), static_cast<Real>(product_.alpha.imaginary)};
    const Number beta{static_cast<Real>(product_.beta.real), static_cast<Real>(product_.beta.imaginary)};
    const bool adds = beta.real != 0 || beta.imaginary != 0;
    const ProductMatrix added = adds ? operands_.Added(batch) : ProductMatrix();
    const ProductMatrix products = ProductOf(batch);
    const ProductMatrix out = operands_.Out(batch);
    for (int64_t column = 0; column < columns_; ++column) {
      const auto at = [&](const ProductMatrix& matrix) {
        return ElementsOf<Real>(matrix) + row * matrix.row + column * matrix.column;
      };
      const Number number = alpha * *at(products);
      *at(out) = added.data != nullptr ? number + beta * *at(added) : number;
    }
  }

  const ComplexPartition& partition_;
  const ComplexProduct& product_;
  const ProductOperands& operands_;
  std::byte* workspace_;
  int64_t rows_;
  int64_t columns_;
};

}  // namespace

ComplexPartition::ComplexPartition(const GemmShape& shape, bool doubles, bool isDirect)
    : real({shape.batches, shape.rows, 2 * shape.columns, 2 * shape.depth},
           doubles ? sizeof(double) : sizeof(float)),
      direct(isDirect) {
  ScratchLayout layout;
  layout.Reserve(static_cast<int64_t>(real.workspaceBytes), 1);
  if (!direct) {
    const size_t size = doubles ? sizeof(ComplexNumber<double>) : sizeof(ComplexNumber<float>);
    productAt = layout.Reserve(shape.batches * shape.rows * shape.columns, size);
  }
  workspaceBytes = layout.Bytes();
}

template <typename Real>
void MultiplyComplex(const ComplexPartition& partition, const ComplexProduct& product,
                     const ProductOperands& operands, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu) {
  Multiplication<Real>(partition, product, operands, workspace).Run(cpu);
}

template void MultiplyComplex<float>(const ComplexPartition&, const ComplexProduct&, const ProductOperands&,
                                     std::byte*, const backend::cpu::CpuContext&);
template void MultiplyComplex<double>(const ComplexPartition&, const ComplexProduct&, const ProductOperands&,
                                      std::byte*, const backend::cpu::CpuContext&);

}  // namespace openaclnn
