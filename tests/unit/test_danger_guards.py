"""Tests that establish what a script would otherwise destroy blindly, and what looks like one and is none."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse

_MAKE = 'mkfs.ext4 "$1"'


@pytest.mark.parametrize(
    "guard",
    [
        '[ -z "$(wipefs -n "$1")" ] || exit 1',
        'if [[ -n $(wipefs --no-act "$1") ]]; then exit 1; fi',
        'if blkid "$1" >/dev/null 2>&1; then exit 1; fi',
        'blkid "$1" && exit 1',
        "if lsblk -no FSTYPE \"$1\" | grep -q '[^[:space:]]'; then exit 1; fi",
        'found=$(wipefs -n "$1"); [ -z "$found" ] || exit 1',
        'die() { echo "$*" >&2; exit 1; }; [ -z "$(wipefs -n "$1")" ] || die used',
        'blank() { [ -z "$(wipefs -n "$1")" ]; }; blank "$1" || exit 1',
        'blank() { if [ -n "$(wipefs -n "$1")" ]; then return 1; fi; return 0; }; if ! blank "$1"; then exit 1; fi',
    ],
)
def test_a_device_is_shown_to_be_blank(guard: str) -> None:
    """A look for signatures that ends the script where there is one makes a new file system harmless."""
    assert analyse(f"{guard}\n{_MAKE}").risk == "notable"


@pytest.mark.parametrize(
    "guard",
    [
        '[ -z "$(wipefs -n "$2")" ] || exit 1',  # another device
        '[ -z "$(wipefs -n "$1")" ] || echo used',  # goes on
        '[ -z "$(wipefs -n "$1")" ] || true',
        '[ -z "$(wipefs -n "$1")" ] && exit 1',  # the wrong way round
        '( [ -z "$(wipefs -n "$1")" ] || exit 1 )',  # only the subshell ends
        '[ -z "$(wipefs -n "$1")" ] || exit 1; shift',  # $1 is another one now
        '[ -z "$(wipefs -t ext4 -n "$1")" ] || exit 1',  # one kind of signature
        '[ -z "$(blkid -s LABEL "$1")" ] || exit 1',
        '[ -z "$(ssh db1 wipefs -n "$1")" ] || exit 1',  # another machine
        'blank() { [ -z "$(wipefs -n "$1")" ] || exit 1; }',  # never called
        'blank() { [ -z "$(wipefs -n "$1")" ]; }; blank "$2" || exit 1',
        'blank() { [ -z "$(wipefs -n "$1")" ]; }; blank "$1" || true',
        'blank() { [ -z "$(wipefs -n "$1")" ]; return 0; }; blank "$1" || exit 1',
        'set -e; blank() { [ -z "$(wipefs -n "$1")" ]; echo ok; }; blank "$1" || exit 1',  # set -e rests in a condition
        'die() { echo "$*" >&2; }; [ -z "$(wipefs -n "$1")" ] || die used',
        'read -r d; [ -z "$(wipefs -n "$d")" ] || exit 1; set -- "$d"; read -r d; set -- "$d"',
    ],
)
def test_a_look_that_can_be_bypassed_shows_nothing(guard: str) -> None:
    """Another device, a failure that is passed over, a subshell, a value that changes: all stay dangerous."""
    assert analyse(f"{guard}\n{_MAKE}").risk == "dangerous"


def test_a_check_needs_the_rights_of_what_it_guards() -> None:
    """Without them it may see nothing, and say that nothing is there."""
    assert analyse('[ -z "$(wipefs -n "$1")" ] && sudo mkfs.ext4 "$1"').risk == "dangerous"
    assert analyse('[ -z "$(sudo wipefs -n "$1")" ] && sudo mkfs.ext4 "$1"').risk == "notable"


_COUNT = 'set -e\nn=$(psql -h db1 -d "$1" -Atc "select count(*) from pg_stat_user_tables")\n'


@pytest.mark.parametrize(
    ("script", "risk"),
    [
        (_COUNT + '[ "$n" -eq 0 ] || exit 1\ndropdb -h db1 "$1"', "notable"),
        (_COUNT + '(( n == 0 )) || exit 1\ndropdb -h db1 "$1"', "notable"),
        (_COUNT + 'if [[ $n -gt 0 ]]; then exit 1; fi\ndropdb -h db1 "$1"', "notable"),
        (_COUNT + '[ "$n" -eq 0 ] || exit 1\ndropdb -h db2 "$1"', "dangerous"),
        (_COUNT + '[ "$n" -eq 0 ] || exit 1\ndropdb -h db1 "$2"', "dangerous"),
        (_COUNT + '[ "$n" -ne 0 ] || exit 1\ndropdb -h db1 "$1"', "dangerous"),
        (
            _COUNT.replace("tables", "tables where relname like 'x%'") + '[ "$n" = 0 ] && dropdb -h db1 "$1"',
            "dangerous",
        ),
        (_COUNT.removeprefix("set -e") + '[ "$n" = 0 ] || exit 1\ndropdb -h db1 "$1"', "notable"),
        # without an answer n is empty, and that is no more than 0
        (_COUNT.removeprefix("set -e") + '[[ $n -gt 0 ]] && exit 1\ndropdb -h db1 "$1"', "dangerous"),
        # an rsync that fails lists no differences
        ('[ -z "$(rsync -anci /srv/a/ nas:/srv/a/)" ] && rm -rf /srv/data/a', "dangerous"),
        ('cmp -s "$1" "/mnt/nas/$1" && rm -f -- "$1"', "notable"),
        ('cmp -s "$1" "/mnt/nas/$1" && rm -f -- "$1" "/mnt/nas/$1"', "dangerous"),
        ('cmp -s "$1" "$1" && rm -f -- "$1"', "dangerous"),
        ('cmp -s "$1" "/mnt/nas/$1"; rm -f -- "$1"', "dangerous"),
        ("diff -rq /srv/data/a /mnt/new/a || exit 1\nrm -rf /srv/data/a", "notable"),
        ("diff -q /srv/data/a /mnt/new/a || exit 1\nrm -rf /srv/data/a", "dangerous"),
        ('[ -z "$(ls -A /srv/data/x)" ] && rm -rf /srv/data/x', "notable"),
        ('[ -z "$(ls /srv/data/x)" ] && rm -rf /srv/data/x', "dangerous"),  # hidden files
        ('[ -z "$(ls -A /srv/data/x)" ] || rm -rf /srv/data/x', "dangerous"),
        ('[ -e "$1" ] && exit 1\ncp -r /etc/app "$1"\nrm -rf "$1"', "notable"),
        ('[ -e "$1" ] && exit 1\nmv /srv/data "$1"\nrm -rf "$1"', "dangerous"),
        ('[ -e "$1" ] || exit 1\nrm -rf "$1"', "dangerous"),
    ],
)
def test_what_is_destroyed_was_asked_about(script: str, risk: str) -> None:
    """Empty, the same as its copy, or not there before: only when that very thing was asked, and the answer counts."""
    assert analyse(script).risk == risk


@pytest.mark.parametrize(
    "script",
    [
        'read -r d; [[ $d =~ ^/srv/app/tmp/[a-z]+$ ]] || exit 1\nread -r d; rm -rf -- "$d"',
        'set -e; f() { [[ $1 =~ ^/srv/tmp/app/[a-z]+$ ]]; rm -rf "$1"; }; f "$1" || true',
        'd=$(readlink -f "$1"); [[ $d != /srv/app/cache/$2/* ]] || exit 1; rm -rf "$d"',
        'd=$(readlink -f "$1"); [[ $d == $2/* ]] || exit 1; rm -rf "$d"',
    ],
)
def test_a_check_does_not_outlive_its_value(script: str) -> None:
    """A variable that is read again, a failure inside of a condition, and a pattern that may be anything bound nothing."""
    assert analyse(script).risk == "dangerous"


def test_a_group_says_what_it_prints() -> None:
    """A loop or group whose output goes into a file writes it, and what it writes is judged."""
    assert analyse("for k in a b; do echo $k=1; done > /etc/sysctl.d/60-x.conf").risk == "notable"
    assert analyse("{ :; } > /etc/sysctl.d/60-x.conf").risk == "dangerous"
    group = "{ echo '# x'; echo 'host all all 0.0.0.0/0 trust'; } >> /etc/postgresql/14/main/pg_hba.conf"
    assert analyse(group).risk == "dangerous"


def test_names_that_ls_lists_are_told_as_that() -> None:
    """What reaches rm from a listing of another folder is not said to lie in the current one."""
    messages = [each.message for each in analyse("ls /srv/app/uploads | xargs rm -rf").findings]
    assert len(messages) == 1
    assert "/srv/app/uploads" in messages[0]


@pytest.mark.parametrize("script", ["brew frob", "ceph frob", "ceph osd frob 1"])
def test_an_unknown_command_of_brew_or_ceph_is_unanalysable(script: str) -> None:
    assert analyse(script).risk == "unanalysable"
