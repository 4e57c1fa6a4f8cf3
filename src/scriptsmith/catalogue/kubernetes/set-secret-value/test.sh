#!/usr/bin/env bash
. "$HARNESS"
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

secret() { printf '{"kind":"Secret","metadata":{"name":"%s","resourceVersion":"7"},"data":{"password":"%s","other":"eA=="}%s}' "$1" "$(printf %s "${3-old}" | base64)" "${2-}" >"$1.json"; }
secret db; secret fixed ',"immutable":true'; secret back; secret locked; secret gone; secret garbled; echo '[' >odd.json; echo '{}' >bare.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) echo -n shop; exit ;; esac
case "$*" in
  'get --namespace shop --request-timeout=30s secret/'*' --output json') n=${5#secret/}; [ -e "$n.json" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$n.json" ;;
  *' secret/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'replace --namespace shop --request-timeout=30s --filename -')
    cat >sent; n=$(jq -r .metadata.name sent)
    case $n in locked) echo 'Error from server (Conflict)' >&2; exit 1 ;; back) ;; gone) rm gone.json ;; garbled) echo '[' >garbled.json ;; *) [ "$(jq -r .metadata.resourceVersion sent)" = 7 ] && mv sent "$n.json" ;; esac ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
value() { jq -r ".data.$1" db.json | base64 -d; }
printf 'n3w "$(touch pwned)"\n' >'new value'
run --secret db --key password --from-file 'new value' --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would set: password of Secret db in namespace shop, to 20 bytes'
check 'a dry run changes nothing' test "$(value password)" = old
check 'where nobody keeps it there is no warning' test -z "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --secret db --key password --from-file 'new value' --dry-run
  check "that it may be set back is told: $who" grep -qxF "warning: $who keeps this Secret and may set the value back; change it there too" <<<"$err"
done <<'E'
its owner (ExternalSecret)	ExternalSecret|{"reconcile.external-secrets.io/managed":"true"} 
External Secrets	| {"reconcile.external-secrets.io/data-hash":"x"}
cert-manager	| {"cert-manager.io/certificate-name":"web"}
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
E
rm marks
run --secret db --key password --from-file 'new value' --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'the value is set, without its line break' test "$(jq -r .data.password db.json)" = "$(printf 'n3w "$(touch pwned)"' | base64)"
check 'that is said' grep -qx 'the line break at the end of ./new value is left out' <<<"$out"
check 'the other key stays' test "$(value other)" = x
check 'neither value is printed' test -z "$(grep -E 'n3w|old|bjN3' <<<"$out$err")"
check 'nor stands in an argument' test -z "$(calls 'n3w|bjN3')"
: >"$STUB_LOG"; run --secret db --key password --from-file 'new value'
check 'a second run has nothing to do' test "$status:$(calls replace)" = 0:
printf '\000\377\n\n' >-binary
run --secret db --key password --from-file -binary
check 'binary values arrive, and several lines with all their line breaks' test "$status:$(jq -r .data.password db.json)" = "0:$(printf '\000\377\n\n' | base64)"
check 'of which none is said to be left out' test -z "$(grep 'left out' <<<"$out")"
: >"$STUB_LOG"
run --secret db --key pasword --from-file -binary
check 'a new key is refused' test "$status:$(grep -c 'only: other, password' <<<"$err")" = 3:1
: >empty; echo >line; head -c 524288 /dev/zero >large; head -c 524289 /dev/zero >larger
for it in empty line larger nowhere .stubs; do
  run --secret db --key password --from-file $it
  check "the file is refused: $it" test "$status" -eq 3
done
for it in fixed absent odd bare; do
  run --secret $it --key password --from-file -binary
  check "refused: $it" test "$status" -eq 3
done
check 'nothing of these was changed' test -z "$(calls replace)"
run --secret db --key password --from-file large
check 'half a MiB is taken' test "$status" -eq 0
no() { local want=$1 words=$2; shift 2; refused "$want" "$words" --key password --from-file -binary --secret "$@"; }
no 1 'something sets it back' back
no 1 'could not change' locked
no 1 'after the change' gone
no 1 'is not understood' garbled
no 3 'is immutable' fixed
no 3 'cannot read Secret absent' absent
no 3 'is not understood' odd
no 3 'has no key password' bare
refused 3 'is empty' --secret db --key password --from-file empty
refused 3 'but a line break' --secret db --key password --from-file line
refused 3 'has 524289 bytes' --secret db --key password --from-file larger
refused 3 'no readable file' --secret db --key password --from-file .stubs
refused 2 '--secret is required' --key a --from-file x
refused 2 '--key is required' --secret a --from-file x
refused 2 '--from-file is required' --secret a --key x
for bad in '--secret db --key password' '--secret db --from-file x' '--key a --from-file x' '--secret -x --key a --from-file x' '--secret db --key $(touch${IFS}pwned) --from-file x' \
  '--secret db --key a --from-file x --namespace X' '--secret db --key a --from-file x --context -x'; do
  run $bad
  check "refused: $bad" test "$status" -eq 2 -a ! -e pwned
done
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --secret db --key password --from-file -binary >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
# What keeps it as it stands in a repository, and sets it back some seconds later.
secret db; cp db.json kept; stub sleep <<<'cp kept db.json'; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --secret db --key password --from-file 'new value'
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
