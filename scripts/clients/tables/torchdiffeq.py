# SPDX-License-Identifier: Apache-2.0
"""Ordinary differential equations with each solver, gradients by backpropagation and by the adjoint equation, events."""

import torch
import torchdiffeq


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 3))

    def forward(self, t, y):
        return self.net(y) - 0.1 * t * y


class Solved(torch.nn.Module):
    def __init__(self, solve, named):
        super().__init__()
        self.field, self.solve, self.named = Field(), solve, named

    def forward(self, y, t):
        return self.solve(self.field, y, t.detach(), **self.named)


def solved(method, solve=torchdiffeq.odeint, **named):
    def call(side):
        module = side.module(Solved, solve, {"method": method, "rtol": 1e-4, "atol": 1e-5, **named}, train=True)
        return side.step(module, side.randn(4, 3), torch.linspace(0, 1, 5, device=side.device, dtype=side.dtype))

    return call


def event(side):
    """When a ball reaches the ground, and the gradient of that time for its height."""

    def reached(height):
        start = (height, torch.zeros_like(height))
        return torchdiffeq.odeint_event(
            lambda t, y: (y[1], torch.full_like(y[1], -9.8)),
            start,
            side.tensor(0.0),
            event_fn=lambda t, y: y[0].sum(),
            method="dopri5",
            odeint_interface=torchdiffeq.odeint,
        )[0]

    return side.function(reached, side.rand(1, low=1.0, high=2.0))


CALLS = {
    f"odeint, {_name}": solved(_name)
    for _name in (
        "dopri5",
        "dopri8",
        "bosh3",
        "fehlberg2",
        "adaptive_heun",
        "euler",
        "midpoint",
        "rk4",
        "heun3",
        "explicit_adams",
        "implicit_adams",
    )
}
CALLS |= {f"odeint_adjoint, {_name}": solved(_name, torchdiffeq.odeint_adjoint) for _name in ("dopri5", "rk4", "bosh3")}
CALLS["odeint, rk4 with steps"] = solved("rk4", options={"step_size": 0.1})
CALLS["odeint_event"] = event
