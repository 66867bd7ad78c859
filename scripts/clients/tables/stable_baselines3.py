# SPDX-License-Identifier: Apache-2.0
"""Agents: some steps of learning. The device draws other actions than the CPU, so that what is learnt can not be compared; one step
of each loss of given transitions can."""

import gymnasium
import numpy
import stable_baselines3 as agents
from stable_baselines3.common import policies
from stable_baselines3.common.buffers import ReplayBuffer, RolloutBuffer
from stable_baselines3.common.distributions import (
    BernoulliDistribution,
    CategoricalDistribution,
    DiagGaussianDistribution,
    MultiCategoricalDistribution,
    SquashedDiagGaussianDistribution,
)


class Discrete(gymnasium.Env):
    """A walk on a line."""

    observation_space = gymnasium.spaces.Box(-1, 1, (3,), numpy.float32)
    action_space = gymnasium.spaces.Discrete(3)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.time = 0
        return numpy.zeros(3, numpy.float32), {}

    def step(self, action):
        self.time += 1
        value = numpy.sin(self.time + numpy.sum(action))
        return numpy.full(3, value, numpy.float32), float(value), self.time >= 10, False, {}


class Continuous(Discrete):
    action_space = gymnasium.spaces.Box(-1, 1, (2,), numpy.float32)


def learn(make, environment, policy="MlpPolicy", steps=40, **named):
    def call(side):
        agent = make(policy, environment(), device=side.device, seed=3, policy_kwargs={"net_arch": [8]}, **named)
        agent.learn(steps)
        return dict(agent.policy.named_parameters())

    return call


def predicted(make, environment, **named):
    """An action of a new agent whose weights are those of a seed, without noise."""

    def call(side):
        agent = make("MlpPolicy", environment(), device="cpu", seed=3, policy_kwargs={"net_arch": [8]}, **named)
        return agent.policy.to(side.device).predict(numpy.full((1, 3), 0.3, numpy.float32), deterministic=True)[0]

    return call


def evaluated(environment, make=policies.ActorCriticPolicy, **named):
    """Values, the logarithms of chances and entropies of given actions, and the gradients."""

    def call(side):
        policy = side.module(
            make, environment.observation_space, environment.action_space, lambda _: 1e-3, net_arch=[8], train=True, **named
        )
        actions = side.ints(3, 6) if environment is Discrete else side.rand(6, 2, low=-1)
        values, log_chances, entropies = policy.evaluate_actions(side.rand(6, 3, low=-1), actions)
        parameters = dict(policy.named_parameters())
        gradients = side.gradients([values, log_chances, entropies], list(parameters.values()))
        return {"values": values, "log": log_chances, "entropies": entropies, **dict(zip(parameters, gradients))}

    return call


def distribution(make, *sizes, actions=lambda side: side.ints(2, 5, 3).to(side.dtype), inputs=(3,)):
    def call(side):
        of = make(*sizes).proba_distribution(*(side.randn(5, size) for size in inputs))
        return [of.log_prob(actions(side)), of.entropy(), of.mode()]

    return call


def rollouts(side):
    buffer = RolloutBuffer(4, Discrete.observation_space, Discrete.action_space, device=side.device)
    for index in range(4):
        buffer.add(
            numpy.full((1, 3), index, numpy.float32),
            numpy.array([[1]]),
            numpy.array([0.5]),
            numpy.array([index == 0]),
            side.rand(1),
            side.rand(1),
        )
    buffer.compute_returns_and_advantage(side.rand(1), numpy.array([False]))
    return [buffer.advantages, buffer.returns, list(next(buffer.get(None))[1:])]


def replays(side):
    buffer = ReplayBuffer(4, Discrete.observation_space, Discrete.action_space, device=side.device)
    for index in range(4):
        buffer.add(
            numpy.full((1, 3), index, numpy.float32),
            numpy.full((1, 3), index, numpy.float32),
            numpy.array([[1]]),
            numpy.array([0.5]),
            numpy.array([False]),
            [{}],
        )
    return list(buffer._get_samples(numpy.array([0, 2]))[:5])


CALLS = {
    "PPO": learn(agents.PPO, Discrete, n_steps=20, batch_size=10, n_epochs=2),
    "PPO of continuous actions": learn(agents.PPO, Continuous, n_steps=20, batch_size=10, n_epochs=2),
    "PPO with state-dependent noise": learn(agents.PPO, Continuous, n_steps=20, batch_size=10, n_epochs=2, use_sde=True),
    "A2C": learn(agents.A2C, Discrete),
    "A2C of continuous actions": learn(agents.A2C, Continuous),
    "DQN": learn(agents.DQN, Discrete, learning_starts=10, train_freq=4, batch_size=8),
    "SAC": learn(agents.SAC, Continuous, learning_starts=10, train_freq=4, batch_size=8),
    "TD3": learn(agents.TD3, Continuous, learning_starts=10, train_freq=4, batch_size=8),
    "DDPG": learn(agents.DDPG, Continuous, learning_starts=10, train_freq=4, batch_size=8),
    "PPO evaluates discrete actions": evaluated(Discrete),
    "PPO evaluates continuous actions": evaluated(Continuous),
    "PPO predicts": predicted(agents.PPO, Discrete),
    "DQN predicts": predicted(agents.DQN, Discrete),
    "SAC predicts": predicted(agents.SAC, Continuous),
    "TD3 predicts": predicted(agents.TD3, Continuous),
    "CategoricalDistribution": distribution(CategoricalDistribution, 3, actions=lambda side: side.ints(3, 5)),
    "MultiCategoricalDistribution": distribution(
        MultiCategoricalDistribution, [2, 3], actions=lambda side: side.ints(2, 5, 2), inputs=(5,)
    ),
    "BernoulliDistribution": distribution(BernoulliDistribution, 3),
    "DiagGaussianDistribution": lambda side: (lambda of: [of.log_prob(side.randn(5, 2)), of.entropy(), of.mode()])(
        DiagGaussianDistribution(2).proba_distribution(side.randn(5, 2), side.randn(2))
    ),
    "SquashedDiagGaussianDistribution": lambda side: (lambda of: [of.log_prob(side.rand(5, 2, low=-0.9, high=0.9)), of.mode()])(
        SquashedDiagGaussianDistribution(2).proba_distribution(side.randn(5, 2), side.randn(2))
    ),
    "RolloutBuffer": rollouts,
    "ReplayBuffer": replays,
}
# Compared by shapes alone.
DRAWN = {
    name
    for name in CALLS
    if name.split()[0] in ("PPO", "A2C", "DQN", "SAC", "TD3", "DDPG") and "evaluates" not in name and "predicts" not in name
} | {"RolloutBuffer"}
