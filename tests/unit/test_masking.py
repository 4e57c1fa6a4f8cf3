"""What is shown has stars for secrets, and nothing else is touched."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.effects import Change, Execution, Node
from scriptsmith.core.types import Finding, Replacement, Severity
from scriptsmith.redaction import Masker, find_secrets, masked, masked_execution, masked_findings

SECRET = "Zq9" + "kk7x1w"
OTHER = "Hu7" + "dd2m9p"
KEY = f"-----BEGIN {'PRIVATE'} KEY-----\n" + "".join("aB3" * 20 + "\n" for _ in range(5)) + "-----END PRIVATE KEY-----"
NODE = Node(kind="file", mode=0o100644, uid=0, gid=0, digest="d" * 64)


def diff(before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "etc/app", "etc/app", lineterm="", n=1)
    return "\n".join(lines) + "\n"


def test_a_secret_is_hidden_where_nothing_announces_it() -> None:
    """What stood behind `password=` is hidden in another text too, also written as in a URL."""
    masker = Masker(f"mysql -p{SECRET} shop", "sshpass -p 'a b+Zq9x' ssh h")
    assert masker.redact(f"it said {SECRET}!") == "it said *********!"
    assert masker.redact("?x=a%20b%2BZq9x") == "?x=" + "*" * 12


@pytest.mark.parametrize("shown", ["/srv/warehouse/db", "warehouse.sql", "warehouses", "shop", "/etc/shop.conf"])
def test_a_word_is_hidden_only_where_it_stands_alone(shown: str) -> None:
    """A password that is a plain word breaks no path, and a short one hides nothing elsewhere."""
    masker = Masker("mysql -pwarehouse x", "mysql -pshop y")
    assert masker.redact(shown) == shown
    assert masker.redact("said warehouse.") == "said *********."


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]) | st.sampled_from("=:'\"\n p"), max_size=80))
def test_masking_keeps_length_and_lines(text: str) -> None:
    """Whatever is masked has its columns and its lines."""
    shown = Masker(text, f"password={SECRET}").redact(text)
    assert len(shown) == len(text)
    assert [place for place, it in enumerate(shown) if it == "\n"] == [
        place for place, it in enumerate(text) if it == "\n"
    ]


@given(st.lists(st.sampled_from(["one", "two", "", "-- three", "++ four", "@@ five", " six"]), max_size=12))
def test_a_diff_without_secrets_is_as_it_was(after: list[str]) -> None:
    """A diff that holds no secret is shown as it is, whatever its lines begin with."""
    told = diff("one\ntwo\n-- three\n", "\n".join(after))
    assert Masker().diff(told) == told


@pytest.mark.parametrize(
    "line",
    [
        f"password={SECRET}",
        f"  db_password: {SECRET}",
        f"db1:5432:shop:app:{SECRET}",
        f"//registry.example.com/:_authToken={SECRET}",
        f"TOKEN='{SECRET}'",
        f"ENV API_TOKEN {SECRET}",
    ],
)
@pytest.mark.parametrize("side", ["added", "removed", "kept"])
def test_a_diff_is_read_as_the_files_that_it_is_of(line: str, side: str) -> None:
    """The marks before the lines of a diff hide no secret from the rules, on either side."""
    before, after = {"added": ("x", f"x\n{line}"), "removed": (f"x\n{line}", "x"), "kept": (f"{line}\nx", line)}[side]
    told = diff(f"a\n{before}\n", f"a\n{after}\n")
    shown = Masker().diff(told)
    assert SECRET in told
    assert SECRET not in shown
    assert len(shown) == len(told)


def test_a_private_key_that_went_is_hidden() -> None:
    """The lines of a removed key are none of it any more, though each has a mark of its own."""
    shown = Masker().diff(diff(KEY, "x"))
    assert "aB3" not in shown
    assert "+x" in shown


def test_what_running_showed_has_stars_everywhere() -> None:
    """Output, names, targets of links and diffs: a secret that one of them gives away is hidden in all."""
    ran = Execution(
        exit=0,
        stdout=f"\xff {SECRET} token={OTHER}\n".encode("latin-1"),
        changes=(
            Change(path=f"/srv/{SECRET}/x", kind="created", after=NODE, diff=diff("", f"password={SECRET}\n")),
            Change(path="/srv/l", kind="created", after=Node(kind="link", mode=0, uid=0, gid=0, link=f"/x/{OTHER}")),
        ),
    )
    shown = masked_execution(ran)
    assert SECRET not in repr(shown)
    assert OTHER not in repr(shown)
    assert shown.stdout == b"\xff ********* token=*********\n"
    assert [change.path for change in shown.changes] == ["/srv/*********/x", "/srv/l"]
    assert shown.changes[0].after == NODE


def test_what_holds_no_secret_is_the_same() -> None:
    """Without a secret nothing is changed, digests and paths least of all."""
    paths = [
        "/etc/shadow",
        "/root/.ssh/id_ed25519",
        "/srv/app/password=reset.html",
        "/var/lib/token/a:b@c",
        "/a/" + "f" * 40,
    ]
    ran = Execution(
        exit=0,
        stdout=b"done\n",
        changes=tuple(Change(path=path, kind="created", after=NODE, diff=diff("", "a=1\n")) for path in paths),
    )
    assert masked_execution(ran, "#!/bin/sh\ntouch a") == ran


def test_a_fix_never_writes_stars() -> None:
    """A fix whose text would be a secret is left out: an editor would put the stars into the script."""

    def finding(text: str) -> Finding:
        fix = (Replacement(line=1, column=1, end_line=1, end_column=2, text=text),)
        return Finding(
            checker="x", code="SC1", severity=Severity.INFO, message=f"see {SECRET}", line=1, column=1, fix=fix
        )

    shown = masked_findings([finding(f'"{SECRET}"'), finding('"')], f"mysql -p{SECRET}")
    assert [len(each.fix) for each in shown] == [0, 1]
    assert [each.message for each in shown] == ["see *********"] * 2


def test_a_value_is_hidden_by_its_name() -> None:
    """In a mapping the name of a value says that it is secret."""
    assert masked({"db-password": "wool gathering", "unit": "nginx"}) == {"db-password": "*" * 14, "unit": "nginx"}


def test_several_values_of_one_command() -> None:
    """Each of the secrets of one command is found, not the first alone."""
    text = f"ldappasswd -D cn=a -w {SECRET} -s {OTHER} uid=x"
    assert [text[each.start : each.end] for each in find_secrets(text)] == [SECRET, OTHER]
