. "$HARNESS"
expected=$(cat <<'END'
standby_host=a=b=c
x_primary_host=stays
# primary_host=stays
 primary_host=stays
primary_hosts=stays
primary_host=//b/share & 50% \\1 "x" $HOME
END
)
check "values are swapped to the letter, and other keys stay" diff - cluster.conf <<<"$expected"
finish
