-- Removes the index of an embedder's vectors.
drop index if exists scriptsmith.{name}
