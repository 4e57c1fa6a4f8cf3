-- Keeps a note as the next record of the audit, and returns its number.
select scriptsmith.note(
  %(who)s, %(act)s, %(about)s, %(why)s, %(way)s, %(more)s::jsonb, %(told)s
)
