-- Makes unqualified names mean the queue's tables, for as long as the connection lasts.
set search_path = procrastinate
