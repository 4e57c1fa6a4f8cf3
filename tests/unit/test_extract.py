"""The script comes out of whatever a model wrote, whole or not at all."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scriptsmith.core import extract as module
from scriptsmith.core.extract import Extraction, extract, fence, split_thoughts

SCRIPT = "#!/usr/bin/env bash\nset -euo pipefail\nfind /var/log/nginx -name '*.log' -mtime +7 -exec gzip -- {} +\n"
README = "#!/usr/bin/env bash\ncat > README.md <<'EOF'\n# Use\n```bash\n./run now\n```\n\n```\nanother\n```\nEOF\necho done\n"
TASKS = "set -eu\ndf -h /var\ndu -x /var | sort -n\ntail -n 5 /var/log/syslog\n"
OTHER = "#!/bin/sh\nrm -rf /srv/x\n"
B = "```"


def block(text: str = SCRIPT, label: str = "bash", mark: str = B) -> str:
    end = "" if text.endswith("\n") else "\n"
    return f"{mark}{label}\n{text}{end}{mark}\n"


def indented(text: str, by: str) -> str:
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def numbered(text: str, form: str) -> str:
    return "".join(form.format(number, line) for number, line in enumerate(text.splitlines(keepends=True), 1))


WHOLE: dict[str, tuple[str, str]] = {
    "one fence": (block(), SCRIPT),
    "reasoning before": (f"- quoting: yes\n- failure: stops\n\n{block()}", SCRIPT),
    "explanation after": (f"{block()}\nThis compresses old logs. It uses `find` and `gzip`.", SCRIPT),
    "prose around": (f"Sure!\n\n{block()}\nHope this helps!", SCRIPT),
    "no newline at the end": (block().rstrip(), SCRIPT),
    "label sh": (block(label="sh"), SCRIPT),
    "label shell": (block(label="shell"), SCRIPT),
    "label Bash": (block(label="Bash"), SCRIPT),
    "label with a space before": (block(label=" bash"), SCRIPT),
    "label with a title": (block(label='bash title="compress.sh"'), SCRIPT),
    "label that is a title only": (block(label='title="compress.sh"'), SCRIPT),
    "label with attributes": (block(label="{.bash .numberLines}"), SCRIPT),
    "label with a file": (block(label="bash:compress.sh"), SCRIPT),
    "label that is a file": (block(label="compress.sh"), SCRIPT),
    "no label": (block(label=""), SCRIPT),
    "label text, shebang": (block(label="text"), SCRIPT),
    "unknown label": (block(label="script"), SCRIPT),
    "tildes": (block(mark="~~~"), SCRIPT),
    "four backticks": (block(mark="````"), SCRIPT),
    "four backticks around three": (f"````\n{block()}````\n", SCRIPT),
    "a fence in a fence": (f"{B}\n{block()}{B}\n", SCRIPT),
    "a reply in markdown": (f"{B}markdown\n# Script\n\n{block()}\nRun it.\n{B}\nDone.", SCRIPT),
    "a text fence that wraps nothing": (f"{B}markdown\n# Notes\n{B}\nSo:\n{block()}", SCRIPT),
    "fence in a list": (f"1. The script:\n\n{indented(block(), '   ')}\n2. Done.", SCRIPT),
    "fence at the bullet": (f"- {B}bash\n{indented(SCRIPT, '  ')}  {B}\n", SCRIPT),
    "indented fence, text at the margin": (f"  {B}bash\n{SCRIPT}  {B}", SCRIPT),
    "tabs before the fence": (indented(block(), "\t"), SCRIPT),
    "quoted like a mail": ("> Here:\n>\n" + indented(block(), "> "), SCRIPT),
    "closing longer than opening": (f"{B}bash\n{SCRIPT}{B}``\nBye.", SCRIPT),
    "prose right after the fence": (f"{B}bash\n{SCRIPT}{B} This is all there is.\n", SCRIPT),
    "inside on one line": (f"{B}df -h /var{B}", "df -h /var\n"),
    "on one line with its label": (f"{B}bash df -h /var{B}", "df -h /var\n"),
    "windows line ends": (block().replace("\n", "\r\n"), SCRIPT),
    "old line ends": (block().replace("\n", "\r"), SCRIPT),
    "byte order mark": ("\ufeff" + block(), SCRIPT),
    "byte order mark inside": (block("\ufeff" + SCRIPT), SCRIPT),
    "zero width before the fence": (f"Here:\n\u200b{block()}", SCRIPT),
    "no-break space before the fence": (f"Here:\n\u00a0{B}bash\u00a0\n{SCRIPT}\u00a0{B}\u200b", SCRIPT),
    "blank lines around": (block(f"\n\n{SCRIPT}\n\n"), SCRIPT),
    "stop token": (block() + "<|im_end|>", SCRIPT),
    "stop token on the line": (block().rstrip() + "<|eot_id|></s>", SCRIPT),
    "empty fence at the end": (f"{block()}\n{B}", SCRIPT),
    "heredoc with fences": (block(README), README),
    "heredoc with fences, more after": (f"{block(README)}\nUsage:\n{block('./make.sh')}", README),
    "heredoc with fences in a list": (f"1. This:\n{indented(block(README), '   ')}", README),
    "heredoc with fences, bare": (README, README),
    "heredoc with fences in a tag": (f"<script>\n{README}</script>", README),
    "heredoc with tabs": (block(f"#!/bin/sh\ncat <<-END\n\t{B}\n\tx\n\tEND\ntrue\n"), f"#!/bin/sh\ncat <<-END\n\t{B}\n\tx\n\tEND\ntrue\n"),
    "two heredocs on a line": (block(f"cat <<A - <<'B'\n{B}\nA\n{B}\nB\ntrue\n"), f"cat <<A - <<'B'\n{B}\nA\n{B}\nB\ntrue\n"),
    "heredoc in a substitution": (block(f'x="$(cat <<EOF\n{B}\nEOF\n)"\n'), f'x="$(cat <<EOF\n{B}\nEOF\n)"\n'),
    "no heredoc in a string": (block(SCRIPT + 'echo "cat <<EOF"') + f"\nThen:\n{B}text\nEOF\n{B}\n", SCRIPT + 'echo "cat <<EOF"\n'),
    "no heredoc in a comment": (f"{block(SCRIPT + '# as in <<EOF')}\n{B}text\nEOF\n{B}\n", f"{SCRIPT}# as in <<EOF\n"),
    "no heredoc in arithmetic": (block("#!/bin/bash\necho $((1 << N))\n"), "#!/bin/bash\necho $((1 << N))\n"),
    "no heredoc in a here-string": (block("#!/bin/bash\nread -r a <<< EOF\n"), "#!/bin/bash\nread -r a <<< EOF\n"),
    "usage after the script": (f"{block()}\nUsage:\n\n" + block('chmod +x compress.sh\nsudo ./compress.sh'), SCRIPT),
    "prerequisites before the script": (f"Install this first:\n{block('apt-get install -y gzip')}\nThen:\n{block()}", SCRIPT),
    "output after the script": (f"{block()}\nIt prints:\n{B}text\n{SCRIPT.replace('bash', 'zsh') * 3}{B}", SCRIPT),
    "output without a label": (f"{block()}\nIt prints:\n{B}\ntotal 48\nNothing to do.\n{B}", SCRIPT),
    "configuration beside it": (f"{B}yaml\nkeep: 7\nname: x\n{B}\n{block()}\n{B}json\n{{}}\n{B}\n{B}ini\n[a]\n{B}", SCRIPT),
    "diff beside it": (f"The change:\n{B}diff\n--- a\n+++ b\n+x\n{B}\nThe whole:\n{block()}", SCRIPT),
    "python beside it": (f"Not this:\n{B}python\nprint(1)\n{B}\nBut:\n{block()}", SCRIPT),
    "cut off after the script": (f"{block()}\nIt prints:\n{B}text\nfoo", SCRIPT),
    "the same script twice": (f"{block()}\nAgain:\n{block()}", SCRIPT),
    "usage without a shebang": (f"{block(TASKS)}\nRun it with:\n{block('bash tasks.sh')}", TASKS),
    "console with output": (f"{B}console\n$ df -h /var\nFilesystem  Size\n/dev/sda1  10G\n$ du -s \\\n> /var\n12 /var\n{B}", "df -h /var\ndu -s \\\n/var\n"),
    "console with a host": (f"{B}console\nroot@web-1:~# df -h /var\nFilesystem\n{B}", "df -h /var\n"),
    "bash with prompts": (f"{B}bash\n$ df -h /var\n$ uptime\n{B}", "df -h /var\nuptime\n"),
    "parts": (f"Part 1:\n{block(SCRIPT)}\nPart 2:\n{block('echo done')}", SCRIPT + "echo done\n"),
    "continued": (f"{block(SCRIPT)}\nThe script continued:\n{block('echo done')}\nUsage:\n{block('./x')}", SCRIPT + "echo done\n"),
    "steps": (f"Step 1: look\n{block('df -h')}\nStep 2: clean\n{block('journalctl --vacuum-size=1G')}", "df -h\njournalctl --vacuum-size=1G\n"),
    "options": (f"**Option 1**\n{block()}\n**Option 2**\n{block(SCRIPT + 'echo')}", SCRIPT),
    "alternatively": (f"{block(TASKS)}\nAlternatively:\n{block(TASKS + 'true')}", TASKS),
    "revised": (f"A draft:\n{block(OTHER)}\nHere is the corrected version:\n{block()}", SCRIPT),
    "thought before": (f"<think>\nMaybe:\n{block('rm -rf /')}</think>\n{block()}", SCRIPT),
    "thought with an open fence": (f"<think>\n{B}bash\nrm -rf /\n</think>\n{block()}", SCRIPT),
    "two thoughts": (f"<think>a</think>\n<reasoning>b</reasoning>\n{block()}", SCRIPT),
    "thought in brackets": (f"[THINK]a[/THINK]{block()}", SCRIPT),
    "thought without a beginning": (f"Let me see.\n{block('rm -rf /')}</think>\n\n{block()}", SCRIPT),
    "thought in the script": (block(f"{SCRIPT}sed '/<think>/d' x\n"), f"{SCRIPT}sed '/<think>/d' x\n"),
    "answer tag": (f"<answer>\n{SCRIPT}</answer>", SCRIPT),
    "answer tag around a fence": (f"Thoughts.\n<answer>\n{block()}</answer>", SCRIPT),
    "answer tag never closed around a fence": (f"<answer>\n{block()}", SCRIPT),
    "answer tag on one line": ("Use this: <answer>df -h /var</answer>", "df -h /var\n"),
    "the last answer": (f"<answer>\n{block(OTHER)}</answer>\nWait.\n<answer>\n{block()}</answer>", SCRIPT),
    "answer that points at the script": (f"{block()}\n<answer>See above.</answer>", SCRIPT),
    "script tag": (f"<script>\n{SCRIPT}</script>\nDone.", SCRIPT),
    "html": ('<pre><code class="language-bash">' + escaped(SCRIPT + "true && echo x >&2\n") + "</code></pre>", SCRIPT + "true && echo x >&2\n"),
    "escaped in a fence": (block(escaped('#!/bin/sh\ndf && echo "$HOME" > /tmp/x\n')), '#!/bin/sh\ndf && echo "$HOME" > /tmp/x\n'),
    "escapes that are meant": (block("#!/bin/sh\nsed 's/&/\\&amp;/; s/</\\&lt;/' x > y\n"), "#!/bin/sh\nsed 's/&/\\&amp;/; s/</\\&lt;/' x > y\n"),
    "json": ('{"reasoning": "r", "script": "#!/bin/sh\\ndf -h\\n"}', "#!/bin/sh\ndf -h\n"),
    "json with a fence in it": ('{"script": "```bash\\n#!/bin/sh\\ndf -h\\n```"}', "#!/bin/sh\ndf -h\n"),
    "json in a fence": (f'Here:\n{B}json\n{{"script": "df -h\\r\\n"}}\n{B}', "df -h\n"),
    "bare script": (SCRIPT, SCRIPT),
    "bare script after prose": (f"Here is the script:\n\n{SCRIPT}", SCRIPT),
    "bare script, explanation after": (f"{SCRIPT}\nThis script does:\n- one thing\n- two things\n\nIt needs root.", SCRIPT),
    "bare script with paragraphs": (f"{SCRIPT}\necho done\n", f"{SCRIPT}\necho done\n"),
    "bare script, fence only after": (f"{SCRIPT}{B}\nThat is all.", SCRIPT),
    "bare script, usage fenced": (f"{SCRIPT}\nUsage:\n\n{block('./x')}", SCRIPT),
    "bare script, indented": (f"The script:\n\n{indented(SCRIPT, '    ')}\nThat is all.", SCRIPT),
    "bare command": ("find /var/log -name '*.gz' -mtime +7 -delete", "find /var/log -name '*.gz' -mtime +7 -delete\n"),
    "bare short command": ("systemctl restart nginx", "systemctl restart nginx\n"),
    "bare command in a code mark": ("`df -h /var`", "df -h /var\n"),
    "bare command with a prompt": ("$ df -h /var", "df -h /var\n"),
    "bare commands": ("# look\ndf -h\nif [ -d /x ]; then\n  rm -r /x\nfi", "# look\ndf -h\nif [ -d /x ]; then\n  rm -r /x\nfi\n"),
    "numbered commands": ("1. df -h\n2. `journalctl --vacuum-size=1G`\n", "df -h\njournalctl --vacuum-size=1G\n"),
    "line numbers": (block(numbered(SCRIPT, "{:>4}\t{}")), SCRIPT),
    "line numbers with bars": (block(numbered(SCRIPT, "{} | {}")), SCRIPT),
    "line numbers with colons": (block(numbered("#!/bin/sh\nif x; then\n  y\nfi\n", "{}: {}")), "#!/bin/sh\nif x; then\n  y\nfi\n"),
    "words that look cut": (block("#!/bin/sh\necho ...\n# ... and so on\n"), "#!/bin/sh\necho ...\n# ... and so on\n"),
    "dots in a heredoc": (block("#!/bin/sh\ncat <<EOF\n...\nEOF\n"), "#!/bin/sh\ncat <<EOF\n...\nEOF\n"),
    "sh shebang with options": (block("#!/usr/bin/env -S bash -e\ndf\n"), "#!/usr/bin/env -S bash -e\ndf\n"),
    "blank ends of lines stay": (block("#!/bin/sh\nprintf 'a  \nb'\n"), "#!/bin/sh\nprintf 'a  \nb'\n"),
}  # fmt: skip

NONE: dict[str, tuple[str, str]] = {
    "empty": ("", module.EMPTY),
    "blank": (" \r\n\t\ufeff\u200b\u00a0", module.EMPTY),
    "prose": ("First compress the logs, then look at the disk.", module.NO_SCRIPT),
    "prose with code marks": ("Run `df -h`, then use `rm` on what `find` shows.", module.NO_SCRIPT),
    "prose that begins like a command": ("find the logs that are older than a week.", module.NO_SCRIPT),
    "numbered prose": ("1. Look at the disk.\n2. Remove what is old.", module.NO_SCRIPT),
    "prose and a command": ("Try this\ndf -h", module.NO_SCRIPT),
    "refusal": ("I'm sorry, but I can't help with deleting data.", module.REFUSED),
    "refusal, other words": ("I cannot write such a script.", module.REFUSED),
    "cut off in the fence": (block()[:-5], module.CUT_OFF),
    "cut off right after the shebang": (f"{B}bash\n#!/bin/sh", module.CUT_OFF),
    "cut off in a second script": (f"{block()}\nBetter:\n{B}bash\n#!/bin/sh", module.CUT_OFF),
    "cut off in a fence without a label": (f"{B}\n#!/bin/sh\ndf", module.CUT_OFF),
    "cut off in a text fence": (f"{B}text\nfoo", module.CUT_OFF),
    "cut off in a heredoc with fences": (f"{B}bash\n{README[: README.index('EOF', 60)]}", module.CUT_OFF),
    "cut off between fences in a heredoc": (f"{B}bash\n#!/bin/sh\ncat > x <<EOF\n{B}\n./run\n{B}\nmore", module.CUT_OFF),
    "cut off after a fence in a heredoc": (f"{B}bash\n#!/bin/sh\ncat > x <<EOF\n{B}\n./run", "here-document"),
    "cut off in a tilde fence": (f"~~~bash\n{SCRIPT}{B}", module.CUT_OFF),
    "cut off in four backticks": (f"````bash\n{SCRIPT}{B}", module.CUT_OFF),
    "a fence that another one breaks": (f"{B}bash\n{SCRIPT}{block()}", module.CUT_OFF),
    "cut off in an answer": (f"<answer>\n{SCRIPT}"[:-20], module.CUT_OFF),
    "cut off in json": ('{"script": "#!/bin/sh\\ndf', module.CUT_OFF),
    "part one of two": (f"Part 1 of 2:\n{block()}", module.CUT_OFF),
    "cut off while thinking": (f"<think>\nFirst I would\n{block()}", module.THINKING),
    "cut off in a second thought": (f"<think>a</think>\n<think>b\n{block()}", module.THINKING),
    "heredoc that never ends": (block("#!/bin/sh\ncat <<EOF\nx\n"), "here-document"),
    "bare heredoc that never ends": ("#!/bin/sh\ncat <<'x y'\nx\n", "here-document"),
    "unified diff": ("--- a/x.sh\n+++ b/x.sh\n@@ -1 +1 @@\n-a\n+b\n", module.PATCH),
    "diff in a fence": (f"Change this:\n{B}diff\n-a\n+b\n{B}", module.PATCH),
    "diff in a bash fence": (block("--- a/x.sh\n+++ b/x.sh\n@@ -1 +1 @@\n-a\n+b\n"), module.PATCH),
    "search and replace": ("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE", module.PATCH),
    "python": (f"{B}python\nimport os\n{B}", "was python, not Bash"),
    "python without a label": (f"{B}\nimport os\nos.remove('/x')\n{B}", "not Bash"),
    "python by its shebang": (block("#!/usr/bin/env python3\nprint(1)\n"), "written for python3"),
    "bare python": ("#!/usr/bin/python3\nprint(1)\n", "written for python3"),
    "powershell": (f"{B}powershell\nGet-Item x\n{B}", "was powershell, not Bash"),
    "only data": (f"{B}yaml\na: 1\n{B}", module.NO_SCRIPT),
    "only output": (f"{B}\nNothing to do here.\n{B}", module.NO_SCRIPT),
    "json without a script": ('{"answer": 42}', module.NO_SCRIPT),
    "empty fence": (f"{B}bash\n{B}", module.NO_COMMAND),
    "only blanks in the fence": (f"{B}bash\n \n\t\n{B}", module.NO_COMMAND),
    "only comments in the fence": (block("#!/bin/bash\n# TODO\n"), module.NO_COMMAND),
    "only output in the console": (f"{B}console\n# nothing\n{B}", module.NO_COMMAND),
    "nul": (block("#!/bin/sh\nprintf '\0'\n"), module.BAD_TEXT),
    "half a pair": (block("#!/bin/sh\nprintf '\ud83d'\n"), module.BAD_TEXT),
    "nul through json": ('{"script": "echo \\u0000x"}', module.BAD_TEXT),
    "part left out": (block(f"{SCRIPT}# ... rest of the script unchanged\n"), module.LEFT_OUT),
    "part left out, dots": (block(f"{SCRIPT}...\n"), module.LEFT_OUT),
    "part left out, words": (block(f"{SCRIPT}# (rest of the script)\n"), module.LEFT_OUT),
    "two scripts with a fence between": (f"<script>\n{SCRIPT}{B}\n{SCRIPT}</script>", module.SEVERAL),
    "a fence inside": ('{"script": "#!/bin/sh\\ndf\\n```\\ndf\\n"}', module.UNCLEAR_END),
    "two scripts": (f"{block()}\nAnd:\n{block(SCRIPT + 'true')}", module.SEVERAL),
    "two task lists": (f"{block(TASKS)}\nAnd:\n{block(TASKS + 'true')}", module.SEVERAL),
    "a longer rest without a word": (f"{block()}\nMain:\n" + block('main() {\n  true\n  df\n}\n' * 9), module.SEVERAL),
    "only fences": (B * 3, module.NO_SCRIPT),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "script"), WHOLE.values(), ids=WHOLE)
def test_whole_script(reply: str, script: str) -> None:
    """A whole script comes out exactly as it was meant, whatever stands around it."""
    assert extract(reply) == Extraction(script=script, reasoning=extract(reply).reasoning, problem="")


@pytest.mark.parametrize(("reply", "problem"), NONE.values(), ids=NONE)
def test_no_script(reply: str, problem: str) -> None:
    """A reply without a whole script yields none, and one sentence that says what to do."""
    found = extract(reply)
    assert found.script is None
    assert problem in found.problem
    assert "```bash" in found.problem


def test_shapes_are_many() -> None:
    """The tables hold well over the forty shapes that were asked for."""
    assert len(WHOLE) + len(NONE) >= 150


def test_reasoning_is_what_stood_before() -> None:
    """The reasoning is the prose before the script, thoughts included and their marks left out."""
    found = extract(f"<think>\nQuote it.\n</think>\n\n- undo: gunzip\n\n{block()}\nAfterwards.")
    assert found.reasoning == "Quote it.\n\n- undo: gunzip"


@pytest.mark.parametrize(
    "reply",
    [
        f"Why\n<answer>\n{block()}</answer>",
        f"Why\n\n{SCRIPT}",
        '{"reasoning": "Why", "script": "df"}',
        f"Why\n{B}json\n" + '{"script": "df"}' + f"\n{B}",
        f"Part 1:\nWhy\n{block()}\nPart 2:\n{block('df')}",
    ],
)
def test_reasoning_in_every_wrapping(reply: str) -> None:
    """Whatever wraps the script, the reasoning before it is kept."""
    assert extract(reply).reasoning.removeprefix("Part 1:\n") == "Why"


def test_reasoning_without_a_script() -> None:
    """Without a script the whole reply is kept, as text that every store takes."""
    assert extract("<think>a</think> I would\0 \ud800 not\r\n").reasoning == "<think>a</think> I would\ufffd \ufffd not"


# Pieces that mean something here, so that random replies reach every branch.
PIECES = st.sampled_from(
    [
        B,
        "~~~",
        "````",
        "bash",
        "json",
        "text",
        "markdown",
        "console",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "    ",
        "\t",
        "> ",
        "- ",
        "1. ",
    ]
    + [
        "#!/bin/bash",
        "#!/usr/bin/python",
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "<script>",
        "</script>",
        "<pre>",
    ]
    + [
        "cat <<EOF",
        "cat <<-'EOF'",
        "EOF",
        "<<",
        "'",
        '"',
        "\\",
        "$ ",
        "df -h",
        "Part 1",
        "Part 2 of 3",
        "Option A",
        "Usage",
    ]
    + [
        "Step 1",
        "final version",
        "...",
        "# rest of the script",
        "&amp;&amp;",
        "&lt;",
        "--- a\n+++ b\n",
        '{"script": "df"}',
        "{",
    ]
    + [
        "\0",
        "\ud800",
        "\ufeff",
        "\u200b",
        "\u00a0",
        "\u2028",
        "\x85",
        "I cannot help",
        "This is it.",
        "<|im_end|>",
        "1: ",
        "2: ",
    ]
)
REPLIES = st.one_of(st.text(), st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))


@given(REPLIES)
@example("\x85```")
@example("'" * 3)
def test_any_text_is_read(reply: str) -> None:
    """No text raises, and the answer is either a script that can be written to a file or one sentence."""
    found = extract(reply)
    found.reasoning.encode()
    assert "\0" not in found.reasoning
    if found.script is None:
        assert re.fullmatch(r"[A-Z][^\n]*\.", found.problem)
        return
    assert found.problem == ""
    found.script.encode()
    assert found.script.endswith("\n")
    assert found.script.strip()
    assert not found.script.endswith("\n\n")
    assert not re.search("[\r\0]", found.script)


@given(REPLIES)
def test_script_comes_out_of_the_reply(reply: str) -> None:
    """Nothing is invented: every line of the script stood in the reply, once its wrapping is undone."""
    lines = (extract(reply).script or "").split("\n")
    flat = re.sub(
        r"\s", "", reply.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    )
    assert all(re.sub(r"\s", "", line.replace("&amp;", "&").replace("&lt;", "<")) in flat for line in lines)


WORDS = st.text(st.characters(exclude_characters="`~<&\n\r\0\u2026", exclude_categories=["Cs"]), max_size=30)
PLAIN = WORDS.map(lambda line: line if not re.search(r"\.\.\.|#", line) else "true")
HEREDOC = st.lists(PLAIN | st.sampled_from([B, f"{B}bash", "~~~", "````", "...", "<<EOF"]), max_size=6).map(
    lambda lines: "\n".join(["cat > x.md <<'E_O_F'", *(line for line in lines), "E_O_F"])
)
CODE = st.sampled_from(
    ["df -h", "if true; then", "fi", "", '  echo "it\'s"', "# a comment", "x=$(( 1 + 2 ))", "a | b && c > d"]
)
BODIES = st.lists(PLAIN | CODE | HEREDOC, max_size=12).map(
    lambda lines: "\n".join(["#!/usr/bin/env bash", "set -eu", *lines])
)
PROSE = st.sampled_from(
    ["", "First the reasons.\n", "- quoting: yes\n- undo: none\n\n", "<think>\nhm\n</think>\n", "Use `df`:\n\n"]
)
LABELS = st.sampled_from(["bash", "sh", "shell", "", "bash title=x.sh"])


def normal(text: str) -> str:
    lines = text.split("\n")
    while not lines[-1].strip(" \t\u00a0\u200b\u200c\u200d\u2060\ufeff"):
        lines.pop()
    return "\n".join(lines).rstrip("\u200b\u200c\u200d\u2060\ufeff") + "\n"


@given(BODIES, PROSE, LABELS, st.sampled_from([B, "````", "~~~", "~~~~~"]), st.sampled_from(["", "\nThis is all.\n"]))
def test_fenced_script_comes_back(body: str, prose: str, label: str, mark: str, after: str) -> None:
    """A script in a fence comes back exactly, with the fences that its here-documents write."""
    assert extract(f"{prose}{block(body, label, mark)}{after}").script == normal(body)


@given(BODIES, st.data())
def test_cut_script_never_passes(body: str, data: st.DataObject) -> None:
    """A reply that is cut off anywhere inside its code block yields no script."""
    reply = f"Reasons.\n\n{B}bash\n{body}\n{B}"
    at = data.draw(st.integers(len("Reasons.\n\n"), len(reply) - 1))
    assert extract(reply[:at]).script is None


@given(BODIES)
def test_reading_again_changes_nothing(body: str) -> None:
    """A script that was extracted is a reply that yields itself, unless it ends like an explanation."""
    script = extract(block(body)).script
    assert script is not None
    again = extract(block(script)).script
    assert again == script


BIG = 1_000_000
HUGE = {
    "backticks": "`" * BIG,
    "backticks, broken": "`" * BIG + "x`",
    "fences": f"{B}\n" * (BIG // 4),
    "labelled fences": f"{B}bash\n" * (BIG // 8),
    "markdown fences": f"{B}markdown\n" * (BIG // 12),
    "inline fences": f"{B}x{B}\n" * (BIG // 8),
    "small fences": f"{B}\ndf -h\n{B}\nUsage\n" * (BIG // 21),
    "tildes": "~" * BIG,
    "less than": "<" * BIG,
    "thoughts": "<think>" * (BIG // 7),
    "thoughts on lines": "<think>\n" * (BIG // 8),
    "thought ends": "</think>x\n" * (BIG // 10),
    "closed thoughts": "<think>\n</think>\n" * (BIG // 17),
    "answers": "<answer>\n" * (BIG // 9),
    "answers on a line": "<answer>" * (BIG // 8),
    "closed answers": "<answer>\nx\n</answer>\n" * (BIG // 21),
    "attributes": "<answer " * (BIG // 8),
    "heredocs": f"{B}bash\n" + "cat <<EOF\n" * (BIG // 10),
    "heredocs on a line": f"{B}bash\n" + "<<A " * (BIG // 4) + "\nA" * 9 + f"\n{B}",
    "heredoc words": f"{B}bash\n"
    + "".join(f"<<A{n}\n" for n in range(BIG // 10))
    + "\n".join(f"A{n}" for n in range(BIG // 10)),
    "quotes": f"{B}bash\n" + "'\"" * (BIG // 2) + f"<<\n{B}",
    "escapes": f"{B}bash\n<<" + '"' + '\\"' * (BIG // 2) + f"\n{B}",
    "parentheses": f"{B}bash\n<<" + "(" * BIG + f"\n{B}",
    "hashes": f"{B}bash\n<<" + "#" * BIG + f"\n{B}",
    "blanks": f"{B}bash\n" + " \n" * (BIG // 2) + B,
    "spaces": "x" + " " * BIG + "x",
    "spaces before a fence": " " * BIG + B,
    "bare script with blanks": "#!/bin/sh\n" + "\nThis is it.\n" * (BIG // 13),
    "shebangs": "#!/bin/sh\n" * (BIG // 10),
    "braces": "{" * BIG,
    "nested json": '{"a":' * (BIG // 5),
    "json string": '{"script": "' + "x" * BIG,
    "numbers": f"{B}bash\n" + "".join(f"{n}: x\n" for n in range(1, BIG // 9)) + B,
    "prompts": f"{B}console\n" + "a@b " * (BIG // 4) + f"\n{B}",
    "entities": f"{B}bash\n" + "&amp;&amp;" * (BIG // 10) + f"\n{B}",
    "stop tokens": "x" + "<|im_end|>" * (BIG // 10),
    "quoted": f"> {B}bash\n" * (BIG // 10),
    "capitals": "Aa " * (BIG // 3),
    "words": "df " * (BIG // 3),
    "dots": f"{B}bash\n#" + "." * BIG + f"\n{B}",
    "refusal": "can not " * (BIG // 8),
}


@pytest.mark.parametrize("reply", HUGE.values(), ids=HUGE)
def test_huge_reply_is_read(reply: str) -> None:
    """A megabyte of anything is read in one linear pass; a pattern that backtracks would hang here."""
    found = extract(reply)
    assert (found.script is None) == bool(found.problem)


@given(st.text())
def test_thoughts_are_parted_without_loss(text: str) -> None:
    """Text without a thought is all answer."""
    assert split_thoughts("a" + text.replace("<", "").replace("[", "")) == (
        "",
        ("a" + text).replace("<", "").replace("[", "").rstrip("\n"),
    )


FOREIGN = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(
            ["<untrusted-", "</untrusted-", "3fa94c", ">", "\n", "\x1b[31m", "\u202e", "\r\n", "</UNTRUSTED>", "x"]
        )
    ).map("".join),
)


@given(FOREIGN, FOREIGN)
def test_quotation_cannot_be_closed_from_inside(label: str, text: str) -> None:
    """The closing tag stands once, at the end; the opening tag once, at the beginning; no other tag looks like them."""
    quoted = fence(label, text)
    match = re.fullmatch(r'<(untrusted-[0-9a-f]{6}) name="[^"<>\n]*">\n(.*)</\1>', quoted, re.DOTALL)
    assert match is not None
    assert quoted.lower().count(match[1]) == 2
    assert not re.search(r"<[\s/]*untrusted", match[2], re.IGNORECASE)


@given(FOREIGN, FOREIGN)
def test_quotation_shows_what_cannot_be_seen(label: str, text: str) -> None:
    """No character stays that moves, hides or reorders text, in the name or in the body."""
    quoted = fence(label, text)
    quoted.encode()
    assert not [c for c in quoted if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"]


def test_every_invisible_character_is_shown() -> None:
    """All of Unicode's control, format, surrogate and separator characters come out as escapes."""
    hidden = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    quoted = fence("x", "".join(c for c in hidden if c not in "\n\t"))
    assert quoted.isascii()
    assert fence("x", "\x1b\u202e\U000e0041").split("\n")[1] == "\\x1b\\u202e\\U000e0041"


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from("\n\t")))
def test_ordinary_text_is_quoted_as_it_is(text: str) -> None:
    """Text without anything hidden stands in its quotation unchanged, and equal texts are quoted equally."""
    plain = re.sub("[\u034f\u115f\u1160\u3164\uffa0\U000e0100-\U000e01ef]|(?i:untrusted)", "", text)
    plain = re.sub("(?i:untrusted)", "", plain).replace("<", "")
    assert fence("script", plain).partition("\n")[2].rpartition("</")[0].removesuffix("\n") == plain.removesuffix("\n")
    assert fence("script", plain) == fence("script", plain)


def test_tag_changes_when_the_text_holds_it() -> None:
    """A text that holds the digits of its own tag gets another one; the digits come from the text alone."""
    nonces = [re.findall("[0-9a-f]{6}", fence("a", str(n)).rpartition("\n")[2])[0] for n in range(50)]
    assert len(set(nonces)) == 50
    first = fence("a", "x")[1:17]
    assert first not in fence(first.partition("-")[2], "x").replace(f'name="{first.partition("-")[2]}"', "")
