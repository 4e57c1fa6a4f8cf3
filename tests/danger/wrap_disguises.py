"""Disguises put around a whole command: other shells, other programs, other moments, encodings.

Each takes a plain line and a seeded random source, and gives Bash that means the same. None was changed after a figure
was measured.
"""

from __future__ import annotations

import base64 as b64
import codecs
import gzip as gz
import json
from random import Random

from .lines import Line, quote
from .word_disguises import Disguise, hexadecimal, octal

APPLETS = (
    "rm dd cat cp chmod chown kill killall killall5 pkill poweroff reboot halt init ip ifconfig route wget nc tar find "
    "mkswap shred truncate passwd ln crontab"
)


def bash_or_sh(line: Line, random: Random) -> str:
    """A shell that understands the command."""
    return random.choice(("sh", "bash", "/bin/sh")) if line.posix == line.text else random.choice(("bash", "/bin/bash"))


def feed(line: Line, random: Random) -> str:
    """A shell that reads its commands from a pipe."""
    return random.choice(("", "sudo ")) + bash_or_sh(line, random) + random.choice(("", "", " -s"))


def base64(line: Line, random: Random) -> str:
    code = b64.b64encode(line.text.encode()).decode()
    shell = feed(line, random)
    return random.choice(
        (
            f"echo {code} | base64 -d | {shell}",
            f"base64 --decode <<< {quote(code)} | {shell}",
            f'bash -c "$(echo {quote(code)} | base64 -d)"',
            f'eval "$(printf %s {quote(code)} | openssl enc -base64 -d -A)"',
        )
    )


def gzip(line: Line, random: Random) -> str:
    code = b64.b64encode(gz.compress(line.text.encode(), mtime=0)).decode()
    return f"echo {code} | base64 -d | {random.choice(('gunzip', 'zcat', 'gzip -dc'))} | {feed(line, random)}"


def rev(line: Line, random: Random) -> str:
    code = quote(line.text[::-1])
    return random.choice((f"echo {code} | rev | {feed(line, random)}", f'eval "$(rev <<< {code})"'))


def rot13(line: Line, random: Random) -> str:
    code = quote(codecs.encode(line.text, "rot13"))
    table = random.choice(("'A-Za-z' 'N-ZA-Mn-za-m'", "'n-za-mN-ZA-M' 'a-zA-Z'"))
    return random.choice((f"echo {code} | tr {table} | {feed(line, random)}", f'eval "$(tr {table} <<< {code})"'))


def xxd(line: Line, random: Random) -> str:
    code = line.text.encode().hex()
    return random.choice((f"echo {code} | xxd -r -p | {feed(line, random)}", f". <(xxd -r -p <<< {code})"))


def printf_pipe(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"printf '{hexadecimal(line.text)}' | {feed(line, random)}",
            f"printf '{octal(line.text)}\\n' | {feed(line, random)}",
            f"eval \"$(printf '{hexadecimal(line.text)}')\"",
            f"printf '%b' '{octal(line.text).replace(chr(92), chr(92) + '0')}' | {feed(line, random)}",
        )
    )


def evaluate(line: Line, random: Random) -> str:
    at = random.randint(1, len(line.text) - 1)
    left, right = quote(line.text[:at]), quote(line.text[at:])
    return random.choice(
        (f"eval {quote(line.text)}", f'p={left}; q={right}; eval "$p$q"', f"eval eval {quote(quote(line.text))}")
    )


def bash_c(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"bash -c {quote(line.text)}",
            f"/usr/bin/env bash -ec {quote(line.text)}",
            f"bash --norc -c {quote(line.text)} -- now",
            f'c={quote(line.text)}; bash -c "$c"',
        )
    )


def nested_shells(line: Line, random: Random) -> str:
    inner = f"bash -c {quote(line.text)}"
    return random.choice(
        (f"sh -c {quote(inner)}", f"sh -c {quote('exec sh -c ' + quote(inner))}", f"dash -c {quote(inner)}")
    )


def heredoc(line: Line, random: Random) -> str:
    shell = bash_or_sh(line, random)
    return random.choice(
        (
            f"{shell} <<'EOF'\n{line.text}\nEOF",
            f"{shell} -s <<-'END'\n\t{line.text}\n\tEND\n",
            f"cat <<'EOF' | {shell}\necho maintenance\n{line.text}\nEOF",
        )
    )


def here_string(line: Line, random: Random) -> str:
    shell = bash_or_sh(line, random)
    return random.choice((f"{shell} <<< {quote(line.text)}", f"{shell} /dev/stdin <<< {quote(line.text)}"))


