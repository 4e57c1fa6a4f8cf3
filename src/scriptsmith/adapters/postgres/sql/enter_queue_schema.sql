-- Makes unqualified names mean the queue's tables, until the transaction ends or is told otherwise.
set local search_path = procrastinate
