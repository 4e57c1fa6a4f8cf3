"""What a pretended provider says: plain answers, every way of failing, and scripts of both."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

Wire: TypeAlias = Literal["reply", "hang", "drip", "close", "cut", "stall", "endless", "repeat", "ping", "whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRequest:
    """One request as it came over the wire; header names are in lower case, `peer` tells connections apart."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    peer: str = ""

    @property
    def prompt(self) -> str:
        """The name of the ScriptSmith prompt, empty when another client asks."""
        return self.headers.get("x-scriptsmith-prompt", "")

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def format(self) -> str:
        """`json_schema`, `json_object`, or empty when plain text is asked for."""
        wanted = self.body.get("response_format")
        return str(wanted.get("type", "")) if isinstance(wanted, Mapping) else ""

    @property
    def max_tokens(self) -> int:
        return int(self.body.get("max_tokens") or self.body.get("max_completion_tokens") or 0)

    @property
    def text(self) -> str:
        """Everything that the messages say, system part first."""
        messages = self.body.get("messages", ())
        return "\n".join(str(message.get("content", "")) for message in messages if isinstance(message, Mapping))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedAnswer:
    """One answer. `raw` replaces the whole body; `seconds` is the wait before it, or between two dripped bytes.

    Asked for a stream, it comes word by word, each `seconds` after the one before. Then `wire` may also be `cut` (the
    connection breaks in the middle), `stall` (it falls silent there), `endless` (ever new words come), `repeat` (a
    word comes again and again), `ping` (comments come in place of words) or `whole` (streams are not known here).

    `progress` comes before it, as llama.cpp
    tells how far it has read the prompt. `tokens` are pieces of a text, each with what could have stood in its place
    and how likely it was: a request that asks for that is told. Without others it was certain.
    """

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    finish: str = "stop"
    tool_arguments: str | None = None
    refusal: str | None = None
    input_tokens: int = 12
    output_tokens: int = 34
    raw: bytes | None = None
    sized: bool = True
    wire: Wire = "reply"
    seconds: float = 0.0
    progress: Sequence[Mapping[str, int]] = ()
    tokens: Sequence[tuple[str, Mapping[str, float]]] = ()

    def body(self, model: str) -> bytes:
        """The bytes of the response body, as an OpenAI-compatible server writes them."""
        if self.raw is not None:
            return self.raw
        if self.status >= 400:
            text = self.error or f"the server answers {self.status} on purpose"
            return json.dumps({"error": {"message": text, "type": "error", "code": None}}).encode()
        message: dict[str, Any] = {"role": "assistant", "content": self.text or None, "refusal": self.refusal}
        if self.tool_arguments is not None:
            function = {"name": "answer", "arguments": self.tool_arguments}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
        usage = {
            "prompt_tokens": self.input_tokens,
            "completion_tokens": self.output_tokens,
            "total_tokens": self.input_tokens + self.output_tokens,
        }
        reply = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
            "usage": usage,
        }
        return json.dumps(reply).encode()

    def streamed(self, model: str, *, odds: bool = False) -> list[bytes]:
        """The pieces of the answer as server-sent events, the last with the usage; those of `tokens` with their `odds`
        where these were asked for."""
        pieces: list[dict[str, Any]] = [{"role": "assistant", "content": None}]
        words = [text for text, _ in self.tokens] or re.findall(r"\s*\S+|\s+$", self.text)
        pieces += [{"content": word} for word in words]
        if self.refusal:
            pieces.append({"refusal": self.refusal})
        if self.tool_arguments is not None:
            function = {"name": "answer", "arguments": self.tool_arguments}
            pieces.append({"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]})
        usage = {
            "prompt_tokens": self.input_tokens,
            "completion_tokens": self.output_tokens,
            "total_tokens": self.input_tokens + self.output_tokens,
        }
        choices: list[list[dict[str, Any]]] = [[{"index": 0, "delta": each, "finish_reason": None}] for each in pieces]
        choices.append([{"index": 0, "delta": {}, "finish_reason": self.finish}])
        for at, (text, given) in enumerate(self.tokens if odds else (), 1):
            others = given or {text: 1.0}
            likely = [{"token": each, "logprob": math.log(share), "bytes": None} for each, share in others.items()]
            told = {"token": text, "logprob": math.log(others[text]), "bytes": None, "top_logprobs": likely}
            choices[at][0]["logprobs"] = {"content": [told]}
        head: dict[str, Any] = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}
        read = [{**head, "choices": choices[0], "prompt_progress": dict(each)} for each in self.progress]
        chunks = [*read, *({**head, "choices": each} for each in choices)]
        chunks.append({**head, "choices": [], "usage": usage})
        return [f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks] + [b"data: [DONE]\n\n"]


class Fault:
    """Every way in which a provider lets its caller down, each an `PlayedAnswer`."""

    # Alone it means that nothing listens; within a script the connection is dropped without a word.
    refuse: ClassVar[PlayedAnswer] = PlayedAnswer(wire="close")
    timeout: ClassVar[PlayedAnswer] = PlayedAnswer(wire="hang")
    drip: ClassVar[PlayedAnswer] = PlayedAnswer(text="x" * 2000, wire="drip", seconds=0.02)
    cut: ClassVar[PlayedAnswer] = PlayedAnswer(text="```bash\ndf -h\n```", wire="cut")
    stall: ClassVar[PlayedAnswer] = PlayedAnswer(text="```bash\ndf -h\n```", wire="stall")
    endless: ClassVar[PlayedAnswer] = PlayedAnswer(text="and so on", wire="endless")
    repeat: ClassVar[PlayedAnswer] = PlayedAnswer(text="and so on", wire="repeat")
    ping: ClassVar[PlayedAnswer] = PlayedAnswer(text="ok", wire="ping", seconds=0.05)
    whole: ClassVar[PlayedAnswer] = PlayedAnswer(text="ok", wire="whole")
    empty: ClassVar[PlayedAnswer] = PlayedAnswer(text="", output_tokens=0)
    truncated: ClassVar[PlayedAnswer] = PlayedAnswer(text="#!/usr/bin/env ba", finish="length")
    malformed: ClassVar[PlayedAnswer] = PlayedAnswer(raw=b'{"id": "chatcmpl-1", "choices": [{"mess')
    not_a_completion: ClassVar[PlayedAnswer] = PlayedAnswer(raw=b'{"hello": "world"}')
    page: ClassVar[PlayedAnswer] = PlayedAnswer(raw=b"<html>It works!</html>", headers={"content-type": "text/html"})
    wrong_schema: ClassVar[PlayedAnswer] = PlayedAnswer(text='{"answer": "probably"}')
    huge: ClassVar[PlayedAnswer] = PlayedAnswer(text="x" * (10 * 1024 * 1024), sized=False)
    invalid_utf8: ClassVar[PlayedAnswer] = PlayedAnswer(raw=b'{"choices": [{"message": {"content": "\xff\xfe"}}]}')
    tool_call: ClassVar[PlayedAnswer] = PlayedAnswer(
        tool_arguments='{"reason": "by tool", "verdict": "no"}', finish="tool_calls"
    )

    @staticmethod
    def status(code: int, *, retry_after: float | str | None = None, error: str = "") -> PlayedAnswer:
        """An HTTP error, with a `Retry-After` of seconds or of any text."""
        headers = {} if retry_after is None else {"retry-after": str(retry_after)}
        return PlayedAnswer(status=code, headers=headers, error=error)


# What a provider may be told to say: one answer for ever, several in turn (the last for ever), one list for each
# prompt, or a function that decides.
Said: TypeAlias = str | PlayedAnswer
Script: TypeAlias = Said | Sequence[Said] | Mapping[str, Said | Sequence[Said]] | Callable[[RecordedRequest], Said]

_SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail
# Prints how full each file system is.
df -h
"""
_CANNED = {
    "draft": f"- preconditions: df\n- failure: ends with the status of df\n\n```bash\n{_SCRIPT}```\n",
    "plain": "df -h\n",
    "markdown": f"```bash\n{_SCRIPT}```\n",
    "examples": f"```bash\n{_SCRIPT}```\n",
    "refine": f"- preconditions: df\n- failure: ends with the status of df\n\n```bash\n{_SCRIPT}```\n",
    "describe": "The script prints the size, use and free space of every mounted file system. It changes nothing.",
    "similarity": '{"reason": "It does what was asked.", "verdict": "yes"}',
    "difference": '{"reason": "No difference that matters.", "verdict": "yes"}',
    "direct": "yes",
    "scenario": json.dumps(
        {
            "cannot": "",
            "situation": "Any machine.",
            "files": [],
            "stubs": [],
            "setup": "",
            "running": "",
            "status": 0,
            "assertions": [{"says": "something was printed", "condition": "", "test": 'grep -q . "$STDOUT"'}],
            "further": [],
        }
    ),
    "arguments": '{"arguments": []}',
    "suggest": '{"actions": []}',
    "explain": '{"wrong": false, "explanation": "", "quote": "", "counterexample": "", "scenario_at_fault": ""}',
}


def canned(request: RecordedRequest) -> str:
    """A sensible answer to each ScriptSmith prompt: a small valid script, a description, agreement."""
    if request.prompt in _CANNED:
        return _CANNED[request.prompt]
    return _CANNED["similarity"] if request.format else "Hello."


def scripted(
    answers: Mapping[str, Said | Sequence[Said]], default: Script = canned
) -> Callable[[RecordedRequest], Said]:
    """Answers by prompt name, each list in turn with its last answer repeated; `default` for every other prompt."""
    players = {name: playing(script) for name, script in answers.items()}
    otherwise = playing(default)
    return lambda request: players.get(request.prompt, otherwise)(request)


def playing(script: Script) -> Callable[[RecordedRequest], Said]:
    """Any form of script as a function from request to answer."""
    if isinstance(script, str | PlayedAnswer):
        return lambda request: script
    if isinstance(script, Mapping):
        return scripted(script)
    if isinstance(script, Sequence):
        if not script:
            raise ValueError("a script of answers has at least one answer")
        left = list(script)
        return lambda request: left.pop(0) if len(left) > 1 else left[0]
    return script
