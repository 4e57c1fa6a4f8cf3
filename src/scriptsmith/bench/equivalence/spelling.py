"""Mere spelling of commands: long and short options, their order and bundling, aliases, quotes."""

from __future__ import annotations

import re
import shlex
from functools import lru_cache

OPERATORS = frozenset(("|", "||", "&&", ";", "&", ">", ">>", "<", "<<<", "2>", "|&", "&>", ">&", "(", ")"))
_LONG = {
    "ls": "--all=-a --almost-all=-A --human-readable=-h "
    "--recursive=-R --reverse=-r --inode=-i --size=-s --directory=-d",
    "grep": "--extended-regexp=-E --fixed-strings=-F --perl-regexp=-P --ignore-case=-i --invert-match=-v --count=-c "
    "--line-number=-n --recursive=-r --word-regexp=-w --line-regexp=-x --files-with-matches=-l --only-matching=-o "
    "--files-without-match=-L --no-filename=-h --with-filename=-H --quiet=-q --silent=-q --regexp=-e -y=-i",
    "sort": "--reverse=-r --numeric-sort=-n --human-numeric-sort=-h --unique=-u --ignore-case=-f "
    "--general-numeric-sort=-g --key=-k --field-separator=-t --random-sort=-R --version-sort=-V",
    "head": "--lines=-n --bytes=-c --quiet=-q --silent=-q",
    "tail": "--lines=-n --bytes=-c --quiet=-q --follow=-f",
    "wc": "--lines=-l --words=-w --bytes=-c --chars=-m --max-line-length=-L",
    "cut": "--delimiter=-d --fields=-f --characters=-c --bytes=-b",
    "uniq": "--count=-c --repeated=-d --unique=-u --ignore-case=-i",
    "rm": "--recursive=-r --force=-f -R=-r --dir=-d --verbose=-v",
    "cp": "--recursive=-r --archive=-a --force=-f -R=-r --verbose=-v --update=-u --no-clobber=-n --parents=-P~",
    "mv": "--force=-f --no-clobber=-n --verbose=-v --target-directory=-t",
    "ln": "--symbolic=-s --force=-f --verbose=-v",
    "mkdir": "--parents=-p --mode=-m --verbose=-v",
    "chmod": "--recursive=-R --verbose=-v",
    "chown": "--recursive=-R --verbose=-v",
    "du": "--all=-a --human-readable=-h --summarize=-s --bytes=-b --total=-c --max-depth=-d",
    "df": "--human-readable=-h --inodes=-i --print-type=-T --portability=-P --all=-a",
    "uname": "--all=-a --kernel-release=-r --kernel-name=-s --machine=-m --nodename=-n "
    "--kernel-version=-v --operating-system=-o",
    "tar": "--create=-c --extract=-x --list=-t --gzip=-z --file=-f --verbose=-v "
    "--directory=-C --bzip2=-j --xz=-J --get=-x",
    "gzip": "--decompress=-d --stdout=-c --keep=-k --force=-f --recursive=-r --uncompress=-d --to-stdout=-c",
    "netstat": "--interfaces=-i --all=-a --listening=-l --numeric=-n --tcp=-t --udp=-u --route=-r --program=-p",
    "free": "--human=-h --mega=-m~ --giga=-g~ --bytes=-b --kilo=-k~",
    "date": "--rfc-email=-R --rfc-2822=-R --utc=-u --universal=-u --date=-d",
    "xargs": "--null=-0 --max-args=-n --replace=-I --no-run-if-empty=-r",
    "diff": "--brief=-q --recursive=-r --unified=-u --ignore-case=-i --side-by-side=-y",
    "sed": "--quiet=-n --silent=-n --in-place=-i --expression=-e --regexp-extended=-E -r=-E",
    "touch": "--date=-d --no-create=-c --reference=-r",
    "stat": "--format=-c --terse=-t --printf=-c~",
    "ps": "-A=-e",
    "hostname": "--all-ip-addresses=-I --fqdn=-f",
    "id": "--user=-u --group=-g --name=-n --groups=-G",
    "find": "-not=! -or=-o -and= -a= -print= -uid=-user -gid=-group",
}
_SPELLING = {program: dict(pair.split("=", 1) for pair in pairs.split()) for program, pairs in _LONG.items()}
_UNBUNDLED = frozenset(
    [
        "find",
        "openssl",
        "java",
        "go",
        "ip",
        "ifconfig",
        "getconf",
        "test",
        "[",
        "[[",
        "dd",
        "expr",
        "awk",
        "gawk",
        "mawk",
        "jq",
        "ulimit",
        "echo",
        "printf",
    ]
)
_TAKES = {
    "head": "nc", "tail": "nc", "cut": "dfcb", "sort": "kt", "xargs": "nIPLds", "grep": "efmABC", "tar": "fC",
    "mkdir": "m", "du": "d", "awk": "vF", "sed": "e", "touch": "dtr", "date": "d", "stat": "c", "ps": "opuC",
    "od": "tAjNw", "split": "lbn", "install": "mog", "join": "t12", "paste": "d", "fold": "w", "seq": "s",
    "diff": "U", "tr": "", "cp": "t", "mv": "t", "ln": "t", "nl": "bswn", "column": "st",
}  # fmt: skip


