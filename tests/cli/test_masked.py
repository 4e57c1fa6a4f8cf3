"""No secret reaches the terminal, a document or a message, whichever command shows it."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.boxes import boxed

from .program import Program

SECRET = "Zq9" + "kk7x1w"
TOKEN = "gh" + "p_" + "aB3dE6" * 6
SCRIPT = f"""\
#!/usr/bin/env bash
mysql -p{SECRET} $1
curl https://bob:{SECRET}@example.com/x > {SECRET}.html
if [ $1 = {SECRET} ]; then rm -rf /srv/{TOKEN}; fi
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "x.sh").write_text(SCRIPT)
    return Program(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "x.sh"),
        ("check", "--json", "x.sh"),
        ("check", "--format", "gcc", "x.sh"),
        ("check", "--format", "sarif", "x.sh"),
        ("explain", "x.sh"),
        ("explain", "--json", "x.sh"),
        ("search", "--json", f"set the mysql password of bob to {SECRET} with {TOKEN}"),
        ("search", "--explain", f"set the mysql password of bob to {SECRET} with {TOKEN}"),
        ("check", f"missing-{TOKEN}.sh"),
        ("forge", f"--password={SECRET}", "x"),
        ("catalogue", "show", f"password={SECRET}"),
    ],
    ids=lambda words: " ".join(words[:3])[:30],
)
def test_what_a_command_says_holds_no_secret(program: Program, words: tuple[str, ...]) -> None:
    """Findings, effects, blast radius and errors have stars, in text and in every format."""
    done = program(*words)
    assert done.stdout + done.stderr
    assert SECRET not in done.stdout + done.stderr
    assert TOKEN not in done.stdout + done.stderr
    assert "internal error" not in done.stderr


def test_lines_of_a_batch_hold_none(program: Program) -> None:
    """`check --jsonl` masks as `check` does."""
    import json

    done = program("check", "--jsonl", stdin=json.dumps({"id": 1, "script": SCRIPT}) + "\n")
    assert done.lines[0]["effects"]["network"]
    assert SECRET not in done.stdout
    assert TOKEN not in done.stdout


@boxed
def test_try_hides_secrets_in_output_names_and_diffs(program: Program) -> None:
    """The diff of a changed file, its name, what a link points to, output and arguments, as text and as JSON."""
    (program.home / "t.sh").write_text(
        "#!/usr/bin/env bash\n"
        f'mkdir -p /srv && echo "password={SECRET}" >/srv/app.conf && touch "/srv/{TOKEN}" && ln -s {SECRET} /srv/l\n'
        f"printf '\\xff it is {SECRET}\\n'; echo \"$2\"\n"
    )
    for words in ((), ("--json",)):
        done = program("try", *words, "t.sh", "--", "--password", "Hu7" + "dd2m9p")
        assert done.status == 0, done.stderr
        for hidden in (SECRET, TOKEN, "Hu7" + "dd2m9p"):
            assert hidden not in done.stdout + done.stderr
    document = done.json
    assert base64.b64decode(document["stdout_b64"]) == b"\xff it is *********\n*********\n"
    told = {change["path"]: change for change in document["effects"]}
    assert "+password=*********" in told["/srv/app.conf"]["diff"]
    assert told["/srv/l"]["after"]["link"] == "*********"
