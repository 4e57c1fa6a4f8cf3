"""Programs that run the command behind them, and what is said of that."""

from __future__ import annotations

# Programs that run the command behind them: which options of theirs take a value, how many operands come before it,
# and what is said of them.
RUNNERS: dict[str, tuple[str, int, str]] = {
    "sudo": ("-u -g -h -p -C -U -r", 0, "as root"),
    "doas": ("-u -C", 0, "as root"),
    "time": ("-f -o", 0, "measuring the time"),
    "nohup": ("", 0, "unaffected by hang-ups"),
    "nice": ("-n", 0, "with another priority"),
    "ionice": ("-c -n -p", 0, "with another priority"),
    "env": ("-u -C -S", 0, ""),
    "timeout": ("-s -k", 1, "with the time limit {}"),
    "watch": ("-n", 0, "again and again"),
    "stdbuf": ("-i -o -e", 0, ""),
    "setsid": ("", 0, ""),
    "unbuffer": ("", 0, ""),
    "flock": ("-w -E", 1, "locking {}"),
    "chroot": ("", 1, "with the root directory {}"),
    "strace": ("-o -e -p", 0, "tracing system calls"),
    "exec": ("-a", 0, ""),
    "builtin": ("", 0, ""),
    "eatmydata": ("", 0, ""),
    "busybox": ("", 0, ""),
    "coproc": ("", 0, "in the background"),
}
