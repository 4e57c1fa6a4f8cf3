#!/usr/bin/env bash
. "$HARNESS"

now=$(date '+%F %T')
old=$(date -d '20 days ago' '+%F %T')
mkdir 'my logs'
{
  echo "$now startup archives unpack"
  echo "$now install htop:amd64 <none> 3.2.2-2"
  echo "$now status half-installed htop:amd64 3.2.2-2"
  echo "$now upgrade openssl:amd64 3.0.9-1 3.0.11-1"
  echo "$now upgrade tzdata:all 2024b-0 2024a-0"
  echo "$now upgrade bash:amd64 5.2-1 5.2-1"
  for each in htop:amd64\ 3.2.2-2 openssl:amd64\ 3.0.11-1 tzdata:all\ 2024a-0 bash:amd64\ 5.2-1; do echo "$now status installed $each"; done
} >'my logs/dpkg.log'
printf '%s\n' "$now remove nginx-core:amd64 1.22.1-9 <none>" "$now status config-files nginx-core:amd64 1.22.1-9" "$now status not-installed nginx-core:amd64 <none>" >'my logs/dpkg.log.1'
{ echo "$old purge nginx:amd64 1.18.0-6 <none>"; } | gzip >'my logs/dpkg.log.2.gz'
log=(--log 'my logs/dpkg.log')

run "${log[@]}"
check 'it succeeds' test "$status" -eq 0
check 'an installation is shown' grep -qx "$now installed   htop:amd64 3.2.2-2" <<<"$out"
check 'an upgrade is shown with both versions' grep -qx "$now upgraded    openssl:amd64 3.0.9-1 -> 3.0.11-1" <<<"$out"
check 'a downgrade is called so' grep -qx "$now downgraded  tzdata:all 2024b-0 -> 2024a-0" <<<"$out"
check 'so is a reinstallation' grep -qx "$now reinstalled bash:amd64 5.2-1" <<<"$out"
check 'a rotated log is read' grep -qx "$now removed     nginx-core:amd64 1.22.1-9" <<<"$out"
check 'what is older is left out' test -z "$(grep purged <<<"$out")"
check 'steps in between are left out' grep -q '^5 changes within 7 days (all); what came without dpkg ' <<<"$out"
check 'logs that reach back far enough need no note' test -z "$(grep '^note' <<<"$out")"
run "${log[@]}" --days 30
check 'logs that do not are told' grep -qxF "note: the logs begin at $old, of the time before nothing is known" <<<"$out"
check 'a compressed log is read' grep -q 'purged      nginx:amd64 1.18.0-6' <<<"$out"
check 'the latest stands last' grep -q "^$old" <<<"$(sed -n 2p <<<"$out")"
cp 'my logs/dpkg.log' kept.log
sed -i 's/status installed bash/status half-configured bash/; s/status installed openssl:amd64 3.0.11-1/status installed openssl:amd64 3.0.9-1/; s/.* status installed htop/2020-01-01 00:00:00 status installed htop/; s/.* status installed tzdata.*//' 'my logs/dpkg.log'
run "${log[@]}"
mv kept.log 'my logs/dpkg.log'
check 'what was begun and did not come about is told' test "$(sed -n 's/^[^ ]* [^ ]* \(.*\)  NOT COMPLETED$/\1/p' <<<"$out" | sed 's/  */ /g' | paste -sd '|')" = 'installed htop:amd64 3.2.2-2|reinstalled bash:amd64 5.2-1|upgraded openssl:amd64 3.0.9-1 -> 3.0.11-1|downgraded tzdata:all 2024b-0 -> 2024a-0'
cp 'my logs/dpkg.log' kept.log
printf "$now %s\n" 'upgrade tt:all 1 2' 'status installed tt:amd64 2' 'upgrade uu:amd64 1 2' 'status installed uu:all 2' 'upgrade libc6:i386 1 2' 'status installed libc6:amd64 2' >>'my logs/dpkg.log'
run "${log[@]}"
check 'a package that changed its architecture is complete, another architecture of it is not' test "$(sed -n 's/^[^ ]* [^ ]* \(.*\)  NOT COMPLETED$/\1/p' <<<"$out")" = 'upgraded    libc6:i386 1 -> 2'
mv kept.log 'my logs/dpkg.log'; : >'my logs/dpkg.log.3.xz'
run "${log[@]}"
check 'a log that is packed in another way is told' grep -qx 'note: my logs/dpkg.log.3.xz is not read, .*' <<<"$out"
rm 'my logs/dpkg.log.3.xz'
sed -i.kept '/status/d' 'my logs/dpkg.log.1' && mv 'my logs/dpkg.log.1.kept' kept.log
run "${log[@]}"
check 'so is a removal that failed' grep -qx "$now removed     nginx-core:amd64 1.22.1-9  NOT COMPLETED" <<<"$out"
mv kept.log 'my logs/dpkg.log.1'
mv 'my logs/dpkg.log.1' 'my logs/dpkg.log-20240131'
run "${log[@]}"
check 'a log that is rotated under its date is read' grep -qx "$now removed     nginx-core:amd64 1.22.1-9" <<<"$out"
run "${log[@]}" --package openssl
check 'one package alone' grep -q '^1 changes within 7 days (openssl); what came without dpkg ' <<<"$out"
run "${log[@]}" --package nginx
check 'a name is whole' grep -q '^no change within 7 days (nginx); what came without dpkg ' <<<"$out"
check 'no change is no fault' test "$status" -eq 0
run "${log[@]}" --package nosuch --days 90
check 'nor a proof where the logs are younger' grep -q '^note: the logs begin at' <<<"$out"
: >empty.log
run --log empty.log
check 'empty logs are told' grep -q '^note: the logs begin at no time at all, ' <<<"$out"
run --log nowhere
check 'a missing log is refused' test "$status" -eq 3
stub zcat <<<'exit 1'
run "${log[@]}"
check 'a log that cannot be read is a failure' test "$status" -eq 1
run "${log[@]}" --days 0
check 'no time is refused' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --package '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" "${log[@]}" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