def xargs(line: Line, random: Random) -> str:
    words = [token.literal or "" for token in line.tokens]
    if line.simple and len(words) > 1 and all(words) and not any(" " in word for word in words):
        return random.choice(
            (
                f"echo {quote(' '.join(words[1:]))} | xargs {words[0]}",
                f"printf '%s\\n' {' '.join(quote(word) for word in words)} | xargs -n {len(words)} env",
                f"echo {quote(words[-1])} | xargs -I{{}} {' '.join(quote(word) for word in words[:-1])} {{}}",
            )
        )
    return f"printf %s {quote(line.text)} | xargs -0 {random.choice(('', '-r '))}bash -c"


def find_exec(line: Line, random: Random) -> str:
    if line.simple and all(token.literal is not None for token in line.tokens):
        return f"find /tmp -maxdepth 0 {random.choice(('-exec', '-execdir'))} {line.text} \\;"
    return random.choice(
        (
            f"find /tmp -maxdepth 0 -exec bash -c {quote(line.text)} \\;",
            f"find / -maxdepth 0 -type d -exec sh -c {quote(line.posix)} _ {{}} +",
        )
    )


def function(line: Line, random: Random) -> str:
    name = random.choice(("cleanup", "rotate", "check_disk"))
    return random.choice(
        (
            f'{name}() {{ {line.text}; }}; {name} "$@"',
            f'function {name} {{\n  {line.text}\n}}\n{name} "$@"',
            f'{name}() ( {line.text} )\nmain() {{ {name} "$@"; }}\nmain "$@"',
        )
    )


def overridden_name(line: Line, random: Random) -> str:
    name = random.choice(("ls", "true", "uptime", "df", "test"))
    return f"{name}() {{ {line.text}; }}; {name}"


def alias(line: Line, random: Random) -> str:
    name = random.choice(("ll", "ls", "status"))
    return f"shopt -s expand_aliases\nalias {name}={quote(line.text)}\n{name}"


def trap(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"trap {quote(line.text)} EXIT; echo done",
            f"trap {quote(line.text)} 0\nexit 0",
            f"trap {quote(line.text)} ERR; false",
            f"trap {quote(line.text)} USR1; kill -USR1 $$",
            f"trap {quote(line.text)} DEBUG; echo hello; trap - DEBUG",
        )
    )


def stack(line: Line, random: Random) -> str:
    """Programs that start programs, two to four deep."""
    layers = [
        "nice -n 5",
        "timeout 30",
        "nohup",
        "sudo -n",
        "env LANG=C",
        "ionice -c 3",
        "stdbuf -oL",
        "sudo -u root -E",
        "setsid -w",
    ]
    chosen = " ".join(random.sample(layers, random.randint(2, 4)))
    return f"{chosen} {line.text}" if line.simple else f"{chosen} bash -c {quote(line.text)}"


def busybox(line: Line, random: Random) -> str:
    name = line.tokens[0].literal
    return f"busybox {line.text}" if line.simple and name in APPLETS.split() else f"busybox sh -c {quote(line.posix)}"


def ssh(line: Line, random: Random) -> str:
    options = random.choice(("", "-o BatchMode=yes ", "-p 2222 ", "-tt -i /root/.ssh/ops "))
    host = random.choice(("root@db1.example.net", "web-3.example.net", "-l root 192.0.2.15"))
    if random.random() < 0.3:
        return f"ssh {options}{host} bash -s <<'EOF'\n{line.text}\nEOF"
    return f"ssh {options}{host} {quote(line.text)}"


def python(line: Line, random: Random) -> str:
    text = json.dumps(line.posix)
    argv = json.dumps(["bash", "-c", line.text])
    program = random.choice(
        (
            f"import os; os.system({text})",
            f"import subprocess; subprocess.run({argv})",
            f"import subprocess as s; s.call({text}, shell=True)",
            f"__import__('os').popen({text}).read()",
        )
    )
    return f"python3 -c {quote(program)}" if random.random() < 0.7 else f"python3 - <<'PY'\n{program}\nPY"


def perl(line: Line, random: Random) -> str:
    text = line.posix.replace("\\", "\\\\").replace("'", "\\'")
    return random.choice(
        (
            f"perl -e {quote(f'system({chr(39)}{text}{chr(39)})')}",
            f"perl -e {quote(f'exec {chr(39)}{text}{chr(39)};')}",
            f"ruby -e {quote(f'system({chr(39)}{text}{chr(39)})')}",
        )
    )


def awk(line: Line, random: Random) -> str:
    text = line.posix.replace("\\", "\\\\").replace('"', '\\"')
    program = random.choice(
        (f'BEGIN{{system("{text}")}}', f'BEGIN {{ "{text}" | getline; close("{text}") }}', f'END{{system("{text}")}}')
    )
    return f"awk {quote(program)}" + (" /dev/null" if program.startswith("END") else "")


