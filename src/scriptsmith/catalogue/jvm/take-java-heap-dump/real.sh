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
check 'on its own file system' test "$(grep -c '^note' <<<"$out")" = 0
check 'only the owner may read it' test "$(stat -c %a "$file")" = 600
mkdir small && mount -t tmpfs -o size=5m none small
run --pid "$java" --destination small
check 'a directory in memory is refused' test "$status:$(grep -c 'lies in memory (tmpfs)' <<<"$err"):$(ls small)" = 3:1:
kill "$java"

# A JVM with a /var/tmp of its own, as PrivateTmp gives one to a service.
mkdir /srv/private
unshare --mount bash -c 'mount --bind /srv/private /var/tmp && exec java -Xmx96m -cp "$PWD" Kept' >.java-ready 2>&1 &
java=$!
await grep -q ready .java-ready
run --pid "$java" --destination /var/tmp
check 'one that sees another /var/tmp has it written there' test "$status:$(ls /srv/private | wc -l):$(ls /var/tmp/*.hprof 2>/dev/null | wc -l)" = 0:1:0
file=$(sed -n 's/^written: \([^ ]*\), .*/\1/p' <<<"$out")
check 'and is named as it can be reached from here' test "$(head -c 18 "$file" | tr -d '\0')" = 'JAVA PROFILE 1.0.2'
check 'only the owner may read it' test "$(stat -c %a /srv/private/*.hprof)" = 600
check 'that it is not of this file system is told' grep -q '^note: that is in the file system of the process' <<<"$out"
kill "$java"
mount -t tmpfs -o size=5m none /srv/private
unshare --mount bash -c 'mount --bind /srv/private /var/tmp && exec java -Xmx96m -cp "$PWD" Kept' >.java-ready 2>&1 &
java=$!
await grep -q ready .java-ready
run --pid "$java" --destination /var/tmp
check 'where its own file system lies counts' test "$status:$(grep -c 'lies in memory (tmpfs)' <<<"$err"):$(ls /srv/private)" = 3:1:
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
mkdir /srv/dumps && run --pid "$java" --destination /srv/dumps
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' test "$status" -eq 0 -a -n "$(grep -a Kept /srv/dumps/*.hprof)"
kill "$java"
finish
