"""What a program's options take decides what a command does: none of these is called safe for the lack of a table."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "text",
    [
        "dropdb -f crm",
        "git push -u --force origin main",
        "journalctl -b --vacuum-time=1s",
        "yum -e 0 -d 0 remove sudo",
        "docker --tlscacert f volume rm data",
        "aws --ca-bundle f s3 rb s3://b --force",
        "git --config-env a=b reset --hard",
        "mywrap -- rm -rf /home",
        "mywrap --quiet -- sudo rm -rf /home",
    ],
)
def test_is_dangerous(text: str) -> None:
    assert analyse(text).risk == "dangerous"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("docker frob", "docker has no command 'frob' that is known here"),
        ("git frobnicate --hard", "git has no command 'frobnicate' that is known here"),
        ("kubectl frob x", "kubectl has no command 'frob' that is known here"),
        ("docker volume frob x", "docker volume has no command 'frob' that is known here"),
        ("git --frob x status", "git has no option --frob that is known here before its command"),
        ("aws ec2 frob-instances", "what aws ec2 frob-instances does is not known"),
        ("mywrap rm -rf /home", "what mywrap does with rm -rf /home is not known"),
        ("mywipe --all /dev/sda", "what mywipe does with /dev/sda is not known"),
        ("mytool --purge /etc", "what mytool does with /etc is not known"),
        ("zpool frob tank", "zpool has no command 'frob' that is known here"),
        ("virsh frob web", "virsh has no command 'frob' that is known here"),
        ("helm repo frob x", "helm repo has no command 'frob' that is known here"),
        ("ip route frob x", "ip route has no command 'frob' that is known here"),
        ("docker rm --frob x", "docker rm has no option --frob that is known here"),
        ("kubectl get --frob pods", "kubectl get has no option --frob that is known here"),
        ("redis-cli FT.FROB idx", "redis-cli has no command 'FT.FROB' that is known here"),
        ("tmux frob", "tmux has no command 'frob' that is known here"),
        ("hg frob", "hg has no command 'frob' that is known here"),
        ("nft list frob", "nft list has no command 'frob' that is known here"),
        ("hcloud server frob", "hcloud server has no command 'frob' that is known here"),
        ("openstack server frob", "openstack server has no command 'frob' that is known here"),
        ("puppet frob", "puppet has no command 'frob' that is known here"),
        ("service nginx frob", "what the start script of nginx does with 'frob' is not known here"),
    ],
)
def test_is_unanalysable_and_says_why(text: str, sentence: str) -> None:
    found = analyse(text)
    assert found.risk == "unanalysable"
    assert any(sentence in finding.message for finding in found.findings), found.findings


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("mytool --verbose report.txt", "notable"),
        ("mytool -- ls -l", "notable"),
        ("mytool rm note.txt", "notable"),
        ("mytool --config /etc/mytool.conf", "notable"),
        ("docker --config dir ps", "safe"),
        ("git -C /srv/x status", "safe"),
        ("kubectl --context prod get pods", "safe"),
        ("aws --profile p ec2 describe-instances", "safe"),
        ("docker --help", "safe"),
    ],
)
def test_stays_what_it_was(text: str, risk: str) -> None:
    assert analyse(text).risk == risk


@pytest.mark.parametrize(
    "text", ["journalctl --frob", "apt --frob list", "dnf --frob x list", "zfs --frob list", "ls --frob"]
)
def test_with_an_unknown_option_no_command_is_safe(text: str) -> None:
    """What nobody knows may change something, or take the next word and make another one the command."""
    assert analyse(text).risk != "safe"


@pytest.mark.parametrize(
    "text",
    [
        "ip -br a",
        "ip r g 192.0.2.1",
        "git reflog -10",
        "ctr -n k8s.io images ls",
        "virsh -r list",
        "firewall-cmd --list-all",
    ],
)
def test_abbreviations_and_global_options_are_known(text: str) -> None:
    """A command that the program has is taken for what it is, however short it is written."""
    assert analyse(text).risk in ("safe", "notable")


@pytest.mark.parametrize(
    ("text", "advised", "not_advised"),
    [
        ("nft flush ruleset", "nft list ruleset", "iptables"),
        ("iptables -F", "iptables-save", "nft"),
        ("ufw disable", "ufw status numbered", "iptables"),
        ("terraform destroy", "terraform plan -destroy", "pulumi"),
        ("ansible all -m shell -a 'rm -rf /srv'", "--check --diff", "terraform"),
        ("vault kv get secret/x", "mode 600", "snapshot"),
        ("vault secrets disable kv", "snapshot", "mode 600"),
    ],
)
def test_the_safer_way_is_one_of_the_same_program(text: str, advised: str, not_advised: str) -> None:
    """Nobody who runs nft is told to use the tool of another program."""
    told = " ".join(finding.message for finding in analyse(text).findings)
    assert advised in told
    assert not_advised not in told.replace(text, "")


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        ("helm list -A", "helm list --frob"),
        ("restic snapshots --json", "restic snapshots --frob"),
        ("systemctl status --no-pager ssh", "systemctl status --frob ssh"),
        ("etcdctl endpoint status --cluster", "etcdctl endpoint status --frob"),
        ("zypper search --installed-only x", "zypper search --frob x"),
        ("pacman -Qi bash", "pacman -Qz"),
    ],
)
def test_an_option_that_nobody_knows_is_not_safe(known: str, unknown: str) -> None:
    """A command that only looks is safe; with an option that the table lacks, nobody can say that it only looks."""
    assert analyse(known).risk == "safe"
    assert analyse(unknown).risk != "safe"


@pytest.mark.parametrize(
    "text", ["tmux ls", "hg st", "nft 'list ruleset'", "redis-cli TTL x", "service nginx configtest", "tmux att -t w"]
)
def test_short_forms_and_statements_in_one_word_are_known(text: str) -> None:
    """A name cut short, a statement in one word and an action of a start script are not taken for unknown commands."""
    assert analyse(text).risk in ("safe", "notable")
