# SPDX-License-Identifier: Apache-2.0
"""Gaussian processes: kernels with their gradients, exact and variational models in training, predictions; botorch's acquisitions."""

import botorch
import gpytorch
import torch
from gpytorch import kernels, likelihoods, means


def kernel(make, *arguments, **named):
    def call(side):
        of = side.module(make, *arguments, train=True, **named)
        return side.step(Dense(of), side.rand(8, 3), side.rand(6, 3))

    return call


class Dense(torch.nn.Module):
    """A kernel as a matrix."""

    def __init__(self, of):
        super().__init__()
        self.of = of

    def forward(self, x, y):
        return self.of(x, y).to_dense()


class Exact(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood, covariance):
        super().__init__(x, y, likelihood)
        self.mean, self.covariance = means.ConstantMean(), covariance

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean(x), self.covariance(x))


class Variational(gpytorch.models.ApproximateGP):
    def __init__(self, points, distribution, strategy):
        super().__init__(strategy(self, points, distribution(points.shape[0], mean_init_std=0), learn_inducing_locations=True))
        self.mean, self.covariance = means.ConstantMean(), kernels.ScaleKernel(kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean(x), self.covariance(x))


def exact(covariance, predict=False, fast=True):
    def call(side):
        x = side.rand(20, 2)
        y = torch.sin(3 * x[:, 0]) + x[:, 1] ** 2
        likelihood = side.module(likelihoods.GaussianLikelihood, train=True)
        model = side.module(lambda: Exact(None, None, likelihood, covariance()), train=True)
        model.set_train_data(x, y, strict=False)
        with gpytorch.settings.fast_computations(fast, fast, fast), gpytorch.settings.max_cholesky_size(800):
            loss = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
            found = side.train(model, torch.optim.SGD(model.parameters(), lr=0.05), lambda: -loss(model(x), y))
            if not predict:
                return found
            model.eval()
            likelihood.eval()
            with torch.no_grad():
                of = likelihood(model(side.rand(5, 2)))
                return [of.mean, of.variance, of.covariance_matrix, of.confidence_region()]

    return call


def variational(distribution, strategy, likelihood=likelihoods.GaussianLikelihood, objective=gpytorch.mlls.VariationalELBO):
    def call(side):
        x = side.rand(20, 2)
        y = torch.sin(3 * x[:, 0]) if likelihood is not likelihoods.BernoulliLikelihood else (x[:, 0] > 0.5).to(side.dtype)
        noise = side.module(likelihood, train=True)
        points = torch.rand(6, 2, generator=torch.Generator().manual_seed(2))
        model = side.module(Variational, points, distribution, strategy, train=True)
        loss = objective(noise, model, num_data=20)
        return side.train(
            torch.nn.ModuleList([model, noise]), torch.optim.SGD(model.parameters(), lr=0.05), lambda: -loss(model(x), y)
        )

    return call


def normal(call):
    return lambda side: call(side, gpytorch.distributions.MultivariateNormal(side.randn(6), side.positive(6)))


def single(side):
    x = side.rand(12, 2)
    model = botorch.models.SingleTaskGP(x, torch.sin(3 * x.sum(-1, keepdim=True)), outcome_transform=None, input_transform=None)
    return model.eval()


def fitted(side):
    model = single(side).train()
    loss = gpytorch.mlls.ExactMarginalLogLikelihood(model.likelihood, model)(model(*model.train_inputs), model.train_targets)
    return {"loss": loss, "gradients": side.gradients(loss, list(model.parameters()))}


def acquisition(make, points=1, **named):
    def call(side):
        of = make(single(side), **named)
        return side.function(of, side.rand(4, points, 2))

    return call


def sampled(make, **named):
    """The samples are Sobol's, drawn on the CPU."""

    def call(side):
        sampler = botorch.sampling.SobolQMCNormalSampler(torch.Size([16]), seed=1)
        return side.function(make(single(side), sampler=sampler, **named), side.rand(4, 2, 2))

    return call


CALLS = {}
for _name in (
    "RBFKernel",
    "MaternKernel",
    "LinearKernel",
    "PeriodicKernel",
    "RQKernel",
    "CosineKernel",
    "PolynomialKernel",
    "PiecewisePolynomialKernel",
    "ArcKernel",
    "SpectralMixtureKernel",
    "RBFKernelGrad",
    "ConstantKernel",
    "RFFKernel",
    "SpectralDeltaKernel",
):
    _named = {
        "PolynomialKernel": {"power": 2},
        "SpectralMixtureKernel": {"num_mixtures": 2, "ard_num_dims": 3},
        "RFFKernel": {"num_samples": 10, "num_dims": 3},
        "SpectralDeltaKernel": {"num_dims": 3, "num_deltas": 8},
    }.get(_name, {})
    if _name == "ArcKernel":
        CALLS[_name] = kernel(lambda: kernels.ArcKernel(kernels.MaternKernel(nu=0.5)))
    else:
        CALLS[_name] = kernel(getattr(kernels, _name), **_named)
