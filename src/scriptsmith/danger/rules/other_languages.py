"""SS1804: programs of another language inside a script."""

from __future__ import annotations

import re

from ...core.shortening import shortened
from ...interpreter.model import Hit
from .invocation import Invocation
from .known_names import INTERPRETERS
from .rule import dangerous, notable, rule, unanalysable


@rule(
    "SS1804",
    "Runs a program of another language that deletes, runs or connects",
    why="What hides inside another language's text is as real as what stands in the shell.",
    instead="write it in a file of that language that can be read and tested",
    on=" ".join(sorted(INTERPRETERS)),
    bad=(
        "python3 -c 'import shutil; shutil.rmtree(\"/etc\")'",
        "perl -e 'unlink glob \"/etc/*\"'",
        'ruby -e \'require "fileutils"; FileUtils.rm_rf("/home")\'',
        'node -e \'require("fs").rmSync("/", {recursive: true})\'',
        "php -r 'unlink(\"/etc/passwd\");'",
        "perl -e 'kill 9, -1'",
        "python3 - <<'X'\nimport os\nos.kill(1, 9)\nX",
    ),
    good=(
        "python3 -c 'print(1)'",
        "perl -ne 'print if /x/' file",
        "awk '{ print $1 }' file",
        "ruby -e 'puts 1'",
        "python3 -m json.tool x.json",
        "awk '{ system(\"date\") }' file",
        "python3 script.py",
    ),
)
def foreign(call: Invocation) -> Hit | None:
    text = foreign_text(call)
    if not text or len(text) < 4:
        return None
    if found := _HARM.search(text):
        return dangerous(f"does in {call.name} what would be refused in the shell: {shortened(found[0])}")
    if found := _CODED.search(text):
        return unanalysable(f"hides what it runs: {shortened(found[0])}")
    if found := _CHANGES.search(text):
        return (notable if _quoted_relative(text) else unanalysable)(
            f"deletes or runs something in {call.name}: {shortened(found[0])}"
        )
    return None


