// SPDX-License-Identifier: Apache-2.0
// Trains a tiny text regressor: how many stars does a film review give? Four of the operators make its
// backward pass; the forward pass is plain C++ in double precision, which also serves to check them.
//
//     words of a review -> embedding: each word's row of a table
//                       -> group norm: the vector of each word, in groups of channels
//                       -> PReLU, one slope for all
//                       -> score: the sum over words and channels
//     loss: mean squared error of the scores against the stars
//
// The backward operators are enqueued one after another on one stream, each reading what the one before it
// writes; the host waits once, at the end.

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "support.h"

namespace {

using example::Tensor;

// ---- the data ----

enum Word : int64_t { kThe, kFilm, kWas, kGood, kPlot, kDull, kBad, kVery, kActor, kVocabulary };

constexpr int64_t kReviews = 4;
constexpr int64_t kLength = 4;  // words in a review

const std::vector<int64_t> words = {
    kThe,  kFilm, kWas,  kGood,  //
    kThe,  kPlot, kWas,  kDull,  //
    kVery, kVery, kGood, kFilm,  // a word that comes twice: its gradients add up
    kThe,  kPlot, kWas,  kBad,   // and kActor never occurs: gradient 0
};
const std::vector<double> stars = {4, 2, 5, 1};

// ---- the model ----

constexpr int64_t kChannels = 8;
constexpr int64_t kGroups = 2;
constexpr int64_t kGroupSize = kChannels / kGroups;

struct Parameters {
  std::vector<double> table = std::vector<double>(kVocabulary * kChannels);
  std::vector<double> gamma = std::vector<double>(kChannels, 1.0);
  std::vector<double> beta = std::vector<double>(kChannels, 0.0);
  std::vector<double> slope = std::vector<double>(1, 0.25);
};

// For what is done to every parameter alike.
struct Member {
  const char* name;
  std::vector<double> Parameters::*values;
};
constexpr std::array<Member, 4> kMembers = {{
    {"table", &Parameters::table},
    {"gamma", &Parameters::gamma},
    {"beta", &Parameters::beta},
    {"slope", &Parameters::slope},
}};

Parameters Initialize() {
  Parameters parameters;
  std::mt19937 random(1);  // used without a std:: distribution: the same numbers with every standard library
  const auto uniform = [&random] { return 2.0 * random() / 4294967296.0 - 1.0; };
  for (double& value : parameters.table) {
    value = uniform();
  }
  for (int64_t c = 0; c < kChannels; ++c) {  // away from 1 and 0, where a mistake could hide
    parameters.gamma[c] += 0.3 * uniform();
    parameters.beta[c] += 0.3 * uniform();
  }
  return parameters;
}

// ---- forward ----

// What the backward pass needs to know of the forward pass.
struct Activations {
  std::vector<double> embedded;    // [kReviews, kLength, kChannels]
  std::vector<double> mean;        // [kReviews * kLength, kGroups]
  std::vector<double> rstd;        // likewise
  std::vector<double> normalized;  // [kReviews, kLength, kChannels]
  std::vector<double> score;       // [kReviews]
  double loss = 0.0;
};

void NormalizeGroup(const Parameters& parameters, size_t first, Activations& activations) {
  double mean = 0.0;
  double variance = 0.0;
  for (size_t i = first; i < first + kGroupSize; ++i) {
    mean += activations.embedded[i] / kGroupSize;
  }
  for (size_t i = first; i < first + kGroupSize; ++i) {
    variance += std::pow(activations.embedded[i] - mean, 2) / kGroupSize;
  }
  const double rstd = 1.0 / std::sqrt(variance + 1e-5);
  for (size_t i = first; i < first + kGroupSize; ++i) {
    const size_t channel = i % kChannels;
    activations.normalized.push_back((activations.embedded[i] - mean) * rstd * parameters.gamma[channel] +
                                     parameters.beta[channel]);
  }
  activations.mean.push_back(mean);
  activations.rstd.push_back(rstd);
}

Activations Forward(const Parameters& parameters) {
  Activations activations;
  for (int64_t word : words) {
    const auto row = parameters.table.begin() + word * kChannels;
    activations.embedded.insert(activations.embedded.end(), row, row + kChannels);
  }
  for (size_t first = 0; first < activations.embedded.size(); first += kGroupSize) {
    NormalizeGroup(parameters, first, activations);
  }
  activations.score.resize(kReviews);
  for (size_t i = 0; i < activations.normalized.size(); ++i) {
    const double x = activations.normalized[i];
    activations.score[i / (kLength * kChannels)] += x > 0 ? x : parameters.slope[0] * x;
  }
  for (int64_t r = 0; r < kReviews; ++r) {
    activations.loss += std::pow(activations.score[r] - stars[r], 2) / kReviews;
  }
  return activations;
}

// ---- backward ----

std::vector<float> ToFloat(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::vector<double> ReadDouble(const Tensor& tensor) {
  const std::vector<float> values = tensor.Read();
  return {values.begin(), values.end()};
}

// Gradient of the loss for every parameter.
Parameters Backward(const Parameters& parameters, const Activations& activations) {
  const example::Shape perReview = {kReviews, 1, 1};
  const example::Shape perElement = {kReviews, kLength, kChannels};
  const example::Shape perGroup = {kReviews * kLength, kGroups};

  const Tensor gradLoss = Tensor::Floats({1}, {1});
  const Tensor score = Tensor::Floats(perReview, ToFloat(activations.score));
  const Tensor target = Tensor::Floats(perReview, ToFloat(stars));
  const Tensor normalized = Tensor::Floats(perElement, ToFloat(activations.normalized));
  const Tensor slope = Tensor::Floats({1}, ToFloat(parameters.slope));
  const Tensor embedded = Tensor::Floats(perElement, ToFloat(activations.embedded));
  const Tensor mean = Tensor::Floats(perGroup, ToFloat(activations.mean));
  const Tensor rstd = Tensor::Floats(perGroup, ToFloat(activations.rstd));
  const Tensor gamma = Tensor::Floats({kChannels}, ToFloat(parameters.gamma));
  const Tensor indices = Tensor::Indices({kReviews, kLength}, words);

  const Tensor gradScore = Tensor::Output(perReview);
  const Tensor gradNormalized = Tensor::Output(perElement);
  const Tensor gradSlope = Tensor::Output({1});
  const Tensor gradEmbedded = Tensor::Output(perElement);
  const Tensor gradGamma = Tensor::Output({kChannels});
  const Tensor gradBeta = Tensor::Output({kChannels});
  const Tensor gradTable = Tensor::Output({kVocabulary, kChannels});

  example::Stream stream;
  stream.Run(
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        const int64_t reduction = 1;  // mean
        return aclnnMseLossBackwardGetWorkspaceSize(gradLoss, score, target, reduction, gradScore,
                                                    workspaceSize, executor);
      },
      aclnnMseLossBackward, "aclnnMseLossBackward");
  // A score is a sum, so each of its terms has the gradient of the score: gradScore is broadcast to them.
  stream.Run(
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnPreluBackwardGetWorkspaceSize(gradScore, normalized, slope, gradNormalized, gradSlope,
                                                  workspaceSize, executor);
      },
      aclnnPreluBackward, "aclnnPreluBackward");
  // To the group norm every word is a sample, with a single element in each channel.
  const example::BoolArray outputMask = example::MakeBoolArray({true, true, true});
  stream.Run(
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnGroupNormBackwardGetWorkspaceSize(
            gradNormalized, embedded, mean, rstd, gamma, kReviews * kLength, kChannels, 1, kGroups,
            outputMask.get(), gradEmbedded, gradGamma, gradBeta, workspaceSize, executor);
      },
      aclnnGroupNormBackward, "aclnnGroupNormBackward");
  stream.Run(
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        const uint64_t noPadding = static_cast<uint64_t>(-1);
        return aclnnEmbeddingDenseBackwardGetWorkspaceSize(gradEmbedded, indices, kVocabulary, noPadding,
                                                           false, gradTable, workspaceSize, executor);
      },
      aclnnEmbeddingDenseBackward, "aclnnEmbeddingDenseBackward");
  stream.Synchronize();

  return {ReadDouble(gradTable), ReadDouble(gradGamma), ReadDouble(gradBeta), ReadDouble(gradSlope)};
}

