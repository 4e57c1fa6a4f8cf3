"""What a command prints, where its text alone tells: small pure models of `echo`, `printf`, `base64 -d`, `tr`, …"""

from __future__ import annotations

import binascii
import posixpath
import re
from collections.abc import Sequence

from ...programs.argv import parse
from ...programs.roles import uses
from ...programs.spec import spec_of
from ..model import Glob, Unknown, Word
from ..values import Parts, merged, plain, unknown_output
from .filters import FILTERS, LONGEST
from .handler import ExpandedCall, Handler, Shell

_READERS = (
    "grep",
    "egrep",
    "fgrep",
    "zgrep",
    "rg",
    "jq",
    "yq",
    "uniq",
    "nl",
    "wc",
    "strings",
    "od",
    "hexdump",
    "iconv",
    "column",
    "gawk",
    "mawk",
    "comm",
    "join",
    "shuf",
    "xargs",
    "uudecode",
    "gpg",
    "age",
    "expand",
    "fmt",
    "dos2unix",
)
_NETWORK = (
    "curl",
    "wget",
    "fetch",
    "aria2c",
    "lynx",
    "links",
    "w3m",
    "http",
    "https",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
    "ftp",
    "tftp",
    "lftp",
    "dig",
    "nslookup",
    "host",
    "aws",
    "gsutil",
    "s3cmd",
    "rclone",
    "axel",
)
_FULL = (
    "date",
    "hostname",
    "pwd",
    "whoami",
    "id",
    "nproc",
    "uname",
    "mktemp",
    "tempfile",
    "arch",
    "logname",
    "tty",
    "wc",
    "uuidgen",
    "seq",
    "expr",
    "stat",
    "getconf",
    "umask",
    "ps",
    "df",
    "uptime",
    "free",
    "lsb_release",
)


