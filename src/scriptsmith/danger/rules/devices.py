"""SS1103 to SS1105: records that are wiped, devices that are written, disks that are filled."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import audit, disk, memory
from .rule import dangerous, notable, rule, unanalysable
from .write_targets import targets


@rule(
    "SS1103",
    "Wipes the record of who did what",
    why="Without the login and audit logs nobody can tell what happened on the machine.",
    instead="rotate them with logrotate, and leave the records to it",
    on="> journalctl",
    bad=(
        "> /var/log/auth.log",
        "cat /dev/null > /var/log/wtmp",
        "truncate -s 0 /var/log/syslog",
        "echo > /var/log/secure",
        "truncate -s 0 /var/log/*.log",
        "journalctl --vacuum-time=1s",
        "sed -i '/10.0.0.1/d' /var/log/auth.log",
        "logrotate-all; : > /var/log/btmp",
    ),
    good=(
        "> /var/log/nginx/access.log",
        "journalctl --vacuum-time=7d",
        'journalctl --vacuum-size="$1"',
        "tail -f /var/log/syslog",
        "grep x /var/log/auth.log",
        "logger x",
    ),
)
def records(call: Invocation) -> Hit | None:
    if call.name == "journalctl":
        limit = call.value("--vacuum-time", "--vacuum-size", "--vacuum-files")
        if limit is not None and re.fullmatch(r"[01]?(?:\.\d+)?(?:s|sec|min|m|M|K|B)?|\d{1,2}(?:s|sec|K)", limit):
            return dangerous("deletes the journal of the machine but for the last moment")
        if limit is not None and "…" in limit:
            return unanalysable("deletes entries of the journal, and the text does not say how many stay")
        return notable(f"deletes old entries of the journal ({limit})") if limit is not None else None
    for target in targets(call):
        if target.how not in ("appends to", "creates") and (reason := audit(target.path)):
            return dangerous(f"{target.how} {reason}")
    return None


@rule(
    "SS1104",
    "Writes to a disk or to the machine's memory directly",
    why="Whatever file system lies on the device is gone after the first block.",
    instead="write to a file, and check the device with lsblk and a second pair of eyes",
    on="> dd dcfldd",
    bad=(
        "dd if=/dev/zero of=/dev/sda",
        "cat image.iso > /dev/sdb",
        "echo x > /dev/nvme0n1",
        "cp image.img /dev/mmcblk0",
        "dd of=/dev/sda1 if=/dev/urandom bs=1M",
        "tee /dev/vda < image",
        "echo 1 > /dev/mem",
    ),
    good=(
        "dd if=/dev/sda of=backup.img",
        "dd if=/dev/zero of=test.img bs=1M count=10",
        "echo x > /dev/null",
        "cat x > /dev/tty",
        "lsblk /dev/sda",
    ),
)
def devices(call: Invocation) -> Hit | None:
    for target in targets(call):
        if disk(target.path):
            return dangerous(f"overwrites the disk {target.path}")
        if memory(target.path):
            return dangerous(f"writes to {target.path}, the machine itself")
    if call.name in ("dd", "dcfldd"):
        for target in targets(call):
            if "…" in target.path and target.path.strip("…") in ("", "/dev/"):
                return unanalysable(f"writes blocks to {target.word.shape}, and the text does not say where that is")
    return None


@rule(
    "SS1105",
    "Fills the disk",
    why="An endless source into a file ends only when the disk is full, and everything that writes stops.",
    instead="give it an end: count=, head -c, fallocate -l with a size that fits",
    on="> dd dcfldd yes cat tee fallocate",
    yields="SS1102",
    bad=(
        "cat /dev/zero > /fill",
        "yes > /tmp/x",
        "dd if=/dev/zero of=/var/fill bs=1M",
        "cat /dev/urandom >> big",
        "yes x | tee big",
    ),
    good=(
        "dd if=/dev/zero of=test.img bs=1M count=10",
        "yes | apt-get install x",
        "head -c 1M /dev/urandom > x",
        "cat /dev/null > x",
        "yes > /dev/null",
    ),
)
def filling(call: Invocation) -> Hit | None:
    def kept() -> str:
        return next(
            (t.path for t in targets(call) if t.path[:5] != "/dev/" and t.how in ("overwrites", "appends to")), ""
        )

    if call.name == "fallocate":
        size = call.value("-l", "--length") or ""
        return (
            dangerous(f"takes {size} of the disk at once")
            if re.fullmatch(r"\d{3,}G(?:i?B)?|\d+T(?:i?B)?", size)
            else None
        )
    if call.name in ("dd", "dcfldd"):
        texts = call.words
        if any(text in ("if=/dev/zero", "if=/dev/urandom", "if=/dev/random") for text in texts) and not any(
            text.startswith("count=") for text in texts
        ):
            return dangerous(f"writes to {path} until the disk is full") if (path := kept()) else None
        return None
    if call.name == "yes" or (
        call.name == "cat" and any(text in ("/dev/zero", "/dev/urandom", "/dev/random") for text in call.words)
    ):
        return dangerous(f"writes to {path} until the disk is full") if (path := kept()) else None
    if call.name == "tee" and call.command.upstream:
        up = call.command.upstream[-1]
        if up.name == "yes" or (
            up.name == "cat" and any(w.shape in ("/dev/zero", "/dev/urandom") for w in up.arguments)
        ):
            return dangerous(f"writes to {path} until the disk is full") if (path := kept()) else None
    return None
