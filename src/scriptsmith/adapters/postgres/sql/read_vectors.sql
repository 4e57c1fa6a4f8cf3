-- The vectors of texts, in the binary form of an array.
select digest, array_send(numbers) from scriptsmith.phrase_vector
where embedder = %(embedder)s and digest = any(%(digests)s::bytea[])
