# SPDX-License-Identifier: Apache-2.0
"""Programs of their own: what breaks a process, or needs another environment than the tests'."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

SDK = pathlib.Path(os.environ["ASCEND_HOME_PATH"])


def run(program, **environment):
    """Runs a Python program; None as a variable's value unsets it. Returns the completed process, output as text."""
    variables = {**os.environ, **environment}
    variables = {name: value for name, value in variables.items() if value is not None}
    return subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, timeout=120,
                          check=False)


def folder_of(case):
    """A folder that lasts as long as a class of tests."""
    folder = tempfile.TemporaryDirectory()
    case.addClassCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


def create_environment(folder):
    """With torch and torch_npu from the one that runs this test, and no more. Returns the folder of its packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    packages.joinpath("torch.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return packages


def install_package(packages):
    """As `pip install` does with the wheel, with the SDK that is tested."""
    source = pathlib.Path(__file__).resolve().parents[2] / "python"
    shutil.copytree(source, packages, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    packages.joinpath("openaclnn/sdk").mkdir()
    packages.joinpath("openaclnn/sdk/latest").symlink_to(SDK)


def hiding(folder, *operators):
    """Variables of a process in which these operators are missing. The folder gets a library."""
    source = pathlib.Path(__file__).with_name("hidden_operators.c")
    library = folder / "hidden_operators.so"
    if not library.exists():
        subprocess.run([os.environ.get("CC", "gcc"), "-shared", "-fPIC", source, "-o", library], check=True)
    return {"LD_PRELOAD": str(library), "HIDDEN_OPERATORS": ",".join(operators)}