_P = r"[\w.]*\(?\s*(?:r|b|f|q|qq|%q)?[\"'({\[\\]*\s*"
_ROOTED = (
    r"(?:/(?:\*|(?=[\"')}\]\\])|(?:etc|usr|bin|sbin|lib|boot|var(?!/tmp)|home|root|dev/(?:sd|nvme|vd|hd|"
    r"xvd|mem)|proc/sys|sys|srv|opt|mnt|data)\b)|~)"
)
_HARM = re.compile(
    rf"(?:rmtree|rm_rf|rm_r|remove_entry\w*|remove_dir_all|rmSync|rmdirSync|unlinkSync|unlink|os\.remove|"
    rf"os\.unlink|removedirs|FileUtils\.\w+|File\.delete|fs\.(?:rm|rmdir|unlink)\w*|rimraf|remove_tree|truncate|"
    rf"shutil\.(?:move|rmtree)"
    rf"|writeFileSync|chmod|chown|lchown|os\.rename|rename)\b{_P},?\s*(?:glob\b{_P})?{_ROOTED}"
    rf"|open\s*\(?\s*(?:\w+,\s*)?[\"'](?:[>+|]+\s*|)?(?:/etc/(?:passwd|shadow|sudoers|group|crontab|ssh\w*)|"
    rf"/dev/(?:sd|nvme|vd|hd|xvd|mem)|/proc/sys|/boot)[^\"']*[\"']\s*,\s*[\"'][rb]*[wa+]"
    rf"|open\s*\(?\s*\w+\s*,\s*[\"']\s*>+\s*[\"']?\s*,?\s*[\"']?(?:/etc|/dev/(?:sd|nvme|vd|hd)|/boot)"
    rf"|>+\s*[\"']/(?:etc|boot|usr|bin|dev/(?:sd|nvme|vd))"
    rf"|(?:os\.)?kill(?:pg)?\s*\(?\s*(?:-1|1|[\"'](?:SIG)?KILL[\"']\s*,\s*-?1|-?9\s*,\s*-?1)\b"
    rf"|(?:\bfork\b|os\.fork\(\)).{{0,12}}while|while.{{0,20}}\bfork\b"
    rf"|(?:socket|TCPSocket|fsockopen|net\.(?:connect|Socket)|IO::Socket|UNIXSocket)[\s\S]*(?:dup2|/bin/(?:ba|da|"
    rf"z|k)?sh|subprocess|spawn|exec|popen|pty)"
    rf"|(?:urlopen|urlretrieve|requests\.get|http\.get|Net::HTTP\.get|LWP::Simple|"
    rf"file_get_contents\s*\(\s*[\"']http)[\s\S]*\b(?:exec|eval|system|popen|subprocess)\b|\b(?:exec|"
    rf"eval)\s*\(\s*(?:urllib|requests|__import__\([\"']urllib|urlopen|file_get_contents\s*\(\s*[\"']http|Net::HTTP)"
    rf"|(?:open|read_text|readFileSync|File\.read|file_get_contents|slurp|Path)\s*\(?\s*[\"'](?:/etc/(?:g?shadow|"
    rf"sudoers)|[^\"']*/\.ssh/id_|[^\"']*\.aws/credentials|/root/\.)"
    rf"|(?:os\.environ|process\.env|\bENV\b|%ENV|getenv\(\))[\s\S]*(?:urlopen|requests\.post|http\.request|"
    rf"https?://|socket|fetch\()"
    rf"|\b(?:setuid|setresuid|setreuid)\s*\(?\s*0|os\.(?:setuid|setgid)\(0\)[\s\S]*(?:exec|system|spawn)"
    rf"|reboot\s*\(|LINUX_REBOOT"
)
_CODED = re.compile(
    r"(?:exec|eval|compile|system|popen|spawn|Function|loads|assert)\s*\(?[\w.\s(]*(?:b64decode|base64|decode64|"
    r"unhexlify|fromhex|bytes\.fromhex|pack\b|zlib|marshal|codecs|rot13|chr\(|fromCharCode|Buffer\.from|atob|"
    r"decompress|join\()"
    r"|(?:b64decode|decode64|fromhex|unhexlify|marshal\.loads|MIME::Base64)[\s\S]*\b(?:exec|eval|system|popen)\b|"
    r"getattr\s*\(\s*__import__|__import__\s*\(\s*[\"']\w*[\"']\s*\+|globals\(\)\[|\beval\s*\(\s*(?:input|"
    r"sys\.argv|ARGV|process\.argv|\$argv)"
)
_CHANGES = re.compile(
    r"\b(?:rmtree|rm_rf|rmSync|removedirs|remove_tree|os\.removedirs|unlinkSync|os\.fork|FileUtils\.rm\w*)\b|"
    r"\bexec\s*\(\s*(?:open|compile|sys\.stdin|input)|\b(?:dlopen|ctypes\.CDLL)\b"
)


def _quoted_relative(text: str) -> bool:
    found = re.search(r"(?:rmtree|rm_rf|rmSync|removedirs|remove_tree|unlinkSync|rm\w*)\W+[\"']([^\"']+)", text)
    return bool(found and not found[1].startswith(("/", "~", "..")) and found[1] not in (".", "*"))


def foreign_text(call: Invocation) -> str:
    """The program text of an interpreter, from its arguments or its standard input."""
    if call.name in ("awk", "gawk", "mawk", "nawk"):
        text = call.words[0] if call.words and not call.has("-f", "--file") else ""
        return re.sub(r"/(?:[^/\\\n]|\\.)+/", "//", text) if "system" in text or "|" in text or ">" in text else ""
    texts = (
        [word.shape for word in call.all("-c", "-e", "-E", "--eval", "-r", "-p", "--print")]
        if call.name not in ("python", "python3", "python2")
        else [word.shape for word in call.all("-c")]
    )
    if not texts and not call.has("-m"):
        command = call.command
        if not [word for word in call.words if word != "-"]:
            if command.stdin is not None:
                texts.append(command.stdin.shape)
            texts += [
                redirect.target.shape for redirect in command.redirects if redirect.operator in ("<<", "<<-", "<<<")
            ]
    return "\n".join(texts)
