#!/usr/bin/env bash
. "$HARNESS"

group() { # NAME PERIODS THROTTLED USEC MAX
  mkdir -p "sys/fs/cgroup/$1"
  printf 'usage_usec 900\nuser_usec 1\nsystem_usec 1\nnr_periods %s\nnr_throttled %s\nthrottled_usec %s\n' "$2" "$3" "$4" >"sys/fs/cgroup/$1/cpu.stat"
  echo "$5" >"sys/fs/cgroup/$1/cpu.max"
}
stub sleep <<<'[ ! -e meanwhile ] || . ./meanwhile'
mkdir -p sys/fs/cgroup
echo 'cpu io memory' >sys/fs/cgroup/cgroup.controllers
printf 'usage_usec 900\n' >sys/fs/cgroup/cpu.stat
group system.slice/app.service 1000 905 7500000 '150000 100000'
group 'kube pods/pod-1' 200 10 1000000 '20000 100000'
group system.slice/calm.service 500 0 0 '200000 100000'
group system.slice/free.service 0 0 0 'max 100000'
group 'evil $(touch pwned)' 100 1 10 '8000 100000'
run --sys-root sys
check 'it succeeds' test "$status" -eq 0
check 'the worst comes first' grep -Eqx ' +0\.0% +90\.5% +7 s +1\.50  /system.slice/app.service' <<<"$(sed -n 3p <<<"$out")"
check 'the next follows' grep -Eqx ' +0\.0% +5\.0% +1 s +0\.20  /kube pods/pod-1' <<<"$(sed -n 4p <<<"$out")"
check 'a small limit keeps its noughts' grep -Eq '0\.08  /evil' <<<"$out"
check 'one that was not throttled is left out' test "$(grep -c calm <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 of 4 groups with a CPU limit were throttled, 0 of them in these 10 seconds' <<<"$out"
run --sys-root sys --limit 1
check 'the count limits the list' test "$(grep -c '%' <<<"$out")" -eq 1
cat >meanwhile <<'EOF'
printf 'nr_periods 1100\nnr_throttled 910\nthrottled_usec 7600000\n' >sys/fs/cgroup/system.slice/app.service/cpu.stat
printf 'nr_periods 280\nnr_throttled 90\nthrottled_usec 9000000\n' >'sys/fs/cgroup/kube pods/pod-1/cpu.stat'
mkdir sys/fs/cgroup/fresh
printf 'nr_periods 50\nnr_throttled 20\nthrottled_usec 9000000\n' >sys/fs/cgroup/fresh/cpu.stat
EOF
run --sys-root sys --limit 1; rm meanwhile
check 'one that is throttled now comes before one that was' grep -Eqx ' +100\.0% +32\.1% +9 s +0\.20  /kube pods/pod-1' <<<"$out"
check 'they are counted, a new one too' grep -qx '4 of 5 groups with a CPU limit were throttled, 3 of them in these 10 seconds' <<<"$out"
check 'there are ten seconds between the looks' test "$(calls '^sleep' | sort -u)" = 'sleep 10'
mkdir -p 'v1/fs/cgroup/cpu,cpuacct/docker/abc'
printf 'nr_periods 10\nnr_throttled 5\nthrottled_time 3000000000\n' >v1/fs/cgroup/cpu,cpuacct/docker/abc/cpu.stat
echo 50000 >v1/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us
echo 100000 >v1/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us
run --sys-root v1
check 'version 1 is understood' grep -Eqx ' +0\.0% +50\.0% +3 s +0\.50  /docker/abc' <<<"$out"
mkdir -p v1/linked/fs/cgroup && mv v1/fs/cgroup/cpu,cpuacct v1/linked/fs/cgroup/cpuacct,cpu && ln -s cpuacct,cpu v1/linked/fs/cgroup/cpu
run --sys-root v1/linked
check 'also behind a link' grep -Eqx ' +0\.0% +50\.0% +3 s +0\.50  /docker/abc' <<<"$out"
rm -r sys/fs/cgroup/*
run --sys-root sys
check 'none is no failure' bash -c '[ "$1" = 0 ] && grep -q "^no control group was throttled" <<<"$2"' _ "$status" "$out"
run --sys-root nowhere
check 'a host without control groups is refused' test "$status" -eq 3
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
