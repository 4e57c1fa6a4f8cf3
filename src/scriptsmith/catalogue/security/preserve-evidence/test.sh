#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 0a427bc8: a number is above 0 whatever it is read in
# equivalent mutant 5eef184f: uname, without which nothing begins, is one of the tools that are asked

mkdir 'my cases'
echo 0 >.uid
stub id <<<'cat .uid'
for tool in ps ss ip lsof last lastb lsmod findmnt systemctl getent find journalctl who; do
  stub "$tool" <<<'echo "said by ${0##*/}"'
done
for tool in nft iptables-save ip6tables-save docker podman crictl; do stub "$tool" <<<'echo "said by ${0##*/} $*"; [ "$1:$3" != ps:--quiet ] || echo c1'; done
stub ss <<<'echo broken >&2; exit 4'
for tool in last lastb; do
  stub "$tool" <<<'[[ " $* " == *" -F "* ]] && seq 600 | head -n "${*: -1}"' # with the year
done

run --destination 'my cases' --dry-run
check 'a dry run says what it would do' grep -Eqx 'would write: my cases/evidence-[A-Za-z0-9._-]+-[0-9]{8}T[0-9]{6}Z.tar.gz and .*sha256' <<<"$out"
check 'a dry run writes nothing' test -z "$(ls -A 'my cases')"
run --destination 'my cases' --hours 72
check 'it succeeds' test "$status" -eq 0
archive=$(ls 'my cases'/*.tar.gz)
mkdir unpacked
tar -C unpacked --strip-components=1 -xzf "$archive"
check 'the processes are in it' grep -qx 'said by ps' unpacked/processes.txt
check 'with the command and the time' grep -Eqx '# [0-9]{4}-[0-9-]+T[0-9:]+Z' unpacked/processes.txt
check 'a tool that fails is recorded with its status' bash -c 'grep -qx broken unpacked/sockets.txt && grep -qx "# exit status 4" unpacked/sockets.txt'
check 'and is named' grep -qx 'ended with an error, which stands there: sockets.txt' <<<"$out"
for each in 'firewall:nft list ruleset' 'firewall-iptables:iptables-save -c' 'firewall-ip6tables:ip6tables-save -c' 'containers:docker ps --all --no-trunc' 'containers-podman:podman ps --all --no-trunc' 'containers-crictl:crictl ps -a' 'containers-changes:docker diff c1'; do
  check "the firewall and the containers are in it: $each" grep -qxF "said by ${each#*:}" "unpacked/${each%%:*}.txt"
done
check 'of containers what they are, and not their environment' bash -c 'grep -q "^said by docker inspect --format .*{{json .Mounts}}.* c1$" unpacked/containers-details.txt && ! grep -q "Env" unpacked/containers-details.txt' 
check 'the journal of that time is asked for, the newest first' test -n "$(calls '^journalctl .*--reverse --since -72h$')"
check 'the last 500 log-ins are in it' test "$(grep -cx '[0-9]*' unpacked/last-logins.txt)" -eq 500
check 'and the last 500 that failed' test "$(grep -cx '[0-9]*' unpacked/failed-logins.txt)" -eq 500
check 'no more is told than there is to tell' test "$(grep -c '^not taken\|^cut off' <<<"$out")" -eq 0
check 'that only the owner reads it needs no word' test "$(grep -c '^note' <<<"$out")" -eq 0
check 'only the owner reads it' test "$(stat -c %a "$archive")" = 600
check 'the checksum is right' bash -c 'cd "my cases" && sha256sum --check --quiet ./*.sha256'
check 'nothing else is left there' test "$(ls -A 'my cases' | wc -l)" -eq 2
check 'no password hash is taken' test -z "$(calls 'shadow')"
mkdir bare few
for tool in id tar gzip sha256sum mktemp timeout uname date mkdir rm mv grep cat stat; do ln -s "$(command -v "$tool")" "few/$tool"; done
bash_=$(command -v bash)
out=$(PATH=$PWD/few "$bash_" "$SCRIPT" --destination bare)
check 'of a host with hardly a tool, what there is is taken' grep -q '^written: bare/evidence-.* (1 files); not in it: other and compressed logs, of each log what is before its last 20000 lines, contents of files, memory$' <<<"$out"
check 'and what is missing is named' grep -q '^not taken, the tool is not there: ps bash ss ' <<<"$out"
stub date <<'EOF'
case $* in '-u +%Y%m%dT%H%M%SZ') echo 20260102T030405Z ;; *) echo 2026-01-02T03:04:05Z ;; esac
EOF
mkdir again
for kept in tar.gz tar.gz.sha256; do
  rm -f again/*
  echo kept >"again/evidence-$(uname -n | tr -c 'A-Za-z0-9.\n-' _)-20260102T030405Z.$kept"
  run --destination again
  check "what is there is not written over: $kept" test "$status:$(grep -c 'exists already' <<<"$err"):$(cat again/*)" = 3:1:kept
done
for hours in 1 0048 8760; do
  run --destination again --hours "$hours" --dry-run
  check "$hours hours can be asked for" test "$status" -ne 2
done
for hours in 0 8761 1234567; do
  run --destination again --hours "$hours" --dry-run
  check "$hours hours cannot" test "$status" -eq 2
done
rm .stubs/date
mkdir shut
stub mktemp <<<'echo "mktemp: failed to create directory via template: Read-only file system" >&2; exit 1'
run --destination shut
check 'a directory that takes no files is refused' test "$status:$(grep -c 'cannot write to shut' <<<"$err"):$(ls -A shut)" = 3:1:
rm .stubs/mktemp
mkdir stick; stub stat <<<'echo 755'
run --destination stick
check 'where modes are not kept that is told' test "$status:$(grep -c '^note: the file system there keeps no modes' <<<"$out")" = 0:1
rm .stubs/stat
stub tar <<<'exit 2'
mkdir full
run --destination full
check 'an archive that cannot be written is a failure' test "$status" -eq 1
check 'and leaves nothing behind' test -z "$(ls -A full)"
echo 1000 >.uid
run --destination full
check 'without root it is refused' test "$status" -eq 3
run --destination nowhere
check 'a missing directory is refused' test "$status:$(grep -c 'no such directory' <<<"$err")" = 3:1
run
check 'the directory is required' test "$status" -eq 2
run --destination full --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --destination full --hours '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --destination full >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
