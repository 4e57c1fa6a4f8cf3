-- Whether the index of an embedder's vectors is there, and what it needs can be found.
select to_regclass('scriptsmith.phrase_vector_near_' || %(embedder)s::text) is not null and to_regtype('halfvec') is not null
