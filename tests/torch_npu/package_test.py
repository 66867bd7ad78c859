# SPDX-License-Identifier: Apache-2.0
"""The Python package installed beside torch and torch_npu, and programs that know nothing of it: no variable is set."""
import pathlib
import shutil
import subprocess
import textwrap
import unittest

from support import SDK, create_environment, folder_of, hiding, install_package

SUM = "import torch; print(torch.ones(2).npu().sum().item())"
# As the programs of these names in an environment's bin do.
TORCHRUN = ("-c", "from torch.distributed.run import main; main()")
ACCELERATE = ("-c", "from accelerate.commands.accelerate_cli import main; main()")
RUNTIME = "open('/proc/self/maps').read().count('libopenaclnn.so')"


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """An environment as `pip install` leaves it."""
        cls.folder = folder_of(cls)
        cls.packages = create_environment(cls.folder)
        cls.python = str(cls.folder / "bin/python3")
        install_package(cls.packages)

    def call(self, *words, python=None, **environment):
        variables = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), **environment}
        return subprocess.run([python or self.python, *words], env=variables, cwd=self.folder, capture_output=True, text=True,
                              timeout=280, check=False)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return str(path)

    def expect(self, result, *lines):
        """These lines, in any order, and no failure."""
        self.assertEqual((result.returncode, sorted(result.stdout.splitlines())), (0, sorted(lines)), result.stderr)

    def test_torch_on_the_cpu_prints_its_result_alone(self):
        for options in ((), ("-I",)):  # which is -E, too
            with self.subTest(options=options):
                result = self.call(*options, "-c", "import torch; print(torch.ones(2))")
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "tensor([1., 1.])\n", ""))

    def test_the_device_and_its_product(self):
        name = "print(torch.npu.get_device_name())"
        self.expect(self.call("-c", f"{SUM}; {name}"), "2.0", "Ascend950PR_9579")
        # torch_npu first, which imports torch.
        self.expect(self.call("-c", f"import torch_npu; {SUM}; {name}", OPENACLNN_SOC="Ascend910B1"), "2.0", "Ascend910B1")

    def test_npu_smi_is_the_driver_s_where_there_is_one(self):
        start = "import sys; from openaclnn._command import npu_smi; sys.argv[:] = ['npu-smi', 'info', '-l']; npu_smi()"
        result = self.call("-c", start)
        self.assertIn("emulated on the CPU", result.stdout, result.stderr)
        driver = pathlib.Path(self.write("driver/npu-smi", "#!/bin/sh\necho the driver: $*\n"))
        driver.chmod(0o755)
        result = self.call("-c", start, PATH=f"{self.folder}/bin:{driver.parent}:/usr/bin:/bin")
        self.assertEqual(result.stdout, "the driver: info -l\n", result.stderr)

    def test_without_torch_nothing_is_loaded(self):
        for options in ((), ("-S",), ("-I",)):
            with self.subTest(options=options):
                result = self.call(*options, "-c", f"import sys, json; print({RUNTIME}, 'ctypes' in sys.modules)")
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "0 False\n", ""))
        self.expect(self.call("-c", f"import torch; print({RUNTIME})", TORCH_DEVICE_BACKEND_AUTOLOAD="0"), "0")
        self.packages.joinpath("torch.pth").rename(self.folder / "torch.pth")
        try:
            result = self.call("-c", "import torch")
            self.assertRegex(result.stderr, "ModuleNotFoundError: No module named 'torch'\n$")
        finally:
            self.folder.joinpath("torch.pth").rename(self.packages / "torch.pth")

    def test_child_processes(self):
        parent = f"import subprocess, sys, torch; subprocess.run([sys.executable, '-c', {SUM!r}], check=True)"
        self.expect(self.call("-c", parent), "2.0")
        program = self.write("spawns.py", """\
            import multiprocessing
            import torch

            def double(tensor):
                return (tensor.npu() * 2).cpu()

            if __name__ == "__main__":
                with multiprocessing.get_context("spawn").Pool(2) as pool:
                    print(sum(pool.map(double, [torch.ones(2), torch.ones(2)])).tolist())
            """)
        self.expect(self.call(program), "[4.0, 4.0]")

    def test_the_package_imported_first(self):
        """For a folder that Python's `site` does not know, such as one of PYTHONPATH."""
        other = self.folder / "other"
        shutil.copytree(self.packages / "openaclnn", other / "openaclnn", symlinks=True)
        shutil.copy(self.packages / "_openaclnn_hook.py", other)
        create_environment(self.folder / "bare")
        environment = {"python": str(self.folder / "bare/bin/python3"), "PYTHONPATH": str(other)}
        self.assertIn("Failed to load the backend extension", self.call("-c", SUM, **environment).stderr)
        self.expect(self.call("-c", "import openaclnn, " + SUM.removeprefix("import "), **environment), "2.0")
        self.expect(self.call("-c", "import openaclnn; print(openaclnn.sdk_path())", **environment), str(other / "openaclnn/sdk/latest"))

    def test_a_configured_sdk_takes_precedence(self):
        where = f"import os, torch; print({RUNTIME} > 0, *map(os.environ.get, ('ASCEND_HOME_PATH', 'OPENACLNN_SOC')))"
        # The environment of another SDK that the loader finds.
        self.expect(self.call("-c", where, LD_LIBRARY_PATH=str(SDK / "lib64"), ASCEND_HOME_PATH=str(SDK),
                              ASCEND_OPP_PATH=str(SDK / "opp")), f"True {SDK} Ascend950PR_9579")
        # Left by a parent process of another environment: the loader finds nothing.
        self.expect(self.call("-c", where, ASCEND_HOME_PATH=str(SDK)),
                    f"True {self.packages / 'openaclnn/sdk/latest'} Ascend950PR_9579")

    def test_cann_takes_precedence(self):
        """One that has too little for torch_npu: the failure is torch_npu's own."""
        cann = self.folder / "cann"
        cann.mkdir()
        shutil.copy(SDK / "lib64/libopenaclnn_torch_options.so", cann / "libascendcl.so")
        program = self.write("fails.py", f"""\
            import os
            try:
                import torch
            except RuntimeError as error:
                print({RUNTIME}, "cannot open shared object file" in str(error.__cause__), "OPENACLNN_SOC" in os.environ)
            """)
        self.expect(self.call(program, ASCEND_HOME_PATH=str(cann)), "0 True False")
        self.expect(self.call(program, LD_LIBRARY_PATH=str(cann)), "0 True False")

    def test_a_broken_installation_names_the_library(self):
        broken = self.folder / "broken"
        shutil.copytree(self.packages, broken / "site-packages", symlinks=True)
        broken.joinpath("site-packages/openaclnn/sdk/latest").unlink()
        result = self.call("-c", "import sys; sys.path.insert(0, 'broken/site-packages'); import torch")
        self.assertRegex(result.stderr, "OSError: .*broken/site-packages/openaclnn/sdk/latest/lib64/libascendcl.so")

    def test_a_missing_operator_ends_the_program_with_advice(self):
        result = self.call("-c", "import sys, torch; sys.excepthook(RuntimeError, RuntimeError('another'), None); "
                           "torch.renorm(torch.ones(2, 3).npu(), 2, 0, 1)", **hiding(self.folder, "aclnnRenorm"))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"RuntimeError: .*aclnnRenorm")
        self.assertIn("RuntimeError: another", result.stderr)
        self.assertIn("openaclnn: aclnnRenorm is not supported. `openaclnn coverage PROGRAM`", result.stderr)
        self.assertEqual(result.stderr.count("openaclnn: "), 1, result.stderr)

    def test_pytest(self):
        self.write("test_sum.py", """\
            import torch

            def test_sum():
                assert torch.ones(2).npu().sum().item() == 2
            """)
        result = self.call("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_sum.py")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("1 passed", result.stdout)

    def test_torchrun_on_two_ranks(self):
        program = self.write("reduces.py", """\
            import torch, torch.distributed as dist

            dist.init_process_group("hccl")
            rank = dist.get_rank()
            torch.npu.set_device(rank)
            x = torch.full((3,), rank + 1.0, device="npu")
            dist.all_reduce(x)
            print(f"{rank} {x.tolist()}\\n", end="")  # at once: ranks write to one pipe
            dist.destroy_process_group()
            """)
        self.expect(self.call(*TORCHRUN, "--standalone", "--nproc_per_node", "2", program,
                              OPENACLNN_CPU_DEVICES="2"),
                    "0 [3.0, 3.0, 3.0]", "1 [3.0, 3.0, 3.0]")

    def test_accelerate_on_two_ranks(self):
        program = self.write("accelerates.py", """\
            import torch
            from accelerate import Accelerator

            accelerator = Accelerator()
            model = torch.nn.Linear(4, 2)
            torch.nn.init.ones_(model.weight)
            torch.nn.init.zeros_(model.bias)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.125)
            model, optimizer = accelerator.prepare(model, optimizer)
            x = torch.full((1, 4), float(accelerator.process_index), device=accelerator.device)
            accelerator.backward(model(x).sum())
            optimizer.step()
            weight = accelerator.unwrap_model(model).weight
            # The gradient of rank 0 is 0, and of rank 1 it is 1.
            print(f"{accelerator.process_index} {accelerator.device} {weight.flatten().tolist()}\\n", end="")  # at once
            accelerator.end_training()
            """)
        lines = [f"{rank} npu:{rank} {[0.9375] * 8}" for rank in range(2)]
        self.expect(self.call(*TORCHRUN, "--standalone", "--nproc_per_node", "2", program,
                              OPENACLNN_CPU_DEVICES="2"), *lines)
        self.expect(self.call(*ACCELERATE, "launch", "--num_processes", "2", "--multi_gpu", program,
                              OPENACLNN_CPU_DEVICES="2"), *lines)

    def test_the_trainer_of_transformers_on_two_ranks(self):
        program = self.write("trains.py", """\
            import torch
            from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments

            torch.manual_seed(0)
            model = GPT2LMHeadModel(GPT2Config(vocab_size=32, n_positions=16, n_embd=16, n_layer=2, n_head=2, bos_token_id=0,
                                               eos_token_id=0))
            rows = [(torch.arange(8) + start) % 32 for start in range(64)]
            arguments = TrainingArguments("output", num_train_epochs=3, per_device_train_batch_size=8, learning_rate=1e-2,
                                          logging_steps=4, report_to=[], save_strategy="no", disable_tqdm=True)
            trainer = Trainer(model=model, args=arguments, train_dataset=[{"input_ids": row, "labels": row} for row in rows])
            steps = trainer.train().global_step
            losses = [float(entry["loss"]) for entry in trainer.state.log_history if "loss" in entry]
            print(f"RANK {arguments.device} {steps} {not losses or losses[-1] < 0.9 * losses[0]}\\n", end="")  # at once
            """)
        result = self.call(*TORCHRUN, "--standalone", "--nproc_per_node", "2", program, OPENACLNN_CPU_DEVICES="2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(line for line in result.stdout.splitlines() if line.startswith("RANK")),
                         ["RANK npu:0 12 True", "RANK npu:1 12 True"], result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
