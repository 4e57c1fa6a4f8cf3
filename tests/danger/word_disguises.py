"""Disguises put on the words of a command: what the shell undoes by quoting, expansion and splitting.

Each takes a plain line and a seeded random source, and gives Bash that means the same. None was changed after a figure
was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from .lines import Line, Token, quote

Disguise = Callable[[Line, Random], str]
FOLDERS = {
    **dict.fromkeys(
        ("rm", "dd", "cat", "cp", "chmod", "chown", "kill", "systemctl", "bash", "sh", "tar", "echo"), "/bin"
    ),
    **dict.fromkeys(("mkfs.ext4", "mkswap", "iptables", "poweroff", "reboot", "shutdown", "ip", "ifconfig"), "/sbin"),
}
FILLER = "qzjxkv"


def plain(line: Line, random: Random) -> str:
    """No disguise."""
    return line.text


def cut(text: str, random: Random) -> tuple[str, str]:
    """`text` in two parts, neither empty when it has two characters."""
    at = random.randint(1, max(1, len(text) - 1))
    return text[:at], text[at:]


def hexadecimal(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def octal(text: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in text.encode())


def quotes(line: Line, random: Random) -> str:
    def split(text: str, token: Token) -> str:
        left, right = cut(text, random)
        mark = random.choice("'\"")
        if mark == '"' and any(c in text for c in '$`"\\!'):
            return f"{quote(left)}''{quote(right)}" if right else f"''{quote(left)}"
        form = random.randrange(3)
        if form == 0 or not right or "'" in text:
            return f"{quote(left)}{mark}{mark}{quote(right) if right else ''}"
        return f"{quote(left)}{mark}{right}{mark}" if form == 1 else f"{mark}{left}{mark}{quote(right)}"

    return line.write(split)


def backslash(line: Line, random: Random) -> str:
    return line.write(
        lambda text, token: "".join(f"\\{c}" if not c.isalnum() or random.random() < 0.6 else c for c in text)
    )


def ansi_hex(line: Line, random: Random) -> str:
    return line.write(lambda text, token: f"$'{hexadecimal(text)}'")


def ansi_octal(line: Line, random: Random) -> str:
    def mix(text: str, token: Token) -> str:
        left, right = cut(text, random)
        return f"$'{octal(left)}'{quote(right) if right else ''}"

    return line.write(mix)


def unicode_escape(line: Line, random: Random) -> str:
    def escape(text: str, token: Token) -> str:
        return "$'" + "".join(f"\\u{ord(c):04x}" if i % 2 else f"\\U{ord(c):08x}" for i, c in enumerate(text)) + "'"

    return line.write(escape)


def names(random: Random) -> Iterator[str]:
    """Fresh variable names."""
    number = 0
    while True:
        yield f"{random.choice(('a', 'tmp', 'part', 'x', 'opt'))}{number}"
        number += 1


def with_variables(line: Line, random: Random, hide: Callable[[str, str], tuple[str, str]], joint: str = "; ") -> str:
    """The command with every literal piece taken from a variable: `hide(text, name)` gives assignment and expansion."""
    fresh = names(random)
    before: list[str] = []

    def change(text: str, token: Token) -> str:
        assignment, expansion = hide(text, next(fresh))
        if assignment:
            before.append(assignment)
        return expansion

    command = line.write(change)
    return joint.join([*before, command])


def variable_split(line: Line, random: Random) -> str:
    def hide(text: str, name: str) -> tuple[str, str]:
        left, right = cut(text, random)
        return f"{name}={quote(left)} {name}_={quote(right)}", f'"${{{name}}}${name}_"'

    return with_variables(line, random, hide, random.choice(("; ", "\n")))


def default_expansion(line: Line, random: Random) -> str:
    def change(text: str, token: Token) -> str:
        operator = random.choice((":-", "-", ":="))
        return (
            f'"${{UNSET_{random.randrange(10**6)}{operator}{text}}}"'
            if text.replace("/", "").isalnum()
            else quote(text)
        )

    return line.write(change)


def substring(line: Line, random: Random) -> str:
    def hide(text: str, name: str) -> tuple[str, str]:
        left, right = (random.choice(FILLER) * random.randint(0, 4) for _ in "lr")
        return f"{name}={quote(left + text + right)}", f'"${{{name}:{len(left)}:{len(text)}}}"'

    return with_variables(line, random, hide)


def indirect(line: Line, random: Random) -> str:
    def hide(text: str, name: str) -> tuple[str, str]:
        if random.random() < 0.5:
            return f"declare -n {name}=real_{name}; real_{name}={quote(text)}", f'"${name}"'
        return f"real_{name}={quote(text)}; {name}=real_{name}", f'"${{!{name}}}"'

    return with_variables(line, random, hide)


def array(line: Line, random: Random) -> str:
    """Leading literal words of every stage as one array; expansions stay outside, where they were."""
    before: list[str] = []
    after: list[str] = []
    for number, stage in enumerate(line.stages()):
        lead: list[str] = []
        while stage and stage[0].literal is not None and not stage[0].target:
            lead.append(quote(stage.pop(0).literal or ""))
        if lead:
            before.append(f"argv{number}=({' '.join(lead)})")
            after.append(f'"${{argv{number}[@]}}"')
        after += [token.source for token in stage]
    return "; ".join([*before, " ".join(after)])


def brace(line: Line, random: Random) -> str:
    """The words of every stage as one brace expansion."""
    parts: list[str] = []
    for stage in line.stages():
        words: list[str] = []
        while stage and not stage[0].operator:
            words.append(stage.pop(0).source)
        parts.append("{" + ",".join(words) + ("" if len(words) > 1 else ",") + "}" if words else "")
        parts += [token.source for token in stage]
    return " ".join(part for part in parts if part)


def field_separator(line: Line, random: Random) -> str:
    """`${IFS}` for the blanks between words; not before a tilde, nor beside an operator."""
    text = ""
    previous: Token | None = None
    for token in line.tokens:
        fixed = previous is None or token.operator or previous.operator or token.pieces[0].text.startswith("~")
        text += (
            ("" if previous is None else " ") if fixed else random.choice(("${IFS}", "${IFS}", "$IFS$9", "${IFS%??}"))
        )
        text += token.source
        previous = token
    return text


def substitution(line: Line, random: Random) -> str:
    def change(text: str, token: Token) -> str:
        form = random.randrange(3)
        if form == 0 and not text.startswith("-"):
            return f'"$(echo {quote(text)})"'
        return f'"$(printf %s {quote(text)})"' if form else f"\"$(printf '{octal(text)}')\""

    return line.write(change)


def case_change(line: Line, random: Random) -> str:
    def hide(text: str, name: str) -> tuple[str, str]:
        if text != text.lower() or text == text.upper():
            return "", quote(text)
        if random.random() < 0.3:
            return f"declare -l {name}={quote(text.upper())}", f'"${name}"'
        return f"{name}={quote(text.upper())}", random.choice((f'"${{{name},,}}"', f'"${{{name}@L}}"'))

    return with_variables(line, random, hide)


def pattern_removal(line: Line, random: Random) -> str:
    def hide(text: str, name: str) -> tuple[str, str]:
        mark = random.choice(("++", "@@", "__"))
        left, right = cut(text, random)
        form = random.randrange(3)
        if form == 0:
            return f"{name}={quote(left + mark + right)}", f'"${{{name}//{quote(mark)}/}}"'
        if form == 1:
            return f"{name}={quote('old:' + text)}", f'"${{{name}#old:}}"'
        return f"{name}={quote(text + '.bak')}", f'"${{{name}%.bak}}"'

    return with_variables(line, random, hide)


def printf_into_variable(line: Line, random: Random) -> str:
    return with_variables(line, random, lambda text, name: (f"printf -v {name} '{hexadecimal(text)}'", f'"${name}"'))


def continuation(line: Line, random: Random) -> str:
    def change(text: str, token: Token) -> str:
        left, right = cut(text, random)
        return f"{left}\\\n{right}" if quote(text) == text else quote(text)

    return line.write(change, lambda: random.choice((" \\\n", " \\\n  ", "\\\n\t")))


def blanks(line: Line, random: Random) -> str:
    """Tabs, runs of blanks, a comment before and behind, empty lines."""
    command = line.write(blank=lambda: random.choice(("\t", "  ", " \t ", "\t\t")))
    return random.choice(
        (f"\n\n\t# tidy up\n  {command}\t# nothing to see; exit", f"# note \\\n\t{command}  ;", f" \t{command}\n\n")
    )


def pattern_name(line: Line, random: Random) -> str:
    """The program by a pattern that matches its path alone; a shell found so where the program has no fixed folder."""
    name = line.tokens[0].literal or ""
    if name not in FOLDERS:
        return f"{random.choice(('/bin/bas[h]', '/???/ba[s]h', '/bin/b[a]sh'))} -c {quote(line.text)}"

    def change(text: str, token: Token) -> str:
        folder = FOLDERS.get(text) if token.first else None
        at = random.randrange(len(text))
        return f"{folder}/{text[:at]}[{text[at]}]{text[at + 1 :]}" if folder else quote(text)

    return line.write(change)


def positional(line: Line, random: Random) -> str:
    """The words as arguments that run themselves."""
    words = [token.literal for token in line.tokens]
    if line.simple and None not in words:
        split = not any(" " in (word or "") for word in words)
        return f"set -- {line.text}; " + random.choice(('"$@"', "$*" if split else '"$@"', '"$1" "${@:2}"'))
    parts = (
        ("run " if stage and not stage[0].control else "") + " ".join(token.source for token in stage)
        for stage in line.stages()
    )
    return 'run() { "$@"; }; ' + " ".join(part for part in parts if part)


DISGUISES: dict[str, Disguise] = {
    disguise.__name__.replace("_", "-"): disguise
    for disguise in (
        plain, quotes, backslash, ansi_hex, ansi_octal, unicode_escape, variable_split, default_expansion, substring,
        indirect, array, brace, field_separator, substitution, case_change, pattern_removal, printf_into_variable,
        continuation, blanks, pattern_name, positional,
    )
}  # fmt: skip
