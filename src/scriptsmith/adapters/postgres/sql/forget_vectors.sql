-- Removes the vectors of texts that are none of these, and tells of each.
delete from scriptsmith.phrase_vector held
where embedder = %(embedder)s and not exists (
  select from unnest(%(digests)s::bytea[]) as asked (digest) where asked.digest = held.digest
)
returning 1
