# SPDX-License-Identifier: Apache-2.0
"""A small repository that the checks of the documentation are run on."""
import contextlib
import io
import pathlib
import tempfile
import unittest


class CheckedTree(unittest.TestCase):
    """SOUND: the files, by name, in which the check finds nothing."""
    SOUND = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for name, text in self.SOUND.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def set_in(self, module, **values):
        """Sets variables of a module until the test ends."""
        for name, value in values.items():
            self.addCleanup(setattr, module, name, getattr(module, name))
            setattr(module, name, value)

    def expect_of(self, main, arguments, words):
        """The check fails, and prints all the words; without words, it passes."""
        with contextlib.redirect_stdout(io.StringIO()) as output:
            status = main(arguments)
        self.assertEqual(status, 1 if words else 0, output.getvalue())
        for word in words:
            self.assertIn(word, output.getvalue())
