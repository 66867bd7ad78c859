# SPDX-License-Identifier: Apache-2.0
"""Graphs: layers with their gradients, pooling, aggregation, models, utilities."""

import torch
from torch_geometric import nn as layers
from torch_geometric import utils


def edges(side):
    """A ring with chords, undirected and without loops."""
    ring = torch.arange(12)
    chords = torch.stack([torch.cat([ring, ring]), torch.cat([(ring + 1) % 12, (ring + 3) % 12])])
    return torch.cat([chords, chords.flip(0)], 1).to(side.device)


def convolution(make, *arguments, weights=False, features=None, inputs=8, **named):
    def call(side):
        graph = edges(side)
        given = (side.rand(graph.shape[1]),) if weights else (side.rand(graph.shape[1], features),) if features else ()
        layer = side.module(make, *arguments, train=True, **named)
        return side.step(OfGraph(layer, graph), side.randn(12, inputs), *given)

    return call


class OfGraph(torch.nn.Module):
    def __init__(self, layer, graph):
        super().__init__()
        self.layer, self.graph = layer, graph

    def forward(self, x, *rest):
        return self.layer(x, self.graph, *rest)


def batch(side):
    return torch.arange(12, device=side.device) // 4


def aggregated(make, *arguments, **named):
    return lambda side: side.step(side.module(make, *arguments, train=True, **named), side.randn(12, 8), batch(side))


CALLS = {}
for _name in (
    "GCNConv",
    "SAGEConv",
    "GATConv",
    "GATv2Conv",
    "GraphConv",
    "ChebConv",
    "TAGConv",
    "SGConv",
    "ARMAConv",
    "LEConv",
    "TransformerConv",
    "ClusterGCNConv",
    "GENConv",
    "SuperGATConv",
    "FiLMConv",
    "MFConv",
    "ResGatedGraphConv",
    "EGConv",
    "SSGConv",
    "GeneralConv",
    "AntiSymmetricConv",
    "LGConv",
    "FeaStConv",
    "GatedGraphConv",
):
    _arguments = {
        "ChebConv": (8, 6, 3),
        "SSGConv": (8, 6, 0.1),
        "AntiSymmetricConv": (8,),
        "LGConv": (),
        "GatedGraphConv": (8, 2),
        "EGConv": (8, 8),
    }.get(_name, (8, 6))
    CALLS[_name] = convolution(getattr(layers, _name), *_arguments)
