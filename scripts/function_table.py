#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/functions.md and docs/zh/functions.md from the public headers: which functions they declare, from which library, and how
far each is supported. scripts/chinese.json has the Chinese of what their comments say.

Usage: scripts/function_table.py          writes the two pages
       scripts/function_table.py --check  fails if one of them is not what it would write
       scripts/function_table.py --calls FILE
              writes C++ that names every function that is not supported: NOT_SUPPORTED(name), after the includes
"""
import argparse
import dataclasses
import pathlib
import re
import sys
import typing

sys.dont_write_bytecode = True
import chinese  # noqa: E402
from public_headers import FULL, NOT_SUPPORTED, PARTIAL, HeaderError, read_headers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = "scripts/function_table.py"

LIBRARY_OF_FOLDER = {"acl": "libascendcl.so", "aclnn": "libnnopbase.so", "aclnnop": "libopapi.so", "hccl": "libhccl.so",
                     "mstx": "libms_tools_ext.so"}
LIBRARY_OF_HEADER = {  # where it is not the folder's
    "acl/acl_op_compiler.h": "libacl_op_compiler.so",
    "acl/acl_prof.h": "libmsprofiler.so",
    "acl/acl_tdt.h": "libacl_tdt_channel.so",
    "aclnn/aclnn_huge_memory.h": "libopapi.so",
}
LIBRARIES = ("libascendcl.so", "libnnopbase.so", "libopapi.so", "libacl_op_compiler.so", "libacl_tdt_channel.so", "libhccl.so",
             "libmsprofiler.so", "libms_tools_ext.so")
# There because prebuilt clients name them; a test sees that they export nothing.
EMPTY_LIBRARIES = ("libascend_hal.so", "libc_sec.so", "libge_runner.so", "libhcomm.so", "libplatform.so", "libprofapi.so",
                   "libruntime.so")


@dataclasses.dataclass
class Language:
    """The words of a page. The tables' contents are the headers', translated by `phrase`."""
    page: str
    include: str  # from the page
    phrase: typing.Callable  # of a comment in a header
    support: dict
    introduction: str
    libraries: dict  # what each library is
    functions: str  # how many a library has
    counted: str  # how many of them are supported how far
    comma: str
    colon: str
    line: str  # what a header is about, and where it is
    head: str
    empty: str  # what the empty libraries are
    graph: str  # libgraph.so


ENGLISH = Language(
    page="docs/functions.md", include="../include", phrase=lambda text: text, comma=", ", colon=": ",
    support={FULL: "full", PARTIAL: "partial", NOT_SUPPORTED: "not supported"},
    introduction=f"""# Supported functions

<!-- Generated from the comments in include/ by {COMMAND}: edit those, and run it. -->

Everything that the headers declare, by library and header; a test compares the headers with what the libraries export.
Arguments, statuses and ownership are documented at each declaration. A function that is not supported returns 207000
(`ACL_ERROR_RT_FEATURE_NOT_SUPPORT`), or null where it returns a pointer, and leaves a message; a test calls each. What
CANN has and the headers do not declare is in [not_provided.md](not_provided.md).
""",
    libraries={
        "libascendcl.so": """The runtime, also there under its newer name, `libacl_rt.so`. What holds for all of it is said in
[acl/acl_rt.h](../include/acl/acl_rt.h). Policies of `aclrtMalloc`, priorities and flags of streams are hints: accepted,
without effect on results.""",
        "libnnopbase.so": "Tensors and executors.",
        "libopapi.so": """Operators; [one page](operators/index.md) has the rules for all of them. They also exist under newer names: `libopapi_nn.so`, `libopapi_math.so` and `libopapi_cv.so`. What
libnnopbase.so exports is found through it, too. Headers of operators are also found under `aclnnop/level2/`.""",
        "libacl_op_compiler.so": "The operator compiler, and operators by their names, for clients of the older path.",
        "libacl_tdt_channel.so": "Channels between a device and its host, in which nothing arrives here.",
        "libhccl.so": """Collective communication. A function that is not supported returns 5 (`HCCL_E_NOT_SUPPORT`); aclrtGetLastError
says 207000.""",
        "libmsprofiler.so": "The profiler ([profiling.md](profiling.md)). Clients also find its functions through libascendcl.so.",
        "libms_tools_ext.so": "Marks of programs for the profiler.",
    },
    functions="{} functions: {}.", counted="{count} {support}",
    line="{}: {}.",
    head="| function | support | what is missing |",
    empty="Empty: prebuilt clients (torch_npu, MindSpore) name these libraries and do not load without them; they look nothing up in them.",
    graph="C++ functions of CANN's graph engine that MindSpore binds when it loads. Operators may be registered, which has no effect; "
          "functions that build or run graphs throw std::runtime_error with their names.")

CHINESE = Language(
    page="docs/zh/functions.md", include="../../include", phrase=chinese.or_english, comma="、", colon="：",
    support={FULL: "完整", PARTIAL: "部分", NOT_SUPPORTED: "不支持"},
    introduction=f"""# 支持的函数

<!-- Generated from the comments in include/ by {COMMAND}: edit those, and run it. -->

