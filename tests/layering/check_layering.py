#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The include lines of src, held against the layers of the architecture.

- The folders of src are layers: what a file includes lies in its own folder or in a lower layer.
- The rooms of a folder that has such are layers, too.
- The arrows of docs/images/architecture.svg are these includes: none is missing, none is invented.
- A module is a header and the source of the same name. No modules include each other in a circle, in tools either.
- A folder of src/api fronts one library and knows no other.
- A family of operators includes no other family; an operator's folder is included by nobody outside of it.

Tests and their helpers (x_test.cc, testing.h, x_testing.h) may include what they like.

Usage: check_layering.py [ROOT]      the repository, or what stands for it
"""
import pathlib
import re
import sys

# From top to bottom; folders of one line do not know each other.
LAYERS = (
    ("api",),
    ("ops", "collectives"),
    ("executor",),
    ("runtime", "kernels"),
    ("backend",),
    ("simd", "tensor", "checker"),
    ("base",),
    ("trace",),
)
LAYER_OF = {folder: layer for layer, folders in enumerate(LAYERS) for folder in folders}
# The rooms of a folder, from top to bottom in the same way. A module that is in no room is a room of its own.
ROOMS = {
    "kernels": (("reduction", "gemm", "indexing", "layout"), ("elementwise", "random", "quantization", "functions"), ("tiles",)),
    "collectives": (("group",), ("communicators",), ("communicator", "plan"), ("run",), ("bootstrap",), ("ucx",), ("carriers",),
                    ("communicator_info",), ("deadline", "identifier", "result")),
}
NOT_KNOWN = {("kernels", "tensor")}  # lower, and yet out of sight: kernels know views alone
SHARED_FAMILY = "common"  # what several families of operators need

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
ARROW = re.compile(r'data-from="(\w+)" data-to="(\w+)"')
TEST = re.compile(r"(_test|(^|[/_])testing)\.\w+$")
SOURCES = {".h", ".cc", ".cpp", ".c"}


class Include:
    """One include line: the files that it connects, relative to their root, and its place."""

    def __init__(self, source, target, place):
        self.source, self.target, self.place = source, target, place


def includes_of(root, folder):
    """The includes between the files of a folder of the repository, tests left out; paths are relative to the folder."""
    base = root / folder
    for file in sorted(base.rglob("*")):
        name = file.relative_to(base).as_posix()
        if file.suffix not in SOURCES or TEST.search(name):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match is None:
                continue
            for candidate in (base / match[1], root / match[1], file.parent / match[1]):
                if candidate.is_file() and base in candidate.parents:
                    target = candidate.relative_to(base).as_posix()
                    yield Include(name, target, f"{folder}/{name}:{number}")
                    break


def top(name):
    return name.split("/")[0]


def check_layers(root, includes):
    for folder in sorted({path.relative_to(root / "src").parts[0] for path in (root / "src").glob("*/**/*.*")}):
        if folder not in LAYER_OF:
            yield f"src/{folder}: tests/layering/check_layering.py gives it no layer"
    for include in includes:
        one, other = top(include.source), top(include.target)
        if one == other or one not in LAYER_OF or other not in LAYER_OF:
            continue
        if LAYER_OF[one] >= LAYER_OF[other]:
            yield f"{include.place}: {one} must not include {other}, which is not in a lower layer"
        elif (one, other) in NOT_KNOWN:
            yield f"{include.place}: {one} must not know {other}"


def check_rooms(root, includes):
    for folder, layers in ROOMS.items():
        layer_of = {room: layer for layer, rooms in enumerate(layers) for room in rooms}
        present = {path.name if path.is_dir() else module(path.name) for path in (root / "src" / folder).glob("*")
                   if path.is_dir() or (path.suffix in SOURCES and not TEST.search(path.name))}
        for room in sorted(present - set(layer_of)):
            yield f"src/{folder}/{room}: tests/layering/check_layering.py gives it no layer"
        for include in includes:
            if top(include.source) != folder or top(include.target) != folder:
                continue
            one, other = module(include.source.split("/")[1]), module(include.target.split("/")[1])
            if one != other and layer_of.get(one, -1) >= layer_of.get(other, len(layers)):
                yield f"{include.place}: {folder}/{one} must not include {folder}/{other}, which is not in a lower layer"


def check_picture(root, includes):
    picture = "docs/images/architecture.svg"
    arrows = set(ARROW.findall((root / picture).read_text(encoding="utf-8")))
    used = {}
    for include in includes:
        used.setdefault((top(include.source), top(include.target)), include.place)
    for one, other in sorted(set(used) - arrows):
        if one != other and "." not in one:
            yield f"{picture}: no arrow from {one} to {other}, though {used[one, other]} includes it"
    for one, other in sorted(arrows - set(used)):
        yield f"{picture}: an arrow from {one} to {other}, though it does not include it"


def module(name):
    """A header, the source of the same name, and what both compile once for each instruction set (x-inl.h)."""
    return name.rsplit(".", 1)[0].removesuffix("-inl")


def shortest_way(graph, start, end):
    """The modules on the shortest way from one to another, both included; None if there is none."""
    before, reached = {start: None}, [start]
    for one in reached:
        for other in graph.get(one, {}):
            if other in before:
                continue
            before[other] = one
            reached.append(other)
            if other == end:
                way = [end]
                while before[way[-1]] is not None:
                    way.append(before[way[-1]])
                return way[::-1]
    return None


def check_circles(folder, includes):
    """One problem for each circle that shares no module with one that is reported already."""
    graph = {}
    for include in includes:
        one, other = module(include.source), module(include.target)
        if one != other:
            graph.setdefault(one, {}).setdefault(other, include.place)
    reported = set()
    for one in sorted(graph):
        ways = [shortest_way(graph, other, one) for other in sorted(graph[one])]
        ways = [way for way in ways if way is not None]
        if not ways or one in reported:
            continue
        circle = [one, *min(ways, key=len)]
        reported.update(circle)
        lines = "\n".join(f"  {graph[a][b]} includes {b}" for a, b in zip(circle, circle[1:]))
        yield f"{folder}: a circle of includes: {' -> '.join(circle)}\n{lines}"


def check_libraries(includes):
    for include in includes:
        one, other = include.source.split("/"), include.target.split("/")
        if one[0] == other[0] == "api" and one[1] != other[1]:
            yield f"{include.place}: the entry points of {one[1]} must not include those of {other[1]}"


def check_operators(root, includes):
    ops = root / "src/ops"
    rooms = {path.relative_to(ops).as_posix() for path in ops.glob("*/*") if path.is_dir()}
    for include in includes:
        if top(include.source) != "ops" or top(include.target) != "ops":
            continue
        one, other = include.source.split("/")[1:], include.target.split("/")[1:]
        if len(other) < 2:
            continue
        if one[0] != other[0] and other[0] != SHARED_FAMILY:
            yield f"{include.place}: the family {one[0]} must not include the family {other[0]}"
        room = "/".join(other[:2])
        if room in rooms and "/".join(one[:2]) != room:
            yield f"{include.place}: the folder of an operator, {room}, must not be included from outside of it"


def main(root):
    includes = list(includes_of(root, "src"))
    tools = list(includes_of(root, "tools"))
    if not includes:
        return f"{root}/src: no includes were found: this check itself is broken", 1
    problems = [
        *check_layers(root, includes),
        *check_rooms(root, includes),
        *check_picture(root, includes),
        *check_circles("src", includes),
        *check_circles("tools", tools),
        *check_libraries(includes),
        *check_operators(root, includes),
    ]
    modules = {module(include.source) for include in includes + tools}
    return "\n".join(problems) or f"{len(includes + tools)} includes of {len(modules)} modules: ok", 1 if problems else 0


if __name__ == "__main__":
    text, status = main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve())
    print(text)
    sys.exit(status)
