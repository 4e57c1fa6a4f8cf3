"""Shows that disguises and rewrites mean what their plain command means, without any program that could do harm.

    python -m tests.danger.verify [--rewrites 300] [--only WORD]

Not part of the test suite. Each text runs once inside bubblewrap: another user id, no network, no host files beside
programs and libraries, every program of the plain commands replaced by `stub.sh`. Compared is how the stubs were called,
which files changed, and which network redirections were tried. Ends with 1 when any text differs from its plain command.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .hostile import cases
from .lines import BUILTINS, HERE, plain_lines
from .rewrites import rewrites

STUBBED = (
    "sudo doas su runuser chroot nsenter systemd-run busybox ionice watch at batch vim ruby ssh payload-ran curl wget dig "
    "kill service docker"
)
REAL = "cat echo env base64 mkfifo bash sh test"
NOT_RUN = "/proc/sysrq-trigger"  # judged by reading alone
BOX = (
    "bwrap --unshare-all --die-with-parent --new-session --uid 0 --gid 0 --clearenv --ro-bind /usr /usr "
    "--symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --tmpfs /tmp"
)
DRIVER = r"""
mkdir -p /etc/systemd/system /var/log /var/tmp /var/lib/postgresql /root/.ssh /root/.aws /root/.kube /home/a /home/b
mkdir -p /srv/cache /srv/data /work /tmp/inbox /var/run/secrets/kubernetes.io/serviceaccount
for file in /etc/shadow /etc/sudoers /etc/crontab /etc/hostname /var/log/auth.log /var/log/wtmp /root/.bashrc \
  /root/.kube/config /root/.ssh/id_rsa /srv/cache/x /srv/cache/y /work/a /work/b \
  /var/run/secrets/kubernetes.io/serviceaccount/token; do echo old > "$file"; done
echo payload-ran inbox > /tmp/inbox/command.txt
export HOME=/root PATH=/bin LC_ALL=C.UTF-8 QUERY_STRING='payload-ran query' SSH_ORIGINAL_COMMAND='payload-ran original'
kill() { if [[ $1 == -USR1 ]]; then builtin kill "$@"; else /bin/kill "$@"; fi; }
export -f kill
cd /work
ulimit -f 64
timeout 8 bash /case.sh < /dev/null > /dev/null 2> /tmp/.errors
echo "== calls"; cat /tmp/.calls 2> /dev/null
echo "== files"; /usr/bin/find /dev -type f 2> /dev/null; /usr/bin/find /etc /var /root /srv /home -type f -exec sha256sum {} +
echo "== network"; grep -o '/dev/tcp/[^:]*' /tmp/.errors | sort -u
echo "== end"
"""


def programs_of_actions() -> frozenset[str]:
    """Every program that a plain command names, the harmless ones left out."""
    first = {
        token.literal for lines in plain_lines().values() for line in lines for token in line.tokens if token.first
    }
    return (
        (frozenset(name for name in first if name and "/" not in name) | frozenset(STUBBED.split()))
        - frozenset(REAL.split())
        - BUILTINS
    )


def programs(folder: Path) -> Path:
    """A folder for /bin: links to the real programs, and the stub under every other name."""
    made = folder / "bin"
    made.mkdir()
    shutil.copy(HERE / "stub.sh", made / ".stub")
    (made / ".stub").chmod(0o755)
    stubs = programs_of_actions()
    for name in stubs:
        (made / name).symlink_to(".stub")
    for file in Path("/usr/bin").iterdir():
        if file.name not in stubs and file.exists():
            (made / file.name).symlink_to(file.resolve())
    folder.chmod(0o755)
    return made


def run(text: str, plain: str, bin: Path, folder: Path) -> str:
    """What the box saw when `text`, which should mean `plain`, ran in it."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        Path(place).chmod(0o755)
        for name, content in (("case.sh", text), ("driver.sh", DRIVER)):
            (Path(place) / name).write_text(content, encoding="utf-8")
        as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.getuid() == 0 else ()
        box = BOX.split()
        shell = "bash" if plain.startswith("kill ") else "sh"  # the shell's own kill must stay a function there
        box += ["--ro-bind", str(bin), "/bin", "--symlink", "bin", "/sbin"]
        box += ["--ro-bind", f"/usr/bin/{shell}", "/usr/bin/dash"] if shell == "bash" else []
        box += ["--ro-bind", "/dev/null", NOT_RUN] if Path(NOT_RUN).exists() else []
        for name in ("case.sh", "driver.sh"):
            box += ["--ro-bind", f"{place}/{name}", f"/{name}"]
        done = subprocess.run(
            [*as_nobody, *box, "/usr/bin/bash", "-p", "/driver.sh"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
        out = done.stdout.decode(errors="replace")
        return out if "== end" in out else f"no result: {out}{done.stderr.decode(errors='replace')}"


def difference(plain: str, other: str) -> str:
    """Why `other` is not `plain` plus harmless calls; empty when it is."""
    if "== end" not in plain or "== end" not in other:
        return "no result: " + (plain if "== end" not in plain else other)[-300:]
    want, got = (re.split(r"^== (?:calls|files|network|end)$", text, flags=re.M)[1:] for text in (plain, other))
    missing = Counter(want[0].split("\n")) - Counter(got[0].split("\n"))
    if any(call.strip() for call in missing):
        return f"calls missing: {dict(missing)} in {got[0]!r}"
    for one, two, what in ((want[1], got[1], "files"), (want[2], got[2], "network")):
        if sorted(one.split("\n")) != sorted(two.split("\n")):
            return f"{what} differ: {set(one.split(chr(10))) ^ set(two.split(chr(10)))}"
    return ""


def main() -> None:
    """Print every text that differs, and how many were compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rewrites", type=int, default=300, help="rewrites to compare, beside the whole corpus")
    parser.add_argument("--only", default="", help="only cases whose id holds this word")
    chosen = parser.parse_args()
    pairs: Iterable[tuple[str, str, str]] = [(case.id, case.plain, case.text) for case in cases()]
    pairs = [*pairs, *((f"rewrite/{r.number}", r.plain, r.text) for r in rewrites(chosen.rewrites))]
    pairs = [pair for pair in pairs if chosen.only in pair[0] and NOT_RUN not in pair[1]]
    # `command kill` is the shell's own, which no stub can stand for: it would end the box before it can report.
    pairs = [pair for pair in pairs if not (pair[1].startswith("kill ") and "command" in pair[2])]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = Path(name)
        bin = programs(folder)
        plains = list(dict.fromkeys(plain for _, plain, _ in pairs))
        seen = dict(zip(plains, pool.map(lambda text: run(text, text, bin, folder), plains), strict=True))
        idle = run(":", ":", bin, folder)
        silent = [text for text, out in seen.items() if not difference(out, idle)]
        print(*(f"the box does not see what this does: {text}" for text in silent), sep="\n")
        wrong = 0
        for (id, plain, text), out in zip(pairs, pool.map(lambda p: run(p[2], p[1], bin, folder), pairs), strict=True):
            if why := difference(seen[plain], out):
                wrong += 1
                print(f"{id}: {why}\n    {plain!r}\n    {text!r}")
    print(f"{len(pairs)} texts compared with {len(plains)} plain commands, {wrong} differ")
    sys.exit(int(bool(wrong or silent)))


if __name__ == "__main__":
    main()
