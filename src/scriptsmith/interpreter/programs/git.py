"""git: itself, and the shell texts that some of its options, settings and aliases are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model import Word
from ..values import Parts
from .handler import ExpandedCall, Handler, Shell
from .wrappers import joined

# Settings whose value is a command: `core.pager`, `diff.external`, `filter.x.clean`, …
_SETTING = re.compile(
    r"(?:core\.(?:pager|editor|sshCommand|fsmonitor|askPass|gitProxy|alternateRefsCommand)|sequence\.editor|diff\.external"
    r"|gpg\.(?:\w+\.)?program|credential\.(?:.+\.)?helper|interactive\.diffFilter|web\.browser|uploadpack\.packObjectsHook"
    r"|pager\.[\w-]+|(?:difftool|mergetool|browser|man)\..+\.(?:cmd|path)|(?:filter|diff|merge|trailer|tar)\..+\."
    r"(?:clean|smudge|process|command|cmd|textconv|driver)|\w+\.(?:textconv|command)|remote\..+\.(?:uploadpack|receivepack)"
    r"|sendemail\.(?:\w+\.)?(?:smtpserver|sendmailcmd|tocmd|cccmd))",
    re.IGNORECASE,
)
_PROGRAM = re.compile(r"(?:--(?:upload-pack|receive-pack|exec|extcmd|open-files-in-pager)=|-O(?=.*\s))(.+)", re.DOTALL)


def git(shell: Shell, call: ExpandedCall) -> Parts | None:
    """Read what git would hand to a shell."""
    shell.record(call)
    arguments = call.arguments
    texts = [each.text or "" for each in arguments]
    for index, text in enumerate(texts):
        follows = arguments[index + 1 :]
        if text in ("-c", "--config", "--config-env") and follows:
            name, _, value = (follows[0].text or "").partition("=")
            _setting(shell, call, name, value, "git -c")
        elif text.startswith("--config="):
            name, _, value = text[9:].partition("=")
            _setting(shell, call, name, value, "git -c")
        elif "config" in texts[:index] and follows and "." in text:
            _setting(shell, call, text, follows[0].text or "", "git alias")
        else:
            _carried(shell, call, index, texts)
    return None


def _carried(shell: Shell, call: ExpandedCall, index: int, texts: Sequence[str]) -> None:
    """A command that the word at `index`, or what follows it, hands to a shell."""
    text, follows, before = texts[index], call.arguments[index + 1 :], texts[:index]
    if text == "foreach" and "submodule" in before:
        rest = [each for each in follows if each.text not in ("--recursive", "-q", "--quiet")]
        shell.run_text(joined(rest), call, "git submodule foreach")
    elif text in ("--exec", "-x") and follows and ("rebase" in before or "push" in before):
        shell.run_text(follows[0].parts, call, f"git {text}")
    elif text in ("-x", "--extcmd") and follows and "difftool" in before:
        shell.run_text(follows[0].parts, call, "git difftool -x")
    elif text in ("-u", "--upload-pack") and follows and ("clone" in before or len(text) > 2):
        _program(shell, call, follows[0])
    elif text == "run" and "bisect" in before and follows:
        shell.dispatch(call.inner(follows, "git bisect run"))
    elif re.fullmatch(r"--(?:tree|index|env|msg|commit|tag-name|parent)-filter", text) and follows:
        shell.run_text(follows[0].parts, call, f"git {text}")
    elif text.startswith("ext::"):
        shell.run_text((text[5:],), call, "git ext::")
    elif text.startswith("-") and (found := _PROGRAM.match(text)):
        shell.run_text((found[1],), call, "git")


def _program(shell: Shell, call: ExpandedCall, value: Word) -> None:
    if " " in value.shape:
        shell.run_text(value.parts, call, "git --upload-pack")


def _setting(shell: Shell, call: ExpandedCall, name: str, value: str, via: str) -> None:
    """A setting that is given or kept: an alias with `!`, or one whose value is a command."""
    if name.lower().startswith("alias."):
        if value.startswith("!"):
            shell.run_text((value[1:],), call, via)
    elif value and _SETTING.fullmatch(name) and value.lower() not in ("true", "false"):
        helper = "helper" in name.lower()
        if helper and value[0] not in "!/":
            return
        shell.run_text((value.removeprefix("!"),), call, "git -c")


HANDLERS: dict[str, Handler] = {"git": git}
