#!/usr/bin/env bash
. "$HARNESS"
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

thing() { # NAME KIND DELETED PHASE FINALIZERS
  jq -n --arg kind "$2" --arg name "$1" --argjson at "$3" --arg phase "$4" --argjson all "$5" \
    '{kind: $kind, metadata: {name: $name, uid: "u-\($name)", resourceVersion: "7", deletionTimestamp: $at, finalizers: $all}, status: {phase: $phase}}' >"$1.json"
}
now='"2026-01-02T03:04:05Z"'
thing stuck Certificate "$now" '' '["a/x", "b/y"]'
thing alive Certificate null '' '["a/x"]'
thing plain Certificate "$now" '' null
thing team Namespace "$now" Terminating '[]'
thing team2 Namespace "$now" Terminating '["a/x"]'
thing kinds CustomResourceDefinition "$now" '' '["customresourcecleanup.apiextensions.k8s.io", "a/x"]'
thing empty CustomResourceDefinition "$now" '' '["a/x"]'
thing bound PersistentVolume "$now" Bound '["kubernetes.io/pv-protection"]'
thing free PersistentVolume "$now" Released '["kubernetes.io/pv-protection"]'
thing used PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection"]'
thing unused PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection"]'
for it in db-0-work db-0-plain; do thing $it PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection"]'; done
thing unseen Certificate "$now" '' '["a/x"]'
for it in locked stays back; do thing $it Certificate "$now" '' '["a/x", "b/y"]'; done
thing slow Namespace "$now" Terminating '["a/x"]'
thing new Certificate "$now" '' '["a/x"]'
echo '[' >odd.json
for it in disk kept dark; do
  thing $it PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection"]'
  jq --arg volume "pv-$it" '.spec.volumeName = $volume' $it.json >n && mv n $it.json
done
thing snapped PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection", "snapshot.storage.kubernetes.io/pvc-as-source-protection"]'
thing attached VolumeAttachment "$now" '' '["external-attacher/x"]'
thing silent Pod "$now" Running '[]'
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) echo -n shop; exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s pods --output json')
    [ ! -e nopods ] || exit 1; [ ! -e oddpods ] || { echo '['; exit; }
    echo '{"items": [{"metadata": {"name": "web-1"}, "spec": {"volumes": [{"emptyDir": {}}, {"persistentVolumeClaim": {"claimName": "used"}}]}}, {"metadata": {"name": "none"}, "spec": {}}, {"metadata": {"name": "db-0"}, "spec": {"volumes": [{"name": "work", "ephemeral": {"volumeClaimTemplate": {}}}, {"name": "plain"}]}}]}' ;;
  'get --namespace shop --request-timeout=30s '*' down '*) exit 1 ;;
  'get --namespace shop --request-timeout=30s persistentvolume pv-'*' --output jsonpath={.spec.persistentVolumeReclaimPolicy}')
    case $6 in pv-disk) echo -n Delete ;; pv-kept) echo -n Retain ;; *) echo 'Error from server (Forbidden)' >&2; exit 1 ;; esac ;;
  'get --namespace shop --request-timeout=30s '*' '*' --ignore-not-found --output json') [ ! -e "$6.json" ] || cat "$6.json" ;;
  'get --namespace shop --request-timeout=30s '*' --ignore-not-found --output jsonpath={.metadata.uid} {.metadata.finalizers}')
    [ "$6" != unseen ] || exit 1; [ "$6" != new ] || { echo -n 'u-other ["a/x"]'; exit; }
    [ ! -e "$6.json" ] || jq -j '"\(.metadata.uid) \(.metadata.finalizers)"' "$6.json" ;;
  'patch --namespace shop --request-timeout=30s '*' locked '*) exit 1 ;;
  'patch --namespace shop --request-timeout=30s '*' --type=merge --patch={"metadata":{"resourceVersion":"7","finalizers":'*)
    case $6 in
      stays | slow) ;;
      back) jq '.metadata.finalizers = ["a/x"]' back.json >n && mv n back.json ;;
      *) jq --argjson p "${8#*=}" '. * $p' "$6.json" >n && mv n "$6.json"; [ "$(jq '.metadata.finalizers | length' "$6.json")" != 0 ] || rm "$6.json" ;;
    esac ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
