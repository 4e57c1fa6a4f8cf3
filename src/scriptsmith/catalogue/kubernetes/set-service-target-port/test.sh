#!/usr/bin/env bash
. "$HARNESS"

echo '{"spec":{"selector":{"app":"cart"},"ports":[{"port":80,"targetPort":8081}]}}' >cart.json
echo '{"spec":{"ports":[{"port":80,"targetPort":"http"},{"port":443}]}}' >two.json
for it in back locked vanishing; do cp cart.json $it.json; done; echo '{"spec":{"type":"ExternalName"}}' >bare.json
echo '{"spec":{"clusterIP":"None","ports":[{"port":53,"protocol":"UDP","targetPort":5353},{"port":53,"protocol":"TCP","targetPort":5353},{"port":80,"targetPort":"http"}]}}' >dns.json
stub kubectl <<'EOF'
[ "$1" != --context ] || shift 2
case "$*" in 'config current-context') echo test-cluster; exit ;; 'config view --minify --output jsonpath='*) exit ;; esac
all=$*; name=${all##*service/}; name=${name%% *}
case "$*" in
  'get --namespace shop --request-timeout=30s service/'*' --output json') [ -e "$name.json" ] || { echo 'Error from server (NotFound)' >&2; exit 1; }; cat "$name.json" ;;
  'get --namespace shop --request-timeout=30s service/'*' --output jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}') cat marks 2>/dev/null || echo '| ' ;;
  'get --namespace shop --request-timeout=30s pods --selector app=cart --output jsonpath='*) [ ! -e blind ] || exit 1; [ -e empty ] || printf '9000 8080 8080' ;;
  'patch --namespace shop --request-timeout=30s service/locked '*) exit 1 ;;
  'patch --namespace shop --request-timeout=30s service/back '*) ;;
  'patch --namespace shop --request-timeout=30s service/vanishing '*) rm vanishing.json ;;
  'patch --namespace shop --request-timeout=30s service/'*' --type=json --patch=['*']')
    at=${all##*ports/}; at=${at%%/*}; jq -e --argjson at "$at" --argjson p "${all#*--patch=}" '.spec.ports[$at].port == $p[0].value' "$name.json" >/dev/null || exit 1
    jq -c --argjson at "$at" --argjson p "${all#*--patch=}" '.spec.ports[$at].targetPort = $p[1].value' "$name.json" >n && mv n "$name.json" ;;
  'config current-context') echo test-cluster ;;
  *) echo "error: unknown: $*" >&2; exit 1 ;;
esac
EOF
run --service cart --target-port 8080 --namespace shop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: port 80 of service cart from target port 8081 to 8080' <<<"$out"
check 'the ports that pods declare are shown' grep -q '^ports that its pods declare: 8080 9000' <<<"$out"
check 'a dry run changes nothing' grep -q 8081 cart.json
for it in 'blind unknown' 'empty none'; do
  touch "${it% *}"
  run --service cart --target-port 8080 --namespace shop --dry-run
  check "pods that cannot be listed are not told as none: ${it% *}" grep -q "^ports that its pods declare: ${it#* } *$" <<<"$out"
  rm "${it% *}"
done
run --service cart --target-port 08080 --namespace shop
check 'it succeeds' test "$status" -eq 0
check 'of one with an address nothing is warned' test -z "$err"
check 'the target port is set' test "$(jq -c '.spec.ports' cart.json)" = '[{"port":80,"targetPort":8080}]'
check 'the former one is told' grep -qx 'set: port 80 of service cart goes to target port 8080 (before: 8081)' <<<"$out"
run --service cart --target-port 8080 --namespace shop
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls ' patch ' | wc -l)" -eq 1
run --service two --target-port 8443 --namespace shop
check 'one of several ports must be named' test "$status:$(grep -c 'name one with --service-port: 80->http, 443->443$' <<<"$err")" = 2:1
run --service two --target-port 8443 --service-port 0443 --namespace shop --dry-run
check 'numbers are decimal' grep -qx 'would set: port 443 of service two from target port 443 to 8443' <<<"$out"
run --service two --target-port 8443 --service-port 443 --namespace shop
check 'the named port alone is changed' test "$(jq -c '[.spec.ports[].targetPort]' two.json)" = '["http",8443]'
check 'that a service has no selector, so that its endpoints stay, is told' test "$(grep -c '^warning: service two has no selector' <<<"$err"):$(grep -c keeps <<<"$err")" = 1:0
run --service cart --target-port 8081 --namespace shop --dry-run
check 'where nobody keeps it there is no warning' bash -c '! grep -q "keeps this" <<<"$1"' _ "$err"
while IFS=$'\t' read -r who marks; do
  echo "$marks" >marks; run --service cart --target-port 8081 --namespace shop --dry-run
  check "that it may be set back is told: $who" grep -qxF "warning: $who keeps this service and may set the port back; change it there too" <<<"$err"
