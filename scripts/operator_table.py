#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/operators.md and docs/zh/operators.md, the list of all operators, from the catalogue, docs/aten_names.json (scripts/aten_names.py)
and, for the Chinese one, scripts/chinese.json.
Writes the number of operators into the other pages that state it, and examples into the pages of families (operator_examples.py) and
docs/run_examples.json, from which the site takes those of its pages of headers.

Usage: build/sdk/bin/openaclnn list --json | scripts/operator_table.py [--check]     --check: says whether the page is what it should be"""
import collections
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import chinese  # noqa: E402
import operator_examples  # noqa: E402
from public_headers import declared_operators, read_headers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = {"en": ROOT / "docs/operators.md", "zh": ROOT / "docs/zh/operators.md"}
EXAMPLES = ROOT / "docs/run_examples.json"
COMMAND = "scripts/operator_table.py"
STATING = ("README.md", "README.zh.md", "CONTRIBUTING.md", "docs/index.md", "docs/zh/index.md")  # pages that state the number of operators
WITHOUT_ROW = {"aclnnSleep"}  # computes nothing
NUMBER = re.compile(r"\b\d{3,}(?=\]?(?: operators\b| 个算子))")

INTRODUCTIONS = {"en": f"""# All operators

<!-- Generated from the catalogue by {COMMAND}: run `openaclnn list --json | {COMMAND}`. -->

{{count}} operators, by family.

- *Types* are those of the inputs that have types, as `openaclnn list OPERATOR` prints them for each argument. An operator supports complex
  types if the page of its family lists them. Every SoC that [`OPENACLNN_SOC`](environment.md) names supports FLOAT, FLOAT16 and integers.
  Only Atlas A2, A3 and Ascend 950 support BFLOAT16 ([which names](operators/index.md#types-and-products)).
- *ATen* lists the names of PyTorch that call the operator through [torch_npu](pytorch.md), measured on PyTorch's own samples. C and C++ programs
  can call an operator without a name there. Calls that the samples do not contain may also reach it.

[The rules for all operators](operators/index.md) apply.
""", "zh": f"""# 所有算子

<!-- Generated from the catalogue by {COMMAND}: run `openaclnn list --json | {COMMAND}`. -->

{{count}} 个算子，按族排列。

- *类型*是有类型的输入的类型，与 `openaclnn list OPERATOR` 为每个参数打印的相同。如果算子所属族的页面列出复数类型，该算子就支持它们。[`OPENACLNN_SOC`](environment.md) 的每个 SoC 都支持 FLOAT、FLOAT16 和整数。
  只有 Atlas A2、A3 和 Ascend 950 支持 BFLOAT16（[哪些名称](operators/index.md)）。
- *ATen* 列出 PyTorch 中通过 [torch_npu](pytorch.md) 调用该算子的名称，在 PyTorch 自己的示例上测得。没有名称的算子可以由 C 和 C++ 程序调用。示例中没有的调用也可能到达它。

适用[所有算子的公共约定](operators/index.md)。
"""}
HEADS = {"en": "| operator | result | types | ATen |", "zh": "| 算子 | 结果 | 类型 | ATen |"}
FAMILIES = {
    "activation": "激活函数", "attention": "注意力", "cache": "分页缓存", "convolution": "卷积", "creation": "创建",
    "elementwise": "逐元素", "embedding": "嵌入", "experts": "专家混合", "foreach": "张量列表（foreach）", "formats": "格式",
    "fourier": "傅里叶变换", "indexing": "索引", "linalg": "线性代数", "loss": "损失", "matmul": "矩阵乘",
    "normalization": "归一化", "optimizer": "优化器", "pooling": "池化", "quantization": "量化", "random": "随机数",
    "recurrent": "循环网络", "reduction": "归约", "rotary": "旋转位置编码", "sampling": "采样与缩放", "scan": "累积",
    "shape": "形状", "softmax": "softmax", "sorting": "排序"}


def types(operator):
    """Of all inputs, in the catalogue's order, each once; in brackets where only some inputs have them."""
    tensors = [argument["dtypes"] for argument in operator["inputs"] if argument.get("dtypes")]
    seen = dict.fromkeys(dtype for dtypes in tensors for dtype in dtypes)
    return ", ".join(seen) or "-"


def cell(text):
    return text.replace("|", "\\|")


def page(operators, aten, language):
    up = "../" if language == "en" else "../../"
    places = {function.name: f"{up}include/{header.path}#{function.name}" for header in read_headers() for function in header.functions}
    families = collections.defaultdict(list)
    for operator in operators:
        families[operator["family"]].append(operator)
    text = INTRODUCTIONS[language].format(count=len(operators))
    for family, members in sorted(families.items()):
        title = family if language == "en" else FAMILIES.get(family, family)  # a new family is not translated yet
        text += f"\n## {title}\n\n{HEADS[language]}\n|---|---|---|---|\n"
        for operator in sorted(members, key=lambda member: member["function"]):
            names = ", ".join(f"`{name.removeprefix('aten::')}`" for name in aten.get(operator["function"], []))
            summary = operator["summary"] if language == "en" else chinese.or_english(operator["summary"])
            name = f"[`{operator['function']}`]({places[operator['function']]})"
            text += f"| {name} | {cell(summary)} | {types(operator)} | {names} |\n"
    return text


def stating(count):
    """Each page that states the number of operators, and its text with the number as it is."""
    for name in STATING:
        text = (ROOT / name).read_text(encoding="utf-8")
        if not NUMBER.search(text):
            sys.exit(f"{name}: expected a number of operators, got none. Change STATING in {COMMAND}.")
        yield ROOT / name, NUMBER.sub(str(count), text)


def main():
    operators = json.load(sys.stdin)["operators"]
    aten = json.loads((ROOT / "docs/aten_names.json").read_text(encoding="utf-8"))
    commands = {operator["function"]: operator_examples.command(operator) for operator in operators}
    headers = read_headers()
    if missing := declared_operators(headers) - WITHOUT_ROW - set(commands):
        sys.exit(f"openaclnn does not list {', '.join(sorted(missing))}: each needs a row in catalogue/, and the command line a new build")
    examples, problems = operator_examples.pages(ROOT, operators, headers, aten)
    if problems:
        sys.exit("\n".join(problems))
    pages = [*((file, page(operators, aten, language)) for language, file in PAGES.items()), (EXAMPLES, json.dumps(commands, indent=1, sort_keys=True) + "\n"), *stating(len(operators)),
             *examples]
    if sys.argv[1:] == ["--check"]:
        unknown = sorted(set(aten) - {operator["function"] for operator in operators})
        if unknown:
            sys.exit(f"docs/aten_names.json names operators that are not in the catalogue: {', '.join(unknown)}")
        for file, text in pages:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                sys.exit(f"{file.relative_to(ROOT)} is not what the catalogue says. Run: openaclnn list --json | {COMMAND}")
    else:
        for file, text in pages:
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
