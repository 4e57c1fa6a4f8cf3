#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

stub dpkg <<<'[[ $* == --audit && ! -e odd ]] || exit 1; [[ ! -e interrupted ]] || printf "The following packages are only half configured:\n libc6"'
stub id <<<'cat user'; echo 0 >user
stub apt-get <<'EOF'
options=()
while (($# > 0)); do
  case $1 in
    --quiet | --yes | --no-remove | --simulate) options+=("$1"); shift ;;
    --option) [[ $2 == *=* ]] || exit 100; options+=("$2"); shift 2 ;;
    -*) echo "E: Command line option $1 is not understood" >&2; exit 100 ;;
    *) break ;;
  esac
done
[[ " ${options[*]} " == *' Dpkg::Options::=--force-confold '* && $DEBIAN_FRONTEND == noninteractive ]] || exit 100
case "${options[*]} : $*" in
  *APT::Update::Error-Mode=any*': update') [[ ! -e offline ]] || { printf 'W: x\nE: Some index files failed to download.\n'; exit 100; }
    [[ ! -e half ]] || printf 'W: Failed to fetch http://x/InRelease\nW: Some index files failed to download.\n' ;;
  *--simulate*': dist-upgrade') [[ ! -e torn ]] || { echo 'E: Unmet dependencies.'; exit 100; }; cat waits ;;
  *--simulate*--no-remove*': install odd.pkg=2') [[ -e phased ]] || { echo 'E: Packages need to be removed'; exit 100; } ;;
  *--simulate*': install '*) [[ ! -e stuck ]] || { echo 'E: Version 2 for x was not found'; exit 100; }; cat plan ;;
  *'--yes --no-remove'*': install '*) [[ ! -e fails ]] || exit 100; touch done; [[ ! -e tears ]] || touch torn; [[ -e lazy ]] || { cp after waits; : >secure; [[ ! -e keep ]] || echo 'odd.pkg 1 2' >secure; } ;;
  *) exit 100 ;;
esac
EOF
# NAME INSTALLED NEWER of what waits in a security archive; all else that is installed has no newer one there.
stub dpkg-query <<<'[[ ! -e nolist ]] || exit 2; printf "installed %s\n" tzdata $(cut -d" " -f1 secure)'
stub apt-cache <<'EOF'
[[ $1 == policy ]] || exit 100
(($# > 1)) || [[ ! -e bare ]] || { printf 'Package files:\n 500 http://deb.example stable/main amd64 Packages\n     release l=Debian\n'; exit; }
(($# > 1)) || { printf 'Package files:\n 500 http://deb.example/sec updates/main amd64 Packages\n     release l=Debian-Security\n 500 http://deb.example stable/main amd64 Packages\n     release l=Debian\n'; exit; }
printf 'tzdata:\n  Installed: 2024a-0\n  Candidate: 2024a-1\n  Version table:\n     2024a-1 500\n        500 http://deb.example stable/main amd64 Packages\n *** 2024a-0 100\n        100 /var/lib/dpkg/status\n'
while read -r name old new; do
  best=$new; [[ ! -e pin || $(<pin) != "$name" ]] || best=$old
  printf '%s:\n  Installed: %s\n  Candidate: %s\n  Version table:\n     %s 500\n        500 http://deb.example/sec updates/main amd64 Packages\n *** %s 100\n        100 /var/lib/dpkg/status\n' "$name" "$old" "$best" "$new" "$old"
done <secure
EOF
stub apt-mark <<'EOF'
case $1 in
  showhold) [[ ! -e nomarks ]] && echo frozen ;;
  showauto) [[ ! -e noauto ]] && printf 'libssl3\npassed-on\n' ;;
  auto) [[ ! -e stubborn ]] || { echo 'E: cannot mark'; exit 100; }; printf '%s\n' "${@:2}" >marked ;;
  *) exit 100 ;;
