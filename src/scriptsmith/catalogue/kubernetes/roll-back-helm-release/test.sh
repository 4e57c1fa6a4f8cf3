#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

# The options, the fields and the states are those of Helm 3.14 (helm history --output json, helm rollback).
stub helm <<'EOF'
[[ "$1 $2" != 'get manifest' ]] || { shift; set -- manifest "${@:2}"; }
verb=$1 name=$2; shift 2
while (($# > 0)); do
  case "$verb $1" in
    'history --max' | 'history --output' | *' --kube-context' | *' --namespace' | 'rollback --timeout') printf 'with %s %s\n' "$1" "$2" >>"$STUB_LOG"; shift 2 ;;
    'rollback --wait') shift ;;
    'rollback '[0-9]*) to=$1; shift ;;
    *) echo "Error: unknown flag: $1" >&2; exit 1 ;;
  esac
done
[[ -e $name.json ]] || { echo 'Error: release: not found' >&2; exit 1; }
case $verb in
  history) cat "$name.json" ;;
  manifest)
    [[ ! -e mute ]] || { echo 'Error: query: failed to query with labels' >&2; exit 1; }
    printf 'kind: Deployment\nmetadata:\n  labels:\n    app.kubernetes.io/managed-by: Helm\n'; [[ ! -e flux ]] || printf '    helm.toolkit.fluxcd.io/name: shop\n' ;;
  rollback)
    [[ ! -e fails ]] || { echo 'Error: timed out waiting for the condition' >&2; exit 1; }
    [[ ! -e vanish ]] || { rm "$name.json"; exit; }; [[ ! -e garble ]] || { echo '[' >"$name.json"; exit; }; [[ ! -e idle ]] || exit 0
    jq -c --argjson to "$to" --arg status "$(cat becomes 2>/dev/null || echo deployed)" --arg other "$(cat other 2>/dev/null)" \
      '(.[-1].status = "superseded") + [(.[] | select(.revision == $to)) + {revision: (.[-1].revision + 1), status: $status, description: "Rollback to \($to)"} + if $other == "" then {} else {chart: $other} end]' "$name.json" >n && mv n "$name.json" ;;
esac
EOF
release() { # NAME STATE...: its revisions, the oldest first
  local name=$1; shift
  printf '%s\n' "$@" | jq -Rn --arg at "${updated:-2026-01-02T03:04:05.123456789+01:00}" '[inputs] | to_entries | map({revision: (.key + 3), updated: $at, status: .value, chart: "shop-\(.key + 3).0.0", app_version: "v\(.key + 3)", description: "x"})' >"$name.json"
}
fresh() { rm -f fails vanish garble idle becomes other; release web superseded superseded failed deployed; : >"$STUB_LOG"; }
fresh
run --release web --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would roll back: release web from revision 6 to 4'
check 'what is deployed is told' grep -qx 'release web is at revision 6: deployed, shop-6.0.0, app v6' <<<"$out"
check 'and what comes back' grep -qx 'back to revision 4 of 2026-01-02T03:04:05.123456789+01:00: shop-4.0.0, app v4' <<<"$out"
check 'nobody is said to keep it where nothing tells so' test -z "$err"
touch flux; run --release web --dry-run; rm flux
check 'that Flux keeps it is told' test "$status:$(grep -c '^warning: Flux keeps this release' <<<"$err")" = 0:1
touch mute; refused 3 'cannot read the manifest' --release web; rm mute
check 'a dry run changes nothing' test -z "$(calls '^helm rollback')"
check 'without options the defaults of helm hold' test -z "$(calls 'kube-context|namespace')"
stub kubectl <<'EOF'
[ "$*" = 'config current-context' ] && echo test-cluster
EOF
run --release web --dry-run
check 'the present context stays the one that is asked' test "$(calls '^with --kube-context test-cluster$' | wc -l):$(calls namespace)" = 2:
HELM_KUBECONTEXT=prod2 run --release web --dry-run
check 'that of helm goes before that of kubectl' test -n "$(calls '^with --kube-context prod2$')"
: >"$STUB_LOG"
run --release web --namespace shop --context prod --timeout 060
check 'it succeeds' test "$status:$(tail -n 2 <<<"$out" | head -n 1)" = '0:rolled back: release web to revision 4, as revision 7 (it was at 6)'
check 'the undo names context and namespace' grep -qx "undo: helm rollback web 6 --kube-context 'prod' --namespace shop" <<<"$out"
check 'in that namespace, there, for so long' test "$(calls '^with' | sort -u | grep -cE 'kube-context prod|namespace shop|timeout 60s')" -eq 3
refused 3 'refused: revision 7 is a roll-back already (Rollback to 4)' --release web
run --release web --revision 3
check 'from there a revision can be named' test "$status:$(grep -c '^rolled back: release web to revision 3, as revision 8' <<<"$out")" = 0:1
fresh; jq -c '.[-1] += {status: "failed", description: "Rollback \"web\" failed: timed out waiting for the condition"}' web.json >n && mv n web.json
refused 3 'is a roll-back already' --release web
fresh; run --release web --revision 003
check 'a revision may be named' test "$status:$(grep -c '^rolled back: release web to revision 3, as revision 7' <<<"$out")" = 0:1
run --release web --revision 7
check 'the one that is deployed has nothing to do' test "$status:$(grep -c '^nothing to do' <<<"$out")" = 0:1
fresh; run --release web --revision 010 --dry-run
check 'numbers are decimal' test "$status:$(grep -c 'no revision 10 any more' <<<"$err")" = 3:1
refused 3 'revision 5 is failed' --release web --revision 5
release bad failed failed
refused 3 'no former revision that was good' --release bad
refused 3 'is the present one, and is failed' --release bad --revision 4
release gone superseded uninstalled
refused 3 'is uninstalled' --release gone
release broken superseded failed; run --release broken
check 'a failed one goes back' test "$status" -eq 0
updated=$(date -d '25 minutes ago' +%FT%T%:z) release slow deployed pending-upgrade
refused 3 'a pending-upgrade is under way since 2' --release slow
run --release slow --stale 020
check 'one that hangs goes back' test "$status" -eq 0
updated=never release odd deployed pending-upgrade
refused 3 'does not tell when' --release odd
echo '[]' >empty.json; echo '<html>' >web2.json
refused 3 'has no history' --release empty
refused 3 'is not understood' --release web2
refused 3 'cannot read the history' --release absent
: >"$STUB_LOG"; fresh; touch fails
refused 1 'not ready after 300 s; it was at revision 6' --release web
fresh; touch vanish
refused 1 'cannot read the history after' --release web
fresh; touch garble
refused 1 'is not understood' --release web
fresh; touch idle
refused 1 'no new revision' --release web
fresh; echo failed >becomes
refused 1 'revision 7 is failed' --release web
fresh; echo elsewhere-1 >other
refused 1 'revision 7 is deployed with elsewhere-1' --release web
refused 2 '--release is required'
refused 2 '--release takes' --release '$(touch pwned)'
refused 2 '--revision takes' --release web --revision x
refused 2 '--namespace takes' --release web --namespace X
refused 2 '--timeout takes' --release web --timeout 0
refused 2 '--stale takes' --release web --stale 0
refused 2 '--context takes' --release web --context -x
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --release web >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
