"""Commands inside other commands are found: wrappers, shells, other hosts, other languages."""

from __future__ import annotations

import pytest

from scriptsmith.interpreter.interpreter import read_script

CARRIED = [
    ("sudo -u bob rm -rf /x", "sudo"),
    ("sudo -E FOO=1 -- rm -rf /x", "sudo"),
    ("doas rm -rf /x", "doas"),
    ("env -i A=1 rm -rf /x", "env"),
    ("env -S 'rm -rf /x'", "env -S"),
    ("nice -n 5 ionice -c 3 rm -rf /x", "nice/ionice"),
    ("nohup setsid stdbuf -oL rm -rf /x &", "nohup/setsid/stdbuf"),
    ("timeout -k 1 5s rm -rf /x", "timeout"),
    ("command rm -rf /x", "command"),
    ("exec -a ls rm -rf /x", "exec"),
    ("busybox rm -rf /x", "busybox"),
    ("flock /tmp/l rm -rf /x", "flock"),
    ("flock /tmp/l -c 'rm -rf /x'", "flock -c"),
    ("strace -f -o t rm -rf /x", "strace"),
    ("watch -n 5 'rm -rf /x'", "watch"),
    ("chroot /mnt rm -rf /x", "chroot"),
    ("su - bob -c 'rm -rf /x'", "su -c"),
    ("eval 'rm -rf' /x", "eval"),
    ("bash -c 'rm -rf /x'", "bash -c"),
    ("bash -xec 'rm -rf $1' _ /x", "bash -c"),
    ("sh -c 'rm -rf $0' /x", "sh -c"),
    ("sh -c \"sh -c 'rm -rf /x'\"", "sh -c/sh -c"),
    ("bash <<< 'rm -rf /x'", "heredoc"),
    ("bash <<'E'\nrm -rf /x\nE", "heredoc"),
    ("echo 'rm -rf /x' | sh", "pipe"),
    ("echo 'rm -rf /x' | sudo sh", "sudo/pipe"),
    ("echo cm0gLXJmIC94 | base64 -d | bash", "pipe"),
    (". <(echo rm -rf /x)", "."),
    ("source /dev/stdin <<< 'rm -rf /x'", "source"),
    ("echo /x | xargs rm -rf", "xargs"),
    ("echo /x | xargs -I{} rm -rf {}", "xargs"),
    ("echo 'rm -rf /x' | xargs -I% sh -c '%'", "xargs/sh -c"),
    ("parallel rm -rf ::: /x", "parallel"),
    ("echo 'rm -rf /x' | tee >(sh) > /dev/null", "pipe"),
    ("printf '%b' '\\0162m -rf /x' | sh", "pipe"),
    ("echo -e '\\0162m -rf /x' | sh", "pipe"),
    ("find /y -exec rm -rf /x \\;", "find -exec"),
    ("find /y -execdir sh -c 'rm -rf /x' +", "find -execdir/sh -c"),
    ("ssh -p 22 host rm -rf /x", "ssh"),
    ("ssh host 'sudo rm -rf /x'", "ssh/sudo"),
    ("docker exec -it web rm -rf /x", "docker exec"),
    ("docker run --rm -v /:/h alpine sh -c 'rm -rf /x'", "docker run/sh -c"),
    ("kubectl -n n exec pod -c c -- rm -rf /x", "kubectl exec"),
    ("crontab - <<< '0 1 * * * rm -rf /x'", "crontab"),
    ("echo 'rm -rf /x' | at now", "at"),
    ("git -c alias.z='!rm -rf /x' z", "git -c"),
    ("tar cf a b --checkpoint-action=exec='rm -rf /x'", "tar --checkpoint-action"),
    ("tmux new -d 'rm -rf /x'", "tmux"),
    ("python3 -c 'import os; os.system(\"rm -rf /x\")'", "python3 -c"),
    ('python3 -c \'import subprocess as s; s.run(["rm", "-rf", "/x"])\'', "python3 -c"),
    ('python3 -c \'__import__("os").system("r"+"m -rf /x")\'', "python3 -c"),
    ("python3 -c 'import shutil; shutil.rmtree(\"/x\")'", "python3 -c"),
    ("python3 - <<'E'\nimport os\nfor d in ['/x']:\n    os.system(f'rm -rf {d}')\nE", "python3"),
    ("perl -e 'system(\"rm -rf /x\")'", "perl -e"),
    ('perl -e \'exec "rm", "-rf", "/x"\'', "perl -e"),
    ("ruby -e '`rm -rf /x`'", "ruby -e"),
    ('node -e \'require("child_process").execSync("rm -rf /x")\'', "node -e"),
    ('node -e \'require("fs").rmSync("/x", {recursive: true})\'', "node -e"),
    ("php -r 'shell_exec(\"rm -rf /x\");'", "php -r"),
    ("lua -e 'os.execute(\"rm -rf /x\")'", "lua -e"),
    ("awk 'BEGIN { system(\"rm -rf /x\") }'", "awk"),
    ('awk \'{ print "rm -rf /x" | "sh" }\' f', "awk/heredoc"),
    ("sed '1e rm -rf /x' f", "sed e"),
    ("vim -c ':!rm -rf /x'", "vim"),
    ("make -f - <<'E'\nall:\n\trm -rf /x\nE", "make"),
]


