#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

# Paths and fields: REST API of GitHub 2022-11-28 (actions/jobs, actions/runs), Jobs API of GitLab 16.
cat >client.inc <<'EOF'
[[ $1 == api ]] || { echo "unknown command $1" >&2; exit 1; }
shift; method=GET
while [[ $1 == -* ]]; do case $1 in --method) method=$2; shift 2 ;; *) echo "unknown flag: $1" >&2; exit 1 ;; esac; done
[[ $# == 1 ]] || exit 1
EOF
stub gh <<'EOF'
. ./client.inc
case "$method $1" in
  'GET repos/acme/shop/actions/jobs/77') cat job.json ;;
  'GET repos/acme/shop/commits/fix%2Fa%23b') [[ ! -e unborn ]] || { echo '{"message":"No commit found"}'; exit 1; }; cat newest ;;
  'POST repos/acme/shop/actions/jobs/77/rerun') [[ ! -e locked ]] || { echo '{"message":"Must have admin rights"}'; exit 1; }; touch asked ;;
  'GET repos/acme/shop/actions/runs/5')
    [[ ! -e blind || ! -e asked ]] || exit 1; [[ ! -e garbled || ! -e asked ]] || { echo '['; exit; }
    [[ ! -e rerun ]] || { echo '{"run_attempt":3,"status":"completed"}'; exit; }
    if [[ -e asked && ! -e deaf && -e seen ]]; then echo '{"run_attempt":3,"status":"queued"}'; else [[ ! -e asked ]] || touch seen; echo '{"run_attempt":2,"status":"completed"}'; fi ;;
  *) echo '{"message":"Not Found"}'; exit 1 ;;
esac
EOF
stub glab <<'EOF'
. ./client.inc
case "$method $1" in
  'GET projects/group%2Fsub%2Fback/jobs/77') cat job.json ;;
  'GET projects/group%2Fsub%2Fback/repository/commits/fix%2Fa%23b') cat newest ;;
  'POST projects/group%2Fsub%2Fback/jobs/77/retry') cat answer.json; touch asked ;;
  'GET projects/group%2Fsub%2Fback/jobs/88') echo "{\"status\":\"$(cat new-state 2>/dev/null || echo pending)\"}" ;;
  *) echo '{"message":"404"}'; exit 1 ;;
esac
EOF
stub sleep <<<'exit 0'
github() { rm -f asked seen; jq -n --arg s "$1" --arg c "$2" '{status: $s, conclusion: (if $c == "" then null else $c end), name: "te\u001bst", head_branch: "fix/a#b", head_sha: "1a2b3c4d", started_at: "2026-11-30T01:02:03Z", html_url: "https://github.com/x", run_id: 5, run_attempt: 2}' >job.json; echo '{"sha": "1a2b3c4d"}' >newest; }
gitlab() { rm -f asked; jq -n --arg s "$1" '{status: $s, name: "test", ref: "fix/a#b", commit: {id: "1a2b3c4d"}, created_at: "2026-11-30T01:02:03Z", web_url: "https://gitlab.com/x", pipeline: {id: 9}}' >job.json; echo '{"id": 88, "status": "pending"}' >answer.json; echo '{"id": "1a2b3c4d"}' >newest; }
hub() { run --client gh --repository acme/shop --job 77 "$@"; }
lab() { run --client glab --repository group/sub/back --job 77 "$@"; }
github completed failure
hub --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would run again: job 77 (te?st)'
check 'the job is told' test "$(head -n 2 <<<"$out")" = $'job 77 (te?st) of fix/a#b: failure, https://github.com/x\nit ran 2026-11-30T01:02:03Z, with commit 1a2b3c4d'
check 'that those that depend on it run too is told' grep -q '^note: the jobs that depend on this one, or were skipped for it, run too' <<<"$out"
check 'of the newest commit nothing is warned' test -z "$err"
echo '{"sha": "99999999"}' >newest; hub --dry-run
check 'that the branch has a newer commit is told' grep -q '^warning: the newest commit of fix/a#b is 99999999: this job builds the one above again' <<<"$err"
touch unborn; hub --dry-run; rm unborn
check 'so is that it is not known' test "$status:$(grep -c '^warning: the newest commit of fix/a#b is not known' <<<"$err")" = 0:1
check 'a dry run asks for nothing' test ! -e asked
hub --job 077
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out")" = '0:started again: job 77 (te?st) of acme/shop, now queued'
check 'that it waits for a runner is told' grep -q 'waits for a runner' <<<"$err"
check 'it is awaited' test "$(calls '^sleep 2' | wc -l)" -eq 1
for state in cancelled timed_out startup_failure; do
  github completed $state; hub
  check "it runs again: $state" test "$status" -eq 0 -a -e asked
