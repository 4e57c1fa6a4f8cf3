-- How many vectors pgvector's index looks at before it answers, until the transaction ends; nothing is compiled for it.
select set_config('hnsw.ef_search', %(effort)s, true), set_config('jit', 'off', true)
