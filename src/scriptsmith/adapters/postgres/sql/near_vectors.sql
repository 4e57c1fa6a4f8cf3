-- The texts nearest to a vector by pgvector's index, certain others, and the cosine of each.
with near as materialized (
  select digest, numbers from scriptsmith.phrase_vector where embedder = {embedder}
  order by numbers::halfvec({dimension}) <#> %(asked)s::vector({dimension})::halfvec({dimension}) limit {most}
)
select digest, -(numbers::vector({dimension}) <#> %(asked)s::vector({dimension})) from near
union all
select digest, -(numbers::vector({dimension}) <#> %(asked)s::vector({dimension})) from scriptsmith.phrase_vector
where embedder = {embedder} and digest = any(%(digests)s::bytea[])
