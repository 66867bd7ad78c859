# SPDX-License-Identifier: Apache-2.0
"""Logarithms of densities of each distribution with their gradients, divergences, a step of inference, transforms, flows."""

import pyro
import pyro.distributions as distributions
import torch
from pyro.distributions import transforms
from torch.distributions import kl_divergence


def density(make, value, *parameters, **named):
    """`value` and `parameters` draw from a side."""

    def call(side):
        given = [draw(side) for draw in parameters]
        at = value(side)
        return side.function(lambda *of: getattr(distributions, make)(*of, **named).log_prob(at), *given)

    return call


def real(*shape):
    return lambda side: side.randn(*(shape or (5,)))


def above(*shape):
    return lambda side: side.rand(*(shape or (5,)), low=0.5, high=2.0)


def chance(*shape):
    return lambda side: side.rand(*(shape or (5,)), low=0.1, high=0.9)


def counts(side):
    return side.ints(5, 5).to(side.dtype)


def bits(side):
    return side.ints(2, 5).to(side.dtype)


def simplex(*shape):
    return lambda side: torch.softmax(side.randn(*shape), -1)


def divergence(make, *parameters):
    return lambda side: kl_divergence(
        getattr(distributions, make)(*(draw(side) for draw in parameters)),
        getattr(distributions, make)(*(draw(side) for draw in parameters)),
    )


def flow(make, dim=4, **named):
    def call(side):
        torch.manual_seed(3)
        module = side.module(lambda: getattr(transforms, make)(dim, **named), train=True)
        base = distributions.Normal(
            torch.zeros(dim, device=side.device, dtype=side.dtype), torch.ones(dim, device=side.device, dtype=side.dtype)
        ).to_event(1)
        of = distributions.TransformedDistribution(base, [module])
        at = side.rand(6, dim, low=-0.9, high=0.9) if hasattr(module, "bound") else side.randn(6, dim)
        forward = module(at)
        return {"value": forward, "logarithm": module.log_abs_det_jacobian(at, forward), "density": of.log_prob(forward)}

    return call


def inferred(side):
    """The device draws other numbers, so that the loss can not be compared."""
    pyro.clear_param_store()
    data = side.randn(10)

    def model():
        mean = pyro.sample("mean", distributions.Normal(side.tensor(0.0), side.tensor(1.0)))
        with pyro.plate("data", 10):
            pyro.sample("x", distributions.Normal(mean, 1.0), obs=data)

    def guide():
        pyro.sample(
            "mean",
            distributions.Normal(
                pyro.param("loc", side.tensor(0.1)),
                pyro.param("scale", side.tensor(0.5), constraint=distributions.constraints.positive),
            ),
        )

    step = pyro.infer.SVI(model, guide, pyro.optim.Adam({"lr": 0.01}), pyro.infer.Trace_ELBO())
    return [step.step() for _ in range(3)]


def sampled(make, *parameters):
    return lambda side: getattr(distributions, make)(*(draw(side) for draw in parameters)).sample((3,))


