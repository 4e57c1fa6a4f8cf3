"""Values from words, checked by type, and how they reach a script."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.core.parameters import render, validate
from scriptsmith.core.types import Parameter, ParameterType, Script
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import bind

DIRECTORY = Parameter(name="directory", type="path", option="--directory", default="/var/log", description="directory")
AGE = Parameter(name="age", type="duration", option="--days", unit="days", default="7", description="age of a file")
LEAST = Parameter(name="min_size", type="size", option="--min-size", unit="MiB", default="0", description="least size")
COUNT = Parameter(name="count", type="count", option="--count", default="10", description="how many files to list")
SERVICE = Parameter(name="service", type="service", option="--service", required=True, description="service")
PORT = Parameter(name="port", type="port", option="--port", required=True, description="TCP port")
HOST = Parameter(name="host", type="host", option="--host", required=True, description="host")
USER = Parameter(name="user", type="user", option="--user", required=True, description="login name")
PERCENT = Parameter(name="percent", type="percent", option="--percent", default="80", description="percentage")
PATTERN = Parameter(name="pattern", type="glob", option="--pattern", default="*.log", description="file names")
TEXT = Parameter(name="text", type="text", option="--text", default="error", description="text")


def name(of: str, *, required: bool = True) -> Parameter:
    return Parameter(name=of, type="name", option=f"--{of}", object=of, required=required, default=None)


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (AGE, "compress logs older than 7 days", "7"),
        (AGE, "compress logs older than a week", "7"),
        (AGE, "gzip logs that are two weeks old", "14"),
        (AGE, "logs of the last 24 hours", "1"),
        (AGE, "logs older than 36h", "2"),
        (AGE, "logs older than a fortnight", "14"),
        (AGE, "logs older than a couple of months", "60"),
        (LEAST, "files larger than 500 MB", "500"),
        (LEAST, "files over 2G in /home", "2048"),
        (LEAST, "files over 1 byte", "1"),
        (COUNT, "show the five largest files", "5"),
        (COUNT, "top 25 files by size", "25"),
        (DIRECTORY, "compress logs in /srv/app/logs.", "/srv/app/logs"),
        (DIRECTORY, "compress logs in '/srv/my app'", "/srv/my app"),
        (DIRECTORY, "compress logs in ~/logs, please", "~/logs"),
        (DIRECTORY, "compress logs in the current directory", "."),
        (PERCENT, "filesystems above 85%", "85"),
        (PERCENT, "filesystems over 90 percent full", "90"),
        (SERVICE, "restart the nginx service", "nginx"),
        (SERVICE, "restart postgresql", "postgresql"),
        (SERVICE, "restart nginx.service", "nginx"),
        (SERVICE, "restart `my-app` service", "my-app"),
        (SERVICE, "shut the kafka daemon down", "kafka"),
        (PORT, "what listens on port 8080", "8080"),
        (PORT, "who uses 443 tcp on port 443?", "443"),
        (HOST, "is db.example.com up", "db.example.com"),
        (HOST, "is 10.0.0.5 up", "10.0.0.5"),
        (HOST, "is fe80::1 up", "fe80::1"),
        (USER, "lock the user alice", "alice"),
        (USER, "lock alice's account", "alice"),
        (PATTERN, "delete *.gz in /var/log", "*.gz"),
        (TEXT, "count 'connection refused' in the logs", "connection refused"),
        (name("deployment"), "restart deployment cart", "cart"),
        (name("deployment"), "restart the `payment` deployment", "payment"),
        (name("deployment"), "restart deployment/checkout", "checkout"),
        (name("deployment"), "restart the deployment called web-front now", "web-front"),
        (name("namespace"), "list pods in the otel-demo namespace", "otel-demo"),
        (name("namespace"), "list pods in namespace staging", "staging"),
        (name("node"), "cordon node worker-3", "worker-3"),
        (name("deployment"), "restart the affected deployment", None),
        (name("deployment"), "restart all deployments", None),
        (SERVICE, "restart the service", None),
        (SERVICE, "restart the computer", None),
    ],
)
def test_values_are_read_from_words(parameter: Parameter, text: str, value: str | None) -> None:
    """A value is found beside its noun or by its form, in the parameter's unit; an adjective is no name."""
    bound = bind([parameter], text)
    assert bound.values.get(parameter.name) == (value if value is not None else parameter.default)
    assert bound.problems == ()
    assert bool(bound.missing) == (value is None and parameter.required)


