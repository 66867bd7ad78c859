# SPDX-License-Identifier: Apache-2.0
"""Small models of the kinds that people train, each with data to learn from: model(), and batch(generator) -> inputs, target."""
import math

import torch
from torch import nn
from torch.nn import functional


class Regression(nn.Module):
    """Embedding, GroupNorm, PReLU, MSE."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 16)
        self.layers = nn.Sequential(nn.Linear(16, 32), nn.GroupNorm(4, 32), nn.PReLU(32), nn.Linear(32, 1))

    def forward(self, words):
        return self.layers(self.words(words))

    @staticmethod
    def batch(generator):
        words = torch.randint(20, (64,), generator=generator)
        return words, (words.float() / 10).sin()[:, None]

    loss = staticmethod(functional.mse_loss)


class Classifier(nn.Module):
    """An MNIST-sized network: convolutions, BatchNorm, pooling, dropout. No bias in front of BatchNorm: its gradient would be
    rounding errors alone, which Adam makes as large as others."""

    def __init__(self, dropout=0.0):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(),
            nn.Dropout(dropout), nn.Linear(16 * 7 * 7, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 10))

    def forward(self, images):
        return self.layers(images)

    @staticmethod
    def batch(generator):
        """Noise with a bright square, whose place is the class."""
        labels = torch.randint(10, (32,), generator=generator)
        images = 0.3 * torch.rand((32, 1, 28, 28), generator=generator)
        for image, label in zip(images, labels.tolist()):
            row, column = divmod(label, 4)
            image[0, 8 * row:8 * row + 6, 7 * column:7 * column + 6] += 1
        return images, labels

    loss = staticmethod(functional.cross_entropy)


class SpatialTransformer(nn.Module):
    """Learns where to look: an affine grid, images sampled there, a classifier."""

    def __init__(self):
        super().__init__()
        self.look = nn.Sequential(nn.Conv2d(1, 4, 5, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 12 * 12, 6))
        nn.init.normal_(self.look[-1].weight, std=1e-2)
        self.look[-1].bias.data = torch.tensor([1.0, 0, 0, 0, 1, 0])
        self.tell = nn.Sequential(nn.Conv2d(1, 4, 5, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 12 * 12, 10))

    def forward(self, images):
        grid = functional.affine_grid(self.look(images).view(-1, 2, 3), images.shape, align_corners=False)
        return self.tell(functional.grid_sample(images, grid, align_corners=False))

    batch = staticmethod(Classifier.batch)
    loss = staticmethod(functional.cross_entropy)


class Attention(nn.Module):
    fused = False

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.joint, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        query, key, value = (part.view(batch, length, self.heads, -1).transpose(1, 2)
                             for part in self.joint(x).split(width, dim=2))
        if self.fused:
            mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
            return self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(width / self.heads))
        allowed = torch.tril(torch.ones(length, length, device=x.device))
        mixed = scores.masked_fill(allowed == 0, -math.inf).softmax(-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


class Gpt(nn.Module):
    """A small GPT, its attention spelled out."""

    attention = Attention

    def __init__(self, width=32, heads=2, words=24, most=16):
        super().__init__()
        self.words, self.positions = nn.Embedding(words, width), nn.Embedding(most, width)
        self.blocks = nn.ModuleList(
            nn.ModuleList([nn.LayerNorm(width), self.attention(width, heads), nn.LayerNorm(width),
                           nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))])
            for _ in range(2))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

    def forward(self, text):
        x = self.words(text) + self.positions(torch.arange(text.shape[1], device=text.device))
        for first, attention, second, feed in self.blocks:
            x = x + attention(first(x))
            x = x + feed(second(x))
        return self.head(self.norm(x)).flatten(0, 1)

    @staticmethod
    def batch(generator):
        start = torch.randint(24, (8, 1), generator=generator)
        text = (start + 5 * torch.arange(17)) % 24
        return text[:, :-1].contiguous(), text[:, 1:].flatten()

    loss = staticmethod(functional.cross_entropy)


class FusedAttention(Attention):
    fused = True


class FusedGpt(Gpt):
    """The same, its attention by one operator."""

    attention = FusedAttention


class SplitAttention(nn.Module):
    """Of as many heads as its projections have, so that each of several processes can have some."""

    def __init__(self, width, heads):
        super().__init__()
        self.head = width // heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x):
        batch, length, _ = x.shape
        query, key, value = (project(x).view(batch, length, -1, self.head).transpose(1, 2)
                             for project in (self.query, self.key, self.value))
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, -1))


class SplitGpt(Gpt):
    """The same, for tensor parallelism."""

    attention = SplitAttention


class UNetBlock(nn.Module):
    """Down, up and a connection across, with GroupNorm and SiLU."""

    def __init__(self):
        super().__init__()
        self.enter = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.GroupNorm(2, 8), nn.SiLU())
        self.down = nn.Sequential(nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.GroupNorm(4, 16), nn.SiLU())
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.leave = nn.Sequential(nn.Conv2d(16, 8, 3, padding=1), nn.GroupNorm(2, 8), nn.PReLU(), nn.Conv2d(8, 3, 1))

    def forward(self, images):
        x = self.enter(images)
        return self.leave(torch.cat([x, self.up(self.down(x))], dim=1))

    @staticmethod
    def batch(generator):
        images = torch.rand((4, 3, 16, 16), generator=generator)
        return images + 0.1 * torch.randn(images.shape, generator=generator), images

    loss = staticmethod(functional.mse_loss)
