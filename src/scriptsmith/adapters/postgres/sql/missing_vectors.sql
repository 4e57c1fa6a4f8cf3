-- The texts, by digest and in their order, that an embedder has no vector of.
select asked.digest from unnest(%(digests)s::bytea[]) with ordinality as asked (digest, place)
where not exists (
  select from scriptsmith.phrase_vector held where held.embedder = %(embedder)s and held.digest = asked.digest
)
order by asked.place
