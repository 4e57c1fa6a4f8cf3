"""What a parameter may hold: variables, other names for them, positional parameters, the environment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .execution import InterpreterState
from .model import Kind, Unknown, Word
from .values import Content, Items, Options, Parts, beyond, fixed, listed

ALWAYS_SET = frozenset(
    listed(
        "HOME PWD OLDPWD USER LOGNAME SHELL PATH UID EUID HOSTNAME HOSTTYPE OSTYPE MACHTYPE PPID RANDOM SRANDOM "
        "SECONDS EPOCHSECONDS EPOCHREALTIME "
        "BASH BASHPID BASH_VERSION BASH_SOURCE LINENO SHLVL IFS PS4 FUNCNAME BASH_COMMAND"
    )
)

_COMPARING = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))


@dataclass(slots=True, eq=False)
class Variables:
    """Looks parameters up in the state."""

    execution: InterpreterState

    def indexed(self, name: str, key: str) -> Options:
        out: list[Content] = []
        for content in self.lookup(name):
            if isinstance(content, Items):
                found = dict(content.entries).get(key)
                values = [parts for _, parts in content.entries]
                if key.isdigit() and fixed(values) < len(values) and (found is None or int(key) >= fixed(values)):
                    found = (beyond(values),)
                out.append(found or ())
            elif content is None:
                out.append((Unknown(source=f"${{{name}[{key}]}}"),))
            else:
                out.append(content if key == "0" else ())
        return tuple(out)

    def lookup(self, name: str) -> Options:
        """What the parameter may hold; (None,) when the script never sets it."""
        execution = self.execution
        if name.isdigit():
            number = int(name) if len(name) < 10 else 10**9  # Python reads no number of thousands of digits
            arguments = execution.state.arguments
            if number and arguments is not None:
                if number <= (sure := fixed(arguments)):
                    return (arguments[number - 1],)
                return ((beyond(arguments),),) if sure < len(arguments) else ((),)
            if number == 0:
                if "0" in execution.state.variables:
                    return execution.state.variables["0"]
                return ((Unknown(source="$0", kind="argument", empty=False),),)
            return ((self._argument(name),),)
        if name == "#" and execution.state.arguments is not None:
            if fixed(execution.state.arguments) < len(execution.state.arguments):
                return ((Unknown(source="$#", kind="argument", empty=False),),)
            return ((str(len(execution.state.arguments)),),)
        if not (name[0].isalpha() or name[0] == "_"):
            return ((Unknown(source="$" + name, kind="argument", empty=name == "!"),),)
        if execution.state.references and name in execution.state.references:
            return self._referred(name)
        if name == "IFS" and name not in execution.state.variables:
            return ((" \t\n",),)
        return execution.state.variables.get(name, (None,))

    def argument_test(self, tokens: Sequence[Word | str], status: bool | None) -> bool | None:
        """The status of a test of three words, which may compare `$#` with a number."""
        left, sign, right = (each if isinstance(each, str) else each.text for each in tokens)
        first = tokens[0].parts[:1] if isinstance(tokens[0], Word) else ()
        only = first[0] if first and left is None else None
        if not isinstance(only, Unknown) or only.source != "$#" or sign not in _COMPARING:
            return status
        return self.count_shown(sign, int(right[:6])) if right and right.isdigit() else status

    def count_shown(self, sign: str, number: int) -> bool | None:
        """Whether a comparison of `$#` with `number` holds, where the arguments that are known decide it."""
        arguments = self.execution.state.arguments
        if arguments is None:
            return None
        least = fixed(arguments)
        more = least < len(arguments)
        if sign in ("-gt", "-ge"):
            enough = number + (sign == "-gt")
            return True if least >= enough else None if more else False
        if sign in ("-lt", "-le"):
            enough = number + (sign == "-le")
            return False if least >= enough else None if more else True
        same = False if least > number else None if more else least == number
        return same if sign == "-eq" or same is None else not same

    def aim(self, name: str) -> str:
        """The variable that `name` is another name for, itself when it is none."""
        for _ in range(8):
            other = self.execution.state.references.get(name)
            if not other or other == name:
                break
            name = other
        return name

    def _referred(self, name: str) -> Options:
        target = self.aim(name)
        if target == name or target in self.execution.state.references:
            return ((Unknown(source="$" + name),),)
        if found := re.fullmatch(r"([A-Za-z_]\w*)\[(\w+)\]", target):
            return self.indexed(found[1], found[2])
        return self.lookup(target)

    def _argument(self, name: str) -> Unknown:
        source = f"${int(name) + self.execution.state.shifted}"
        empty = source not in self.execution.state.nonempty and "nounset" not in self.execution.state.flags
        return Unknown(source=source, kind="argument", empty=empty)

    def environment(self, name: str, source: str) -> Unknown:
        sure = (
            name in ALWAYS_SET or "nounset" in self.execution.state.flags or "$" + name in self.execution.state.nonempty
        )
        source = f"${name}" if source == f"${{{name}}}" else source
        kind: Kind = "environment" if name.isupper() or name in ALWAYS_SET else "unset"
        return Unknown(source=source, kind=kind, empty=not sure)

    def refine(self, parts: Parts) -> Parts:
        """`parts` with what tests have shown."""
        if not self.execution.state.nonempty:
            return parts
        return tuple(
            replace(part, empty=False)
            if isinstance(part, Unknown) and part.empty and part.source in self.execution.state.nonempty
            else part
            for part in parts
        )
