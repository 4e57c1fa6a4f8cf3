"""SS1510: addresses that a log names are shut out, one's own among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .origins import inside
from .rule import dangerous, script_rule
from .word_lists import set_of

_SHUTTING = re.compile(r"\b(?:DROP|REJECT|drop|reject|deny)\b")
_LOGS = set_of("journalctl lastb last faillog")
_LOG = re.compile(r"/log/|\blogs?\b|\.log\b|_log\b")
_READING = set_of("awk gawk mawk grep egrep zgrep cat zcat cut sed sort tail head")


@script_rule(
    "SS1510",
    "Shuts out whoever a log names",
    why="A log of failed logins names the bastion, the monitoring and the office as well: with a rule for each address "
    "the script locks out those who would have to mend it.",
    instead="leave your own networks out (grep -vFf own-networks), let the rule expire (ipset … timeout 3600), or use "
    "fail2ban with ignoreip",
    on="iptables ip6tables ufw nft firewall-cmd",
    bad=(
        "journalctl -u sshd | grep Failed | grep -oE '([0-9]{1,3}[.]){3}[0-9]+' | sort -u | while read -r ip; do "
        "iptables -I INPUT -s $ip -j DROP; done",
        "lastb -i | awk '{print $3}' | sort -u | xargs -I{} iptables -A INPUT -s {} -j DROP",
        "for ip in $(awk '{print $1}' /var/log/nginx/access.log | sort -u); do ufw insert 1 deny from $ip; done",
    ),
    good=(
        "journalctl -u sshd | grep -oE '([0-9]{1,3}[.]){3}[0-9]+' | grep -vFf own-networks | while read -r ip; do "
        "iptables -I INPUT -s $ip -j DROP; done",
        "iptables -I INPUT -s 192.0.2.7 -j DROP",
        'iptables -I INPUT -s "$1" -j DROP',
    ),
)
def banned(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call in calls:
        command = call.command
        if (
            not _SHUTTING.search(call.text)
            or call.has("-C", "--check", "-D", "--delete")
            or call.words[:1] == ("delete",)
        ):
            continue
        unknown = [part for word in command.arguments for part in word.unknowns]
        if not unknown or any(check.source in {part.source for part in unknown} for check in command.checks):
            continue
        ways = [*command.upstream, *(each for part in unknown for each in inside(part.source))]
        if any(map(_reads_a_log, ways)) and not any(map(_leaves_out, ways)):
            yield dangerous("shuts out every address that a log names, your own too", command.place)
            return


def _reads_a_log(command: Command) -> bool:
    if command.name in _LOGS:
        return True
    files = [*command.arguments, *(each.target for each in command.redirects if each.operator == "<")]
    return command.name in _READING and any(_LOG.search(word.shape) for word in files if "/" in word.shape)


def _leaves_out(command: Command) -> bool:
    """Whether a filter keeps something out: `grep -v`, or a comparison in awk."""
    if command.name in ("grep", "egrep"):
        return any(re.match(r"-\w*v", word.shape) for word in command.arguments)
    return command.name == "comm"