@lru_cache(maxsize=4096)
def words(command: str) -> tuple[str, ...]:
    """The words and operators of `command`, quotes taken away; split at blanks where a quote does not end."""
    text = re.sub(r"`([^`]*)`", r"$(\1)", command.replace("\\\n", " "))
    lexer = shlex.shlex(text, posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t", True, ""
    try:
        return tuple(";" if set(word) == {"\n"} else word for word in lexer)
    except ValueError:
        return tuple(command.split())


@lru_cache(maxsize=4096)
def normal(command: str) -> tuple[str, ...]:
    """The words of `command` with mere spelling taken away: names of options, their order and bundling, aliases."""
    out: list[str] = []
    simple: list[str] = []
    for word in (*words(command.strip().rstrip(";")), ";"):
        if word in OPERATORS:
            out += [*_simple(simple), word]
            simple = []
        else:
            simple.append(word)
    text = " ".join(out[:-1])
    text = re.sub(r"^cat (\S+) \| (wc|grep|sort|head|tail|awk|sed|cut|uniq|tr|nl)\b([^|]*)", r"\2\3 < \1", text)
    text = re.sub(r"\$\{(\w+)\}", r"$\1", text)
    return tuple(text.split())


def _simple(words: list[str]) -> list[str]:
    if words and words[0] == "sudo":
        words = words[1:]
    if not words:
        return []
    program = words[0].rsplit("/", 1)[-1] if words[0].startswith(("/bin/", "/usr/bin/")) else words[0]
    rest = words[1:]
    if program in ("egrep", "fgrep", "zegrep"):
        rest, program = ["-E" if program[-5] == "e" else "-F", *rest], "grep"
    spelling = _SPELLING.get(program, {})
    if program in _UNBUNDLED:
        return [program, *(each for each in (spelling.get(word, word) for word in rest) if each)]
    if program in ("head", "tail") and rest and re.fullmatch(r"-\d+", rest[0]):
        rest = ["-n", rest[0][1:], *rest[1:]]
    if program == "tar" and rest and re.fullmatch(r"[a-zA-Z]+", rest[0]):
        rest = ["-" + rest[0], *rest[1:]]
    options, operands = _options(program, rest, spelling)
    return [program, *sorted(options), *operands]


def _options(program: str, rest: list[str], spelling: dict[str, str]) -> tuple[list[str], list[str]]:
    takes = _TAKES.get(program, "")
    options: list[str] = []
    operands: list[str] = []
    waiting = False
    for at, word in enumerate(rest):
        if waiting:
            options[-1] += word
            waiting = False
        elif word == "--":
            operands += rest[at + 1 :]
            break
        elif word.startswith("--"):
            name, equals, value = word.partition("=")
            name = spelling.get(name, name)
            options.append(name + value if not name.startswith("--") else word)
            waiting = not equals and name[-1] in takes and not name.startswith("--")
        elif word.startswith("-") and len(word) > 1:
            for place, letter in enumerate(word[1:], 1):
                options.append(spelling.get(f"-{letter}", f"-{letter}"))
                if letter in takes:
                    options[-1] += word[place + 1 :]
                    waiting = place + 1 == len(word)
                    break
        else:
            operands.append(word)
    return options, operands
