-- Makes the extension pgvector where everybody finds it, if the server has it and this user may.
create extension if not exists vector with schema public
