"""The console: pages for people, rendered on the server, that read and decide without any script in the browser."""

from __future__ import annotations

from fastapi import APIRouter

from . import (
    pages_admin,
    pages_catalogue,
    pages_home,
    pages_incidents,
    pages_login,
    pages_outlets,
    pages_remarks,
    pages_review,
    pages_rules,
    pages_run,
    pages_runs,
    pages_set_aside,
)

PAGES = (
    pages_home,
    pages_incidents,
    pages_runs,
    pages_run,
    pages_review,
    pages_remarks,
    pages_rules,
    pages_catalogue,
    pages_admin,
    pages_login,
    pages_outlets,
    pages_set_aside,
)
router = APIRouter()
for each in PAGES:
    router.include_router(each.router)
