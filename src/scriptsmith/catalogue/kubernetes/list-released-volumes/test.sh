#!/usr/bin/env bash
. "$HARNESS"

cat >list.json <<'EOF'
{"items":[
 {"metadata":{"name":"pv-2","creationTimestamp":"2026-02-02T00:00:00Z"},"spec":{"capacity":{"storage":"5Gi"},"storageClassName":"fast","persistentVolumeReclaimPolicy":"Delete","claimRef":{"namespace":"jobs","name":"etl"}},"status":{"phase":"Failed","message":"delete\u001b refused"}},
 {"metadata":{"name":"pv-1","creationTimestamp":"2026-02-01T00:00:00Z"},"spec":{"capacity":{"storage":"10Gi"},"storageClassName":"fast","persistentVolumeReclaimPolicy":"Retain","claimRef":{"namespace":"shop","name":"db-data"},"csi":{"driver":"csi.example.org","volumeHandle":"vol-77"}},"status":{"phase":"Released"}},
 {"metadata":{"name":"pv-3","creationTimestamp":"2026-02-03T00:00:00Z"},"spec":{"capacity":{"storage":"1Gi"},"storageClassName":"","persistentVolumeReclaimPolicy":"Retain","nfs":{"server":"files.example.org","path":"/a b"}},"status":{"phase":"Available"}},
 {"metadata":{"name":"pv-5","creationTimestamp":"2026-02-05T00:00:00Z"},"spec":{"capacity":{"storage":"1Gi"},"claimRef":{"namespace":"shop","name":"soon"},"nodeAffinity":{"required":{}},"local":{"path":"/mnt/disk"}},"status":{"phase":"Available"}},
 {"metadata":{"name":"pv-6","creationTimestamp":"2026-02-06T00:00:00Z"},"spec":{"accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"},"claimRef":{"namespace":"shop","name":"y"},"iscsi":{"iqn":"i"}},"status":{"phase":"Released"}},
 {"metadata":{"name":"pv-4","creationTimestamp":"2026-02-03T00:00:00Z"},"spec":{"capacity":{"storage":"1Gi"},"claimRef":{"namespace":"shop","name":"x"}},"status":{"phase":"Bound"}}]}
EOF
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
[ "$*" = 'get persistentvolumes --request-timeout=30s --output json' ] || { echo "error: unknown: $*" >&2; exit 1; }
case $(cat mode 2>/dev/null) in
  silent) ;;
  fail) echo '{"apiVersion":"v1","items":[],"kind":"List"}'; echo 'Error from server (Forbidden)' >&2; exit 1 ;;
  empty) echo '{"items":[]}' ;;
  *) cat list.json ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first' grep -qx 'pv-1: Released, 10Gi, class fast, policy Retain, made 2026-02-01T00:00:00Z' <<<"$(head -n 1 <<<"$out")"
check 'with the claim it belonged to' grep -qx '  last claim: shop/db-data' <<<"$out"
check 'and where its data lies' grep -qx '  storage: csi.example.org vol-77' <<<"$out"
check 'a failed volume has its message, without control characters' grep -qx '  message: delete  refused' <<<"$out"
check 'one that was never claimed is told' grep -qx '  never claimed' <<<"$out"
check 'also on NFS' grep -qx '  storage: nfs files.example.org:/a b' <<<"$out"
check 'one that is reserved has lost no claim' grep -qx '  reserved for: shop/soon' <<<"$(grep -A 1 '^pv-5' <<<"$out")"
check 'a disk of a node is named' grep -qx '  storage: local /mnt/disk' <<<"$out"
check 'of another kind, the kind' grep -qx '  storage: iscsi' <<<"$out"
check 'a bound volume is not listed' test "$(grep -c 'pv-4' <<<"$out")" -eq 0
check 'they are counted' grep -qx '5 of 6 volumes: 2 Available, 1 Failed, 2 Released' <<<"$out"
run --phase Released
check 'one phase can be chosen' grep -qx '2 of 6 volumes: 2 Released' <<<"$out"
check 'what else there is, is told' grep -qx 'not shown: 2 Available, 1 Failed' <<<"$out"
run
check 'where all are shown nothing is left' test -z "$(grep '^not shown' <<<"$out")"
echo empty >mode; run
check 'no volumes at all are fine' test "$status:$out" = '0:0 of 0 volumes'
echo silent >mode; run
check 'an empty answer is not taken for an empty list' test "$status" -eq 3
echo fail >mode; run
check 'a list that cannot be read is refused, without a number' test "$status" -eq 3 -a -z "$out"
run --phase Bound
check 'an unknown phase is refused' test "$status" -eq 2

run --phase 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --phase '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