def file_then_run(line: Line, random: Random) -> str:
    shell = bash_or_sh(line, random)
    return random.choice(
        (
            f"printf '%s\\n' {quote(line.text)} > /tmp/job.sh; {shell} /tmp/job.sh",
            f"cat > /tmp/.job <<'EOF'\n{line.text}\nEOF\nchmod +x /tmp/.job\n/tmp/.job",
            f"echo {quote('#!/bin/bash')} > /tmp/fix; echo {quote(line.text)} >> /tmp/fix; chmod 755 /tmp/fix && /tmp/fix",
            f"echo {quote(line.text)} > /tmp/env; . /tmp/env",
        )
    )


def control_flow(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"case $(uname) in Linux) {line.text} ;; *) echo no ;; esac",
            f"for i in 1; do {line.text}; done",
            f"if [[ -d /tmp ]]; then {line.text}; else echo no; fi",
            f"n=0; while (( n < 1 )); do n=1; {line.text}; done",
            f"until false; do {line.text}; break; done",
            f"[ -n x ] && {{ {line.text}; }} || true",
        )
    )


def sourced(line: Line, random: Random) -> str:
    return random.choice(
        (
            f". <(echo {quote(line.text)})",
            f"source /dev/stdin <<< {quote(line.text)}",
            f"source <(cat <<'EOF'\n{line.text}\nEOF\n)",
        )
    )


def tee(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"echo {quote(line.text)} | tee /tmp/audit.log | {feed(line, random)}",
            f"echo {quote(line.text)} | tee >({bash_or_sh(line, random)}) > /dev/null; sleep 1",
            f"echo {quote(line.text)} | tee /tmp/now.sh > /dev/null; bash /tmp/now.sh",
        )
    )


def read_into_variable(line: Line, random: Random) -> str:
    return random.choice(
        (
            f'IFS= read -r c <<< {quote(line.text)}; eval "$c"',
            f'mapfile -t lines <<< {quote(line.text)}; eval "${{lines[0]}}"',
            f"while IFS= read -r c; do eval \"$c\"; done <<'EOF'\n{line.text}\nEOF",
        )
    )


def background(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"( {line.text} ) & wait",
            f"coproc {{ {line.text}; }}; wait",
            f"{{ {line.text}; }} > /dev/null 2>&1 &\nwait",
            f': "$( {line.text} )"',
            f"cat <( {line.text} )",
        )
    )


def runners(line: Line, random: Random) -> str:
    """Programs that take a command as one argument."""
    return random.choice(
        (
            f"su root -c {quote(line.posix)}",
            f"script -qc {quote(line.posix)} /dev/null",
            f"flock /tmp/lock -c {quote(line.posix)}",
            f"runuser -u root -- bash -c {quote(line.text)}",
            f"chroot / bash -c {quote(line.text)}",
            f"nsenter -t 1 -m -- sh -c {quote(line.posix)}",
            f"systemd-run --quiet bash -c {quote(line.text)}",
            f"watch -n 60 {quote(line.posix)}",
        )
    )


def side_door(line: Line, random: Random) -> str:
    """Programs of which few people know that they run commands."""
    script = quote(line.posix)
    return random.choice(
        (
            f"tar cf /dev/null /etc/hostname --checkpoint=1 --checkpoint-action={quote('exec=bash -c ' + quote(line.text))}",
            f"sed {quote('1e ' + line.posix)} /etc/hostname",
            f"git -c {quote('alias.st=!' + line.posix)} st",
            f"ssh -o {quote('ProxyCommand=' + line.posix)} localhost",
            f"env -S bash -c {script}",
            f"make -s -f - <<'EOF'\nall:\n\t{line.posix.replace('$', '$$')}\nEOF",
            f"vim -es -c {quote(':!' + line.posix)} -c q",
        )
    )


def start_up_file(line: Line, random: Random) -> str:
    return f"printf '%s\\n' {quote('unset BASH_ENV; ' + line.text)} > /tmp/rc; " + random.choice(
        ("BASH_ENV=/tmp/rc bash -c true", "bash --rcfile /tmp/rc -i -c exit", "env BASH_ENV=/tmp/rc bash -c :")
    )


def later(line: Line, random: Random) -> str:
    return random.choice(
        (
            f"echo {quote(line.text)} | at now + 1 minute",
            f"batch <<< {quote(line.text)}",
            f"sleep 1 && {{ {line.text}; }}",
            f"nohup bash -c {quote('sleep 1; ' + line.text)} > /dev/null 2>&1 &\nwait",
        )
    )


DISGUISES: dict[str, Disguise] = {
    disguise.__name__.replace("_", "-"): disguise
    for disguise in (
        base64, gzip, rev, rot13, xxd, printf_pipe, evaluate, bash_c, nested_shells, heredoc, here_string, xargs,
        find_exec, function, overridden_name, alias, trap, stack, busybox, ssh, python, perl, awk, file_then_run,
        control_flow, sourced, tee, read_into_variable, background, runners, side_door, start_up_file, later,
    )
}  # fmt: skip
