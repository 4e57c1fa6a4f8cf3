-- Removes an embedder with its vectors.
delete from scriptsmith.embedder where number = %(embedder)s