// ---- check ----

// Central differences: move a parameter a little to either side, and see how the loss changes. The step is
// small enough to keep every PReLU input on its side of 0, where the loss has a kink, and large enough for
// the change to stand out from rounding.
double FiniteDifference(const Parameters& parameters, const Member& member, size_t index) {
  const double step = 1e-5;
  Parameters moved = parameters;
  double& value = (moved.*member.values)[index];
  value += step;
  const double above = Forward(moved).loss;
  value -= 2.0 * step;
  const double below = Forward(moved).loss;
  return (above - below) / (2.0 * step);
}

// The operators get floats, precise to 6e-8, and round a few times; group norm then subtracts nearly equal
// sums, which can cost a digit or two. 1e-5 of the parameter's largest gradient leaves room for that, and for
// little else: the finite differences themselves are good to 1e-8.
bool CheckGradients(const Parameters& parameters, const Parameters& gradients) {
  const double tolerance = 1e-5;
  bool ok = true;
  std::printf("%-8s %9s %18s %22s\n", "gradient", "elements", "largest", "error / largest");
  for (const Member& member : kMembers) {
    const std::vector<double>& gradient = gradients.*member.values;
    double largest = 0.0;
    double error = 0.0;
    for (size_t i = 0; i < gradient.size(); ++i) {
      const double expected = FiniteDifference(parameters, member, i);
      largest = std::max(largest, std::abs(expected));
      error = std::max(error, std::abs(gradient[i] - expected));
      ok = ok && std::isfinite(gradient[i]);  // max would pass over a NaN
    }
    ok = ok && error <= tolerance * largest;
    std::printf("%-8s %9zu %18g %22.1e\n", member.name, gradient.size(), largest, error / largest);
  }
  return ok;
}

