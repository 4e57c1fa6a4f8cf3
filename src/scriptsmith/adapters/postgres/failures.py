"""What goes wrong in a database, as sentences that a user can act on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg_pool import PoolTimeout, TooManyRequests

from ...errors import DatabaseUnavailable, ScriptSmithError, StorageError


@contextmanager
def explained(doing: str) -> Iterator[None]:
    """Turn an error of psycopg into one sentence: the database cannot be reached, or did not do what was asked.

    No password is in it: libpq names host, user and database, and never more.
    """
    try:
        yield
    except ScriptSmithError:
        raise
    except (PoolTimeout, TooManyRequests):
        raise DatabaseUnavailable(f"could not {doing}: the database has no connection left, or is gone") from None
    except (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction) as error:  # it is set so, or a standby
        raise DatabaseUnavailable(f"could not {doing}: {said(error)}") from None
    except psycopg.Error as error:
        raise StorageError(f"could not {doing}: {said(error)}") from None


def said(error: psycopg.Error) -> str:
    """The first thing that the database says of an error."""
    lines = (error.diag.message_primary or str(error)).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__