@pytest.mark.parametrize(("script", "via"), CARRIED)
def test_a_carried_command_is_found(script: str, via: str) -> None:
    """`rm -rf /x` is read inside each of these, and `via` says in what."""
    found = [each for each in read_script(script).commands if each.name == "rm"]
    assert [(" ".join(word.shape for word in each.arguments), "/".join(each.via)) for each in found] == [
        ("-rf /x", via)
    ]


@pytest.mark.parametrize(
    ("script", "privileged", "host"),
    [
        ("sudo rm x", True, ""),
        ("sudo sh -c 'rm x'", True, ""),
        ("sudo -i <<< 'rm x'", True, ""),
        ("rm x", False, ""),
        ("ssh root@db rm x", False, "root@db"),
        ("ssh db <<< 'rm x'", False, "db"),
        ("docker exec -u 0 web sh -c 'rm x'", False, "web"),
        ("kubectl exec deploy/web -n p -- rm x", False, "deploy/web"),
        ("ssh db; rm x", False, ""),
        ("sudo true; rm x", False, ""),
    ],
)
def test_privilege_and_host_belong_to_the_inner_command(script: str, privileged: bool, host: str) -> None:
    """A command knows whether it runs as another user and where, and the command beside it does not inherit that."""
    (found,) = (each for each in read_script(script).commands if each.name == "rm")
    assert (found.privileged, found.host) == (privileged, host)


def test_find_gives_its_paths_to_what_it_runs() -> None:
    """`{}` is something under the starting point, which is itself among them when nothing is tested."""
    (bare,) = (each for each in read_script("find / -exec rm -rf {} +").commands if each.name == "rm")
    assert bare.arguments[-1].emptied == "/"
    (tested,) = (each for each in read_script("find /tmp -name '*.o' -exec rm {} +").commands if each.name == "rm")
    assert tested.arguments[-1].emptied == "/tmp/…"
    assert "find" in [each.name for each in read_script("find / -delete").commands]


def test_unknown_input_of_xargs_is_unknown_words() -> None:
    """What xargs reads from a command that nobody can tell becomes an unknown that may be several words."""
    (found,) = (each for each in read_script("sort list | xargs rm").commands if each.name == "rm")
    assert found.arguments[-1].unknowns[0].splits
    assert [each.name for each in found.upstream] == ["sort"]


@pytest.mark.parametrize(
    ("script", "target"),
    [
        ('python3 -c \'open("/etc/x", "w")\'', "/etc/x"),
        ('python3 -c \'from pathlib import Path; Path("/etc/x").write_text("")\'', "/etc/x"),
        ('perl -e \'open(F, ">", "/etc/x")\'', "/etc/x"),
        ("awk '{ print > \"/etc/x\" }' f", "/etc/x"),
        ("sed 'w /etc/x' f", "/etc/x"),
        ("> /etc/x", "/etc/x"),
        ("{ a; b; } > /etc/x", "/etc/x"),
    ],
)
def test_a_file_that_is_overwritten_is_a_redirection(script: str, target: str) -> None:
    """Writing a file from another language, or from nothing, is read as a redirection into it."""
    redirects = [each for command in read_script(script).commands for each in command.redirects]
    assert (">", target) in [(each.operator, each.target.shape) for each in redirects]


def test_a_wrapper_without_a_command_is_itself() -> None:
    """`sudo -l`, `env` and `exec > f` are commands of their own."""
    assert [each.name for each in read_script("sudo -l; env; exec > f").commands] == ["sudo", "env", "exec"]
