-- The number of the last change to the catalogue; 0 when there was none.
select greatest(
  (select coalesce(max(change), 0) from scriptsmith.published),
  (select coalesce(max(change), 0) from scriptsmith.retired),
  (select coalesce(max(change), 0) from scriptsmith.evidence)
)
