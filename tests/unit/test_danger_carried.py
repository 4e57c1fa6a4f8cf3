"""Commands that GNU parallel, Python and `$(ls …)` make of their words."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "script",
    [
        "parallel --arg-sep ,, rm -rf ,, /etc",
        "parallel -j 4 --arg-sep -- rm -rf {} -- /etc",
        "printf '/etc\\n' > list; parallel --arg-file-sep @@ rm -rf @@ list",
        "printf '/etc\\n' > list; parallel -a list rm -rf",
        "parallel -m rm -rf ::: /tmp/x /etc",
        "parallel rm -rf {//} ::: /etc/x",
        "parallel rm -rf {2//} ::: x ::: /etc/x",
        "parallel --colsep , rm {1} {2} ::: -rf,/etc",
        "parallel --link rm -rf {2} ::: a b ::: /tmp/x /etc",
        "parallel --tagstring {} -I ,, rm -rf ,, ::: /etc",
        "env_parallel rm -rf ::: /etc",
        "sem -j 2 rm -rf /etc",
        "parallel --nonall -S a,b rm -rf /etc",
        "parallel --rpl '{x} s:a:b:' rm -rf {x} ::: /tmp/x",
        "parallel rm -rf {= s:a:b: =} ::: /tmp/x",
        "parallel -a list rm -rf",
    ],
)
def test_parallel_runs_what_its_template_and_inputs_make(script: str) -> None:
    """Wherever the inputs stand and whatever replaces them, the command comes out."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        'parallel {} ::: "$CMD"',
        "python3 -c 'import subprocess, sys; subprocess.run(sys.argv[1:])' ls",
        "python3 -c 'import subprocess; c = [\"rm\"]; c.extend(input().split()); subprocess.run(c[1:])'",
        "python3 -c 'import subprocess; c = [\"ls\"]; c.pop(); c.append(input()); subprocess.run(c)'",
    ],
)
def test_what_is_computed_elsewhere_is_not_analysable(script: str) -> None:
    """An input that is changed by Perl, or a list that is not followed, is not taken for known."""
    assert analyse(script).risk == "unanalysable"


@pytest.mark.parametrize(
    "script",
    [
        'python3 -c \'from sh import rm as r; r("-rf", "/etc")\'',
        "python3 -c 'import sh; sh.systemctl.stop(\"sshd\")'",
        "python3 -c 'import sh; sh.rm(\"/etc\", r=True, f=True)'",
        'python3 -c \'import sh; sh.kubectl.delete("ns", "x")\'',
        'python3 -c \'import sh; sh.apt_get("purge", "-y", "openssh-server")\'',
        'python3 -c \'import sh; k = sh.Command("kubectl"); k.delete("ns", "x")\'',
        'python3 -c \'import sh; args = ["-rf"]; args.append("/etc"); sh.rm(*args)\'',
        'python3 -c \'from plumbum import local; r = local["rm"]; r["-rf", "/etc"]()\'',
        'python3 -c \'from plumbum import local, FG; local["rm"]["-rf", "/etc"] & FG\'',
        'python3 -c \'import subprocess as s; c = ["rm"] + ["-rf"]; s.run([*c, "/etc"])\'',
        'python3 -c \'import subprocess as s; c = ["rm", "/etc"]; c.insert(1, "-rf"); s.run(c)\'',
        "python3 -c 'import pexpect; pexpect.run(\"rm -rf /etc\")'",
        "python3 -c 'import subprocess, shlex; subprocess.check_call(shlex.split(\"rm -rf /etc\"))'",
    ],
)
def test_commands_of_python_are_read(script: str) -> None:
    """Objects that stand for commands, keywords that are options, lists that grow."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        "parallel --arg-sep ,, echo ,, a b",
        "parallel --dry-run rm -rf ::: /etc",
        "find . -name '*.jpg' | parallel convert {} {.}.png",
        "parallel convert {} {.}.png ::: *.jpg",
        "python3 -c 'import sh; print(sh.git.log(\"-1\", oneline=True))'",
        'python3 -c \'import subprocess; c = ["ls"]; c.append("-l"); subprocess.run(c)\'',
        'python3 -c \'import sh; sh.grep(sh.ls("-l"), "x")\'',
        "cat $(ls *.txt)",
        "rm $(ls *.tmp)",
        'for f in $(ls *.csv); do wc -l "$f"; done',
        'if [ -n "$(ls -A dir)" ]; then echo full; fi',
        'n=$(ls | wc -l); echo "$n"',
    ],
)
def test_harmless_uses_stay_unflagged(script: str) -> None:
    """The same means with nothing bad in them."""
    assert analyse(script).risk in ("safe", "notable")


@pytest.mark.parametrize(
    "script",
    [
        "rm -rf $(ls)",
        "rm -rf $(ls -A)",
        "rm -rf $(ls /)",
        "rm $(ls /etc/passwd)",
        "rm -rf `ls -t /etc`",
        'd=$(ls -d /etc); rm -rf "$d"',
        'for d in $(ls /etc /usr); do rm -rf "$d"; done',
        "$(ls /bin/rm) -rf /etc",
        "systemctl stop $(ls sshd.service)",
    ],
)
def test_names_that_ls_repeats_are_read(script: str) -> None:
    """`$(ls x)` is x, or what lies in it."""
    assert analyse(script).risk == "dangerous"
