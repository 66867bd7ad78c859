// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_argsort.h"
#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_median.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::sorting {
namespace {

Argument Values(const DTypes& dtypes) {
  return OutputOfThatType("valuesOut", dtypes);
}

Argument Indices(const char* name) {
  Argument indices = OutputOfThatType(name, {ACL_INT64}, Always(ACL_INT64));
  indices.meaning = "where they are along dim";
  return indices;
}

Argument Count() {
  return {.name = "k",
          .role = Role::kAttribute,
          .meaning = "how many elements, or the number of one from 1 on",
          .defaultValue = int64_t{1}};
}

/// Those whose results have rows as long as self's.
Operator WholeRows(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  return AlongDim(std::move(phases), std::move(summary), std::move(formula), std::move(arguments),
                  SameShapeAs("self"), "that of self");
}

Operator TopK() {
  const DTypes dtypes = Numbers();
  Operator row = AlongDim(
      TwoPhases<&aclnnTopkGetWorkspaceSize, &aclnnTopk>("aclnnTopk"),
      "largest or smallest elements along a dimension, and where they are",
      "valuesOut, indicesOut = the k largest elements of self along dim, and their places",
      {Input("self", dtypes), Count(), Dim("dim"),
       Flag("largest", "whether the largest ones are taken, not the smallest"),
       Flag("sorted", "whether they have to be in order; they are"), Values(dtypes), Indices("indicesOut")},
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("self");
        const auto rank = static_cast<int64_t>(shape.size());
        const int64_t dim = known.Integer("dim");
        const int64_t d = dim < 0 ? dim + rank : dim;
        if (d >= 0 && d < rank) {
          shape[static_cast<size_t>(d)] = known.Integer("k");
        }
        return shape;
      },
      "that of self with extent k at dim");
  for (Sample& sample : row.samples) {
    sample.arguments.attributes["k"] = int64_t{7};
  }
  return row;
}

Operator MedianAlong(Phases phases, const std::string& word) {
  return OneAlongDim(std::move(phases), "medians" + word + " along a dimension, and where they are",
                     "valuesOut, indicesOut = median of self" + word + " along dim, and its place",
                     {Input("self", NumbersButBool()), Dim("dim"),
                      Flag("keepDim", "whether the dimension stays, with extent 1"), Values(NumbersButBool()),
                      Indices("indicesOut")},
                     "keepDim");
}

Operator MedianOfAll(Phases phases, const std::string& word) {
  return WithElements(Reduction(std::move(phases), "median" + word, {"valuesOut = median of self" + word},
                                {Input("self", NumbersButBool()), Values(NumbersButBool())}));
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes dtypes = Numbers();
  return {
      WholeRows(
          TwoPhases<&aclnnSortGetWorkspaceSize, &aclnnSort>("aclnnSort"),
          "elements in order along a dimension, and where they were",
          "valuesOut, indicesOut = elements of self in order along dim, and their places",
          {Input("self", dtypes), Flag("stable", "whether equal elements stay in order; they do"), Dim("dim"),
           Flag("descending", "largest elements first"), Values(dtypes), Indices("indicesOut")}),
      WholeRows(
          TwoPhases<&aclnnArgsortGetWorkspaceSize, &aclnnArgsort>("aclnnArgsort"),
          "where the elements are that come in order along a dimension",
          "out = places of the elements of self in order along dim",
          {Input("self", dtypes), Dim("dim"), Flag("descending", "largest elements first"), Indices("out")}),
      TopK(),
      OneAlongDim(TwoPhases<&aclnnKthvalueGetWorkspaceSize, &aclnnKthvalue>("aclnnKthvalue"),
                  "k-th smallest elements along a dimension, and where they are",
                  "valuesOut, indicesOut = the k-th smallest element of self along dim, and its place",
                  {Input("self", NumbersButBool()), Count(), Dim("dim"),
                   Flag("keepdim", "whether the dimension stays, with extent 1"), Values(NumbersButBool()),
                   Indices("indicesOut")},
                  "keepdim"),
      MedianOfAll(TwoPhases<&aclnnMedianGetWorkspaceSize, &aclnnMedian>("aclnnMedian"), ""),
      MedianOfAll(TwoPhases<&aclnnNanMedianGetWorkspaceSize, &aclnnNanMedian>("aclnnNanMedian"),
                  " without NaNs"),
      MedianAlong(TwoPhases<&aclnnMedianDimGetWorkspaceSize, &aclnnMedianDim>("aclnnMedianDim"), ""),
      MedianAlong(TwoPhases<&aclnnNanMedianDimGetWorkspaceSize, &aclnnNanMedianDim>("aclnnNanMedianDim"),
                  " without NaNs"),
  };
}

}  // namespace openaclnn::catalogue::sorting::sorting
