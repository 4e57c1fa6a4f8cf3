"""What cannot be put right: who decides what is deleted or emptied, what lies there, and which tests really bound it."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse, blast_radius


@pytest.mark.parametrize(
    "check",
    [
        '[ -d "$1" ] &&',
        '[ -n "$1" ] &&',
        "[[ -e $1 ]] &&",
        "[[ $1 =~ ^/ ]] &&",
        "[[ $1 == /* ]] &&",
        "[[ $1 != / ]] &&",
        '[ "$1" != /home ] &&',
        "[[ $1 == /var/cache/app/* ]] &&",  # /var/cache/app/../../../home
        "[[ $1 =~ cache ]] &&",
        ': "${1:?}";',
        'test -d "$1" || exit 1;',
        "case $1 in /*) ;; *) exit 1 ;; esac;",
        "case $1 in /etc/*|/usr/*) exit 1 ;; esac;",
    ],
)
def test_a_check_that_lets_a_home_folder_through_bounds_nothing(check: str) -> None:
    """That a value is set, is there or begins with a slash keeps nothing out."""
    assert analyse(f'{check} rm -rf -- "$1"').risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        '[[ $1 =~ ^[a-z0-9_-]+$ ]] || exit 1; rm -rf -- "/opt/tool/plugins/$1"',
        'case $1 in */* | . | .. | "") exit 1 ;; esac; rm -rf -- "/opt/tool/plugins/$1"',
        'd=$(realpath -e -- "$1") || exit 1; [[ $d == /var/cache/app/* ]] || exit 1; rm -rf -- "$d"',
        'd=$(readlink -f "$1"); case $d in /var/tmp/jobs/*) ;; *) exit 1 ;; esac; rm -rf -- "$d"',
        'd=$(cd "$1" && pwd -P) || exit 1; case $d in /opt/tool/cache/*) rm -rf -- "$d" ;; esac',
        'case $1 in dev | test) rm -rf -- "/opt/tool/plugins/$1" ;; esac',
        'if [[ -L $link ]]; then rm -f -- "$link"; fi',
    ],
)
def test_a_check_that_bounds_the_value_counts(script: str) -> None:
    """One plain name below a folder of the script, or a resolved path below a folder that holds nothing precious."""
    assert analyse(script).risk == "notable"


def test_a_checked_name_below_a_data_folder_is_still_data() -> None:
    """The check keeps the delete in the folder; what lies there is lost all the same."""
    assert analyse('[[ $1 =~ ^[a-z0-9_-]+$ ]] && rm -rf -- "/srv/www/$1"').risk == "dangerous"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('rm -rf "${PGDATA:?}"/*', "deletes everything in ${PGDATA:?} (set by the environment)"),
        ('rm -rf -- "$1"', "deletes $1 (given by the caller) with everything in it"),
        ('while read -r f; do rm -rf "$f"; done < gone.txt', "deletes what gone.txt names with everything in it"),
        ("rm -rf /srv/shop/files/*", "deletes everything in /srv/shop/files"),
        ("cat list | xargs rm -f", "deletes what `cat list` lists"),
        ('find "$ROOT" -type f -delete', "deletes what it finds below $ROOT (set by the environment)"),
        (': > "$1"', "empties $1 (given by the caller)"),
    ],
)
def test_the_message_names_the_object_and_who_decides_it(script: str, said: str) -> None:
    """No placeholder for what the text names."""
    messages = [finding.message.partition(";")[0] for finding in analyse(script).findings]
    assert said in messages


@pytest.mark.parametrize(
    "script",
    [
        "rm -rf /srv/www",
        "rm -f /backup/*.dump",
        "rm -rf /srv/app/data",
        "rm -rf /opt/app/data",
        "rm -rf /var/log/app/*",
        "rm -rf /home/bob/projects",
        "rm -f /srv/app/data/users.db",
        "find /srv/app/uploads -type f -mtime +90 -delete",
        "find /data/files -delete -type f -mtime +90",
        "find /backup/db -type f -delete",
        "ls -t | head -n -7 | xargs rm -rf",
        "ls -1t /backup/*.gz | tail -n +2 | xargs -r rm -f",
        'for f in "$DROP"/*.csv; do rm -f "$f"; done',
        'mapfile -t old < <(ls /srv/share); rm -rf -- "${old[@]}"',
        'mkdir -p "$1"; rm -rf "$1"',
    ],
)
def test_what_cannot_be_put_right_is_dangerous(script: str) -> None:
    """Data that the script names, and anything that somebody else decides."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        "find /var/log/app -name '*.gz' -mtime +30 -delete",
        "find /backup/db -name '*.dump' -mtime +14 -delete",
        "find /srv/exports -name 'report-*.csv' -mtime +60 -delete",
        'find "$1" -type d -empty -delete',
        'find "$1" -name "*.tmp" -delete',
        "ls -1t /backup/db-*.sql.gz | tail -n +15 | xargs -r rm -f --",
        "rm -rf /srv/app/cache/*",
        "rm -f /var/log/app/app.log.1",
        'pg_dump shop > "$1" || { rm -f "$1"; exit 1; }',
        'mkdir "$1" || exit 1; cp a "$1/"; rm -rf "$1"',
        'git clone -q "$URL" "$dest"; make -C "$dest"; rm -rf "$dest"',
        'd=/srv/import/.run-$$; mkdir -p "$d"; rm -rf "$d"',
        ': > "$1"; date >> "$1"',
        'date > "$1"',
        'date | tee "$1"',
        'cp -f a "$1"',
        'mv -f a "$1"',
    ],
)
def test_what_the_script_made_or_a_rule_bounds_is_notable(script: str) -> None:
    """Its own output, temporary and cache folders, aged or rotated files, a result where it was told to write it."""
    assert analyse(script).risk in ("safe", "notable")


