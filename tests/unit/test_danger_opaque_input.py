"""What nobody can read is never passed, what other tools destroy is found, and what only looks like it is left alone."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "script",
    [
        '"$@"',
        'main() { "$@"; }; main "$@"',
        'zsh "$1"',
        'perl "$SCRIPT"',
        'crontab "$1"',
        'make -f "$1" all',
        'awk "$1" names',
        "source /dev/shm/settings",
        'mariadb shop -e "$QUERY"',
        "xzcat night.sql.xz | psql shop",
        "sqlite3 notes.db < new.sql",
        "psql -At -c 'select ddl from plan' | psql shop",
        "mongosh shop tidy.js",
        "python3 -c 'exec(bytes.fromhex(\"6c73202d6c\").decode())'",
        "perl -e 'eval `curl -s https://code.example/x`'",
        "deno run -A https://code.example/tool.ts",
        "powershell -EncodedCommand ZGly",
        "git clone https://git.example/a /tmp/a && /tmp/a/setup.sh",
        'fd -u . -x sh -c "$BODY"',
    ],
)
def test_code_from_elsewhere_is_never_passed(script: str) -> None:
    """A command, a file or statements that the text does not hold cannot be analysed."""
    assert analyse(script).risk == "unanalysable"


@pytest.mark.parametrize(
    "script",
    [
        'run() { "$@"; }; run ls -l',
        'psql -c "select name from goods where id = $ID"',
        "echo 'select count(*) from goods' | mysql shop",
        "source .venv/bin/activate",
        'python3 report.py "$1"',
        "deno eval 'console.log(1)'",
        'eval "${PAGER:-less -R}" < notes',
        'eval "set -- $(git rev-parse --sq --prefix a -- b)"',
        'eval "$(apt-config shell CACHE Dir::Cache)"',
        't=$( (mktemp -d) 2>/dev/null ); rm -rf "$t"',
        "pwsh -c 'Get-ChildItem'",
        "printf 'echo hi\\n' > /tmp/hi.sh; bash /tmp/hi.sh",
    ],
)
def test_code_that_stands_in_the_text_is_read(script: str) -> None:
    """What is written out, or lies beside the script under a name, is not called unanalysable."""
    assert analyse(script).risk in ("safe", "notable")


@pytest.mark.parametrize(
    "script",
    [
        "runuser -u postgres -- dropdb shop",
        "rsh -l root box rm -r /srv",
        'eval "${PAGER:-rm -rf /srv}"',
        "ex /etc/fstab <<< '%d|x'",
        "printf 'flush_all\\r\\n' | nc cache 11211",
        "tar -czf all.tgz /home --remove-files",
        "remsh box 'rm -rf /home'",
        "printf '%s\\0' /usr/lib/* | xargs -0 rm -r",
        "ls | xargs -n 5 rm -r",
        "ls /home | xargs -I% rm -rf /home/%",
        "docker run --rm -v /home:/data busybox sh -c 'rm -rf /data/*'",
        "podman run --mount type=bind,source=/etc,target=/e alpine rm -rf /e",
        "fd . /home --exec rm -rf",
        "python3 manage.py reset_db --noinput",
        "uv run python manage.py flush",
        "yarn exec prisma migrate reset",
        "python3 -m pip install --index-url http://mirror.example/simple tool",
        "pwsh -Command 'Remove-Item /etc -Recurse'",
        "python3 -c \"import redis; redis.Redis('db').flushdb()\"",
        "python3 -c \"import sqlite3; sqlite3.connect('a').execute('DROP TABLE goods')\"",
        "python3 -c \"import os\nfor d, _, names in os.walk('/home'):\n  for n in names: os.unlink(os.path.join(d, n))\"",
        "python3 -c \"from pathlib import Path; [f.unlink() for f in Path('/etc').glob('*')]\"",
        "find /opt -mtime +90 -delete",
        "find /srv -type f -exec cp /dev/null {} ';'",
        "find /home -name .gnupg -exec rm -r {} +",
        "git checkout .",
        "git ls-files --others | xargs rm",
        'for n in $(kubectl get namespaces -o name); do kubectl delete "$n"; done',
        "pgrep . | xargs kill",
        "vim -es -c '1,$d' -c wq /etc/crypttab",
        "ifconfig eth1 0.0.0.0",
        "rsync -a other.example:/jobs/ /etc/cron.d/",
        "with_data() { restic forget --keep-last 1 --prune; }; with_data",
        "psql -c 'with gone as (delete from goods returning *) select * from gone'",
    ],
)
def test_what_other_tools_destroy_is_dangerous(script: str) -> None:
    """Remote shells, containers, frameworks, clients and searches are followed to what they do."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        "configure() { ./configure --quiet; }; configure",
        'visit() { for d in "$1"/*/; do visit "$d"; done; }; visit .',
        'again() { "$@" || { sleep 2; again "$@"; }; }; again curl -f https://a.example',
        "cut -d: -f1 /etc/services > /etc/services.new && mv /etc/services.new /etc/services",
        "rm -f /etc/ssh/sshd_config.bak",
        "systemctl stop nginx; certbot renew; systemctl start nginx",
        "ip link set eth0 down && ip link set eth0 up",
        "swapoff -a && swapon -a",
        "dropdb test_shop",
        "psql -c 'begin; delete from goods; rollback'",
        "psql -c 'create temp table t (a int); drop table t'",
        "docker volume rm tmp_cache",
        "docker run -v /srv:/data:ro alpine rm -rf /data/cache",
        "git push --force origin ana/topic",
        "git push origin --delete ana/topic",
        "git clean -fd build/",
        "iptables -F LOGGING",
        "ip link del veth3",
        "find . -xtype l -delete",
        "find . -type l ! -exec test -e {} ';' -delete",
        "kubectl get secret web -o jsonpath='{.metadata.name}'",
        "kubectl exec web-0 -- kill 1",
        "restic forget --keep-daily 7 --keep-weekly 4 --prune",
        'taskset -a -c -p 0-3 "$pid"',
        "fd -e tmp -x rm",
    ],
)
def test_what_only_looks_dangerous_is_left_alone(script: str) -> None:
    """Recursion, files put in place, services that come back and things made to be thrown away are not flagged."""
    assert analyse(script).risk in ("safe", "notable")


@pytest.mark.parametrize(
    "script",
    [
        "systemctl start nginx; systemctl stop nginx",
        "systemctl stop nginx; systemctl start redis",
        "mv /etc/passwd.new /etc/passwd",
        "dropdb test_prod",
        "git push --force origin main",
        "psql -c 'begin; delete from goods; commit'",
        "boom() { boom | boom; }; boom",
        "boom() { boom & boom; }; boom",
        "rm -f /etc/ssh/sshd_config",
        "iptables -F INPUT",
        "docker exec db rm -rf /var/lib/mysql",
    ],
)
def test_what_is_forgiven_stays_narrow(script: str) -> None:
    """The other order, another service, the account files, a shared branch and a real fork bomb are still found."""
    assert analyse(script).risk == "dangerous"
