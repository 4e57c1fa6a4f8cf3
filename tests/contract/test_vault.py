"""What every `Vault` promises, held by the folder one and the double."""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.folder.vault import FolderVault
from scriptsmith.adapters.postgres.vault import PostgresVault
from scriptsmith.core.events import Asked
from scriptsmith.core.secret_tokens import SecretSpelling
from scriptsmith.core.types import Action
from scriptsmith.errors import Conflict, StorageError
from scriptsmith.ports import Vault
from scriptsmith.testing.doubles import MemoryVault
from tests.databases import a_database, with_database

ONE = SecretSpelling(number=1, letter="A", spelling="line one\nline 'two' \u2028 \\ ü")
TWO = SecretSpelling(number=2, letter="", spelling="")


@pytest.fixture(params=["folder", "memory", pytest.param("postgres", marks=with_database)])
async def vault(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Vault]:
    if request.param == "postgres":
        async with a_database() as database:
            yield PostgresVault(database)
    else:
        yield FolderVault(tmp_path / "runs") if request.param == "folder" else MemoryVault()


async def test_what_is_kept_comes_back_in_order(vault: Vault) -> None:
    """All spellings come back exactly, those of other runs apart."""
    await vault.add("r1", 0, [ONE])
    await vault.add("r1", 1, [TWO])
    await vault.add("r2", 0, [TWO])
    assert tuple(await vault.read("r1")) == (ONE, TWO)
    assert tuple(await vault.read("r2")) == (TWO,)


async def test_nothing_is_kept_of_an_unknown_run(vault: Vault) -> None:
    """A run without secrets, or whose secrets were thrown away, has none, and that is no error."""
    assert tuple(await vault.read("r1")) == ()


async def test_who_has_not_seen_the_newest_may_not_add(vault: Vault) -> None:
    """Of two that work on one run the second learns it, so that one token never stands for two secrets."""
    await vault.add("r1", 0, [ONE])
    with pytest.raises(Conflict):
        await vault.add("r1", 0, [SecretSpelling(number=1, letter="A", spelling="another")])
    assert tuple(await vault.read("r1")) == (ONE,)


async def test_the_file_is_for_its_owner_alone_and_beside_the_log(tmp_path: Path) -> None:
    """Its mode is 0600, it is no run of its own, and what a crash left half written never happened."""
    folder = tmp_path / "runs"
    await FolderJournal(folder).append("r1", 1, Asked(action=Action(text="x")))
    vault = FolderVault(folder)
    await vault.add("r1", 0, [ONE])
    path = folder / "r1.secrets"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(await FolderJournal(folder).runs()) == ["r1"]
    with path.open("ab") as file:
        file.write(b'[2, "A", "ha')
    assert tuple(await vault.read("r1")) == (ONE,)
    await vault.add("r1", 1, [TWO])
    assert tuple(await vault.read("r1")) == (ONE, TWO)


async def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """A line that is no kept secret is a StorageError that names file and line, and shows nothing of it."""
    (tmp_path / "r1.secrets").write_text('["hush"]\n')
    with pytest.raises(StorageError, match=r"r1\.secrets, line 1") as caught:
        await FolderVault(tmp_path).read("r1")
    assert "hush" not in str(caught.value)
