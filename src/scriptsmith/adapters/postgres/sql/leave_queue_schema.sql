-- Makes unqualified names mean what they mean in this session.
set local search_path to default