CALLS = {
    "Normal": density("Normal", real(), real(), above()),
    "LogNormal": density("LogNormal", above(), real(), above()),
    "Laplace": density("Laplace", real(), real(), above()),
    "Cauchy": density("Cauchy", real(), real(), above()),
    "Gumbel": density("Gumbel", real(), real(), above()),
    "StudentT": density("StudentT", real(), above(), real(), above()),
    "Gamma": density("Gamma", above(), above(), above()),
    "InverseGamma": density("InverseGamma", above(), above(), above()),
    "Beta": density("Beta", chance(), above(), above()),
    "Exponential": density("Exponential", above(), above()),
    "Weibull": density("Weibull", above(), above(), above()),
    "Pareto": density("Pareto", lambda side: 3 + side.rand(5), above(), above()),
    "Chi2": density("Chi2", above(), above()),
    "HalfNormal": density("HalfNormal", above(), above()),
    "HalfCauchy": density("HalfCauchy", above(), above()),
    "Kumaraswamy": density("Kumaraswamy", chance(), above(), above()),
    "Uniform": density("Uniform", chance(), lambda side: -side.rand(5), lambda side: 1 + side.rand(5)),
    "VonMises": density("VonMises", real(), real(), above()),
    "Logistic": density("Logistic", real(), real(), above()),
    "SoftLaplace": density("SoftLaplace", real(), real(), above()),
    "AsymmetricLaplace": density("AsymmetricLaplace", real(), real(), above(), above()),
    "Bernoulli": density("Bernoulli", bits, chance()),
    "Binomial": lambda side: side.function(lambda p: distributions.Binomial(5, p).log_prob(counts(side)), chance()(side)),
    "NegativeBinomial": lambda side: side.function(
        lambda p: distributions.NegativeBinomial(5, p).log_prob(counts(side)), chance()(side)
    ),
    "Geometric": density("Geometric", counts, chance()),
    "Poisson": density("Poisson", counts, above()),
    "Categorical": density("Categorical", lambda side: side.ints(4, 5), simplex(5, 4)),
    "OneHotCategorical": density(
        "OneHotCategorical", lambda side: torch.nn.functional.one_hot(side.ints(4, 5), 4).to(side.dtype), simplex(5, 4)
    ),
    "Dirichlet": density("Dirichlet", simplex(5, 4), above(5, 4)),
    "BetaBinomial": lambda side: side.function(
        lambda a, b: distributions.BetaBinomial(a, b, 5).log_prob(counts(side)), above()(side), above()(side)
    ),
    "GammaPoisson": density("GammaPoisson", counts, above(), above()),
    "DirichletMultinomial": lambda side: side.function(
        lambda a: distributions.DirichletMultinomial(a, 4).log_prob(side.tensor([2.0, 1.0, 1.0, 0.0])), above(4)(side)
    ),
    "ZeroInflatedPoisson": lambda side: side.function(
        lambda rate, gate: distributions.ZeroInflatedPoisson(rate, gate=gate).log_prob(counts(side)), above()(side), chance()(side)
    ),
    "MultivariateNormal": lambda side: side.function(
        lambda mean, matrix: distributions.MultivariateNormal(mean, matrix).log_prob(side.randn(5, 3)),
        side.randn(3),
        side.positive(3),
    ),
    "LowRankMultivariateNormal": density("LowRankMultivariateNormal", real(4), real(4), real(4, 2), above(4)),
    "MultivariateStudentT": lambda side: side.function(
        lambda mean: distributions.MultivariateStudentT(side.tensor(4.0), mean, torch.linalg.cholesky(side.positive(3))).log_prob(
            side.randn(5, 3)
        ),
        side.randn(3),
    ),
    "LKJCholesky": lambda side: distributions.LKJCholesky(3, side.tensor(1.5)).log_prob(
        torch.nn.functional.normalize(torch.linalg.cholesky(side.positive(3)))
    ),
    "MixtureSameFamily": lambda side: side.function(
        lambda logits, mean, scale: distributions.MixtureSameFamily(
            distributions.Categorical(logits=logits), distributions.Normal(mean, scale)
        ).log_prob(side.randn(5)),
        side.randn(3),
        side.randn(3),
        above(3)(side),
    ),
    "RelaxedBernoulli": lambda side: side.function(
        lambda p: distributions.RelaxedBernoulli(side.tensor(0.5), p).log_prob(chance()(side)), chance()(side)
    ),
    "GaussianHMM": lambda side: distributions.GaussianHMM(
        distributions.Normal(side.tensor([0.0, 0.0]), side.tensor([1.0, 1.0])).to_event(1),
        side.randn(2, 2),
        distributions.Normal(side.tensor([0.0, 0.0]), side.tensor([1.0, 1.0])).to_event(1),
        side.randn(2, 2),
        distributions.Normal(side.tensor([0.0, 0.0]), side.tensor([1.0, 1.0])).to_event(1),
        duration=6,
    ).log_prob(side.randn(6, 2)),
    "DiscreteHMM": lambda side: distributions.DiscreteHMM(
        side.randn(3), side.randn(3, 3), distributions.Normal(side.randn(3), above(3)(side))
    ).log_prob(side.randn(6)),
    "KL of normals": divergence("Normal", real(), above()),
    "KL of gammas": divergence("Gamma", above(), above()),
    "KL of betas": divergence("Beta", above(), above()),
    "KL of Dirichlet": divergence("Dirichlet", above(5, 4)),
    "KL of categoricals": divergence("Categorical", simplex(5, 4)),
    "KL of Bernoulli": divergence("Bernoulli", chance()),
    "KL of Laplace": divergence("Laplace", real(), above()),
    "KL of Poisson": divergence("Poisson", above()),
    "SVI": inferred,
    "samples of Normal": sampled("Normal", real(), above()),
    "samples of Gamma": sampled("Gamma", above(), above()),
    "samples of Categorical": sampled("Categorical", simplex(5, 4)),
    "samples of Bernoulli": sampled("Bernoulli", chance()),
    "samples of Exponential": sampled("Exponential", above()),
    "samples of Poisson": sampled("Poisson", above()),
    "samples of Dirichlet": sampled("Dirichlet", above(5, 4)),
    "samples of Beta": sampled("Beta", above(), above()),
    "samples of StudentT": sampled("StudentT", above()),
    "samples of Laplace": sampled("Laplace", real(), above()),
}
for _name in (
    "planar",
    "radial",
    "sylvester",
    "affine_autoregressive",
    "affine_coupling",
    "spline",
    "spline_coupling",
    "householder",
    "polynomial",
    "matrix_exponential",
):
    CALLS[f"flow {_name}"] = flow(_name)
# Compared by shapes alone.
DRAWN = {name for name in CALLS if name.startswith("samples")} | {"SVI"}
