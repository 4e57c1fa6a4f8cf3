#!/usr/bin/env bash
# packages: findutils tar gzip
. "$HARNESS"
ran_on find "$(find --version | sed -n '1s/.* //p')"

mkdir -p 'back ups'; cd 'back ups' || exit 1
for n in 1 2 3 4 5; do printf 'data\n' >"db $n.gz"; touch -d "2026-01-0$n" "db $n.gz"; done
: >failed.gz; printf 'x\n' >notes.txt; cd ..
run --directory 'back ups' --keep 2 --dry-run
check 'a dry run deletes nothing' test "$status:$(ls 'back ups' | wc -l)" = 0:7
run --directory 'back ups' --keep 2
check 'the newest two stay, and what is no backup' test "$status:$(ls 'back ups' | tr '\n' ',')" = '0:db 4.gz,db 5.gz,failed.gz,notes.txt,'
run --directory 'back ups' --keep 2
check 'a second run deletes nothing' test "$status:$(ls 'back ups' | wc -l)" = 0:4
run --directory 'back ups' --keep 1 --pattern '*'
check 'a pattern for everything is refused' test "$status:$(ls 'back ups' | wc -l)" = 2:4
mkdir data series; printf 'x\n' >data/file
for n in 1 2 3; do tar -czf "series/data-2026010$n-000000-$([ $n = 1 ] && echo full || echo incr).tar.gz" --listed-incremental=series/data.snar data; done
run --directory series --keep 2
check 'the archives of an incremental series are refused' test "$status:$(ls series | wc -l)" = 3:4
run --directory /var/lib/dpkg --keep 1 --pattern '*.list'
check 'a directory of the system is refused' test "$status" -eq 2
mkdir nightly; for db in crm mail shop; do for n in 1 2 3; do printf 'x\n' | gzip >"nightly/$db-2026010$n.sql.gz"; touch -d "2026-01-0$n" "nightly/$db-2026010$n.sql.gz"; done; done
printf 'x\n' | gzip >nightly/archive-20250101.sql.gz; touch -d 2025-01-01 nightly/archive-20250101.sql.gz
run --directory nightly --keep 7
check 'the dumps of several databases are refused' test "$status:$(ls nightly | wc -l)" = 3:10
run --directory nightly --keep 1 --pattern 'crm-*.gz'
check 'those of one are deleted by a pattern of its own' test "$status:$(cd nightly && echo crm-*):$(ls nightly | wc -l)" = 0:crm-20260103.sql.gz:8
mkdir failing
for n in 1 2; do head -c 5000 /dev/urandom | gzip >failing/db-2026010$n.sql.gz; touch -d "2026-01-0$n" failing/db-2026010$n.sql.gz; done
for n in 3 4; do true | gzip >failing/db-2026010$n.sql.gz; touch -d "2026-01-0$n" failing/db-2026010$n.sql.gz; done
run --directory failing --keep 2
check 'what failing dumps leave does not push out the good ones' test "$status:$(ls failing | wc -l)" = 3:4
run --directory failing --keep 3
check 'beside a good one they may be kept' test "$status:$(ls failing | wc -l)" = 0:3
mkdir growing; for n in 1 2; do printf 'x\n' >growing/db-$n.gz; touch -d "2026-01-0$n" growing/db-$n.gz; done
(exec sleep 60 >growing/db-3.gz) & writer=$!
await test -e growing/db-3.gz; printf 'x\n' >>growing/db-3.gz
run --directory growing --keep 1
check 'while one is being written none is deleted' test "$status:$(ls growing | wc -l)" = 3:3
kill "$writer"; wait "$writer" 2>/dev/null
run --directory growing --keep 1
check 'once it is written the older ones go' test "$status:$(ls growing)" = 0:db-3.gz
run --directory nightly --keep 1 --pattern '*.tar'
check 'a pattern that matches none of the files is refused' test "$status" -eq 3
finish
