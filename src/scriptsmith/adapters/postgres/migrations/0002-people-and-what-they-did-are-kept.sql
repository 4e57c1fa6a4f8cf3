-- People and what they did are kept. Of what lets somebody in only the SHA-256 is here.

-- A key. It is never removed, so that what was done with it can be told.
create table scriptsmith.key (
  id text collate "C" primary key,
  name text not null check (name <> ''),
  parts text[] not null check (cardinality(parts) > 0),
  digest bytea not null unique check (octet_length(digest) = 32),
  made timestamptz not null default clock_timestamp(),
  made_by text not null,
  expires timestamptz,
  revoked timestamptz
);

-- Somebody who is logged in; with the key that they came in with, it ends with that one.
create table scriptsmith.session (
  id text collate "C" primary key,
  name text not null check (name <> ''),
  parts text[] not null,
  digest bytea not null unique check (octet_length(digest) = 32),
  key text collate "C" references scriptsmith.key (id),
  made timestamptz not null default clock_timestamp(),
  expires timestamptz not null
);
create index session_expires on scriptsmith.session (expires);

-- A link that lets somebody in once.
create table scriptsmith.link (
  id text collate "C" primary key,
  name text not null check (name <> ''),
  parts text[] not null,
  digest bytea not null unique check (octet_length(digest) = 32),
  made timestamptz not null default clock_timestamp(),
  expires timestamptz not null,
  used timestamptz
);

-- What people did: each record holds the digest of the one before it. `at` is text, because it is a part of the digest.
create table scriptsmith.audit (
  seq bigint primary key check (seq > 0),
  at text not null,
  who text not null,
  act text not null,
  about text not null,
  why text not null,
  way text not null,
  more jsonb not null,
  before text not null,
  digest text not null
);
create index audit_about on scriptsmith.audit (about, seq);
create index audit_who on scriptsmith.audit (who, seq);

create trigger never_changed before update or delete or truncate on scriptsmith.audit
  for each statement execute function scriptsmith.refuse();

-- Keeps a note as the next record, one writer at a time until the transaction ends; `told` is the digest of the note.
create function scriptsmith.note(
  who text, act text, about text, why text, way text, more jsonb, told text
) returns bigint language plpgsql as $$
declare
  last_seq bigint;
  last_digest text;
  moment text;
begin
  perform pg_advisory_xact_lock(hashtext('scriptsmith'), hashtext('audit'));
  select seq, digest into last_seq, last_digest from scriptsmith.audit order by seq desc limit 1;
  last_seq := coalesce(last_seq, 0);
  last_digest := coalesce(last_digest, repeat('0', 64));
  moment := to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"');
  insert into scriptsmith.audit values (
    last_seq + 1, moment, who, act, about, why, way, more, last_digest,
    encode(sha256(convert_to(concat_ws(E'\n', last_seq + 1, moment, last_digest, told), 'UTF8')), 'hex')
  );
  return last_seq + 1;
end $$;
