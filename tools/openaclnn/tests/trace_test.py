# SPDX-License-Identifier: Apache-2.0
"""openaclnn trace: summaries of timelines that stand here, and of one that the library wrote."""
import json
import unittest

from program import ProgramTest


def span(name, category, start, duration, thread=1, process=1):
    return {"ph": "X", "name": name, "cat": category, "ts": start, "dur": duration, "pid": process, "tid": thread, "args": {}}


class Summary(ProgramTest):
    def write(self, events, name="trace.json"):
        (self.folder / name).write_text(json.dumps(events), encoding="utf-8")
        return name

    def tables(self, events):
        tables = self.call_json("trace", "summary", self.write(events))["tables"]
        return {table["title"]: {row["name"]: row for row in table["rows"]} for table in tables}

    def test_calls_time_share_and_mean(self):
        rows = self.tables([span("aclnnAddmm", "operator", 0, 300, 7), span("aclnnRelu", "operator", 300, 50, 7),
                            span("aclnnRelu", "operator", 350, 50, 8), {"ph": "M", "name": "thread_name", "pid": 1, "tid": 7}])
        addmm, relu = rows["Work of streams"]["aclnnAddmm"], rows["Work of streams"]["aclnnRelu"]
        self.assertEqual((addmm["calls"], relu["calls"]), (1, 2))
        for row, time, share, mean in ((addmm, 300e-6, 0.75, 300e-6), (relu, 100e-6, 0.25, 50e-6)):
            self.assertAlmostEqual(row["time_s"], time)
            self.assertAlmostEqual(row["share"], share)
            self.assertAlmostEqual(row["mean_s"], mean)
        self.assertEqual(addmm["pytorch"], "addmm")

    def test_time_of_calls_inside_of_others_counts_once(self):
        rows = self.tables([span("aten::linear", "cpu_op", 0, 100), span("aten::addmm", "cpu_op", 10, 60),
                            span("aten::linear", "cpu_op", 20, 30, thread=2)])["PyTorch operators"]
        self.assertAlmostEqual(rows["aten::linear"]["time_s"], 70e-6)  # 100 - 60 + 30
        self.assertAlmostEqual(rows["aten::linear"]["longest_s"], 100e-6)
        self.assertAlmostEqual(rows["aten::addmm"]["time_s"], 60e-6)

    def test_a_file_of_torch_profiler(self):
        rows = self.tables({"schemaVersion": 1, "traceEvents": [
            span("train.py(3): step", "python_function", 0, 9), span("aten::mul", "cpu_op", 1, 2),
            span("ProfilerStep#1", "user_annotation", 0, 9), span("x", "Trace", 0, 9, thread="", process="Spans")]})
        self.assertEqual({title: list(table) for title, table in rows.items()}, {
            "Python functions": ["train.py(3): step"], "PyTorch operators": ["aten::mul"],
            "user_annotation": ["ProfilerStep#1"], "Trace": ["x"]})

    def test_the_rows_that_take_most_are_shown(self):
        name = self.write([span(f"aclnnOp{index:02}", "operator", 100 * index, index + 1) for index in range(20)])
        output, _ = self.call("trace", "summary", name)
        self.assertRegex(output, r"Work of streams: 20 in 210\.0 us\n +share +time +calls +mean +longest +name\n"
                                 r" +9\.5 % +20\.0 us +1 +20\.0 us +20\.0 us  aclnnOp19\n")
        self.assertIn("and 5 more: --top 0 shows all\n", output)
        self.assertNotIn("aclnnOp04", output)
        self.assertIn("and 18 more", self.call("trace", "summary", name, "--top", 2)[0])
        self.assertIn("aclnnOp00", self.call("trace", "summary", "--top", 0, name)[0])

    def test_of_the_library(self):
        self.call("bench", "add", "--self", "4x4", "--repetitions", 5,
                  environment={"OPENACLNN_TRACE": str(self.folder / "own.json")})
        tables = self.call_json("trace", "summary", "own.json")["tables"]
        self.assertEqual([table["title"] for table in tables], ["Work of streams", "API calls"])
        rows = {row["name"]: row for row in tables[0]["rows"]}
        self.assertEqual(rows["aclnnAdd"]["calls"], 6)
        self.assertIn("add", rows["aclnnAdd"]["pytorch"].split(", "))
        self.assertAlmostEqual(sum(row["share"] for row in tables[1]["rows"]), 1)

    def test_what_is_no_timeline(self):
        for text, why in ((None, "cannot be read, or is empty"), ("", "cannot be read, or is empty"), ("[{", "is no timeline, or is not complete"),
                          ("\0\1", "is no timeline"), ("[]", "has no events"), ("{}", "has no events"), ("3", "has no events"),
                          ('[{"ph": "M", "pid": 1}]', "has no event with a duration"),
                          ('[{"ph": 3, "pid": 1}]', "is no timeline"),
                          ('[{"ph": "X", "ts": "late", "dur": 3}]', "is no timeline")):
            if text is not None:
                (self.folder / "bad.json").write_text(text, encoding="utf-8")
            _, error = self.call("trace", "summary", "bad.json", exit_status=2)
            self.assertIn(f"openaclnn: bad.json: {why}", error)
        self.assertIn("FILE is required", self.call("trace", "summary", exit_status=2)[1])
        self.assertIn("cannot be read", self.call("trace", "summary", ".", exit_status=2)[1])


if __name__ == "__main__":
    unittest.main()
