"""Commands that carry another one in their words: `sudo`, `env`, `timeout`, `xargs`, `find -exec`, `docker exec`, …"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..model import Part, Word
from ..values import Parts, merged, word
from .handler import Call, Handler, Shell

_ASSIGN = re.compile(r"[A-Za-z_]\w*=")


@dataclass(frozen=True, slots=True)
class Wrapper:
    """How to find the carried command: options that take the next word, words before it, leading assignments."""

    valued: frozenset[str] = frozenset()
    operands: int = 0
    assigns: bool = False
    privileged: bool = False
    shown: bool = False  # the wrapper does something of its own and is a command too
    host: bool = False  # its last operand is where the command runs
    written: frozenset[str] = frozenset()  # options that name a file of its own, which it writes


def _carrier(valued: str = "", operands: int = 0, written: str = "", **more: bool) -> Wrapper:
    return Wrapper(frozenset(valued.split()), operands, written=frozenset(written.split()), **more)


WRAPPERS: dict[str, Wrapper] = {
    "sudo": _carrier(
        "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type --close-from "
        "--command-timeout --other-user",
        assigns=True,
        privileged=True,
    ),
    "doas": _carrier("-u -C", privileged=True),
    "pkexec": _carrier("--user", privileged=True),
    "gosu": _carrier(operands=1),
    "su-exec": _carrier(operands=1),
    "setpriv": _carrier("--reuid --regid --groups --inh-caps --bounding-set --ambient-caps --securebits"),
    "env": _carrier("-u --unset -C --chdir", assigns=True),
    "nice": _carrier("-n --adjustment"),
    "ionice": _carrier("-c -n -p -P -u --class --classdata"),
    "chrt": _carrier("-T -P -D -p", operands=1),
    "taskset": _carrier("", operands=1),
    "numactl": _carrier("-N -m -C -i -p --cpunodebind --membind --physcpubind --interleave"),
    "nohup": _carrier(),
    "setsid": _carrier(),
    "stdbuf": _carrier("-i -o -e --input --output --error"),
    "unbuffer": _carrier(),
    "timeout": _carrier("-s -k --signal --kill-after", operands=1),
    "gtimeout": _carrier("-s -k --signal --kill-after", operands=1),
    "time": _carrier("-f -o --format --output", written="-o --output"),
    "command": _carrier(),
    "builtin": _carrier(),
    "busybox": _carrier(),
    "toybox": _carrier(),
    "coproc": _carrier(),
    "chroot": _carrier("--userspec --groups", operands=1, shown=True, host=True),
    "arch-chroot": _carrier("-u", operands=1, shown=True, host=True),
    "systemd-nspawn": _carrier("-D -M -u -b --directory --machine --user --bind", shown=True),
    "strace": _carrier("-e -o -p -s -a -E -I -O -P -S -u -X -b --output", written="-o --output"),
    "ltrace": _carrier("-e -o -p -s -a -l -n -u -x --output", written="-o --output"),
    "perf": _carrier("-e -o -F -p", operands=1, written="-o --output"),
    "valgrind": _carrier(written="--log-file --xml-file"),
    "catchsegv": _carrier(),
    "unshare": _carrier("-R -w -S -G --root --wd --setuid --setgid --map-user --propagation", shown=True),
    "nsenter": _carrier("-t -S -G --target --setuid --setgid", shown=True),
    "fakeroot": _carrier("-l -s -i -b"),
    "proot": _carrier("-r -b -w -q"),
    "firejail": _carrier(),
    "systemd-run": _carrier(
        "-u -p -t -H -M -E --unit --property --description --slice --uid --gid --nice --setenv --on-active --on-boot "
        "--on-calendar --on-unit-active --timer-property --working-directory --machine --host",
        shown=True,
    ),
    "systemd-inhibit": _carrier("--what --who --why --mode"),
    "systemd-cat": _carrier("-t -p --identifier --priority"),
    "cgexec": _carrier("-g"),
    "prlimit": _carrier("-p --pid"),
    "linux32": _carrier(),
    "linux64": _carrier(),
    "eatmydata": _carrier(),
    "chronic": _carrier(),
    "ts": _carrier(),
    "torsocks": _carrier(),
    "torify": _carrier(),
    "proxychains": _carrier("-f"),
    "proxychains4": _carrier("-f"),
    "tsocks": _carrier(),
    "sshpass": _carrier("-p -f -d -P", shown=True),
    "dbus-run-session": _carrier(),
    "dbus-launch": _carrier(),
    "xvfb-run": _carrier("-s -n -e -f --server-args"),
    "faketime": _carrier("-f", operands=1),
    "rlwrap": _carrier("-f -H -a"),
    "daemonize": _carrier("-a -c -e -o -p -l -u"),
    "caffeinate": _carrier("-t -w"),
    "uv": _carrier("--with --python", operands=1, shown=True),
    "poetry": _carrier("", operands=1, shown=True),
    "pipenv": _carrier("", operands=1, shown=True),
    "bundle": _carrier("", operands=1, shown=True),
    "choom": _carrier("-n -p --adjust --pid"),
    "uclampset": _carrier("-m -M -p"),
    "logsave": _carrier(operands=1, shown=True),
    "daemon": _carrier("-u -n -U -D -F -P -o -l -O -E -r -a"),
    "cpulimit": _carrier("-l -p -e -P --limit --pid"),
    "ifne": _carrier(),
    "softlimit": _carrier("-a -c -d -f -l -m -o -p -r -s -t"),
    "setuidgid": _carrier(operands=1),
    "chpst": _carrier("-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -t"),
    "s6-setuidgid": _carrier(operands=1),
    "tini": _carrier("-p -e"),
    "dumb-init": _carrier("-r"),
    "snap": _carrier("", operands=1, shown=True),
}


_ADJUSTING = frozenset(("taskset", "chrt", "ionice", "prlimit", "uclampset", "choom"))
# Without a command these start a shell.
_SHELLING = frozenset(("chroot", "nsenter", "unshare", "arch-chroot", "fakeroot", "systemd-nspawn"))


def operands_from(words: Sequence[Word], valued: frozenset[str], *, assigns: bool = False) -> int:
    """The index in `words` (the program first) of the first word that is neither option nor an option's value."""
    at = 1
    while at < len(words):
        text = words[at].text
        shape = text if text is not None else words[at].shape
        if assigns and _ASSIGN.match(shape):
            at += 1
            continue
        if not shape.startswith("-") or shape == "-":
            return at
        at += 1
        if shape == "--":
            return at
        if shape in valued:
            at += 1
        elif not shape.startswith("--") and len(shape) > 2 and "=" not in shape:
            for index, letter in enumerate(shape[1:], 1):
                if "-" + letter in valued:
                    at += index == len(shape) - 1
                    break
    return at