done <<'E'
Argo CD	| {"argocd.argoproj.io/tracking-id":"x"}
Argo CD (perhaps: label app.kubernetes.io/instance)	|{"app.kubernetes.io/instance":"shop"} 
Flux	|{"helm.toolkit.fluxcd.io/name":"apps"} {"meta.helm.sh/release-name":"apps"}
Helm	|{"app.kubernetes.io/instance":"shop"} {"meta.helm.sh/release-name":"shop"}
its owner (Kafka)	Kafka|{"app.kubernetes.io/instance":"shop"} 
E
rm marks
run --service two --target-port 1 --service-port 81 --namespace shop
check 'a port that does not exist is refused' test "$status:$(grep -c 'has no port 81, only: 80->http, 443->8443$' <<<"$err")" = 3:1
run --service dns --target-port 54 --service-port 53 --namespace shop
check 'a number of two protocols is refused' test "$status" -eq 3 -a "$(grep -c 5353 dns.json)" -eq 1
run --service dns --target-port 54 --service-port 80 --namespace shop
check 'the way back to a name is told' grep -q "^back to the name: kubectl patch service/dns .* --context 'test-cluster' .*/spec/ports/2/targetPort" <<<"$out"
check 'a headless service is warned of' grep -q '^warning: service dns is headless' <<<"$err"
run --service bare --target-port 1 --namespace shop
check 'a service without ports is refused' test "$status" -eq 3
run --service back --target-port 1 --namespace shop
check 'a change that does not take is a failure' test "$status:$(grep -c 'the target port is 8081 after the change' <<<"$err")" = 1:1
run --service vanishing --target-port 1 --namespace shop
check 'one that goes meanwhile too' test "$status:$(grep -c 'cannot read service vanishing after the change' <<<"$err")" = 1:1
run --service locked --target-port 1 --namespace shop
check 'a change that is refused is a failure' test "$status:$(grep -c 'could not change service locked' <<<"$err")" = 1:1
run --service cart --target-port 65535 --namespace shop --dry-run
check 'the last port is one' test "$status" -eq 0
for bad in '--target-port 65536' '--target-port 80 --service-port 65536'; do
  run --service cart --namespace shop $bad
  check "no port above 65535: $bad" test "$status:$(grep -c 'at most 65535' <<<"$err")" = 2:1
done
jq -c '.spec.ports[0].port = 65535' cart.json >last.json
run --service last --target-port 1 --service-port 65535 --namespace shop --dry-run
check 'but 65535 itself' test "$status" -eq 0
run --service cart
check 'the target port is required' test "$status" -eq 2

run --target-port 80 --service 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --target-port 80 --service '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
# What keeps it as it stands in a repository, and sets it back some seconds later.
echo '{"spec":{"selector":{"app":"cart"},"ports":[{"port":80,"targetPort":8081}]}}' | tee cart.json >kept; stub sleep <<<'cp kept cart.json'; echo '| {"argocd.argoproj.io/tracking-id":"x"}' >marks
: >"$STUB_LOG"
run --service cart --target-port 8080 --namespace shop
check 'what is set back some seconds later is a failure' test "$status:$(grep -c 'something sets it back' <<<"$err"):$(calls '^sleep 8$' | wc -l)" = 1:1:1
finish
