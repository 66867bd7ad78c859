#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_layering.py finds each forbidden include when it is added to a small tree that has none."""
import pathlib
import tempfile
import unittest

import check_layering

SOUND = {
    "docs/images/architecture.svg": '<path data-from="ops" data-to="executor"/>\n<path data-from="ops" data-to="base"/>\n'
                                    '<path data-from="api" data-to="runtime"/>\n'
                                    '<path data-from="runtime" data-to="base"/>\n',
    "src/api/ascendcl/stream.cc": '#include "acl/acl.h"\n#include "runtime/core/object.h"\n',
    "src/api/nnopbase/tensor.cc": "",
    "src/ops/common/checks.h": "",
    "src/ops/loss/table.h": "",
    "src/ops/loss/mse/entry.cc": '#include "executor/executor.h"\n#include "ops/common/checks.h"\n'
                                 '#include "ops/loss/mse/kernel.h"\n#include "ops/loss/table.h"\n',
    "src/ops/loss/mse/kernel.h": '#include "base/status.h"\n',
    "src/ops/loss/mse/kernel_test.cc": '#include "runtime/core/testing.h"\n',
    "src/ops/loss/l1/kernel.h": "",
    "src/ops/shape/cat.h": "",
    "src/executor/executor.h": "",
    "src/runtime/core/object.h": '#include "base/status.h"\n',
    "src/runtime/core/object.cc": '#include "runtime/core/object.h"\n',
    "src/runtime/core/testing.h": '#include "runtime/core/object.h"\n',
    "src/kernels/tiles/tiles.h": "",
    "src/tensor/objects.h": "",
    "src/base/status.h": "",
    "src/base/errors.h": '#include "base/status.h"\n',
    "src/base/errors.cc": '#include "base/errors.h"\n',
    "tools/tool/main.cc": '#include "reader.h"\n',
    "tools/tool/reader.h": "",
}


