#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub ps <<'EOF'
n=$(cat turn); echo $((n + 1)) >turn; cat "table$((n % 2))"
EOF
echo 0 >turn
cat >table0 <<'EOF'
      1       1 Ss   do_epoll_wait                    root                             systemd
    500     499 D    nfs_wait_bit_killable            app                              worker one
    501     501 D+   jbd2_log_wait_commit             root                             jbd2/sda1
EOF
cat >table1 <<'EOF'
      1       1 Ss   do_epoll_wait                    root                             systemd
    500     499 D    nfs_wait_bit_killable            app                              worker one
    502     502 Dl   folio_wait_bit_common            app                              $(touch pwned)
    600     600 R    -                                app                              D
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'they are counted' grep -qx 'tasks in state D: 2, then 2 after 3 s; stuck: 1' <<<"$out"
check 'the stuck one is named with its place' grep -Eqx 'stuck +500 +499  app +nfs_wait_bit_killable +worker one' <<<"$out"
check 'one that came is told' grep -Eq '^new +502 ' <<<"$out"
check 'one that went is told' grep -Eq '^passed +501 ' <<<"$out"
check 'a process named D is not blocked' test "$(grep -c ' 600 ' <<<"$out")" -eq 0
check 'it waits in between' calls '^sleep 3$'
run --seconds 010
check 'the time can be chosen' calls '^sleep 10$'
status_of() { mkdir -p proc/499/task/500; printf 'Name:\tx\nvoluntary_ctxt_switches:\t%s\nnonvoluntary_ctxt_switches:\t%s\n' "$1" "$2" >proc/499/task/500/status; }
echo 0 >turn; status_of 7 2
run --proc-root proc
check 'one that has not run in between is stuck' grep -q '; stuck: 1$' <<<"$out"
for turns in '8 2' '7 3'; do
  echo 0 >turn; status_of 7 2; echo "$turns" >later
  stub sleep <<<'read -r a b <later; sed -i "2s/7/$a/; 3s/2/$b/" proc/499/task/500/status'
  run --proc-root proc
  check "one that has is not, it waits again ($turns)" bash -c 'grep -qx "tasks in state D: 2, then 2 after 3 s; stuck: 0" <<<"$1" && grep -Eqx "again +500 +499  app +nfs_wait_bit_killable +worker one" <<<"$1"' _ "$out"
done
grep ' 1 ' table0 >calm; cp calm table0; cp calm table1
run
check 'a calm host succeeds' test "$status" -eq 0
check 'and says so' test "$out" = 'tasks in state D: 0, then 0 after 3 s; stuck: 0'
: >table1; : >table0
run
check 'an empty table is a failure' test "$status" -eq 1
run --seconds 0
check 'no time is refused' test "$status" -eq 2
run --seconds 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
rm .stubs/ps
run
check 'the real ps takes these options' bash -c '[ "$1" = 0 ] && grep -q "^tasks in state D: [0-9]" <<<"$2"' _ "$status" "$out"
check 'nothing hostile ran' test ! -e pwned
finish
