#!/usr/bin/env bash
. "$HARNESS"

printf 'docker-ce\nkubelet\nlibc6:i386\nstuck\n' >.held
echo 0 >.uid
stub id <<<'cat .uid'
stub dpkg-query <<'EOF'
[ ! -e .unreadable ] || exit 2
name=${*: -1}
case $name in docker-ce | kubelet | libc6 | stuck) ;; *) echo "dpkg-query: no packages found matching $name" >&2; exit 1 ;; esac
[ "$name" != libc6 ] || echo 'install libc6:amd64'
if grep -q "^$name" .held; then echo "hold $(grep "^$name" .held)"; else echo "install $name"; fi
EOF
stub apt-mark <<'EOF'
[ "$1" != showhold ] || { [ ! -e .unlisted ] || exit 100; cat .held; exit; }
[ "$1 $2" = 'unhold --' ] || exit 100
shift 2
for p; do [ "$p" = stuck ] || sed -i "/^$p\$/d" .held; echo "Canceled hold on $p."; done
EOF
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:24.0\n  Candidate: 5:26.1\n  Version table:\n"'
cp .held .first
cp .stubs/apt-cache kept
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:24.0\n  Candidate: 5:24.0\n  Version table:\n     5:26.1 500\n        500 http://x y/main amd64 Packages\n *** 5:24.0 1001\n        100 /var/lib/dpkg/status\n"'
echo other >.held
run --package docker-ce
check 'a pin that keeps a version away is told' grep -qx 'note: a pin in the preferences of apt (or APT::Default-Release) keeps docker-ce from version 5:26.1' <<<"$out"
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:24.0\n  Candidate: 5:24.0\n  Version table:\n     5:26.1 100\n        100 http://x backports/main amd64 Packages\n *** 5:24.0 500\n        500 http://x y/main amd64 Packages\n"'
run --package docker-ce
check 'backports are no pin' test "$(grep -c pin <<<"$out")" -eq 0
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:23.0\n  Candidate: 5:24.0\n  Version table:\n     5:26.1 500\n        500 http://x y/main amd64 Packages\n     5:24.0 1001\n        500 http://x y/main amd64 Packages\n *** 5:23.0 100\n        100 /var/lib/dpkg/status\n"'
run --package docker-ce
check 'one of a version that is not installed yet as well' grep -qx 'note: a pin in the preferences of apt (or APT::Default-Release) keeps docker-ce from version 5:26.1' <<<"$out"
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:24.0\n  Candidate: 5:24.0\n  Version table:\n     5:26.1 1\n          1 http://x experimental/main amd64 Packages\n *** 5:24.0 500\n        500 http://x y/main amd64 Packages\n"'
run --package docker-ce
check 'nor is an archive that is not automatic' test "$(grep -c pin <<<"$out")" -eq 0
stub apt-cache <<<'printf "docker-ce:\n  Installed: 5:24.0\n  Candidate: 5:24.0\n  Version table:\n     5:26.1 500\n        500 http://x testing/main amd64 Packages\n *** 5:24.0 990\n        990 http://x stable/main amd64 Packages\n"'
run --package docker-ce
check 'a release that is preferred is' grep -q '^note: a pin .*Default-Release.* from version 5:26.1' <<<"$out"
stub apt-cache <<<'exit 100'
run --package docker-ce
check 'where apt-cache does not tell of pins that is said' test "$status:$(grep -c '^note: apt-cache does not tell whether a pin' <<<"$out")" = 0:1
cp kept .stubs/apt-cache; cp .first .held; : >"$STUB_LOG"

run --package docker-ce --dry-run
check 'a dry run says what it would do' grep -qx 'would release: docker-ce' <<<"$out"
check 'the version that would come is shown' grep -qx 'Candidate: 5:26.1' <<<"$out"
check 'a dry run changes nothing' cmp .held .first
run --package docker-ce
check 'it succeeds' test "$status" -eq 0
check 'the hold is lifted, others stay' test "$(diff .first .held)" = $'1d0\n< docker-ce'
run --package docker-ce
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'what else is on hold is told' grep -qx 'on hold are: kubelet libc6:i386 stuck' <<<"$out"
touch .unlisted; run --package docker-ce; rm .unlisted
check 'unless that cannot be read' test "$status:$(grep -c 'cannot read which packages' <<<"$err")" = 1:1
cp .held .second; : >.held; run --package docker-ce; mv .second .held
check 'where nothing is, nothing more is said' test "$status:$(grep -c '^on hold' <<<"$out")" = 0:0
check 'and releases nothing' test "$(calls '^apt-mark unhold' | wc -l)" -eq 1
run --package libc6
check 'another architecture is found' test -z "$(grep libc6 .held)"
run --package kube
check 'a name that dpkg does not know is refused' bash -c '[ "$1" -eq 3 ] && grep -q "knows no package kube$" <<<"$2"' _ "$status" "$err"
run --package stuck
check 'a hold that stays is a failure' test "$status:$(grep -c 'stuck is still on hold' <<<"$err")" = 1:1
cp .stubs/apt-mark kept
stub apt-mark <<<'touch .unreadable'
run --package stuck; rm .unreadable
check 'nor is it released where the holds cannot be read again' test "$status:$(grep -c '^released' <<<"$out"):$(grep -c 'cannot read which packages' <<<"$err")" = 1:0:1
stub apt-mark <<<'exit 100'
run --package stuck
check 'so is one that cannot be lifted' test "$status:$(grep -c 'could not release stuck' <<<"$err")" = 1:1
cp kept .stubs/apt-mark
echo 1000 >.uid
run --package kubelet
check 'without root it is refused' test "$status" -eq 3
touch .unreadable
run --package kubelet
check 'unreadable holds are refused' test "$status:$(grep -c 'cannot read which packages' <<<"$err")" = 3:1
run
check 'the package is required' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --package '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --package kubelet >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