def test_two_equal_candidates_are_a_problem() -> None:
    """Two paths for one parameter are not guessed between."""
    bound = bind([DIRECTORY], "compress logs in /srv/a and /srv/b")
    assert "ambiguous" in bound.problems[0]
    assert bound.values["directory"] == "/var/log"


def test_host_and_port_share_one_address() -> None:
    """An address with a port gives both, and gives no host to an entry that could not take the port."""
    both = bind([HOST, PORT], "check db.example.com:5432")
    assert both.values == {"host": "db.example.com", "port": "5432"}
    assert bind([HOST], "check db.example.com:5432").missing == ("host",)


def test_a_value_nobody_takes_is_loose() -> None:
    """What no parameter takes is told, so that the guard can object."""
    assert [value.text for value in bind([DIRECTORY], "compress 7 logs in /srv").loose] == ["7"]


def test_a_relative_number_is_no_absolute_one() -> None:
    """ "by 2 replicas" does not bind 2."""
    replicas = Parameter(name="replicas", type="count", option="--replicas", required=True)
    assert bind([replicas], "scale the cart deployment by 2 replicas").missing == ("replicas",)
    assert bind([replicas], "scale the cart deployment to 2 replicas").values == {"replicas": "2"}


def test_a_known_word_names_nothing() -> None:
    """A word of the entry's own is no value, unless it is quoted."""
    flag = name("flag")
    assert bind([flag], "delete the chaos flag", frozenset({"chaos"})).missing == ("flag",)
    assert bind([flag], "delete the `chaos` flag", frozenset({"chaos"})).values == {"flag": "chaos"}


ALL = (DIRECTORY, AGE, LEAST, COUNT, SERVICE, PORT, HOST, USER, PERCENT, PATTERN, TEXT, name("pod"), name("node"))


@given(st.text(max_size=200))
def test_any_text_can_be_read_and_bound(text: str) -> None:
    """No text makes reading or binding fail, and whatever is bound is valid."""
    bound = bind(ALL, text)
    by_name = {parameter.name: parameter for parameter in ALL}
    for key, value in bound.values.items():
        assert validate(by_name[key], value) == value
    assert read(text) == read(text)


WORDY = st.lists(
    st.sampled_from(
        [
            "compress",
            "restart",
            "logs",
            "nginx",
            "service",
            "the",
            "in",
            "/var/log",
            "7",
            "days",
            "older",
            "than",
            "port",
            "8080",
            "10.0.0.1",
            "'a",
            "b'",
            "500",
            "MB",
            "top",
            "*.gz",
            "85%",
            "node",
            "worker-3",
            "not",
            "except",
            ".",
            ",",
            "user",
            "bob",
            "over",
            "within",
            "last",
            "deployment/cart",
        ]
    ),
    max_size=25,
).map(" ".join)


@given(WORDY)
def test_no_value_is_used_twice(text: str) -> None:
    """Each value goes to one parameter at most, or is loose, never both."""
    bound = bind(ALL, text)
    assert not {value.first for value in bound.loose} & bound.used
    given_values = [
        v for k, v in bound.values.items() if k in ("directory", "pattern") and v not in ("/var/log", "*.log")
    ]
    assert all(value in text for value in given_values)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("port", ["1", "65535", "0443"], ["0", "65536", "http", "-1", "1;2", "", "٣"]),
        ("percent", ["0", "100"], ["101", "5%", "-1"]),
        ("duration", ["7", "0"], ["7d", "-7", "1.5", "7\n"[:1] + "x"]),
        ("count", ["0", "12"], ["many", "1e3"]),
        ("service", ["nginx", "foo@bar.service"], ["-nginx", "a b", "a;b", "a$(id)", "a\tb"]),
        ("name", ["cart", "kube-system"], ["--all", "a b", "`id`"]),
        ("host", ["db.example.com", "10.0.0.1", "::1", "[::1]"], ["-h", "a b", "a;b", "a/b"]),
        ("user", ["alice", "www-data", "_apt"], ["-u", "a b", "a:b", "a/b"]),
        ("glob", ["*.log", "a b*"], ["../*", "a\0b"]),
        ("path", ["/var/log", "a b", "-x"], ["a\0b", "a\nb", ""]),
        ("text", ["anything; $(goes) 'here'", ""], ["a\nb", "\x1b[31m"]),
        ("url", ["https://example.com/a?b=c"], ["example.com", "https://a b", "javascript:alert"]),
    ],
)
def test_each_type_knows_its_values(kind: ParameterType, good: list[str], bad: list[str]) -> None:
    """A value of the type passes; anything else is refused with one sentence that names the parameter."""
    parameter = Parameter(name="it", type=kind, option="--it")
    for value in good:
        assert validate(parameter, value) or value == ""
    for value in bad:
        with pytest.raises(ValueError, match=r"^it ") as caught:
            validate(parameter, value)
        assert "\n" not in str(caught.value)