def wrapped_command(shell: Shell, call: Call) -> Parts | None:
    """A command whose only meaning is the command in its words."""
    name = call.name
    wrapper = WRAPPERS[name]
    words = call.words
    at = operands_from(words, wrapper.valued, assigns=wrapper.assigns)
    if name in ("command", "type") and any(re.fullmatch(r"-\w*[vV]\w*", each.text or "") for each in words[1:at]):
        return lookup(shell, call)
    if name in _ADJUSTING and any(re.fullmatch(r"-[a-zA-Z]*p|--pid(?:=.*)?", each.shape) for each in words[1:at]):
        shell.record(call)
        return None  # speaks of a process that runs already
    host = words[at].shape if wrapper.operands and wrapper.host and at < len(words) else ""
    if wrapper.operands:
        at = _behind_operands(call, wrapper, at)
    if name == "env":
        if at < len(words) and words[at].text == "-":
            at = at + operands_from(words[at:], wrapper.valued, assigns=True)
        if any("BASH_FUNC_" in each.shape for each in words[1:]):
            at = _functions(shell, call, at)
        if (split := _split_string(words)) is not None:
            return _env_split(shell, call, split)
    inner = list(words[at:])
    if name == "sudo" and inner and inner[0].text == "-":
        inner.pop(0)
    if not inner:
        return _shell_alone(shell, call, wrapper)
    if wrapper.shown:
        shell.record(call)
    elif any(_gives(each.shape, wrapper.written) for each in words[1:at]):
        shell.record(replace(call, words=(*words[:at],)))
    assigned = tuple(
        (each.shape.partition("=")[0], word((each.text or each.shape).partition("=")[2]))
        for each in words[1:at]
        if wrapper.assigns and _ASSIGN.match(each.shape)
    )
    inside = call.inner(inner, name, privileged=wrapper.privileged, host=host)
    return shell.dispatch(replace(inside, assignments=(*call.assignments, *assigned)))


