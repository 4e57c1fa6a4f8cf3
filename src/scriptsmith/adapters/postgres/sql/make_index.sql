-- Makes the index that finds near vectors of one embedder (HNSW, Malkov and Yashunin 2018).
create index if not exists {name} on scriptsmith.phrase_vector
using hnsw ((numbers::halfvec({dimension})) halfvec_ip_ops) where embedder = {embedder}