def test_the_headline_promises_no_more_than_the_findings() -> None:
    """That something can be put right again is never said: what the rules do not know may be lost."""
    assert blast_radius(analyse("rm -rf ./build")).startswith("Deletes what is named below; of no other loss")
    assert "comes back only from a copy" in blast_radius(analyse("cp a b"))
    for text in ("systemctl restart nginx", "mytool purge", "redis-cli DEL session:1", "kill 1234"):
        assert "is not known" in blast_radius(analyse(text)).partition("\n")[0]
    assert "Deletes keys." in blast_radius(analyse("redis-cli DEL session:1"))


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ('cd "${1:?}" && rm -rf *', "everything in $1 (given by the caller)"),
        ('set -u\ncd "$PGDATA" || exit 1\nrm -rf ./*', "everything in $PGDATA (set by the environment)"),
        ('if [ -d "$1" ]; then cd "$1" && rm -rf *; fi', "everything in $1"),
        ('cd "${1:?}" && rm -rf data', "data with everything in it in $1 (given by the caller)"),
        ('cd "${DATA_DIR:?}" || exit 1; rm -f *.dump', "*.dump in ${DATA_DIR:?} (set by the environment)"),
        ('cd "${1:?}" && find . -type f -exec rm -f {} +', "below $1 (given by the caller)"),
        ('cd "$1" && find . -delete', "below $1 (given by the caller)"),
        ('cd "${1:?}" && truncate -s 0 *', "empties * in $1 (given by the caller)"),
        ('cd "${1:?}" && shred -u *', "everything in $1"),
        ('cd "$(cat /etc/app/dir)" && rm -rf *', "everything in $(cat /etc/app/dir) (the output of a command)"),
    ],
)
def test_a_folder_that_somebody_else_decides_is_entered_first(script: str, named: str) -> None:
    """A relative name is below wherever `cd` has gone: that it is set, or a folder, bounds nothing."""
    found = analyse(script)
    assert found.risk == "dangerous"
    assert any(named in finding.message for finding in found.findings)


@pytest.mark.parametrize(
    "script",
    [
        'w=$(mktemp -d); git clone -q "$URL" "$w/src"; cd "$w/src"; git reset -q --hard v1; git clean -qfdx',
        'w=$(mktemp -d); git -C "$w" reset --hard',
        'T=restore_$$; createdb "$T"; dropdb "$T"',
        't=$(mktemp); echo "%ops ALL=(root) /usr/bin/systemctl reload nginx" > "$t"; visudo -c -f "$t" && '
        'install -m 0440 "$t" /etc/sudoers.d/50-ops',
        "psql -c \"select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle'\"",
        'cmd_list() { ls; }; cmd_show() { df; }; "cmd_${1:-list}"',
        'list() { ls; }; declare -F "$1" > /dev/null || exit 1; "$1"',
        'list() { ls; }; show() { df; }; case $1 in list | show) "$1" ;; esac',
        'declare -A table=([list]=ls [show]=df); "${table[$1]}"',
        'work=$(mktemp -d); while read -r n; do cp "/etc/nginx/ssl/$n" "$work/cert.pem"; rm -f -- "$work"/cert.*; '
        "done < names",
        'find /etc/nginx/ssl -name "*.crt" | while read -r f; do w=$(mktemp -d); rm -f -- "$w"/cert.*; done',
        'ssh-keygen -l -f "$file" || exit 1; key=$(cat "$file"); printf "%s\\n" "$key" >> /home/bob/.ssh/authorized_keys',
        "( flock -n 9 || exit 1; ls ) 9> /tmp/x",
        'echo ok >> "$HOME/logs/report.log"',
        "date -Is",
    ],
)
def test_what_a_script_made_or_checked_is_no_alarm(script: str) -> None:
    """Scratch clones and databases of its own, names that are looked up in a table, idle sessions."""
    assert analyse(script).risk in ("safe", "notable")


@pytest.mark.parametrize(
    "script",
    [
        "git clone x /tmp/y; cd /srv/app; git reset --hard",
        "createdb a; dropdb b",
        'ssh-keygen -l -f "$file" || exit 1; cat "$other" >> /home/bob/.ssh/authorized_keys',
        'rsync -a --delete src/ "$1"',
        't=$(mktemp); echo "x ALL=(ALL) NOPASSWD: ALL" > "$t"; visudo -c -f "$t" && install "$t" /etc/sudoers.d/x',
        "psql -c 'select pg_terminate_backend(pid) from pg_stat_activity'",
        "psql -c \"select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle' or true\"",
        'go() { rm -rf /home; }; list() { ls; }; case $1 in go | list) "$1" ;; esac',
        'cmd_go() { rm -rf /home; }; "cmd_$1"',
        'declare -A table=([go]="rm -rf /home" [list]=ls); ${table[$1]}',
    ],
)
def test_what_it_did_not_make_or_check_still_is(script: str) -> None:
    """The same means with something that was there before."""
    assert analyse(script).risk == "dangerous"


def test_effects_name_what_is_not_known() -> None:
    """The summary says by which name, and where the value comes from."""
    assert analyse('rm -rf "$1"').effects.deletes == ("$1 (given by the caller)",)
    assert analyse('date > "$OUT"').effects.writes == ("$OUT (set by the environment)",)