def _behind_operands(call: Call, wrapper: Wrapper, at: int) -> int:
    """The index of the command behind a wrapper's own operands, the first of which is at `at`."""
    words = call.words
    if call.name != "nice":
        at += wrapper.operands
    if at < len(words) and words[at].text == "--":
        at += 1
    elif call.name == "perf" and at < len(words):
        at += operands_from(words[at - 1 :], wrapper.valued) - 1
    return at


def _env_split(shell: Shell, call: Call, split: Sequence[Word]) -> Parts | None:
    """`env -S 'command words'`: the command in the words of the split text."""
    shell.record(call)
    if not split:
        return None
    again = split[0].shape.startswith("-") or _ASSIGN.match(split[0].shape)
    return shell.dispatch(call.inner([*([word("env")] if again else []), *split], "env -S"))


def _shell_alone(shell: Shell, call: Call, wrapper: Wrapper) -> Parts | None:
    """A wrapper without a command, which for some starts a shell that reads standard input: `sudo -s`."""
    shell.record(call)
    starts_shell = call.name in _SHELLING or (
        call.name == "sudo"
        and any(re.fullmatch(r"-\w*[si]\w*|--login|--shell", each.text or "") for each in call.arguments)
    )
    stream = call.context.stdin
    if starts_shell and stream is not None and stream.parts:
        return shell.run_text(stream.rest(), call, call.name, privileged=wrapper.privileged)
    return None


def _gives(shape: str, options: frozenset[str]) -> bool:
    """Whether a word is, or begins with, one of the options: `-o`, `-fo`, `-oFILE`, `--output=FILE`."""
    if shape.startswith("--"):
        return shape.partition("=")[0] in options
    return shape.startswith("-") and any(len(each) == 2 and each[1] in shape for each in options)


def _functions(shell: Shell, call: Call, at: int) -> int:
    """`env 'BASH_FUNC_f%%=() { …; }'`: a function handed to the next shell; the index of the command."""
    for index, each in enumerate(call.words[1:], 1):
        found = re.match(r"BASH_FUNC_(.+?)(?:%%|\(\))=(.*)", each.text or "", re.DOTALL)
        if found:
            shell.run_text((found[1] + " " + found[2],), call, "env")
            at = max(at, index + 1) if index == at else at
    return at


def _split_string(words: Sequence[Word]) -> list[Word] | None:
    """The words of `env -S 'a b' c`: the first is taken apart, the others stay what they are."""
    for index, each in enumerate(words[1:], 1):
        text = each.text or ""
        found = re.match(r"(?:-[iv0]*S|--split-string=)(.*)|--split-string$", text, re.DOTALL)
        if found is None:
            if text.startswith("-") or _ASSIGN.match(text):
                continue
            return None
        rest = list(words[index + 1 :])
        value = found[1] or ""
        if not value and rest:
            first = rest.pop(0)
            if first.text is None:
                return [first, *rest]
            value = first.text
        return [*(word(piece, quoted=True) for piece in shell_words(value)), *rest]
    return None