def filtered(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A filter: of its standard input, or of one known file, to standard output."""
    shell.record(call)
    words = call.words
    name = call.name
    texts = [each.text for each in call.arguments]
    stream = call.context.stdin
    source: Parts | None = None
    options = [text for text in texts if text is not None]
    files = [text for text in texts if text is not None and shell.file(text) is not None]
    if name == "tee":
        parts = stream.rest() if stream is not None else unknown_output("input")
        for text in texts:
            if text is not None and not text.startswith("-"):
                shell.put(text, parts, call.context.upstream, append="-a" in texts)
        return parts
    if files and name != "tr":
        source = merged(part for path in files if (known := shell.file(path)) for part in known[0])
        options = [text for text in options if text not in files]
    elif stream is not None and not _reads_file(name, words, texts):
        source = stream.rest()
    if source is None:
        return unknown_output("input")
    if name in ("cat", "pv", "buffer", "sponge"):
        return source
    text = plain(source)
    if text is None or None in texts or len(text) > LONGEST:
        return _passed(source)
    try:
        made = FILTERS[name](options, text)
    except (ValueError, IndexError, binascii.Error, OverflowError, RecursionError):
        made = None
    return _passed(source) if made is None else ((made,) if made else ())


def _reads_file(name: str, words: Sequence[Word], texts: Sequence[str | None]) -> bool:
    """Says that the filter has a file among its words, and so does not read its standard input."""
    read = uses(parse(spec_of(name), [each.shape for each in words[1:]]))
    files = [texts[at] for at, _, role, _ in read if role == "reads"]
    return bool(files) and "-" not in files and "/dev/stdin" not in files


def _passed(source: Parts) -> Parts:
    """The unknown output of a filter over `source`."""
    kinds = {part.kind for part in source if isinstance(part, Unknown)}
    return unknown_output("network" if "network" in kinds else "input" if "input" in kinds else "command")


def reader(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A program that prints what it reads, changed in a way that is not modelled."""
    shell.record(call)
    stream = call.context.stdin
    if stream is None:
        return unknown_output("input")
    source = stream.rest()
    if call.name in ("grep", "egrep", "fgrep", "rg"):
        return _grep(call, source)
    if (
        call.name == "uniq"
        and plain(source) is not None
        and not any((each.text or "").startswith("-") for each in call.arguments)
    ):
        return source
    return _passed(source)


def _grep(call: ExpandedCall, source: Parts) -> Parts:
    text = plain(source)
    texts = [each.text for each in call.arguments]
    flags = [each for each in texts if each and each.startswith("-")]
    words = [each for each in texts if each and not each.startswith("-")]
    if (
        text is None
        or None in texts
        or len(words) != 1
        or any(set(flag) - set("-vEF") for flag in flags)
        or not re.fullmatch(r"[\w ./-]*", words[0] or "")
    ):
        return _passed(source)
    inverted = any("v" in flag for flag in flags)
    kept = [line for line in text.splitlines(True) if (re.search(words[0] or "", line) is None) == inverted]
    return ("".join(kept),) if kept else ()


def network(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A program whose output comes from another host; a file that it is told to write holds the same."""
    command = shell.record(call)
    texts = [each.text for each in call.arguments]
    for index, text in enumerate(texts):
        if text in ("-o", "-O", "--output", "--output-document") and index + 1 < len(texts):
            path = texts[index + 1]
            if path and path != "-" and not (call.name == "curl" and text == "-O"):
                shell.put(path, unknown_output("network"), (command,))
        elif text and text.startswith(("--output=", "--output-document=")):
            shell.put(text.split("=", 1)[1], unknown_output("network"), (command,))
        elif text and re.fullmatch(r"-[a-zA-Z]*[oO].+", text) and call.name == "wget":
            shell.put(re.sub(r"^-[a-zA-Z]*[oO]", "", text), unknown_output("network"), (command,))
        elif text and re.fullmatch(r"-[a-zA-Z]+o", text) and index + 1 < len(texts) and texts[index + 1]:
            shell.put(texts[index + 1] or "", unknown_output("network"), (command,))
    url = next((text for text in reversed(texts) if text and re.match(r"(?:\w+://|[\w.-]+\.\w+/)", text)), "")
    last = re.sub(r"[?#].*", "", url).rstrip("/").rsplit("/", 1)[-1]
    remote_name = call.name in ("wget", "aria2c", "axel", "fetch") or any(
        re.fullmatch(r"-[a-zA-Z]*O[a-zA-Z]*|--remote-name", text or "") for text in texts
    )
    if last and remote_name:
        shell.put(last, unknown_output("network"), (command,))
    return unknown_output("network")


def full(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A program that always prints something."""
    shell.record(call)
    texts = [each.text for each in call.arguments]
    if call.name == "seq" and all(text and re.fullmatch(r"-?\d{1,9}", text) for text in texts) and 0 < len(texts) < 4:
        numbers = [int(text or "0") for text in texts]
        first, step, last = (numbers[0] if len(numbers) > 1 else 1, numbers[1] if len(numbers) == 3 else 1, numbers[-1])
        if step and abs(last - first) // abs(step) < 64:
            made = range(first, last + (1 if step > 0 else -1), step)
            return ("".join(f"{each}\n" for each in made),) if len(made) else ()
    if call.name == "expr" and all(text is not None for text in texts):
        from ..arithmetic import solve

        value = solve(" ".join(text or "" for text in texts).replace("\\*", "*"), lambda _: None, lambda _, __: None)
        if value is not None:
            return (f"{value}\n",)
    if (
        call.name == "pwd"
        and shell.state.cwd is not None
        and shell.state.cwd.text is not None
        and shell.state.cwd.text.startswith("/")
    ):
        return (shell.state.cwd.text + "\n",)
    return unknown_output(empty=False)


def basename(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    words = [each for each in call.arguments if each.text not in ("-a", "--", "-z")]
    text = words[0].text if words else None
    if text is None or any(isinstance(part, Glob) for part in words[0].parts):
        return unknown_output(empty=False)
    if call.name == "dirname":
        return ((posixpath.dirname(text.rstrip("/")) or ("/" if text.startswith("/") else ".")) + "\n",)
    base = posixpath.basename(text.rstrip("/"))
    suffix = words[1].text if len(words) > 1 else ""
    if suffix and base.endswith(suffix) and base != suffix:
        base = base[: -len(suffix)]
    return (base + "\n",)


def realpath(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`realpath`, `readlink -f`: a known absolute path stays what it is, links aside."""
    shell.record(call)
    words = [each for each in call.arguments if not (each.text or "").startswith("-")]
    text = words[0].text if len(words) == 1 else None
    if text is not None and text.startswith("/") and not any(isinstance(part, Glob) for part in words[0].parts):
        return (posixpath.normpath(text) + "\n",)
    if text and not any(isinstance(part, Glob) for part in words[0].parts):
        followed = call.name == "realpath" or any(re.fullmatch(r"-\w*[fem]\w*", each.shape) for each in call.arguments)
        if followed and shell.state.cwd is None:
            return (Unknown(source="$PWD", kind="environment", empty=False), f"/{text}\n")
    return None


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_READERS, reader),
    **dict.fromkeys(_NETWORK, network),
    **dict.fromkeys(_FULL, full),
    **dict.fromkeys(FILTERS, filtered),
    "basename": basename,
    "dirname": basename,
    "realpath": realpath,
    "readlink": realpath,
}
