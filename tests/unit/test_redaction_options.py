"""What the table of programs calls a secret is taken out, wherever it stands in a command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scriptsmith.programs.spec import Option, Spec, shipped_blocks, spec_of
from scriptsmith.redaction.detection import find_secrets

SECRET = "Zq9kx7Lp2w"


def _secret_options(spec: Spec) -> Iterator[tuple[str, Option]]:
    for option in {id(it): it for it in spec.options.values() if it.role == "secret"}.values():
        yield spec.name, option
    for below in spec.subcommands.values():
        yield from _secret_options(below)


def commands() -> Iterator[str]:
    """Every program, subcommand and option of the table whose value is a secret, in every way to write it."""
    for program, blocks in shipped_blocks().items():
        spec = spec_of(program) if not program.startswith("_") and "secret" in "".join(blocks) else None
        for name, option in _secret_options(spec) if spec is not None else ():
            for spelling in option.spellings:
                glue = "=" if spelling[:2] == "--" else "" if option.takes == "attached" else " "
                yield f"{name} -v {spelling}{glue}{SECRET} host"


@pytest.mark.parametrize("command", list(commands()))
def test_the_value_of_an_option_that_takes_a_secret_is_found(command: str) -> None:
    """The whole value, and nothing else."""
    assert [command[it.start : it.end] for it in find_secrets(command)] == [SECRET]


@pytest.mark.parametrize(
    "command",
    [
        "ldapsearch -s base -b dc=example cn=app-gateway",
        "docker run -p 8080:80 app-gateway-7c9f",
        "zip -r backup-2024.zip folder-9c8b7a",
        "7z a archive-2024.7z -mx9",
        "docker login -u deploy-bot registry.example.net",
        "redis-cli -h cache-7.example.net keys 'a*'",
    ],
)
def test_options_that_take_no_secret_are_left_alone(command: str) -> None:
    """The same letters elsewhere, and a scope of a search, which was taken for a password."""
    assert not find_secrets(command)
