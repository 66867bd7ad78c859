#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs calls of client libraries on npu and on the CPU, in processes of their own, and writes docs/clients.md from what they found.

Usage: scripts/try_clients.py [library|library:call]...   runs them, by default all, and writes the pages
       scripts/try_clients.py pages                       writes the pages from the results in build/clients
scripts/try_clients.sh makes the environment and calls it.
"""
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "clients"))
import pages  # noqa: E402

RESULTS = HERE.parent / "build/clients"
HOME = RESULTS / "home"  # where libraries keep what they configure
LIMIT = 60        # seconds of processor time that a call may take on both sides, or a library to be imported
WAIT = 600        # and seconds that it may wait for a processor
HOST = re.compile(r"operator '(?:aten::)?(\S+)' .*fall back to run on the CPU")


def environment():
    """No downloads, no files outside of the folder, one thread, and an error at the call that fails."""
    home = str(HOME)
    return {**os.environ, "HOME": home, "YOLO_CONFIG_DIR": home, "HF_HOME": home, "TORCH_HOME": home,
            "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "WANDB_MODE": "disabled", "YOLO_OFFLINE": "1", "MPLBACKEND": "agg",
            "TORCH_DEVICE_BACKEND_AUTOLOAD": "0", "TASK_QUEUE_ENABLE": "0", "OPENACLNN_SOC": "Ascend950PR_9579",
            "OPENACLNN_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "ASCEND_GLOBAL_LOG_LEVEL": "4", "ASCEND_GLOBAL_EVENT_ENABLE": "0",
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(HERE / "clients"), "TOKENIZERS_PARALLELISM": "false"}


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def processor_time(process):
    """Seconds that a process, which has not been waited for, has computed."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_once(library, names):
    """Results of the calls until the process ends, crashes or takes too long, the operators on the host, the names of all calls."""
    HOME.mkdir(parents=True, exist_ok=True)
    lines = HOME / f"{library}.lines"
    lines.write_text("", encoding="utf-8")
    with open(HOME / f"{library}.errors", "w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen([sys.executable, "-W", "ignore", HERE / "clients/worker.py", library, lines, *names], cwd=HOME,
                              env=environment(), stdout=errors, stderr=errors) as process:
            seen, since, late = 0, (0.0, time.monotonic()), False
            while process.poll() is None and not late:
                time.sleep(0.2)
                now = processor_time(process.pid), time.monotonic()
                if (size := lines.stat().st_size) != seen:
                    seen, since = size, now
                late = now[0] - since[0] > LIMIT or now[1] - since[1] > WAIT
            if late:
                process.kill()
        errors.seek(0)
        text = errors.read()
    found = read(lines)
    results = [each for each in found if "name" in each]
    if found and "begin" in found[-1]:
        reason = f"no result within {LIMIT} s of processor time" if late else f"the process ended with {process.returncode}: {text.strip()[-300:]}"
        results.append({"name": found[-1]["begin"], "state": "crashed", "message": reason})
    elif not results:
        raise RuntimeError(f"{library}: no call began\n{text[-3000:]}")
    return results, set(HOST.findall(text)), found[0]["calls"]


def run(library, names):
    """The results of all calls, by name, and the operators that torch_npu computed on the host."""
    results, host, left = {}, set(), names or ["all"]
    while left:
        found, on_host, listed = run_once(library, left)
        names = names or listed
        host |= on_host
        for result in found:
            results[result["name"]] = result
            print(f"{library}:{result['name']}: {result['state']} {result.get('seconds', '')} {result.get('message', '')}", flush=True)
        left = [name for name in names if name not in results]
    return results, sorted(host)


def keep(library, results, host, whole):
    """Results of a whole library replace the file; others replace those of the same calls."""
    path = RESULTS / f"{library}.json"
    if not whole and path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        results = {call["name"]: call for call in before["calls"]} | results
        host = sorted({*before["host"], *host})
    version = importlib.metadata.version(pages.LIBRARIES[library])
    text = json.dumps({"version": version, "host": host, "calls": list(results.values())}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def main():
    wanted = {}
    for each in (sys.argv[1:] or list(pages.LIBRARIES)) if sys.argv[1:] != ["pages"] else ():
        library, _, name = each.partition(":")
        if library not in pages.LIBRARIES:
            sys.exit(f"try_clients.py: no library {library}: {' '.join(pages.LIBRARIES)}")
        wanted.setdefault(library, []).extend([name] if name else [])
    for library, names in wanted.items():
        results, host = run(library, names)
        keep(library, results, host, not names)
    pages.write(RESULTS)


main()