done
github completed success
refused 3 'has succeeded' --client gh --repository acme/shop --job 77
for state in 'in_progress|' 'queued|' 'completed|skipped'; do
  github "${state%|*}" "${state#*|}"
  refused 3 'neither failed nor cancelled' --client gh --repository acme/shop --job 77
done
check 'nothing was asked for' test ! -e asked
github completed failure; touch rerun
refused 3 'has come to attempt 3 since' --client gh --repository acme/shop --job 77
check 'and nothing is asked for then' test ! -e asked
rm rerun
github completed failure; touch deaf; : >"$STUB_LOG"
refused 1 'no new attempt is seen after 10 s' --client gh --repository acme/shop --job 77 --timeout 010
check 'it looks for so long' test "$(calls '^sleep' | wc -l)" -eq 5
rm deaf asked; touch blind
refused 1 'cannot be looked at' --client gh --repository acme/shop --job 77
rm blind asked; touch garbled
refused 1 'says is not understood' --client gh --repository acme/shop --job 77
rm garbled asked; touch locked
refused 1 'Must have admin rights' --client gh --repository acme/shop --job 77
gitlab failed; lab
check 'GitLab too' test "$status:$(tail -n 1 <<<"$out")" = '0:started again: job 77 (test) of group/sub/back as job 88, now pending'
check 'what was skipped for it runs there too, and nothing is warned of but the runner' test "$(grep -c '^note: the jobs .* were skipped' <<<"$out"):$(grep -vc 'waits for a runner' <<<"$err")" = 1:0
gitlab failed; echo '{"id": "99999999"}' >newest; lab --dry-run
check 'a newer commit is told there too' grep -q 'is 99999999: this job' <<<"$err"
gitlab failed; echo failed >new-state
refused 1 'the new job has failed already' --client glab --repository group/sub/back --job 77
rm new-state
gitlab canceled; lab
check 'a cancelled one too' test "$status" -eq 0
for state in running manual; do
  gitlab $state
  refused 3 'neither failed nor cancelled' --client glab --repository group/sub/back --job 77
done
gitlab failed; echo '{"id": 77}' >answer.json
refused 1 'no new job' --client glab --repository group/sub/back --job 77
echo '{}' >answer.json
refused 1 'no new job' --client glab --repository group/sub/back --job 77
echo '<html>' >answer.json
refused 1 'is not understood' --client glab --repository group/sub/back --job 77
echo '{"status": "failed"}' >job.json
refused 3 'is not understood' --client glab --repository group/sub/back --job 77
echo '<html>' >job.json
refused 3 'is not understood' --client glab --repository group/sub/back --job 77
refused 3 'cannot read job 78' --client gh --repository acme/shop --job 78
refused 2 'OWNER/NAME for GitHub' --client gh --repository a/b/c --job 77
refused 2 '--client is required' --repository a/b --job 1
refused 2 '--repository is required' --client gh --job 1
refused 2 '--job is required' --client gh --repository a/b
refused 2 '--client takes' --client jenkins --repository a/b --job 1
refused 2 '--repository takes' --client gh --repository a --job 1
refused 2 '--repository takes' --client gh --repository '../..' --job 1
refused 2 '--job takes' --client gh --repository a/b --job '1$(touch pwned)'
refused 2 '--timeout takes' --client gh --repository a/b --job 1 --timeout 0
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --client gh --repository a/b --job 1 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
