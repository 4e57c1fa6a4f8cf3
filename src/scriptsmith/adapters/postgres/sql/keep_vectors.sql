-- Keeps the vectors of texts, whose numbers come one vector after the other. What is there already stays.
insert into scriptsmith.phrase_vector (embedder, digest, numbers)
select %(embedder)s, (%(digests)s::bytea[])[place],
  (%(numbers)b::real[])[(place - 1) * %(dimension)s + 1 : place * %(dimension)s]
from generate_series(1, cardinality(%(digests)s::bytea[])) as place
on conflict do nothing