def shell_words(text: str) -> Iterator[str]:
    """The words of `text` as xargs and `env -S` see them: blanks separate, quotes and backslashes protect."""
    for found in re.finditer(r"""(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+""", text.replace("\\_", " "), re.DOTALL):
        yield re.sub(r"""'([^']*)'|"([^"]*)"|\\(.)""", lambda each: each[1] or each[2] or each[3] or "", found.group())


def lookup(shell: Shell, call: Call) -> Parts | None:
    """`command -v name`, `which name`, `type -p name`: the name, as far as anybody can tell."""
    shell.record(call)
    names = [each for each in call.arguments if not (each.text or "").startswith("-")]
    shell.set_status(None)
    if len(names) == 1 and call.name == "which" and re.fullmatch(r"[\w.+-]+", names[0].text or ""):
        return (f"/usr/bin/{names[0].text}\n",)
    return merged([*names[0].parts, "\n"]) if len(names) == 1 else None


def su(shell: Shell, call: Call) -> Parts | None:
    """`su` and `runuser`: another user's shell, or with `-u` a command."""
    words = call.words
    texts = [each.text or "" for each in words]
    shell.record(call)
    named = call.name == "runuser" and any(re.fullmatch(r"-u\w*|--user(?:=.*)?", text) for text in texts[1:])
    for index, text in enumerate(texts[1:] if not named else (), 1):
        if text in ("-c", "--command") and index + 1 < len(words):
            return shell.run_text(words[index + 1].parts, call, f"{call.name} -c", privileged=True)
        if text.startswith("--command="):
            return shell.run_text((text.split("=", 1)[1],), call, f"{call.name} -c", privileged=True)
        if re.fullmatch(r"-[lmps]*c", text) and index + 1 < len(words):
            return shell.run_text(words[index + 1].parts, call, f"{call.name} -c", privileged=True)
    if named and ("-u" in texts or "--" in texts):
        at = operands_from(words, frozenset(("-u", "-g", "-G", "--user", "--group")))
        if at < len(words):
            return shell.dispatch(call.inner(words[at:], "runuser", privileged=True))
    stream = call.context.stdin
    if stream is not None and stream.parts:
        return shell.run_text(stream.rest(), call, call.name, privileged=True)
    return None


def watch(shell: Shell, call: Call) -> Parts | None:
    """`watch`, `script -c`: words that become a shell text."""
    at = operands_from(call.words, frozenset(("-n", "--interval", "-q", "--equexit")))
    shell.record(call)
    if any((each.text or "") in ("-x", "--exec") for each in call.words[1:at]):
        return shell.dispatch(call.inner(call.words[at:], "watch"))
    return shell.run_text(joined(call.words[at:]), call, "watch")


def flock(shell: Shell, call: Call) -> Parts | None:
    texts = [each.text for each in call.words]
    for flag in ("-c", "--command"):
        if flag in texts and texts.index(flag) + 1 < len(texts):
            return shell.run_text(call.words[texts.index(flag) + 1].parts, call, "flock -c")
    at = operands_from(call.words, frozenset(("-w", "-E", "--wait", "--timeout", "--conflict-exit-code"))) + 1
    if at < len(call.words):
        return shell.dispatch(call.inner(call.words[at:], "flock"))
    shell.record(call)
    return ()


def ip(shell: Shell, call: Call) -> Parts | None:
    """`ip netns exec NAME command`."""
    shell.record(call)
    texts = [each.text for each in call.words]
    if texts[1:3] in (["netns", "exec"], ["vrf", "exec"]) and len(texts) > 4:
        return shell.dispatch(call.inner(call.words[4:], "ip netns exec"))
    return None


def joined(words: Sequence[Word]) -> Parts:
    """The words as one text, blanks between them."""
    parts: list[Part] = []
    for index, each in enumerate(words):
        parts.extend((" ", *each.parts) if index else each.parts)
    return merged(parts)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(WRAPPERS, wrapped_command),
    "su": su,
    "runuser": su,
    "watch": watch,
    "flock": flock,
    "ip": ip,
    "which": lookup,
    "type": lookup,
    "whereis": lookup,
}
