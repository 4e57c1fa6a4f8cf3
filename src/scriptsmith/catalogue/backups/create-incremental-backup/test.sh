#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'my data/sub' backup
s="$PWD/my data"
echo one >'my data/a'; echo two >'my data/sub/$(touch pwned)'
n=0
stub date <<'EOF'
n=$(cat turn 2>/dev/null); echo $((n + 1)) >turn; printf "20261121-%06d\n" "$n"
EOF
listing() { tar -tzf backup/*-"$1".tar.gz; }
run --source "$s" --destination backup --dry-run
check 'a dry run says what it would do' grep -q "^would write: .*/backup/my data-.*-full.tar.gz (full backup of $s)$" <<<"$out"
check 'a dry run writes nothing' test -z "$(ls -A backup)"
run --source "$s" --destination backup
check 'it succeeds' test "$status" -eq 0
check 'the first one holds everything' grep -qF './my data/sub/$(touch pwned)' <<<"$(listing full)"
check 'it says so' grep -Eq '^written: .*-full.tar.gz \(full, 4 entries, [0-9]+ bytes\)$' <<<"$out"
check 'so is how to restore it' grep -q '^to restore: .*--listed-incremental=/dev/null' <<<"$out"
check 'the state is kept' test -s 'backup/my data.snar'
touch -d '2020-01-01' 'my data/a'
echo three >'my data/sub/new'
run --source "$s" --destination backup
check 'the next one holds what is new' grep -qF './my data/sub/new' <<<"$(listing incr)"
check 'and not what is old' test "$(listing incr | grep -c touch)" -eq 0
check 'nothing half is left' test "$(ls backup | grep -Ec 'part|new$')" -eq 0
check 'only the owner can read what is written' test "$(stat -c %a backup/*.tar.gz 'backup/my data.snar' | sort -u)" = 600
mkdir away; mv backup/*-full.tar.gz away; : >'backup/my data-old-20260101-000000-full.tar.gz'
run --source "$s" --destination backup
check 'without its full archive a series is begun anew' test "$status:$(tar -tzf "backup/my data-2"*-full.tar.gz | grep -c touch)" = 0:1
check 'which is told' grep -q '^note: the full archive of my data lies in .*/backup no more' <<<"$out"
rm backup/*; touch turn; run --source "$s" --destination backup; run --source "$s" --destination backup
before=$(sha256sum <'backup/my data.snar')
stub tar <<<'case $1 in --create) exit 2 ;; esac; exec /bin/tar "$@"'
run --source "$s" --destination backup
check 'a tar that fails is a failure' test "$status" -eq 1
check 'and the state is as before' test "$(sha256sum <'backup/my data.snar')" = "$before"
check 'and no archive is left' test "$(ls backup/*.tar.gz | wc -l)" -eq 2
stub tar <<<'/bin/tar "$@" || exit; case $1 in --create) for each; do case $each in --listed-incremental=*) : >"${each#*=}" ;; esac; done ;; esac'
run --source "$s" --destination backup
check 'so is a state that is empty, as on a full disk' grep -q 'tar left no state' <<<"$err"
check 'and the former one stays' test "$(sha256sum <'backup/my data.snar')" = "$before"
rm .stubs/tar
stub cp <<<'echo "cp: error writing: No space left on device" >&2; exit 1'
run --source "$s" --destination backup
check 'without a copy of the state no increment is made' test "$status:$(ls backup/*.tar.gz | wc -l)" = 1:2
rm .stubs/cp
run --source "$s" --destination backup --level full
check 'a new series can be begun' test "$(ls backup/*full.tar.gz | wc -l)" -eq 2
newest=$(find backup -name '*-full.tar.gz' | sort | tail -n 1); mv "$newest" away/other.tar.gz
run --source "$s" --destination backup
check 'a full archive of an earlier series is no base' test "$(grep -c '(full, ' <<<"$out"):$(find backup -name '*full.tar.gz' | wc -l)" = 1:2
run --source "$s" --destination backup
check 'the new one is' grep -q '(incr, ' <<<"$out"
rm backup/*-incr.tar.gz; run --source "$s" --destination backup
mkdir -p 'other/my data'; echo old >'other/my data/file'; touch -d '2020-01-01' 'other/my data/file'
run --source "$PWD/other/my data" --destination backup
check 'another directory of the same name is refused' test "$status" -eq 3
check 'and no archive is made of it' test "$(ls backup/*.tar.gz | wc -l)" -eq 3
cp turn again; run --source "$s" --destination backup --level full
kept=$(sha256sum backup/*.tar.gz); cp again turn; run --source "$s" --destination backup --level full
check 'an archive of the same second is not written over' test "$status:$(sha256sum backup/*.tar.gz)" = "3:$kept"
rm backup/*-full.tar.gz; mkdir 'two  places'; cp 'backup/my data.snar' 'two  places'
run --source "$s" --destination 'two  places' --dry-run
check 'a place may have blanks' grep -qx "note: the full archive of my data lies in $PWD/two  places no more, so a new series begins" <<<"$out"
printf %s "$s" >'two  places/my data.source'
run --source "$s" --destination 'two  places' --dry-run
check 'the path that is noted may be without the end of its line' test "$status" -eq 0
printf '\0\0\0\0' >'two  places/my data.source'
run --source "$s" --destination 'two  places'
check 'where nothing can be read, as a crash may leave it, it is refused' test "$status" -eq 3
run --source "$s/a" --destination backup
check 'a file is no directory' test "$status" -eq 3
for place in absent "$s/a"; do
  run --source "$s" --destination "$place"
  check "nor can backups lie there: $place" test "$status" -eq 3
done
mkdir $'bad\tname'
run --source $'bad\tname' --destination backup
check 'a name with control characters is refused' test "$status" -eq 2
run --source "$s" --destination "$s/sub"
check 'a backup into itself is refused' test "$status" -eq 2
run --source / --destination backup
check 'the root is refused' test "$status" -eq 2
run --source "$PWD/absent" --destination backup
check 'a missing directory is refused' test "$status" -eq 3
run --source "$s"
check 'a place for it is needed' test "$status" -eq 2
run --source "$s" --destination backup --level '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
