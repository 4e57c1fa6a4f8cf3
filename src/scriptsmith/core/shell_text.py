"""What Bash looks like, line by line: here-documents, commands, and what is prose or another language instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .text_cleanup import EDGE

_HEREDOC = re.compile(
    r"""\\.|'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"|\(\([^()]*\)\)|(?<![^\s;&|()])\#.*|<<<"""
    r"""|<<(-?)[ \t]*(?:'([^']+)'|"([^"]+)"|\\?([^\s;&|<>()'"`$\\]+))"""
)
# An unquoted word without an end is more often a shift (`1 << n`) or quoted text; these are not.
_END_WORD = re.compile(r"[A-Z_]{2,}\d*|(?i:_{0,2}eo[fts]\w*|end\w*)")


def _end_word_in(line: str, indent: int, dash: bool) -> str:
    line = line[:indent].lstrip() + line[indent:]
    return line.lstrip("\t") if dash else line


class ShellText:
    """Tells the lines of a text that are code from those in here-documents."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._last: dict[tuple[int, bool], dict[str, int]] = {}

    def _ends_after(self, number: int, indent: int, dash: bool, word: str) -> bool:
        if (indent, dash) not in self._last:
            self._last[indent, dash] = {_end_word_in(line, indent, dash): at for at, line in enumerate(self.lines)}
        return self._last[indent, dash].get(word, -1) > number

    def code(self, start: int = 0, indent: int = 0) -> Iterator[tuple[int, str, str]]:
        """Yields number and text of every line from `start` on that is outside here-documents, and the end word of
        a here-document that begins there and never ends; what follows such a line counts as outside."""
        waiting: list[tuple[str, bool]] = []
        endless = ""
        for number in range(start, len(self.lines)):
            line = self.lines[number]
            if waiting:
                if _end_word_in(line, indent, waiting[0][1]) == waiting[0][0]:
                    del waiting[0]
                    if waiting and not self._ends_after(number, indent, waiting[0][1], waiting[0][0]):
                        endless = waiting[0][0]
                        waiting.clear()
                continue
            for match in _HEREDOC.finditer(line) if "<<" in line else ():
                word = match[2] or match[3] or match[4]
                if len(waiting) > 9:
                    break
                if word and self._ends_after(number, indent, bool(match[1]), word):
                    waiting.append((word, bool(match[1])))
                elif word and (not match[4] or _END_WORD.fullmatch(word)):
                    endless = word
            yield number, line, endless
            endless = ""


def code_lines(text: str) -> int:
    """Counts the lines that are neither blank nor comments."""
    return sum(1 for line in text.split("\n") if line.strip(EDGE) and not line.lstrip(EDGE).startswith("#"))


def other_interpreter(text: str) -> str:
    """Names the interpreter of the first line, unless that is a Bourne shell."""
    if not (shebang := re.match(r"#! ?(/\S{1,200})(.*)", text)):
        return ""
    path, *words = shebang[1], *(word for word in shebang[2].split() if not word.startswith("-") and "=" not in word)
    name: str = (words[0] if path.endswith("/env") and words else path).rpartition("/")[2]
    return "" if name in ("bash", "sh", "dash", "ash", "ksh") else name


_FOREIGN_BEGINS = re.compile(
    r"(?:#(?!!).*\n|\s)*+"
    r"(?:import \w|from [\w.]+ import |def \w+\(|class \w+[(:]|- (?:name|hosts): |---\n|<\?php|package )"
)


def begins_foreign(text: str) -> bool:
    """Tells whether the first line of code is Python, PHP, YAML or the like."""
    return bool(_FOREIGN_BEGINS.match(text))


_KNOWN_WORDS = """
    awk basename bash bzip2 cat cd chgrp chmod chown cp curl cut date dd df diff dig dirname dmesg docker du echo
    egrep env eval exec export false fgrep file find flock free fsck fuser getent grep groupadd gunzip gzip head
    hostname id if ip iptables journalctl jq kill killall kubectl last ln local logger logrotate ls lsblk lscpu
    lsof make mkdir mktemp mount mv nc netstat nice nohup nproc openssl pgrep ping pkill podman printf ps pwd read
    readlink readonly realpath renice rm rmdir rsync scp sed seq service set shopt shuf sleep sort source ss ssh
    stat stdbuf strings su sudo swapoff swapon sync sysctl systemctl tail tar tee test time timeout top touch tr
    trap true truncate type ulimit umask umount uname uniq unzip uptime useradd userdel usermod vmstat wait watch
    wc wget which who xargs xz zcat zgrep zip for while until case function apt apt-get yum dnf rpm dpkg snap pip
    git ufw nft crictl helm mysqldump pg_dump psql redis-cli declare then else do done fi esac ansible-playbook
    aws gcloud az virsh ethtool nmcli resolvectl timedatectl
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_VERBS_WORDS = """
    cut date diff file find if kill last make mount read set sleep sort source test time top touch type wait watch
    which who for while until case then else do trap zip split ping free service
"""
_VERBS = frozenset(_VERBS_WORDS.split())
_SHELLY = re.compile(r"(?:^|\s)--?[A-Za-z]|[|<>$*=;{}\[\]\\&]|(?:^|\s)(?:[~.]{0,2}/)[\w.]|\(\)")
_BEGINS = re.compile(
    r"[A-Za-z_]\w*(?:\[[^\]\s]{0,40}\])?\+?=|\w[\w-]*\s?\(\)|\[\[? |\(|\{ ?$|\{ |[~.]{0,2}/\w|\$[({\w]|\"\$|! |:"
)
_ENDS = re.compile(r"\}|\)|;;|(?:done|fi|esac|else|then|do)\b")
_SENTENCE = re.compile(
    r"\s{0,6}(?:[-*•+] |\d{1,3}[.)] |\*\*|#{2,6} [A-Z]|[A-Z][\w'’-]*(?:[ ,:].*)?(?<![&|\\{(])[.:!?]['\")*`]{0,3}\s*\Z)"
)


def is_sentence(line: str) -> bool:
    """Tells whether a line reads as prose: a list item, a heading, or words from a capital to a full stop."""
    return bool(_SENTENCE.match(line))


def _is_command(line: str) -> bool:
    words = line.split()
    while (
        words
        and (words[0] in ("sudo", "time", "nohup", "exec", "!") or re.match(r"\w+=\S*\Z", words[0]))
        and len(words) > 1
    ):
        del words[0]
    if _BEGINS.match(words[0]):
        return bool(_SHELLY.search(line))
    plain = line.rstrip().endswith((".", ":", "?", "!")) or words[0] in _VERBS or len(words) > 4
    return words[0] in _KNOWN and (bool(_SHELLY.search(line)) or not plain)


def holds_command(text: str) -> bool:
    """Tells whether a line of the text is a command beyond doubt."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return any(_is_command(line) and not is_sentence(line) for line in lines)


def only_commands(text: str) -> bool:
    """Tells whether the text is nothing but commands, at least one, with what belongs to them."""
    some = goes_on = False
    for _, line, _ in ShellText(text).code():
        if not line.strip() or goes_on or line[0].isspace() or line.startswith("#") or _ENDS.match(line):
            goes_on = goes_on and line.endswith(("\\", "|", "&&", "||"))
            continue
        if is_sentence(line) or not _is_command(line):
            return False
        some, goes_on = True, line.endswith(("\\", "|", "&&", "||"))
    return some
