#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  ':stats --no-stream --no-trunc --format {{.Name}}|{{.CPUPerc}}|{{.MemUsage}}|{{.MemPerc}}|{{.PIDs}}|{{.NetIO}}|{{.BlockIO}}')
    [ ! -e .huge ] || echo 'huge|1.00%|1.2TiB / 2TiB|60.00%|5|1kB / 2kB|0B / 0B'
    [ ! -e .more ] || echo 'more|1.00%|1.9GiB / 4GiB|47.50%|5|1kB / 2kB|0B / 0B'
    echo 'web|120.50%|900KiB / 1GiB|0.09%|5|1kB / 2kB|0B / 0B'
    echo 'db|3.00%|1.5GiB / 1.6GiB|93.75%|40|1GB / 2GB|3GB / 4GB'
    echo 'job|0.10%|512MiB / 7.6GiB|6.58%|1|0B / 0B|0B / 0B'
    echo 'gone|--|-- / --|--|--|--|--' ;;
  none:*) ;;
  *) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the most memory comes first' grep -qx 'db: cpu 3.00%, memory 1.5GiB / 1.6GiB (93.75%), 40 processes, network 1GB / 2GB, disk 3GB / 4GB  NEAR ITS LIMIT' <<<"$(head -n 1 <<<"$out")"
check 'sizes of different units are compared' grep -q '^job:' <<<"$(sed -n 2p <<<"$out")"
check 'one far from its limit is not marked' test "$(grep -c 'NEAR' <<<"$out")" -eq 1
check 'one that ends meanwhile does no harm' grep -q '^gone: cpu --' <<<"$out"
check 'they are counted' grep -qx '4 containers run' <<<"$out"
touch .huge; run; rm .huge
check 'TiB are more than GiB' grep -q '^huge:' <<<"$(head -n 1 <<<"$out")"
stub awk <<'EOF'
# As mawk in de_DE.UTF-8, which reads no further than the point.
PATH=${PATH#*:}
[ "$LC_ALL" = C ] || exec awk "$@" < <(sed -E 's/([0-9])[.][0-9]+/\1/g')
exec awk "$@"
EOF
touch .more; run; rm .more .stubs/awk
check '1.9 are more than 1.5 where numbers are written with a comma, too' grep -q '^more:' <<<"$(head -n 1 <<<"$out")"
run --sort cpu
check 'the order can be chosen' grep -q '^web: cpu 120.50%' <<<"$(head -n 1 <<<"$out")"
check 'it measures once only' test "$(calls 'stats' | grep -vc -- --no-stream)" -eq 0
echo none >mode; run
check 'none is fine' test "$status:$out" = '0:0 containers run'
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --sort disk
check 'an unknown order is refused' test "$status" -eq 2

run --sort 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --sort '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