// ---- descent ----

void PrintStep(int step, const Activations& activations) {
  std::printf("%-8d %9.4f   ", step, activations.loss);
  for (double score : activations.score) {
    std::printf(" %5.2f", score);
  }
  std::printf("\n");
}

void Move(Parameters& parameters, const Parameters& gradients, double rate) {
  for (const Member& member : kMembers) {
    std::vector<double>& values = parameters.*member.values;
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] -= rate * (gradients.*member.values)[i];
    }
  }
}

// Returns whether every step lowered the loss, to less than a hundredth in the end.
bool Descend(Parameters parameters) {
  const int steps = 100;
  const double rate = 0.002;
  std::printf("\n%-8s %9s    scores (stars: 4 2 5 1)\n", "step", "loss");
  Activations activations = Forward(parameters);
  const double first = activations.loss;
  PrintStep(0, activations);
  bool ok = true;
  for (int step = 1; step <= steps; ++step) {
    const double before = activations.loss;
    Move(parameters, Backward(parameters, activations), rate);
    activations = Forward(parameters);
    ok = ok && activations.loss < before;
    if (step % 20 == 0) {
      PrintStep(step, activations);
    }
  }
  return ok && activations.loss < 0.01 * first;
}

int Example() {
  const example::Device device;
  const Parameters parameters = Initialize();
  const Parameters gradients = Backward(parameters, Forward(parameters));
  const bool correct = CheckGradients(parameters, gradients);
  const bool learns = Descend(parameters);
  std::printf("%s\n", correct && learns ? "ok" : "FAILED");
  return correct && learns ? 0 : 1;
}

}  // namespace

int main() {
  return example::Main(Example);
}