CALLS["MaternKernel 0.5 with ARD"] = kernel(kernels.MaternKernel, nu=0.5, ard_num_dims=3)
CALLS["MaternKernel 1.5"] = kernel(kernels.MaternKernel, nu=1.5)
CALLS["sum and product of kernels"] = kernel(
    lambda: kernels.ScaleKernel(kernels.RBFKernel()) * kernels.RQKernel() + kernels.LinearKernel()
)
CALLS |= {
    "exact model, RBF": exact(lambda: kernels.ScaleKernel(kernels.RBFKernel())),
    "exact model, Matern": exact(lambda: kernels.ScaleKernel(kernels.MaternKernel(ard_num_dims=2))),
    "exact model, spectral mixture": exact(lambda: kernels.SpectralMixtureKernel(num_mixtures=2, ard_num_dims=2)),
    "exact model, by Cholesky": exact(lambda: kernels.ScaleKernel(kernels.RBFKernel()), fast=False),
    "exact model, predictions": exact(lambda: kernels.ScaleKernel(kernels.RBFKernel()), predict=True),
    "exact model, grid interpolation": exact(
        lambda: kernels.GridInterpolationKernel(kernels.RBFKernel(), grid_size=10, num_dims=2, grid_bounds=[(0.0, 1.0), (0.0, 1.0)])
    ),
    "exact model, inducing points": lambda side: exact(
        lambda: kernels.InducingPointKernel(
            kernels.ScaleKernel(kernels.RBFKernel()),
            torch.rand(5, 2, generator=torch.Generator().manual_seed(4)),
            likelihoods.GaussianLikelihood(),
        )
    )(side),
    "variational model": variational(
        gpytorch.variational.CholeskyVariationalDistribution, gpytorch.variational.VariationalStrategy
    ),
    "variational model, mean field": variational(
        gpytorch.variational.MeanFieldVariationalDistribution, gpytorch.variational.VariationalStrategy
    ),
    "variational model, delta": variational(
        gpytorch.variational.DeltaVariationalDistribution, gpytorch.variational.VariationalStrategy
    ),
    "variational model, unwhitened": variational(
        gpytorch.variational.CholeskyVariationalDistribution, gpytorch.variational.UnwhitenedVariationalStrategy
    ),
    "variational classifier": variational(
        gpytorch.variational.CholeskyVariationalDistribution,
        gpytorch.variational.VariationalStrategy,
        likelihoods.BernoulliLikelihood,
    ),
    "predictive log likelihood": variational(
        gpytorch.variational.CholeskyVariationalDistribution,
        gpytorch.variational.VariationalStrategy,
        objective=gpytorch.mlls.PredictiveLogLikelihood,
    ),
    "Student's noise": variational(
        gpytorch.variational.CholeskyVariationalDistribution,
        gpytorch.variational.VariationalStrategy,
        likelihoods.StudentTLikelihood,
    ),
    "MultivariateNormal.log_prob": normal(lambda side, of: of.log_prob(side.randn(6))),
    "MultivariateNormal.rsample": normal(lambda side, of: of.rsample(torch.Size([3]), base_samples=side.randn(3, 6))),
    "kl of normals": normal(
        lambda side, of: torch.distributions.kl_divergence(
            of, gpytorch.distributions.MultivariateNormal(side.randn(6), side.positive(6))
        )
    ),
    "MultitaskMultivariateNormal": lambda side: gpytorch.distributions.MultitaskMultivariateNormal(
        side.randn(4, 2), side.positive(8)
    ).log_prob(side.randn(4, 2)),
    "inv_quad_logdet": lambda side: side.function(
        lambda x, y: gpytorch.inv_quad_logdet(x, y, logdet=True), side.positive(6), side.randn(6, 2)
    ),
    "root_decomposition": lambda side: gpytorch.root_decomposition(side.positive(6)).to_dense(),
    "pivoted Cholesky": lambda side: gpytorch.pivoted_cholesky(side.positive(6), 3),
    "SingleTaskGP, gradients of its likelihood": fitted,
    "posterior": lambda side: (lambda posterior: [posterior.mean, posterior.variance])(single(side).posterior(side.rand(5, 2))),
    "ExpectedImprovement": acquisition(botorch.acquisition.LogExpectedImprovement, best_f=0.5),
    "ProbabilityOfImprovement": acquisition(botorch.acquisition.ProbabilityOfImprovement, best_f=0.5),
    "UpperConfidenceBound": acquisition(botorch.acquisition.UpperConfidenceBound, beta=0.2),
    "PosteriorMean": acquisition(botorch.acquisition.PosteriorMean),
    "qLogExpectedImprovement": sampled(botorch.acquisition.qLogExpectedImprovement, best_f=0.5),
    "qUpperConfidenceBound": sampled(botorch.acquisition.qUpperConfidenceBound, beta=0.2),
    "qSimpleRegret": sampled(botorch.acquisition.qSimpleRegret),
    "Hypervolume": lambda side: botorch.utils.multi_objective.hypervolume.Hypervolume(side.tensor([0.0, 0.0])).compute(
        side.rand(5, 2)
    ),
    "is_non_dominated": lambda side: botorch.utils.multi_objective.is_non_dominated(side.rand(10, 2)),
    "test function Hartmann": lambda side: side.module(botorch.test_functions.Hartmann, dim=6)(side.rand(4, 6)),
    "test function Branin": lambda side: side.module(botorch.test_functions.Branin)(side.rand(4, 2)),
}
