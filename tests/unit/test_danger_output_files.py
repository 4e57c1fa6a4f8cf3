"""Files that ordinary programs write because an option or an operand names them."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.rules.output_files import OUTPUTS


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
        ("docker run -o x app", ()),
        ("find / -name passwd -print", ()),
    ],
)
def test_what_is_only_read_is_not_told_as_written(script: str, written: tuple[str, ...]) -> None:
    """The same programs without an output, or with the option after the program that they start."""
    danger = analyse(script)
    assert danger.effects.writes == written
    assert danger.risk in ("safe", "notable")


def test_every_program_of_the_table_names_an_output() -> None:
    """No row of the table is empty."""
    for name, each in OUTPUTS.items():
        assert each.options or each.appending or each.prefixes or each.operand is not None or each.prefix, name
