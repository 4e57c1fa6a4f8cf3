#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

id=$(printf 'a%.0s' {1..64}); mkdir -p "lib dir/$id"; log="$PWD/lib dir/$id/$id-json.log"
stub docker <<EOF
BASH_COMPAT=
if [[ "\$*" == "version --format {{.Server.Version}}" ]]; then cat version; exit; fi
[[ "\$1 \$2 \$3" == 'container inspect --format' && \$# == 5 && \$4 == '{{.Id}}|{{.Name}}|{{.State.Status}}|'* ]] || { echo "unknown flag: \$*" >&2; exit 125; }
log="$log"; id=$id
case \$5 in
  web) echo "\$id|/\$5|running|json-file|10m|\$log" ;;
  free) echo "\$id|/\$5|exited|json-file|<no value>|\$log" ;;
  new) echo "\$id|/\$5|created|json-file|10m|\$log" ;;
  looping) echo "\$id|/\$5|restarting|json-file|10m|\$log" ;;
  journal) echo "\$id|/\$5|running|journald||" ;;
  odd) echo "\$id|/\$5|running|json-file||/etc/passwd" ;;
  short) echo "aa|/short|running|json-file||/x/aa/aa-json.log" ;;
  remote) echo "\$id|/\$5|running|json-file||/var/lib/elsewhere/\$id/\$id-json.log" ;;
  cafe*) printf 'cafe%060d|/other|running|json-file|10m|%s\n' 1 "\$log" ;;
  *) echo "Error: No such container: \$5" >&2; exit 1 ;;
esac
EOF
echo 20.10.24 >version
seq 200000 >"$log"; inode=$(stat -c %i "$log"); exec 9>>"$log"
run --container web --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = "0:would empty: $log"
check 'what there is is told' grep -qx 'container web is running, its log has 1288895 bytes (1 MiB on disk)' <<<"$out"
check 'docker is asked once for what it knows of the container' test "$(calls '^docker container inspect ' | wc -l)" -eq 1
check 'a dry run empties nothing' test -s "$log"
run --container web
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:emptied: the log of container web (it had 1288895 bytes)'
check 'the file is empty, and the same' test "$(stat -c '%i %s' "$log")" = "$inode 0"
check 'a limit, and a docker that reads on, need no note' test -z "$err"
check 'no rotated file is told where there is none' test -z "$(grep '^stays' <<<"$out")"
echo x >"$log"; touch "$log.1" "$log.2.gz"; run --container web
check 'what was rotated away is told' test "$status:$(grep '^stays, and shown by docker logs: ' <<<"$out" | sed 's/.*-json//' | tr '\n' ' ')" = '0:.log.1 .log.2.gz '
run --container web; rm "$log".*
check 'also when there is nothing to empty' test "$(grep -c '^stays' <<<"$out"):$(tail -n 1 <<<"$out")" = "2:empty already: $log"
echo more >&9
check 'its writer goes on' test "$(cat "$log")" = more
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
run --container free
check 'a log without a limit is told' test "$status:$(grep -c 'has no size limit' <<<"$err")" = 0:1
: >"$STUB_LOG"; run --container free
check 'a second run has nothing to do' grep -qx "empty already: $log" <<<"$out"
echo x >"$log"
stub truncate <<<'exit 1'
refused 1 'could not empty' --container web
stub truncate <<<'exit 0'
refused 1 'as large as before' --container web
stub truncate <<'EOF'
f=${!#}; cp "$f" n; rm "$f"; : >keep; : >"$f"
EOF
refused 1 'begun another file' --container web
rm .stubs/truncate
exec 9>&-; head -c 2097152 /dev/zero >"$log"
refused 3 'cannot be seen how docker writes' --container web
check 'what it takes on the disk is told' grep -q '(2 MiB on disk)' <<<"$out"
for name in free new looping; do
  run --container $name --dry-run
  check "nobody writes the log of one that does not run: $name" test "$status" -eq 0
done
sleep 60 >>"$log" &
run --container web --dry-run
check 'one that appends is enough' test "$status" -eq 0
kill $! && wait $! 2>/dev/null
exec 9<>"$log"
refused 3 'does not append to this log' --container web
exec 9<"$log"
refused 3 'cannot be seen how docker writes' --container web
exec 9>"$log" 8>>"$log"; echo precious >&9
refused 3 'does not append to this log' --container web
check 'and stays as it was' test "$(cat "$log")" = precious
exec 9>&-
while read -r number times; do
  echo "$number" >version
  run --container web --dry-run
  check "whether Docker $number reads on" test "$(grep -c 'docker logs --follow hangs' <<<"$err")" -eq "$times"
done <<<$'22.06.0 0\n23.0.1 1'
echo 28.1.1 >version
run --container web
check 'what a newer docker makes of it is told' test "$status:$(grep -c 'docker logs --follow hangs' <<<"$err")" = 0:1
echo x >"$log"; : >version
run --container web
check 'also when it does not tell its version' test "$status:$(grep -c 'docker logs --follow hangs' <<<"$err")" = 0:1
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
echo x >"$log"
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --container web </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q "^emptied: " <<<"$2"' _ "$status" "$out"
exec 8>&-
refused 3 'by the driver journald' --container journal
refused 3 'tells no log file' --container odd
refused 3 'tells no log file' --container short
refused 3 'on this host' --container remote
rm "$log"; echo precious >target; ln -s "$PWD/target" "$log"
refused 3 'on this host' --container web
check 'a link is not followed' grep -q precious target
refused 3 'there is no container' --container absent
refused 2 '--container is required'
refused 2 '--container takes' --container -x
refused 2 '--container takes' --container '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --container web >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
