# SPDX-License-Identifier: Apache-2.0
"""An example of each family of operators, on its English and its Chinese page: the declarations of one operator, how the command line
runs it on files, and which names of PyTorch call it. scripts/operator_table.py writes them, where a page has the lines

    <!-- example of aclnnX, from scripts/operator_table.py -->
    <!-- end of the example -->
"""
import pathlib
import re

BLOCK = re.compile(r"(<!-- example of (\w+), from scripts/operator_table\.py -->\n).*?(<!-- end of the example -->\n)", re.S)
MOST_NAMES = 3  # of PyTorch's operators that are called otherwise; a copy has dozens

WORDS = {
    "en": (": ", "Example", "The [command line](../command_line.md) runs it on NumPy files:",
           "PyTorch calls it for {names}.", "[All arguments]({place})", ", "),
    "zh": ("：", "示例", "用[命令行](../command_line.md)对 NumPy 文件运行：",
           "PyTorch 的 {names} 调用它。", "[全部参数]({place})", "、"),
}


def command(operator):
    return f"openaclnn run {operator['name']} {operator['run_example']}"


def aten_names(operator, aten):
    """PyTorch's names that call an operator, without their overloads, each once: those that are called like it, or all if there are few."""
    names = sorted({re.sub(r"^\w+::|\..*$", "", name) for name in aten.get(operator["function"], [])})
    own = re.sub(r"_v\d+$", "", operator["name"])
    alike = [name for name in names if re.search(rf"(?<![a-z0-9]){own}(?![a-z0-9])", name) or
             re.search(rf"(?<![a-z0-9]){name.strip('_')}(?![a-z0-9])", own)]
    return alike or (names if len(names) <= MOST_NAMES else [])


def example(operator, prototypes, path, aten, language, has_prototypes):
    function = operator["function"]
    colon, title, runs, calls, arguments, comma = WORDS[language]
    up = "../../" if language == "en" else "../../../"
    names = [f"`{name}`" for name in aten_names(operator, aten)]
    text = f"\n## {title}{colon}`{function}`\n\n"
    if not has_prototypes:
        text += "```cpp\n" + "\n".join(prototypes) + "\n```\n\n"
    text += f"{runs}\n\n```sh\n{command(operator)}\n```\n\n"
    sentences = [calls.format(names=comma.join(names))] if names else []
    sentences.append(arguments.format(place=f"{up}include/{path}#{function}") + ("." if language == "en" else "。"))
    return text + (" " if language == "en" else "").join(sentences) + "\n\n"


def pages(root, operators, headers, aten):
    """Each page of a family, and its text with the examples as they should be; and what is wrong with the pages."""
    known = {operator["function"]: operator for operator in operators}
    declared = {function.name: (header.path, function.prototype) for header in headers for function in header.functions}
    texts, problems = [], []
    for language, folder in (("en", "docs/operators"), ("zh", "docs/zh/operators")):
        for page in sorted((pathlib.Path(root) / folder).glob("*.md")):
            text = page.read_text(encoding="utf-8")
            wanted = [match[2] for match in BLOCK.finditer(text)]
            if page.name != "index.md" and not wanted:
                problems.append(f"{folder}/{page.name}: expected the example of an operator, got none. See scripts/operator_examples.py.")
            problems += [f"{folder}/{page.name}: {function} is not in the catalogue" for function in wanted if function not in known]
            if problems:
                continue

            def written(match):
                function = match[2]
                path, prototype = declared[function]
                outside = BLOCK.sub("", text)
                return match[1] + example(known[function], [declared[function + "GetWorkspaceSize"][1], prototype], path, aten, language,
                                          f"{function}GetWorkspaceSize(\n" in outside) + match[3]

            texts.append((page, BLOCK.sub(written, text)))
    return texts, problems
