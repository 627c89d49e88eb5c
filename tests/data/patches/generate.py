"""Writes v4a.jsonl: patches and the files that the host's own parsers find in them.

    python generate.py PYTHON_OF_0.19 PYTHON_OF_0.22 > v4a.jsonl

Each interpreter must have that generation of Hermes installed. The inputs are fixed (seeded), so
a new run changes the file only when a parser changed.
"""

import json
import random
import subprocess
import sys

READ = """
import json, sys
from tools.patch_parser import parse_v4a_patch
for line in sys.stdin:
    operations, error = parse_v4a_patch(json.loads(line))
    found = [[o.operation.value, o.file_path, o.new_path] for o in operations]
    print(json.dumps([] if error else found))
"""

BEGIN = ["*** Begin Patch", "***Begin Patch", "***  Begin  Patch", " *** Begin Patch", "x *** Begin Patch y", "*** begin patch", "*** Begin Patch\r", "***\tBegin\tPatch ", "+*** Begin Patch"]
END = [line.replace("Begin", "End").replace("begin", "end") for line in BEGIN]
HEADERS = [
    "*** Update File: a.py", "*** Add File: b.py", "*** Delete File: c.py", "*** Move File: d.py -> e.py",
    "***Update File: a", "***   Update   File:a", "*** UpdateFile: a", "*** update File: a", "*** Update File:", "*** Update File: ",
    "*** Update File:  \t x y ", "*** Update\u00a0File:\u3000a", "*** Delete File: a\r", "*** Delete File: \r", " *** Delete File: a",
    "**** Delete File: a", "*** Delete File : a", "*** Move File: a->b", "*** Move File: a -> b -> c", "*** Move File: -> b",
    "*** Move File:  -> b", "*** Move File: a ->", "*** Move File: a -> ", "*** Move File: a - > b", "*** Move File: a-->b",
    "*** Move File: ->-> b", "*** Add File: \u001cx\u001d", "*** Add File: x\u200b", "*** Rename File: a -> b", "*** Move to: z",
    "*** Update File: ../up", "*** Update File: /etc/passwd", "*** Delete File: a\u2028b", "***\u0085Add\u0085File:\u0085n", "*** Move File:a\t->\tb",
]
LINES = ["@@", "@@ hint @@", "+x", "-x", " x", "x", "", "\\ No newline at end of file", "\r", "@@ -1 +1 @@", "+*** End Patch", "+*** Delete File: q", "-*** Begin Patch", "++", "--- a/x", "+++ b/x"]


def inputs():
    yield ""
    yield "garbage"
    for header in HEADERS:
        for body in ("", "\n@@\n-a\n+b", "\n+x"):
            yield f"*** Begin Patch\n{header}{body}\n*** End Patch"
            yield f"{header}{body}"
    for begin in BEGIN:
        for end in END:
            yield f"*** Delete File: before\n{begin}\n*** Delete File: inside\n{end}\n*** Delete File: after"
    dice = random.Random(20260901)
    for _ in range(600):
        lines = []
        for _ in range(dice.randrange(1, 9)):
            kind = dice.random()
            source = HEADERS if kind < 0.45 else LINES if kind < 0.85 else BEGIN + END
            lines.append(dice.choice(source))
        yield dice.choice(["\n", "\n", "\n", "\r\n"]).join(lines)


def read(python, patches):
    text = "".join(json.dumps(patch) + "\n" for patch in patches)
    done = subprocess.run([python, "-c", READ], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    patches = list(inputs())
    first, second = (read(python, patches) for python in sys.argv[1:3])
    for patch, a, b in zip(patches, first, second, strict=True):
        print(json.dumps({"patch": patch, "first": a, "second": b}))


main()