esac
EOF
cat >all <<'X'
Reading package lists...
Inst libssl3 [3.0.9-1] (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
Inst tzdata [2024a-0] (2024a-1 Debian:12.5/stable [all])
Inst passed [1.0] (1.2 Debian:12.5/stable [all])
Inst linux-image-6.1 (6.1.90-1 Debian-Security:12/stable-security [amd64])
Conf libssl3 (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
X
grep tzdata all >after; : >plan
printf '%s\n' 'libssl3 3.0.9-1 3.0.11-1~deb12u2' 'passed 1.0 1.1' >all-secure
fresh() { cp all waits; cp all-secure secure; rm -f done; : >"$STUB_LOG"; }
fresh
run --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would install: 3 security updates'
check 'that the lists may be old is told' test "$(head -n 1 <<<"$out")" = 'note: the package lists were not fetched for this, and may be old'
check 'each is told' test "$(sed -n 2,4p <<<"$out" | tr '\n' '|')" = 'linux-image-6.1  not installed -> 6.1.90-1|libssl3  3.0.9-1 -> 3.0.11-1~deb12u2|passed  1.0 -> 1.2|'
check 'a dry run installs and fetches nothing' test ! -e done -a -z "$(calls ' update$')"
run --lock-timeout 010
check 'of holds and pins nothing is told where there are none' test "$(grep -c WAITS <<<"$out")" -eq 0
check 'it succeeds' test "$status:$(grep -c '^installed: 3 security updates; those of other' <<<"$out")" = 0:1
check 'exactly these versions, of one that another archive surpasses the newest' test -n "$(calls 'no-remove install linux-image-6.1=6.1.90-1 libssl3=3.0.11-1~deb12u2 passed=1.2$')"
check 'what came as a dependency stays one, and so does a new package' test "$(<marked)" = $'linux-image-6.1\nlibssl3'
check 'that programs go on with old libraries is told' grep -q '^note: programs that were not restarted' <<<"$out"
check 'that a new kernel needs a reboot is told' test "$(tail -n 1 <<<"$out")" = 'a reboot is needed'
check 'the lists are fetched first' test -n "$(calls 'Error-Mode=any update$')"
check 'of lists that were fetched it is not said that they may be old' test "$(grep -c '^note: the package lists' <<<"$out")" = 0
check 'it waits for others' test -n "$(calls 'DPkg::Lock::Timeout=10 ')"
: >"$STUB_LOG"; run
check 'what is not counted is told' grep -q '^nothing to install: .*; those of other sources (Ubuntu Pro when not attached' <<<"$out"
check 'a second run has nothing to do' test "$status:$(grep -c '^nothing to install' <<<"$out"):$(calls 'no-remove')" = 0:1:
fresh; run --update no
check 'without the lists too' test "$status:$(calls ' update$'):$(grep -c '^note: the package lists' <<<"$out")" = 0::1
fresh; echo 'Remv exim4-base [4.96]' >plan
refused 3 'would remove exim4-base'
: >plan; touch stuck
refused 1 'cannot install them: E: Version 2'
rm stuck; touch torn
refused 1 'cannot work out an upgrade'
check 'with its reason' grep -q 'Unmet dependencies' <<<"$err"
rm torn; touch offline
refused 1 'could not be fetched: E: Some index files'
rm offline; touch half
refused 1 'could not be fetched: W: Some index files'
rm half; touch interrupted
refused 3 'run dpkg --configure -a first:  libc6'
rm interrupted; touch odd
refused 3 'dpkg cannot be asked'
rm odd; echo 1000 >user
refused 3 'as root'
refused 3 'as root' --update no
echo 0 >user
fresh; touch nomarks
refused 1 'cannot work out an upgrade'
rm nomarks
touch noauto
refused 1 'apt-mark cannot be asked'
rm noauto; touch bare
refused 3 'no security archive is among the package lists'
rm bare
check 'none of these installs anything' test ! -e done
touch nolist
refused 1 'cannot work out an upgrade'
rm nolist
printf 'The following packages have been kept back:\n  frozen other\n0 upgraded\n' >waits
echo 'frozen 1 2' >secure
run
check 'one on hold, and one of another archive, may be kept back' test "$status:$(grep -c '^nothing to install: no other security' <<<"$out")" = 0:1
check 'but that an update waits for the one on hold is told' grep -qx 'a security update WAITS, but they are on hold, and stay: frozen ' <<<"$out"
echo 'odd.pkg 1 2' >secure; touch phased; echo odd.pkg >pin
refused 3 'what is waiting is pinned'
check 'one that is pinned stays, and is named' test "$(grep -c '^a security update WAITS, but a pin keeps them .*: odd.pkg $' <<<"$out"):$(calls 'install odd.pkg')" = 1:
rm pin phased
printf 'The following packages have been kept back:\n  frozen odd.pkg\n0 upgraded\n' >waits
printf 'frozen 1 2\nodd.pkg 1 2\n' >secure
refused 3 'so that apt keeps back: odd.pkg'
touch phased
run --dry-run
check 'one that an upgrade passes over and that can be had is installed' grep -qx 'odd.pkg  1 -> 2' <<<"$out"
rm phased; cat all >>waits; cat all-secure >>secure
touch keep
refused 1 'still waiting, for they would remove other packages, or lack one: odd.pkg'
rm keep
fresh; echo 'odd.pkg 1 2' >>secure; touch keep; echo odd.pkg >pin
refused 1 'still waiting, for they are pinned: odd.pkg'
check 'while the others are installed' test -e done
rm keep pin
fresh; rm -f done marked; touch fails
refused 1 'apt-get failed'
check 'also half-way the marks are put back' test -e marked
rm fails; touch stubborn
run
check 'marks that cannot be set are told' test "$status:$(grep -c '^warning: not marked .* cannot mark$' <<<"$err")" = 0:1
rm stubborn; fresh; touch lazy
refused 1 'still waiting: linux-image-6.1='
rm lazy; fresh; touch tears
refused 1 'an upgrade any more'
refused 2 '--update takes' --update maybe
refused 2 '--lock-timeout takes' --lock-timeout '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