本页按库和头文件列出头文件声明的全部函数；由测试比较头文件与各库的导出。参数、返回码和所有权写在每个声明处。不支持的函数返回
207000（`ACL_ERROR_RT_FEATURE_NOT_SUPPORT`），返回指针的函数则返回空指针，并留下一条消息；测试逐个调用它们。CANN 有而头文件没有声明的函数见[未声明的函数](not_provided.md)。
""",
    libraries={
        "libascendcl.so": """运行时，也使用其新名称 `libacl_rt.so`。适用于全部运行时函数的约定写在
[acl/acl_rt.h](../../include/acl/acl_rt.h) 中。`aclrtMalloc` 的策略、流的优先级和标志只是提示：接受它们，不影响结果。""",
        "libnnopbase.so": "张量和 executor。",
        "libopapi.so": """算子；[公共约定](operators/index.md)适用于所有算子。它们也使用新的名称：`libopapi_nn.so`、`libopapi_math.so` 和 `libopapi_cv.so`。
libnnopbase.so 的导出也可以通过它找到。算子的头文件也可以在 `aclnnop/level2/` 下找到。""",
        "libacl_op_compiler.so": "算子编译器，以及按名称调用的算子，供使用旧接口的程序使用。",
        "libacl_tdt_channel.so": "设备与主机之间的通道，这里没有数据到达。",
        "libhccl.so": "集合通信。不支持的函数返回 5（`HCCL_E_NOT_SUPPORT`）；aclrtGetLastError 返回 207000。",
        "libmsprofiler.so": "性能分析器（[分析训练步的性能](profiling.md)）。程序也可以通过 libascendcl.so 找到它的函数。",
        "libms_tools_ext.so": "程序为性能分析器所做的标记。",
    },
    functions="{} 个函数：{}。", counted="{support} {count} 个",
    line="{}，见 {}。",
    head="| 函数 | 支持程度 | 缺少的部分 |",
    empty="空的库：预编译的程序（torch_npu、MindSpore）链接这些库，没有它们就无法加载；程序不在其中查找任何内容。",
    graph="CANN 图引擎的 C++ 函数，MindSpore 在加载时绑定它们。可以注册算子，但没有作用；构建或运行图的函数抛出带有其名称的 std::runtime_error。")


def library_of(path):
    return LIBRARY_OF_HEADER.get(path) or LIBRARY_OF_FOLDER[path.split("/")[0]]


def cell(text):
    return text.replace("|", "\\|")


NAMES = re.compile(r"acl\w+(?:(?:, | and )acl\w+)*")


def topic_in(language, topic):
    """What a header is about. That of an operator begins with the names of its functions, which stay as they are."""
    names, colon, rest = topic.partition(": ")
    if language is ENGLISH or not (colon and NAMES.fullmatch(names)):
        return language.phrase(topic)
    return re.sub(", | and ", language.comma, names) + language.colon + language.phrase(rest)


def page(headers, language=ENGLISH):
    text = language.introduction
    for library in LIBRARIES:
        own = [header for header in headers if header.functions and library_of(header.path) == library]
        if not own:
            continue
        every = [function for header in own for function in header.functions]
        counts = {support: sum(function.support == support for function in every)
                  for support in (FULL, PARTIAL, NOT_SUPPORTED)}
        counted = language.comma.join(language.counted.format(count=count, support=language.support[support])
                                      for support, count in counts.items() if count)
        text += f"\n## {library}\n\n{language.libraries[library]}\n\n{language.functions.format(len(every), counted)}\n"
        for header in own:
            topic = topic_in(language, header.topic)
            link = f"[{header.path}]({language.include}/{header.path})"
            text += f"\n### {topic.split(language.colon.strip())[0]}\n\n{language.line.format(topic, link)}\n\n"
            text += f"{language.head}\n|---|---|---|\n"
            for function in header.functions:
                place = f"{language.include}/{header.path}#{function.name}"
                missing = cell(language.phrase(function.missing)) if function.missing else ""
                text += f"| [`{function.name}`]({place}) | {language.support[function.support]} | {missing} |\n"
    names = [f"`{name}`" for name in EMPTY_LIBRARIES]
    return text + f"\n## {language.comma.join(names)}\n\n{language.empty}\n\n## `libgraph.so`\n\n{language.graph}\n"


def calls(headers):
    tagged = {header.path: [function.name for function in header.functions if function.support == NOT_SUPPORTED]
              for header in headers}
    text = f"// Generated by {COMMAND}.\n"
    text += "".join(f'#include "{path}"\n' for path, names in tagged.items() if names)
    return text + "".join(f"NOT_SUPPORTED({name})\n" for names in tagged.values() for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--calls", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    try:
        headers = read_headers()
    except HeaderError as error:
        sys.exit(str(error))
    if arguments.calls:
        arguments.calls.write_text(calls(headers))
        return
    for language in (ENGLISH, CHINESE):
        document, text = ROOT / language.page, page(headers, language)
        if not arguments.check:
            document.write_text(text, encoding="utf-8")
        elif not document.exists() or document.read_text(encoding="utf-8") != text:
            sys.exit(f"{language.page} is not what the headers say: run {COMMAND} and commit the page")


if __name__ == "__main__":
    main()