class CheckLayering(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for name, text in SOUND.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def add(self, name, text):
        """Adds lines to a file; their number in it is what follows from SOUND."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + text, encoding="utf-8")

    def include(self, name, header):
        self.add(name, f'#include "{header}"\n')

    def expect(self, *words):
        """The check fails, and says all the words; without words, it passes."""
        text, status = check_layering.main(self.root)
        self.assertEqual(status, 1 if words else 0, text)
        for word in words:
            self.assertIn(word, text)

    def test_sound(self):
        self.expect()

    def test_an_include_of_a_higher_layer(self):
        self.include("src/base/errors.cc", "runtime/core/object.h")
        self.expect("src/base/errors.cc:2: base must not include runtime", "no arrow from base to runtime")

    def test_an_include_of_the_same_layer(self):
        self.include("src/kernels/tiles/tiles.h", "runtime/core/object.h")
        self.expect("src/kernels/tiles/tiles.h:1: kernels must not include runtime")

    def test_kernels_that_know_tensors(self):
        self.include("src/kernels/tiles/tiles.h", "tensor/objects.h")
        self.expect("src/kernels/tiles/tiles.h:1: kernels must not know tensor")

    def test_a_folder_without_a_layer(self):
        self.add("src/new/new.h", "")
        self.expect("src/new: tests/layering/check_layering.py gives it no layer")

    def test_a_room_that_includes_one_above_it(self):
        self.add("src/kernels/reduction/reduction.h", "")
        self.include("src/kernels/reduction/reduction.h", "kernels/tiles/tiles.h")
        self.expect()
        self.include("src/kernels/tiles/tiles.h", "kernels/reduction/reduction.h")
        self.expect("src/kernels/tiles/tiles.h:1: kernels/tiles must not include kernels/reduction")

    def test_rooms_of_one_line(self):
        self.add("src/kernels/gemm/gemm.h", "")
        self.include("src/kernels/reduction/reduction.h", "kernels/gemm/gemm.h")
        self.expect("kernels/reduction must not include kernels/gemm")

    def test_a_room_without_a_layer(self):
        self.add("src/kernels/attic/old.h", "")
        self.expect("src/kernels/attic: tests/layering/check_layering.py gives it no layer")

    def test_a_room_that_includes_a_module_above_it(self):
        self.add("src/collectives/communicator.h", "")
        self.add("src/collectives/result.h", "")
        self.include("src/collectives/run/engine.h", "collectives/result.h")
        self.expect()
        self.include("src/collectives/run/engine.h", "collectives/communicator.h")
        self.expect("src/collectives/run/engine.h:2: collectives/run must not include collectives/communicator")

    def test_a_module_without_a_layer(self):
        self.add("src/collectives/helpers.h", "")
        self.add("src/collectives/communicators_test.cc", "")
        text, _ = check_layering.main(self.root)
        self.assertIn("src/collectives/helpers: tests/layering/check_layering.py gives it no layer", text)
        self.assertNotIn("communicators_test", text)

    def test_an_arrow_that_is_missing(self):
        self.include("src/executor/executor.h", "base/status.h")
        self.expect("no arrow from executor to base, though src/executor/executor.h:1 includes it")

    def test_an_arrow_that_is_invented(self):
        self.add("docs/images/architecture.svg", '<path data-from="ops" data-to="tensor"/>\n')
        self.expect("an arrow from ops to tensor, though it does not include it")

    def test_headers_in_a_circle(self):
        self.include("src/base/status.h", "base/errors.h")
        self.expect("src: a circle of includes: base/errors -> base/status -> base/errors",
                    "src/base/errors.h:1 includes base/status", "src/base/status.h:1 includes base/errors")

    def test_a_circle_through_a_source(self):
        self.include("src/runtime/core/object.cc", "runtime/stream/streams.h")
        self.add("src/runtime/stream/streams.h", "")
        self.include("src/runtime/stream/streams.cc", "runtime/memory/memory.h")
        self.include("src/runtime/memory/memory.h", "runtime/core/object.h")
        self.expect("runtime/core/object -> runtime/stream/streams -> runtime/memory/memory -> runtime/core/object")

    def test_a_circle_through_what_is_compiled_for_each_instruction_set(self):
        self.include("src/base/status-inl.h", "base/errors.h")
        self.expect("src: a circle of includes: base/errors -> base/status -> base/errors",
                    "src/base/errors.h:1 includes base/status", "src/base/status-inl.h:1 includes base/errors")

    def test_a_circle_in_a_tool(self):
        self.include("tools/tool/reader.h", "header.h")
        self.include("tools/tool/header.h", "reader.h")
        self.expect("tools: a circle of includes: tool/header -> tool/reader -> tool/header")

    def test_circles_here_and_there(self):
        self.include("src/base/status.h", "base/errors.h")
        self.include("tools/tool/reader.h", "main.h")
        self.include("tools/tool/main.h", "reader.h")
        self.expect("src: a circle", "tools: a circle")

    def test_entry_points_of_another_library(self):
        self.add("src/api/ascendcl/helper.h", "")
        self.include("src/api/nnopbase/tensor.cc", "api/ascendcl/helper.h")
        self.expect("src/api/nnopbase/tensor.cc:1: the entry points of nnopbase must not include those of ascendcl")

    def test_another_family(self):
        self.include("src/ops/loss/table.h", "ops/shape/cat.h")
        self.expect("src/ops/loss/table.h:1: the family loss must not include the family shape")

    def test_a_family_in_what_families_share(self):
        self.include("src/ops/common/checks.h", "ops/shape/cat.h")
        self.expect("src/ops/common/checks.h:1: the family common must not include the family shape")

    def test_another_operator_of_the_family(self):
        self.include("src/ops/loss/l1/kernel.h", "ops/loss/mse/kernel.h")
        self.expect("src/ops/loss/l1/kernel.h:1: the folder of an operator, loss/mse, must not be included")

    def test_an_operator_from_its_family(self):
        self.include("src/ops/loss/table.h", "ops/loss/l1/kernel.h")
        self.expect("src/ops/loss/table.h:1: the folder of an operator, loss/l1, must not be included")

    def test_a_tree_without_includes_is_no_success(self):
        for path in self.root.rglob("src/**/*.*"):
            path.write_text("", encoding="utf-8")
        self.expect("this check itself is broken")


if __name__ == "__main__":
    unittest.main()
