"""Where state is kept, by the settings: in folders or in PostgreSQL. A part of the composition root, for `wiring`.

The client of the database is imported when a database is configured, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .adapters.folder.catalogue import FolderCatalogue
from .adapters.folder.journal import FolderJournal
from .adapters.folder.kept_postings import KeptPostings
from .adapters.folder.vault import FolderVault
from .schema import Settings

if TYPE_CHECKING:
    from .adapters.hybrid_search import Meanings
    from .adapters.postgres.database import Database
    from .ports import ExportableCatalogue, Journal, Vault

SEED = Path(__file__).parent / "catalogue"


def _unheard(sentence: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """Where runs, their secrets and published entries are kept; no `database`: in folders."""

    catalogue: ExportableCatalogue
    journal: Journal
    vault: Vault
    database: Database | None = None


def storage(
    settings: Settings, warn: Callable[[str], None] = _unheard, meanings: Callable[[], Meanings] | None = None
) -> Storage:
    """What the settings name, nothing of it opened; the shipped entries lie under the user's own in either.

    `warn` hears of entries that are left out. Raises `BadSettings` when the file of the connection string cannot be
    read, and `DatabaseUnavailable` when the extra `service` is not installed.
    """
    if in_database(settings):
        return _in_database(settings, warn, meanings)
    folder = Path(settings.paths.catalogue) if settings.paths.catalogue else _user_folder("user_data_dir", "catalogue")
    folders = (folder, *([SEED] if settings.paths.seed else []))
    kept = KeptPostings.of(folders, cache_folder(settings) / "catalogues")
    catalogue = FolderCatalogue(*folders, warn=warn, meanings=meanings, kept=kept)
    runs = runs_folder(settings)
    return Storage(catalogue=catalogue, journal=FolderJournal(runs), vault=FolderVault(runs))


def _in_database(settings: Settings, warn: Callable[[str], None], meanings: Callable[[], Meanings] | None) -> Storage:
    from .errors import DatabaseUnavailable

    try:
        from .adapters.postgres.catalogue import PostgresCatalogue
        from .adapters.postgres.database import Database
        from .adapters.postgres.embedded import Embedded
        from .adapters.postgres.journal import PostgresJournal
        from .adapters.postgres.vault import PostgresVault
    except ImportError:
        raise DatabaseUnavailable(
            "PostgreSQL is configured and its client is not installed: run `pip install 'scriptsmith[service]'`, "
            "or set database.storage to folder"
        ) from None
    url = database_url(settings)
    database = Database(url) if url else Database(embedded=Embedded(database_folder(settings)))
    shipped = FolderCatalogue(SEED) if settings.paths.seed else None
    return Storage(
        catalogue=PostgresCatalogue(database, shipped, warn, meanings),
        journal=PostgresJournal(database),
        vault=PostgresVault(database),
        database=database,
    )


def in_database(settings: Settings) -> bool:
    """Whether state is kept in PostgreSQL."""
    chosen = settings.database
    return chosen.storage == "postgres" or (chosen.storage == "auto" and bool(chosen.url or chosen.url_file))


def service_beside(settings: Settings) -> bool:
    """Whether `serve` has kept runs in an embedded PostgreSQL that is not what these settings name."""
    alone = settings.database.storage == "auto" and not in_database(settings)
    return alone and (database_folder(settings) / "data").exists()


def database_url(settings: Settings) -> str:
    """The connection string that the settings name; empty: the embedded server. It appears in no message."""
    from .errors import BadSettings

    if settings.database.url or not settings.database.url_file:
        return settings.database.url
    path = Path(settings.database.url_file).expanduser()
    try:
        url = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"database.url_file {path} cannot be read: {error}") from None
    if not url:
        raise BadSettings(f"database.url_file {path} is empty")
    return url


def database_folder(settings: Settings) -> Path:
    """Where the embedded server keeps its files."""
    return Path(settings.paths.database) if settings.paths.database else _user_folder("user_data_dir", "postgres")


def catalogue_in(folder: Path) -> ExportableCatalogue:
    """The catalogue that lies in `folder`, one that is not the user's own."""
    return FolderCatalogue(folder)


def models_folder(settings: Settings) -> Path:
    """Where the models lie that people have added."""
    return Path(settings.paths.models) if settings.paths.models else _user_folder("user_data_dir", "models")


def runs_folder(settings: Settings) -> Path:
    """Where the run logs lie."""
    return Path(settings.paths.runs) if settings.paths.runs else _user_folder("user_state_dir", "runs")


def cache_folder(settings: Settings) -> Path:
    """Where what can be computed again lies."""
    return Path(settings.paths.cache) if settings.paths.cache else _platform_folder("user_cache_dir")


def _user_folder(kind: str, name: str) -> Path:
    return _platform_folder(kind) / name


def _platform_folder(kind: str) -> Path:
    import platformdirs

    return Path(getattr(platformdirs, kind)("scriptsmith"))
