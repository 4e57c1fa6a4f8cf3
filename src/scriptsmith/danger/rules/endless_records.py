"""SS1306: records that grow until the disk is full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule

_RECORDING = (
    (
        "tcpdump",
        re.compile(r"(?:\A|\s)-\w*w"),
        re.compile(r"(?:\A|\s)-\w*[cW]\s*(?:\d|…)|(?:\A|\s)-\w*G\s*\S+.*-W|--count"),
    ),
    ("tshark", re.compile(r"(?:\A|\s)-w"), re.compile(r"(?:\A|\s)-(?:c|a|b)\b")),
    ("dumpcap", re.compile(r"(?:\A|\s)-w"), re.compile(r"(?:\A|\s)-(?:c|a|b)\b")),
    ("strace", re.compile(r"(?=.*(?:\A|\s)-\w*p)(?=.*(?:\A|\s)-o)"), re.compile(r"(?!)")),
)
_LOG_ON = re.compile(r"(?i)\bset\s+(?:global|persist)\s+(?:general_log\s*=\s*(?:1|on|'on')|log_queries_not_using)|"
                     r"(?i:log_statement\s*(?:=|to)\s*'?all)")  # fmt: skip
_LOG_OFF = re.compile(
    r"(?i)\bgeneral_log\s*=\s*(?:0|off|'off')|log_statement\s*(?:=|to)\s*'?(?:none|ddl|mod)|reset\s+log_statement"
)


@script_rule(
    "SS1306",
    "Records without an end",
    why="The file grows with the traffic until the disk is full, and what shares the disk stops.",
    instead="bound it: timeout 300 tcpdump -c 100000 -s 128 -w FILE, or a ring of files, -C 100 -W 5",
    on="tcpdump tshark dumpcap strace mysql mariadb psql",
    bad=(
        "tcpdump -i any -s0 -w /var/tmp/all.pcap &",
        "nohup tcpdump -i eth0 -w /data/cap.pcap > /dev/null 2>&1 &",
        'mysql -e "SET GLOBAL general_log = 1"',
        "strace -f -p 4711 -o /var/tmp/trace &",
    ),
    good=(
        "timeout 60 tcpdump -i eth0 -w cap.pcap",
        "tcpdump -i eth0 -c 1000 -w cap.pcap &",
        "tcpdump -i eth0 -C 100 -W 5 -w cap.pcap &",
        "tcpdump -i any -w a.pcap & P=$!; sleep 30; kill $P",
        "tcpdump -i eth0 -w cap.pcap",
        "mysql -e 'SET GLOBAL general_log = 1'; sleep 60; mysql -e 'SET GLOBAL general_log = 0'",
    ),
)
def endless(calls: Sequence[Invocation]) -> Iterator[Hit]:
    ending = any(call.name in ("kill", "pkill", "killall", "timeout") for call in calls)
    off = any(_LOG_OFF.search(call.text) for call in calls)
    for call in calls:
        command = call.command
        if call.name in ("mysql", "mariadb", "psql"):
            if not off and _LOG_ON.search(call.text):
                yield dangerous(
                    "lets the server log every statement, and nothing switches that off again", command.place
                )
            continue
        for name, recording, bounded in _RECORDING:
            left = command.background or "nohup" in command.via
            if call.name != name or ending or not left or "timeout" in command.via:
                continue
            if recording.search(call.text) and not bounded.search(call.text):
                yield dangerous(f"{name} records until the disk is full", command.place)