def test_choices_and_patterns_bind_the_whole_value() -> None:
    """A pattern must match all of a value, and a choice must be one of those offered."""
    patterned = Parameter(name="it", type="name", option="--it", pattern="[a-z]{1,3}")
    assert validate(patterned, "abc") == "abc"
    with pytest.raises(ValueError, match="must match"):
        validate(patterned, "abcd")
    chosen = Parameter(name="it", type="choice", option="--it", choices=("tcp", "udp"))
    assert validate(chosen, "udp") == "udp"
    with pytest.raises(ValueError, match="one of tcp, udp"):
        validate(chosen, "icmp")


def test_the_default_always_passes() -> None:
    """ "all" may stand for no restriction where a login name is wanted."""
    parameter = Parameter(name="server", type="host", option="--server", default="the system's")
    assert validate(parameter, "the system's") == "the system's"


SCRIPT = Script(
    text="""#!/usr/bin/env bash
# Print the arguments.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail
(($# == 0)) || printf '%s\\0' "$@"
"""
)


def arguments(script: Script, *more: str) -> list[str]:
    done = subprocess.run(["bash", "-s", "--", *more], input=script.text.encode(), capture_output=True, timeout=20)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().split("\0")[:-1]


def test_bound_values_come_after_the_header() -> None:
    """The shebang and the comment block stay first, then the bound values, then the script as it was."""
    text = render(SCRIPT, [DIRECTORY, AGE], {"directory": "/srv/a b", "age": "30"}).text
    before, _, after = SCRIPT.text.partition("set -euo")
    assert text.startswith(before)
    assert text.endswith("set -euo" + after)
    assert """\nset -- --directory '/srv/a b' --days 30 "$@"\n""" in text


def test_defaults_are_spelled_out() -> None:
    """A default among the values is written too: the script says what it will do."""
    assert arguments(render(SCRIPT, [DIRECTORY, AGE], {"age": "7"})) == ["--days", "7"]


def test_without_values_the_script_stays_as_it_is() -> None:
    """Nothing bound: the very script of the catalogue, digest and all."""
    assert render(SCRIPT, [DIRECTORY, AGE], {}) == SCRIPT


def test_arguments_given_when_running_come_last() -> None:
    """Who runs the script can still say otherwise."""
    bound = render(SCRIPT, [AGE], {"age": "30"})
    assert arguments(bound, "--days", "3") == ["--days", "30", "--days", "3"]


def test_a_wrong_value_is_never_rendered() -> None:
    """A value that is not of its type stops the rendering."""
    with pytest.raises(ValueError, match="whole number"):
        render(SCRIPT, [AGE], {"age": "7; rm -rf /"})


HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "$(touch pwned)",
            "`id`",
            "'; id; '",
            '"',
            "\\",
            "a'b\"c",
            "!!",
            "*",
            "~",
            "-n",
            "--",
            "${IFS}",
            "x\\",
            "#",
            "a#b",
            "$'\\n'",
        ]
    ),
)


@settings(max_examples=60, deadline=None)
@given(HOSTILE, HOSTILE)
def test_a_hostile_value_is_exactly_one_argument(path: str, text: str) -> None:
    """Whatever passes the types reaches a real bash whole, as one argument, and the script stays well formed."""
    values: dict[str, str] = {}
    for parameter, value in ((DIRECTORY, path), (TEXT, text)):
        try:
            values[parameter.name] = validate(parameter, value)
        except ValueError:
            continue
    bound = render(SCRIPT, [DIRECTORY, TEXT], values)
    subprocess.run(["bash", "-n"], input=bound.text.encode(), check=True, timeout=20, capture_output=True)
    expected = [
        part
        for parameter in (DIRECTORY, TEXT)
        if parameter.name in values
        for part in (parameter.option, values[parameter.name])
    ]
    assert arguments(bound) == expected
