"""Ways to draft, one function each, chosen by setting and compared by the bench.

The translation methods of NL2SH ("LLM-Supported Natural Language to Bash Translation", section 5), beside ScriptSmith's
own, which asks for reasoning about robustness first (BashCoder-R1, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from . import prompts
from .core.thoughts import split_thoughts
from .core.types import Action, Finding, Match, Script, Severity
from .drafting import PROMPT_TOKENS, ask_for_script, drafting, room_for_examples, shown_entries
from .errors import BadSettings, ModelError
from .examples import ExamplePair, Picker, cost, distinct, fitting, nearest, typical
from .language import Language
from .ports import Draft, Drafting, Embedder, Model, Prompt, Reply
from .samples import sample_of

Strategy: TypeAlias = Literal["reasoning", "plain", "markdown", "examples", "nearest", "constrained"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
EXAMPLES = 25
"""How many pairs `examples` shows (NL2SH: 25 by k-means)."""
NEAREST = 5
"""How many pairs `nearest` shows, catalogue entries and pairs each."""
PROMPTS: Mapping[Strategy, str] = {
    "reasoning": "draft", "plain": "plain", "markdown": "markdown", "examples": "examples", "nearest": "examples",
    "constrained": "plain",
}  # fmt: skip
"""The prompt file that each asks by."""

_WORDS = """
awk base64 basename bash bc bzip2 cal cat cd chgrp chmod chown cksum cmp column comm cp crontab curl cut date dd
declare df diff dig dirname docker du echo egrep env eval expand export expr fgrep file find fmt fold for free fuser
gawk getent git grep groups gunzip gzip head hexdump host hostname id if ifconfig install ip jobs join journalctl jq
kill kubectl last ldd less ln locale locate logger logrotate ls lsblk lscpu lsof md5sum mkdir mkfifo mktemp mount mv
nc netstat nice nl nohup nproc nslookup od openssl paste pgrep ping pkill printenv printf ps psql pwd python3 read
readlink realpath rename renice rev rm rmdir rsync scp sed seq set sha1sum sha256sum shuf sleep sort source split ss
ssh stat strings su sudo sum sysctl systemctl tac tail tar tee test time timeout top touch tr traceroute tree truncate
tsort type ulimit umask uname unexpand uniq unlink unxz unzip uptime users useradd usermod vmstat w watch wc wget
whereis which while who whoami xargs xz yes zcat zgrep zip
"""
UTILITIES = tuple(_WORDS.split())
"""Words that a command may begin with under `constrained`."""
_SHEBANG = "#!/usr/bin/env bash\n"
_BEHIND = " \t\n;|&<>"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftingTools:
    """What strategies are made with. `pairs` reads the pairs that examples are taken from, and may raise why not."""

    embedder: Callable[[], Embedder]
    pairs: Callable[[], Sequence[ExamplePair]]
    seed: int = 0
    tokens: int = PROMPT_TOKENS


def strategy(name: str, model: Model, tools: DraftingTools) -> Draft:
    """The way to draft that is called `name`, by `model`; raises `BadSettings` with the names that there are."""
    match name:
        case "reasoning":
            return drafting(model, tools.tokens)
        case "plain":
            return plain(model)
        case "markdown":
            return markdown(model)
        case "examples":
            return with_examples(model, typical(tools.pairs, tools.embedder, EXAMPLES, tools.seed), tools.tokens)
        case "nearest":
            return with_examples(model, nearest(tools.pairs, tools.embedder, NEAREST), tools.tokens, matches=NEAREST)
        case "constrained":
            return constrained(model, UTILITIES)
    raise BadSettings(f"there is no strategy {name!r}: there are {', '.join(STRATEGIES)}")


def unknown_to(language: Language, name: str) -> Draft:
    """A step that says that scripts in `language` are not drafted the way that is called `name`."""

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        ways = ", ".join(language.strategies)
        raise BadSettings(f"the strategy {name} does not write for {language.target}: take one of {ways}")

    return draft


def plain(model: Model) -> Draft:
    """Takes the reply as the script, as it is: what a model wraps around it is part of it, and its fault."""

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        return _as_it_is(await model.ask(sample_of(prompts.plain(action), sample)), action)

    return draft


def markdown(model: Model) -> Draft:
    """Asks for a Markdown block and takes the script out of it."""

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        return await ask_for_script(model, sample_of(prompts.markdown(action), sample), action)

    return draft


def with_examples(model: Model, pick: Picker, tokens: int = PROMPT_TOKENS, *, matches: int = 0) -> Draft:
    """Shows pairs that `pick` chooses and up to `matches` scripts that the catalogue found, never the action's own.

    They are shown as far as the prompt stays within an estimated number of `tokens`; the pairs, which are short, go
    before.
    """

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        room = room_for_examples(prompts.examples(action, ()), tokens)
        picked = fitting(distinct(await pick(action.text), action.text), room)
        found = shown_entries(examples[:matches], room - sum(cost(pair) for pair in picked))
        pairs = distinct([*found, *picked], action.text)
        asked = prompts.examples(action, [(pair.text, pair.script) for pair in pairs])
        return await ask_for_script(model, sample_of(asked, sample), action)

    return draft


def constrained(model: Model, utilities: Sequence[str]) -> Draft:
    """Asks for the bare script under a grammar by which it begins with one of `utilities`.

    Raises `ModelError` when the reply begins otherwise: a server that leaves the grammar out measures something else.
    """
    grammar = first_word_grammar(utilities)
    words = frozenset(utilities)

    async def draft(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        prompt: Prompt = replace(prompts.plain(action), grammar=grammar)
        reply = await model.ask(sample_of(prompt, sample))
        text = reply.text.removeprefix(_SHEBANG)
        first = next((text[:at] for at, letter in enumerate(text) if letter in _BEHIND), text)
        if first not in words:
            raise ModelError(
                f"{model.name} did not keep to the grammar (its reply begins with {first[:40]!r}): use a server that "
                "takes one (llama.cpp, vLLM), or another strategy than `constrained`"
            )
        return _as_it_is(reply, action)

    return draft


def first_word_grammar(utilities: Sequence[str]) -> str:
    """A GBNF grammar of scripts whose first word is one of `utilities`, behind a `#!` line or not.

    In the part of the notation that llama.cpp (GBNF) and vLLM (xgrammar's EBNF) share: literals, alternatives, classes
    of characters, `?` and `*`. The method is the constrained decoding of the first token of NL2SH, section 5.
    """
    words = " | ".join(f'"{word}"' for word in sorted(set(utilities), key=lambda word: (-len(word), word)))
    return (
        'root ::= shebang? utility (behind any*)?\nshebang ::= "#!/usr/bin/env bash\\n"\n'
        f"utility ::= {words}\nbehind ::= [ \\t\\n;|&<>]\nany ::= [^\\r]\n"
    )


def _as_it_is(reply: Reply, action: Action) -> Drafting:
    """The reply without what was thought aloud, as a file; empty is no script."""
    thought, answer = split_thoughts(reply.text)
    text = (answer or "").strip("\r\n \t").replace("\0", "")
    if not text:
        message = "The reply held no script: answer with the text of the script alone."
        finding = Finding(checker="extract", code="SS0010", severity=Severity.ERROR, message=message)
        return Drafting(script=None, reasoning=reply.text.strip(), findings=(finding,), calls=(reply.call,))
    return Drafting(script=Script(text=text + "\n", target=action.target), reasoning=thought, calls=(reply.call,))