CALLS |= {
    "GCNConv with weights": convolution(layers.GCNConv, 8, 6, weights=True),
    "GATConv, 2 heads": convolution(layers.GATConv, 8, 6, heads=2),
    "GINConv": convolution(lambda: layers.GINConv(torch.nn.Linear(8, 6))),
    "GINEConv": convolution(lambda: layers.GINEConv(torch.nn.Linear(8, 6), edge_dim=4), features=4),
    "NNConv": convolution(lambda: layers.NNConv(8, 6, torch.nn.Linear(4, 48)), features=4),
    "EdgeConv": convolution(lambda: layers.EdgeConv(torch.nn.Linear(16, 6))),
    "APPNP": convolution(layers.APPNP, 3, 0.1),
    "CGConv": convolution(layers.CGConv, 8, dim=4, features=4),
    "GMMConv": convolution(layers.GMMConv, 8, 6, dim=3, kernel_size=2, features=3),
    "PNAConv": convolution(
        layers.PNAConv,
        8,
        6,
        aggregators=["mean", "max", "std"],
        scalers=["identity", "amplification"],
        deg=torch.tensor([0, 0, 2, 4, 6]),
    ),
    "RGCNConv": lambda side: side.step(
        side.module(layers.RGCNConv, 8, 6, 3, train=True), side.randn(12, 8), edges(side), side.ints(3, edges(side).shape[1])
    ),
    "RGATConv": lambda side: side.step(
        side.module(layers.RGATConv, 8, 6, 3, train=True), side.randn(12, 8), edges(side), side.ints(3, edges(side).shape[1])
    ),
    "HypergraphConv": convolution(layers.HypergraphConv, 8, 6),
    "DenseGCNConv": lambda side: side.step(side.module(layers.DenseGCNConv, 8, 6), side.randn(2, 5, 8), side.rand(2, 5, 5)),
    "PointNetConv": lambda side: side.module(layers.PointNetConv, torch.nn.Linear(11, 6))(
        side.randn(12, 8), side.randn(12, 3), edges(side)
    ),
    "GCN": convolution(layers.GCN, 8, 16, 2, 4),
    "GraphSAGE": convolution(layers.GraphSAGE, 8, 16, 2, 4),
    "GAT": convolution(layers.GAT, 8, 16, 2, 4),
    "GIN": convolution(layers.GIN, 8, 16, 2, 4),
    "PNA": convolution(
        layers.PNA, 8, 16, 2, 4, aggregators=["mean", "max"], scalers=["identity"], deg=torch.tensor([0, 0, 2, 4, 6])
    ),
    "JumpingKnowledge": lambda side: side.step(
        side.module(layers.JumpingKnowledge, "lstm", 8, 3, train=True), [side.randn(12, 8) for _ in range(3)]
    ),
    "GAE": lambda side: side.module(layers.GAE, layers.GCNConv(8, 4)).encode(side.randn(12, 8), edges(side)),
    "DeepGCNLayer": convolution(lambda: layers.DeepGCNLayer(layers.GENConv(8, 8), torch.nn.LayerNorm(8), torch.nn.ReLU())),
    "GPSConv": convolution(lambda: layers.GPSConv(8, layers.GCNConv(8, 8), heads=2)),
    "SchNet": lambda side: side.step(
        side.module(
            layers.SchNet,
            8,
            8,
            2,
            10,
            interaction_graph=lambda pos, batch: (edges(side), (pos[edges(side)[0]] - pos[edges(side)[1]]).norm(dim=-1)),
        ),
        side.ints(9, 12, low=1),
        side.randn(12, 3),
    ),
    "global_add_pool": lambda side: side.function(lambda x: layers.global_add_pool(x, batch(side)), side.randn(12, 8)),
    "global_mean_pool": lambda side: side.function(lambda x: layers.global_mean_pool(x, batch(side)), side.randn(12, 8)),
    "global_max_pool": lambda side: side.function(lambda x: layers.global_max_pool(x, batch(side)), side.randn(12, 8)),
    "TopKPooling": lambda side: list(side.module(layers.TopKPooling, 8)(side.randn(12, 8), edges(side), batch=batch(side))),
    "SAGPooling": lambda side: list(side.module(layers.SAGPooling, 8)(side.randn(12, 8), edges(side), batch=batch(side))),
    "ASAPooling": lambda side: list(side.module(layers.ASAPooling, 8)(side.randn(12, 8), edges(side), batch=batch(side))),
    "EdgePooling": lambda side: list(side.module(layers.EdgePooling, 8)(side.randn(12, 8), edges(side), batch(side)))[:3],
    "dense_diff_pool": lambda side: side.function(
        layers.dense_diff_pool, side.randn(2, 6, 8), side.rand(2, 6, 6), side.randn(2, 6, 3)
    ),
    "dense_mincut_pool": lambda side: side.function(
        layers.dense_mincut_pool, side.randn(2, 6, 8), side.rand(2, 6, 6), side.randn(2, 6, 3)
    ),
    "GraphNorm": aggregated(layers.GraphNorm, 8),
    "PairNorm": aggregated(layers.PairNorm),
    "InstanceNorm": aggregated(layers.InstanceNorm, 8),
    "DiffGroupNorm": lambda side: side.step(side.module(layers.DiffGroupNorm, 8, 2, train=True), side.randn(12, 8)),
    "MessageNorm": lambda side: side.step(side.module(layers.MessageNorm, True), side.randn(12, 8), side.randn(12, 8)),
    "softmax": lambda side: side.function(lambda x: utils.softmax(x, batch(side)), side.randn(12, 2)),
    "scatter mul": lambda side: utils.scatter(side.rand(12, 4), batch(side), reduce="mul"),
    "scatter min": lambda side: side.function(lambda x: utils.scatter(x, batch(side), reduce="min"), side.randn(12, 4)),
    "degree": lambda side: utils.degree(edges(side)[0]),
    "coalesce": lambda side: utils.coalesce(torch.cat([edges(side)] * 2, 1)),
    "to_dense_adj": lambda side: utils.to_dense_adj(edges(side)),
    "to_dense_batch": lambda side: list(utils.to_dense_batch(side.randn(12, 4), batch(side))),
    "add_self_loops": lambda side: utils.add_self_loops(edges(side))[0],
    "remove_self_loops": lambda side: utils.remove_self_loops(edges(side))[0],
    "k_hop_subgraph": lambda side: list(utils.k_hop_subgraph(2, 1, edges(side))),
    "subgraph": lambda side: utils.subgraph(torch.arange(6, device=side.device), edges(side), relabel_nodes=True)[0],
    "get_laplacian": lambda side: list(utils.get_laplacian(edges(side), normalization="sym")),
    "to_undirected": lambda side: utils.to_undirected(edges(side)),
    "dense_to_sparse": lambda side: list(utils.dense_to_sparse(side.rand(6, 6))),
    "is_undirected": lambda side: utils.is_undirected(edges(side)),
    "contains_self_loops": lambda side: utils.contains_self_loops(edges(side)),
    "one_hot": lambda side: utils.one_hot(side.ints(4, 9)),
    "negative_sampling": lambda side: utils.negative_sampling(edges(side), 12, 10).shape[0],
    "DistMult": lambda side: side.module(layers.DistMult, 10, 3, 8)(side.ints(10, 5), side.ints(3, 5), side.ints(10, 5)),
    "ComplEx": lambda side: side.module(layers.ComplEx, 10, 3, 8)(side.ints(10, 5), side.ints(3, 5), side.ints(10, 5)),
    "RotatE": lambda side: side.module(layers.RotatE, 10, 3, 8)(side.ints(10, 5), side.ints(3, 5), side.ints(10, 5)),
    "TransE": lambda side: side.module(layers.TransE, 10, 3, 8)(side.ints(10, 5), side.ints(3, 5), side.ints(10, 5)),
}
for _name in (
    "MeanAggregation",
    "MaxAggregation",
    "StdAggregation",
    "VarAggregation",
    "SoftmaxAggregation",
    "PowerMeanAggregation",
    "MedianAggregation",
    "QuantileAggregation",
    "LSTMAggregation",
    "GRUAggregation",
    "SortAggregation",
    "Set2Set",
    "DeepSetsAggregation",
    "DegreeScalerAggregation",
    "SetTransformerAggregation",
):
    _arguments = {
        "QuantileAggregation": (0.3,),
        "LSTMAggregation": (8, 6),
        "GRUAggregation": (8, 6),
        "SortAggregation": (3,),
        "Set2Set": (8, 2),
        "DegreeScalerAggregation": ("mean", "identity", torch.tensor([0, 0, 2, 4])),
        "SetTransformerAggregation": (8,),
    }.get(_name, ())
    CALLS[_name] = aggregated(getattr(layers, _name), *_arguments)
