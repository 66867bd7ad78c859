# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/clients.md and docs/zh/clients.md from the results of calls."""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "<!-- tables: scripts/try_clients.sh -->\n"
END = "<!-- end of the tables -->\n"
# The table of calls, and the package whose version is shown.
LIBRARIES = {
    "torchmetrics": "torchmetrics", "kornia": "kornia", "torchaudio": "torchaudio", "gpytorch": "gpytorch", "monai": "monai",
    "ultralytics": "ultralytics", "stable_baselines3": "stable-baselines3", "transformers": "transformers",
    "diffusers": "diffusers", "torch_geometric": "torch-geometric", "trl": "trl", "peft": "peft",
    "x_transformers": "x-transformers", "pytorch_metric_learning": "pytorch-metric-learning", "torchdiffeq": "torchdiffeq",
    "captum": "captum", "pyro": "pyro-ppl", "piq": "piq", "vector_quantize_pytorch": "vector-quantize-pytorch", "zuko": "zuko",
}
REASONS = json.loads(pathlib.Path(__file__).with_name("reasons.json").read_text(encoding="utf-8"))
WORDS = {
    "en": {
        "library": "library", "version": "version", "calls": "calls", "right": "right", "refused": "rejected", "other": "other numbers",
        "host": "on the host by torch_npu", "call": "call", "what": "what happens", "why": "why", "all": "all",
        "other state": "other numbers", "refused state": "rejected", "crashed state": "no result", "none": "All calls are right.",
    },
    "zh": {
        "library": "库", "version": "版本", "calls": "调用数", "right": "正确", "refused": "被拒绝", "other": "数值不同",
        "host": "由 torch_npu 在主机上计算", "call": "调用", "what": "现象", "why": "原因", "all": "合计",
        "other state": "数值不同", "refused state": "被拒绝", "crashed state": "没有结果", "none": "所有调用都正确。",
    },
}


def reason(library, call):
    """(English, Chinese) of the first rule that fits. A failure without one is a mistake of this table."""
    text = f"{library}:{call['name']}: {call.get('message', '')}"
    for rule in REASONS:
        if re.search(rule["pattern"], text):
            return rule
    raise SystemExit(f"scripts/clients/reasons.json has no reason for {text}")


def names(operators):
    return ", ".join(f"`{each}`" for each in operators)


def row(*cells):
    return "| " + " | ".join(str(each) for each in cells) + " |\n"


def tables(results, language):
    words = WORDS[language]
    text = row(*(words[each] for each in ("library", "version", "calls", "right", "refused", "other", "host"))) + "|---" * 7 + "|\n"
    totals, failures = [0, 0, 0, 0], ""
    for library, result in results.items():
        calls = result["calls"]
        states = [call["state"] for call in calls]
        counts = [len(calls), states.count("right"), states.count("refused") + states.count("crashed"), states.count("other")]
        totals = [total + count for total, count in zip(totals, counts)]
        text += row(LIBRARIES[library], result["version"], *counts, names(sorted({each.split(".")[0] for each in result["host"]})))
        for call in calls:
            if call["state"] != "right":
                why = reason(library, call)
                operator = f" (`aclnn{call['operator']}`)" if call.get("operator") else ""
                failures += row(library, f"`{call['name']}`", words[f"{call['state']} state"] + operator, why[language])
    text += row(f"**{words['all']}**", "", *(f"**{total}**" for total in totals), "")
    if not failures:
        return f"{text}\n{words['none']}\n"
    return (text + "\n" + row(*(words[each] for each in ("library", "call", "what", "why"))) + "|---|---|---|---|\n" + failures)


def write(folder):
    results = {library: json.loads(path.read_text(encoding="utf-8"))
               for library in LIBRARIES if (path := folder / f"{library}.json").exists()}
    invalid = [f"{library}:{call['name']}" for library, result in results.items() for call in result["calls"]
               if call["state"] == "invalid"]
    if invalid:
        raise SystemExit(f"these calls fail on the CPU: {', '.join(invalid)}")
    for language, page in (("en", "docs/clients.md"), ("zh", "docs/zh/clients.md")):
        path = ROOT / page
        before, _, rest = path.read_text(encoding="utf-8").partition(MARK)
        after = rest.partition(END)[2]
        path.write_text(before + MARK + "\n" + tables(results, language) + "\n" + END + after, encoding="utf-8")
        print(f"wrote {page}")
