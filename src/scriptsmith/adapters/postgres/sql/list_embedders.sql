-- The embedders whose vectors are kept: number, model, dimension, how many vectors, when they were last used.
select number, model, dimension, (select count(*) from scriptsmith.phrase_vector where embedder = number), used
from scriptsmith.embedder order by used desc
