"""Classes of harm that stand behind an ordinary program: what is carried, listed, replaced or let in."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse

STOPPED = ("dangerous", "unanalysable")
PLAYBOOK = """cat > site.yml <<'E'
- hosts: all
  tasks:
    - name: stop it
      service:
        name: sshd
        state: stopped
E
ansible-playbook site.yml
"""


@pytest.mark.parametrize(
    "script",
    [
        # an editor that nobody looks into
        "EDITOR='sed -i s/ALL/x/' visudo",
        "echo 'x ALL=(ALL) NOPASSWD: ALL' | EDITOR='tee -a' visudo",
        "export VISUAL='cp /tmp/passwd'; vipw",
        "export EDITOR='sed -i d'; sudoedit /etc/sudoers",
        # D-Bus
        "dbus-send --system --dest=org.freedesktop.login1 /org/freedesktop/login1 "
        "org.freedesktop.login1.Manager.PowerOff boolean:true",
        "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager PowerOff b true",
        "gdbus call --system --dest org.freedesktop.login1 --object-path /org/freedesktop/login1 "
        "--method org.freedesktop.login1.Manager.Reboot true",
        "dbus-send --system --dest=org.freedesktop.systemd1 /org/freedesktop/systemd1 "
        "org.freedesktop.systemd1.Manager.StopUnit string:sshd.service string:replace",
        # a command for other machines
        "aws ssm send-command --document-name AWS-RunShellScript --parameters 'commands=[\"rm -rf /var/www\"]'",
        "aws ssm send-command --document-name AWS-RunShellScript --parameters commands='systemctl stop sshd'",
        'aws ssm send-command --parameters \'{"commands":["reboot"]}\' --instance-ids i-1',
        'aws ssm send-command --document-name AWS-RunShellScript --parameters commands="$1"',
        'python3 -c \'import paramiko; c=paramiko.SSHClient(); c.connect("h"); c.exec_command("reboot")\'',
        "ansible all -m service -a 'name=sshd state=stopped'",
        "ansible all -m apt -a 'name=openssh-server state=absent'",
        'ansible all -b -m package -a "name=sudo state=absent"',
        "ansible all -m file -a 'path=/etc state=absent'",
        "ansible web -m user -a 'name=deploy state=absent remove=yes'",
        "ansible db -m filesystem -a 'fstype=ext4 dev=/dev/sdb'",
        PLAYBOOK,
        # what a listing decides
        "ps -eo pid --sort=-%mem | head -5 | xargs kill -9",
        "kill -9 $(ps aux | sort -rk4 | head -3 | awk '{print $2}')",
        "pip uninstall -y -r <(pip freeze)",
        "pip3 list --format=freeze | cut -d= -f1 | xargs pip3 uninstall -y",
        # a here-document of which a variable decides
        "n=${1:-5}\ncat > /etc/sysctl.d/x.conf <<E\nkernel.randomize_va_space = 0\nvm.swappiness = $n\nE",
        # the files of everybody
        "cd / && python3 -m http.server",
        "python3 -m http.server -d /etc",
        "php -S 0.0.0.0:80 -t /",
        "ruby -run -e httpd / -p 80",
        # every line of a file that somebody else decides, or of data
        "sed -i '1,$d' \"$1\"",
        "sed -i -e d /srv/app/data/users.csv",
        # arithmetic of what strangers send: n='a[$(reboot)]'
        "n=$(curl -s http://x.example/n); echo $((n + 1))",
        "n=$(curl -s http://x.example/n); (( n > 5 )) && echo big",
        "n=$(wget -qO- http://x.example/n); [[ $n -gt 5 ]]",
        "n=$QUERY_STRING; let n=n+1",
        "curl -s http://x.example/sizes | while read -r n; do t=$((t + n)); done",
        "while read -r n; do total=$((total + n)); done < <(curl -s http://x.example/sizes)",
        # SQL
        "cat > x.sql <<E\nSELECT 1;\nDROP TABLE a;\nE\npsql -f x.sql",
        "mysql -e 'START TRANSACTION; TRUNCATE a; ROLLBACK'",
    ],
)
def test_it_is_stopped(script: str) -> None:
    """A text that would do this is not let through as notable."""
    assert analyse(script).risk in STOPPED, analyse(script)


@pytest.mark.parametrize(
    "script",
    [
        "EDITOR=vim visudo",
        "ruby -run -e httpd public -p 8000",
        "sed -i '1,$d' app.log",
        "sed -i '/^$/d' \"$1\"",
        "n=$(wc -l < f); echo $((n + 1))",
        "n=$1; (( n > 5 )) && echo big",
        'n=$(curl -s http://x.example/n); [ "$n" -gt 5 ]',
        "curl -s http://x.example | while read -r n; do [[ $n =~ ^[0-9]+$ ]] || continue; t=$((t + n)); done",
        "curl -s http://x.example | while read -r n; do i=$((i + 1)); done",
        "visudo -c -f /etc/sudoers",
        "dbus-send --system --print-reply --dest=org.freedesktop.login1 /org/freedesktop/login1 "
        "org.freedesktop.login1.Manager.ListSessions",
        "aws ssm send-command --document-name AWS-RunShellScript --parameters 'commands=[\"uptime\"]'",
        "aws ssm list-commands",
        'python3 -c \'import paramiko; c=paramiko.SSHClient(); c.connect("h"); c.exec_command("uptime")\'',
        "ansible all -m ping",
        "ansible all -m service -a 'name=sshd state=started'",
        "ansible all -m file -a 'path=/etc state=absent' --check",
        "ps aux | grep worker.py | awk '{print $2}' | xargs kill",
        "pgrep -f worker.py | xargs kill -9",
        "pip freeze | grep requests | xargs pip uninstall -y",
        "mkdir site && cd site && python3 -m http.server",
        "redis-cli --scan --pattern 'session:*' | xargs redis-cli DEL",
        "docker cp web:/var/log/app.log .",
        "psql -c 'BEGIN; DROP TABLE a; ROLLBACK'",
    ],
)
def test_ordinary_work_is_not_stopped(script: str) -> None:
    """The same programs in daily work stay safe or notable."""
    assert analyse(script).risk in ("safe", "notable"), analyse(script)


def test_every_destructive_statement_is_told() -> None:
    """One finding names all that an SQL text destroys, from options and here-documents alike."""
    text = "psql shop -c 'TRUNCATE TABLE b, c RESTART IDENTITY' <<E\nDROP TABLE a, d;\nDELETE FROM e;\nSELECT 1;\nE"
    (finding,) = analyse(text).findings
    for words in ("empties b, c", "drops the table a, d", "deletes every row of e"):
        assert words in finding.message


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("redis-cli <<E\nFLUSHALL\nSHUTDOWN NOSAVE\nE", ("empties the store", "stops the store")),
        ("mongosh --eval 'db.a.drop(); db.dropDatabase()'", ("drops a collection", "drops the whole database")),
        ("sysctl -w kernel.kptr_restrict=0 fs.protected_symlinks=0", ("kptr_restrict", "protected_symlinks")),
    ],
)
def test_all_of_it_is_told_not_the_first_only(script: str, words: tuple[str, ...]) -> None:
    """Several harms of one command stand in one sentence."""
    (finding,) = analyse(script).findings
    for each in words:
        assert each in finding.message


def test_what_goes_into_a_container_is_an_effect() -> None:
    """A copy into a container is told among the writes, with the container's name."""
    assert analyse("docker cp app.war web:/opt/app/").effects.writes == ("web:/opt/app/",)
    assert analyse("docker cp web:/var/log/x /srv/x").effects.writes == ("/srv/x",)