stub sleep <<<'[ ! -e slow.json ] || rm slow.json'
mkdir 'my saves'
on() { run --resource certificates.cert-manager.io --backup-directory 'my saves' --name "$@"; }
on stuck --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would remove: 2 of 2 finalizers of Certificate stuck'
check 'what stands there is told' grep -qx 'Certificate stuck: deletion asked for: 2026-01-02T03:04:05Z, finalizers: a/x, b/y' <<<"$out"
check 'a dry run changes and saves nothing' test "$(jq -r .metadata.finalizers[0] stuck.json)" = a/x -a -z "$(ls 'my saves')"
on stuck --finalizer c/z
check 'a finalizer that it has not is refused' test "$status" -eq 3
on stuck --finalizer a/x
check 'one is removed' test "$status:$(jq -c .metadata.finalizers stuck.json)" = '0:["b/y"]'
check 'which is said' grep -qx 'removed: finalizer a/x of Certificate stuck, which waits for 1 others' <<<"$out"
check 'the manifest is saved' test "$(jq -c .metadata.finalizers my\ saves/certificates-stuck.*.json)" = '["a/x","b/y"]'
on stuck
check 'the last one lets it go' test "$status" -eq 0 -a ! -e stuck.json
check 'which is said too' test "$(tail -n 1 <<<"$out")" = 'removed: the finalizers of Certificate stuck, and it is gone; what they were to clean up (a disk, a load balancer) may be left'
on stuck
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to remove: .*(in namespace shop,' <<<"$out")" = 0:1
on plain
check 'nor has one without finalizers' test "$status:$(grep -c '^nothing to remove' <<<"$out")" = 0:1
rm my\ saves/*
for it in alive team bound used odd down; do
  on $it
  check "refused: $it" test "$status" -eq 3
done
check 'and nothing of these was saved' test -z "$(ls 'my saves')"
check 'nor changed' test -z "$(calls 'patch.* (alive|team|bound|used|odd|down) ')"
for it in team2 free unused new; do
  on $it
  check "let go: $it" test "$status:$(tail -n 1 <<<"$out" | grep -c 'and it is gone')" = 0:1
done
for it in 'disk Delete' 'kept Retain' 'dark not known'; do
  fate="the reclaim policy of its volume pv-${it%% *} is ${it#* }: with Delete its disk goes, too, with Retain it stays"
  on "${it%% *}" --dry-run
  check "what becomes of the disk of a claim is told before: $it" test "$status:$(grep -cx "when it is gone: $fate" <<<"$out")" = 0:1
  on "${it%% *}"
  check "and after: $it" test "$status:$(tail -n 1 <<<"$out")" = "0:removed: the finalizers of PersistentVolumeClaim ${it%% *}, and it is gone; $fate"
done
on slow
check 'one that goes a moment later is waited for' test "$status:$(tail -n 1 <<<"$out"):$(calls '^sleep 1$' | wc -l)" = '0:removed: the finalizers of Namespace slow, and it is gone; what they were to clean up (a disk, a load balancer) may be left:1'
for bad in nopods oddpods; do
  thing unused PersistentVolumeClaim "$now" Bound '["kubernetes.io/pvc-protection"]'; touch $bad
  on unused
  check "without knowing its pods it is refused: $bad" test "$status" -eq 3
  rm $bad
done
no() { local want=$1 words=$2; shift 2; refused "$want" "$words" --resource certificates.cert-manager.io --backup-directory 'my saves' --name "$@"; }
no 1 'could not change' locked
no 1 'is still there' stays
no 1 'something sets it back' back --finalizer a/x
no 1 'cannot look at Certificate unseen' unseen
no 3 'nobody deletes' alive
no 3 'waits for what is still in it' team
no 3 'Pod silent waits for what is still in it, or for its node' silent
no 3 'a second node could take the disk' attached
no 3 'a snapshot of the claim snapped is being taken' snapped
on snapped --finalizer snapshot.storage.kubernetes.io/pvc-as-source-protection
check 'that finalizer may go when it is named' test "$status:$(jq -c .metadata.finalizers snapped.json)" = '0:["kubernetes.io/pvc-protection"]'
no 3 'is bound to a claim' bound
no 3 'waits for the objects of its kind' kinds
no 3 'waits for the objects of its kind' kinds --finalizer customresourcecleanup.apiextensions.k8s.io
on kinds --finalizer a/x
check 'another finalizer of a definition may go' test "$status:$(jq -c .metadata.finalizers kinds.json)" = '0:["customresourcecleanup.apiextensions.k8s.io"]'
on empty
check 'so may one that waits for none of its objects' test "$status" -eq 0 -a ! -e empty.json
no 3 'pods use the claim used: web-1' used
no 3 'pods use the claim db-0-work: db-0' db-0-work
on db-0-plain
check 'a claim that only has a name like it is let go' test "$status" -eq 0
no 3 'is not understood' odd
no 3 'cannot read' down
touch nopods; no 3 'cannot list the pods' unused; rm nopods
touch oddpods; no 3 'about the pods is not understood' unused; rm oddpods
no 3 'has no finalizer c/z' bound --finalizer c/z
no 3 'cannot write to directory ./nowhere' alive --backup-directory nowhere
refused 2 '--resource is required' --name x
refused 2 '--name is required' --resource pvc
for bad in '--resource -x --name y' '--resource pvc --name -y' '--resource pvc --name $(touch${IFS}pwned)' '--resource pvc --name y --finalizer $(x)' '--resource pvc --name y --namespace X' '--resource pvc --name y --context -x'; do
  run $bad
  check "refused: $bad" test "$status" -eq 2 -a ! -e pwned
done
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --resource pvc --name y >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
