#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

now() { db "SELECT @@GLOBAL.$1"; }
was=$(now max_connections)
run --variable max_connections --value 300 --dry-run
check 'a dry run says what it would set' test "$out" = "would set: max_connections to '300' (now '$was')"
check 'a dry run sets nothing' test "$(now max_connections)" = "$was"
run --variable MAX_connections --value 300
check 'it succeeds' test "$status" -eq 0
check 'it is set' test "$(now max_connections)" = 300
check 'before and after are told' test "$out" = "set: max_connections is '300' (before: '$was'), until the next restart; what open sessions have of their own stays"
run --variable max_connections --value 300
check 'a second run has nothing to do' test "$out" = "set already: max_connections is '300'"
run --variable long_query_time --value 2.5
check 'a fraction is set' test "$status:$(now long_query_time)" = 0:2.500000
run --variable long_query_time --value 3.50
check 'a nought at its end is no difference' test "$status:$(now long_query_time)" = 0:3.500000
run --variable slow_query_log --value on
check 'a word is set' test "$status:$(now slow_query_log)" = 0:1
run --variable slow_query_log --value 1
check 'a number that means the same is the same' grep -q '^set already' <<<"$out"
run --variable max_connections --value 5
check 'a value that the server changes is a failure' test "$status" -eq 1
check 'and what it made of it is told' grep -q "made max_connections '10' of '5'" <<<"$err"
run --variable sql_mode --value NO_SUCH_MODE
check 'a value that it does not take is one' test "$status" -eq 1
run --variable sql_mode --value NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES
check 'a list that the server puts in its own order is set' test "$status:$(now sql_mode)" = 0:STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION
run --variable read_only --value ON
check 'a server that has no other one to switch with it tells none' test "$status:$(now read_only):$(wc -l <<<"$out")" = 0:1:1
run --variable read_only --value OFF
run --variable innodb_buffer_pool_size --value 268435456
check 'the pool grows, and that it takes time is told' test "$status:$(now innodb_buffer_pool_size):$(grep -c '^note: the pool grows' <<<"$out")" = 0:268435456:1
run --variable port --value 3400
check 'a variable that is fixed is one' test "$status" -eq 1
for variable in general_log_file plugin_dir init_connect secure_auth local_infile gtid_slave_pos server_id replicate_do_db wsrep_on sql_slave_skip_counter; do
  was=$(db "SHOW GLOBAL VARIABLES LIKE '$variable'")
  run --variable "$variable" --value 7
  check "$variable is refused" test "$status" -eq 3
  check "$variable stays" test "$(db "SHOW GLOBAL VARIABLES LIKE '$variable'")" = "$was"
done
run --variable no_such_thing --value 1
check 'an unknown variable is refused' test "$status" -eq 3
login clerk
run --variable max_connections --value 200
check 'an account without the right fails' test "$status:$(now max_connections)" = 1:10
finish
