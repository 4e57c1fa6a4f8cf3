#!/usr/bin/env bash
. "$HARNESS"
use java

java_program
mkdir dumps
run --pid "$java" --destination dumps --dry-run
check 'a dry run writes nothing' test -z "$(ls dumps)"
run --pid "$java" --destination dumps
check 'it succeeds' test "$status" -eq 0
file=$(ls "$PWD"/dumps/heap-"$java"-*.hprof)
check 'the file is named' grep -q "^written: $file, " <<<"$out"
check 'it is a heap dump' test "$(head -c 18 "$file" | tr -d '\0')" = 'JAVA PROFILE 1.0.2'
check 'with what is in memory' grep -q -a 'Kept' "$file"
check 'only the owner may read it' test "$(stat -c %a "$file")" = 600
mkdir small && mount -t tmpfs -o size=5m none small
run --pid "$java" --destination small
check 'too little room is refused' bash -c '[ "$1" = 3 ] && [ -z "$(ls small)" ]' _ "$status"
kill "$java"
finish
