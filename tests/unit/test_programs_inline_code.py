"""Code of other languages on a command line is called safe only when every name in it is known to change nothing."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse
from scriptsmith.programs.inline_code import allowed, only_computes

COMPUTES = (
    ("python", 'import json, sys\nprint(json.load(sys.stdin)["items"][0]["name"])'),
    ("python", "import datetime as d; print((d.datetime.now() - d.timedelta(days=7)).isoformat())"),
    ("python", "from urllib.parse import quote; import sys; print(quote(sys.argv[1]))"),
    ("python", "import os.path as p; print(p.getsize('a'))"),
    ("python", "print(sum(1 for line in open('/var/log/syslog') if 'oom' in line))"),
    ("python", "def f(n):\n    return n * 2\nprint(f(2))"),
    ("perl", "print if /error|rm -rf/"),
    ("perl", r"s/(\d+)\.\d+/$1/g; print"),
    ("perl", "print scalar(localtime($ARGV[0]))"),
    ("node", 'console.log(JSON.parse(require("fs").readFileSync(0)).version)'),
    ("node", "const os = require('os'); console.log(os.cpus().length)"),
    ("ruby", "puts STDIN.read.split.sort.uniq.join(', ')"),
    ("php", 'echo json_encode(["at" => time()]), PHP_EOL;'),
)
MAY_CHANGE = (
    ("python", "import shop; shop.migrate()"),
    ("python", "open('a', 'w').write('x')"),
    ("python", "import sys; open('a', sys.argv[1])"),
    ("python", "import glob; glob.os.remove('a')"),
    ("python", "import random; random._os.remove('a')"),
    ("python", "import sys; sys.modules['os'].remove('a')"),
    ("python", "print(().__class__.__base__.__subclasses__())"),
    ("python", "import os; f = os; f.remove('a')"),
    ("python", "from os import remove as print; print('a')"),
    ("python", "import json as j; j.tool.sys.exit()"),
    ("python", "print('unfinished"),
    ("perl", "migrate(1)"),
    ("perl", 'print "@{[ migrate() ]}"'),
    ("perl", "y/#/x/; migrate()"),
    ("perl", "$x = 6 / migrate() / 2"),
    ("perl", "s/x/migrate()/e"),
    ("node", "require('child_process').spawn"),
    ("node", "require('fs')['unlinkSync']('a')"),
    ("ruby", 'puts "#{migrate}"'),
    ("php", '$f = "un" . "link"; $f("a");'),
    ("lua", "print(1)"),
)


@pytest.mark.parametrize(("language", "code"), COMPUTES)
def test_code_that_only_computes_is_known(language: str, code: str) -> None:
    assert only_computes(language, code)


@pytest.mark.parametrize(("language", "code"), MAY_CHANGE)
def test_other_code_may_change_something(language: str, code: str) -> None:
    assert not only_computes(language, code)


@pytest.mark.parametrize("language", ["python", "perl", "ruby", "node", "php"])
def test_the_tables_list_each_name_once(language: str) -> None:
    assert len(allowed(language)) > 50


@pytest.mark.parametrize(
    "script",
    [
        "bash /opt/deploy.sh",
        "sh -x ./release",
        "sudo bash /opt/deploy.sh",
        "find /opt/hooks -name '*.sh' -exec sh {} ';'",
        "./deploy.sh --help",
        "su deploy /opt/deploy.sh",
        "python3 -u deploy.py",
        "python3 -m deploy",
        "ruby -w deploy.rb",
        "node --trace-warnings deploy.js",
        "cmake --build .",
    ],
)
def test_a_program_that_nobody_has_read_is_not_safe(script: str) -> None:
    assert analyse(script).risk == "notable"


@pytest.mark.parametrize(
    "script", ["bash -n /opt/deploy.sh", "bash -c 'ls /srv'", "sh -euc 'date' name", "python3 -m json.tool a.json"]
)
def test_what_is_read_or_runs_nothing_stays_safe(script: str) -> None:
    assert analyse(script).risk == "safe"
