#!/usr/bin/env bash
# Run one failed or cancelled job of GitHub Actions or GitLab CI again.
#
# Undo: none; what runs can be cancelled: gh run cancel RUN, glab ci cancel job JOB.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: rerun-ci-job --client gh|glab --repository PATH --job ID [--timeout N] [--dry-run]

Ask GitHub (by gh) or GitLab (by glab) to run one job again that has failed or was cancelled, and
look that it is queued or runs. A job that has succeeded is refused, for it may deploy something a second time,
and so is one that still runs, or, on GitHub, whose run has been run again since. What
depends on it, or was skipped as it failed, runs too. The job's commit is built again as it was; a job that deploys may so
bring back an old state: a newer commit of the branch is told. Logins are those of gh and glab, and so is the host: GH_HOST or
GITLAB_HOST, or their default.

  --client gh|glab   gh for GitHub, glab for GitLab
  --repository PATH  OWNER/NAME of the repository, or the path of the project
  --job ID           number of the job, which stands at the end of its address
  --timeout N        how long to wait until it is seen to run again, in seconds (default 60)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 it is queued or runs again, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'rerun-ci-job: %s\n' "$2" >&2
  exit "$1"
}

client='' repository='' job='' timeout=60 dry_run=false
while (($# > 0)); do
  case $1 in
    --client | --repository | --job | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --client) client=$2 ;;
        --repository) repository=$2 ;;
        --job) job=$2 ;;
        --timeout) timeout=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $client ]] || die 2 "--client is required (see --help)"
[[ -n $repository ]] || die 2 "--repository is required (see --help)"
[[ -n $job ]] || die 2 "--job is required (see --help)"
[[ $client == gh || $client == glab ]] || die 2 "--client takes gh or glab, not '$client'"
[[ $repository =~ ^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+){1,6}$ && $repository != *..* ]] || die 2 "--repository takes OWNER/NAME, not '$repository'"
[[ $job =~ ^0*[1-9][0-9]{0,17}$ ]] || die 2 "--job takes the number of a job, not '$job'"
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
job=$((10#$job)) timeout=$((10#$timeout))
for tool in "$client" jq timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
api() { # ARG...: the API, by the client of the forge
  if [[ $client == gh ]]; then timeout 60 gh api "$@" </dev/null; else timeout 60 glab api "$@" </dev/null; fi
}
if [[ $client == gh ]]; then
  [[ ${repository//[!\/]/} == / ]] || die 2 "--repository takes OWNER/NAME for GitHub, not '$repository'"
  path=repos/$repository/actions/jobs/$job again=rerun
  # A job of GitHub is told by its status, and when that is completed, by its conclusion.
  fields='[(if .status == "completed" then .conclusion else .status end), .name, .head_branch, .html_url, .run_id, .run_attempt, .head_sha, .started_at]'
  commits=repos/$repository/commits branch=.head_branch
else
  path=projects/${repository//\//%2F}/jobs/$job again=retry
  fields='[.status, .name, .ref, .web_url, .pipeline.id, 0, .commit.id, .created_at]'
  commits=projects/${repository//\//%2F}/repository/commits branch=.ref
fi
said=$(api "$path") || die 3 "cannot read job $job of $repository (does it exist, and are you logged in?)"
line=$(jq -r "$fields"' | map(. // "-" | tostring | gsub("[[:cntrl:]|]"; "?")) | join("|")' <<<"$said") || die 3 "what $client says of job $job is not understood"
newest=$(api "$commits/$(jq -r "$branch // \"-\" | @uri" <<<"$said")" 2>/dev/null | jq -r '.sha // .id | gsub("[^0-9a-f]"; "")') || newest=''
IFS='|' read -r state name branch url run attempt commit ran <<<"$line"
printf 'job %s (%s) of %s: %s, %s\nit ran %s, with commit %s\n' "$job" "$name" "$branch" "$state" "$url" "$ran" "$commit"
case $state in
  failure | failed | cancelled | canceled | timed_out | startup_failure) ;;
  success) die 3 "refused: job $job has succeeded" ;;
  *) die 3 "refused: job $job is $state, neither failed nor cancelled" ;;
esac
[[ $run =~ ^[0-9]+$ && $attempt =~ ^[0-9]+$ ]] || die 3 "what $client says of job $job is not understood"
if [[ $client == gh ]]; then
  # Only an attempt that comes after this one is ours.
  said=$(api "repos/$repository/actions/runs/$run") || die 3 "cannot read run $run of $repository"
  latest=$(jq -r '.run_attempt' <<<"$said") || die 3 "what gh says of run $run is not understood"
  [[ $latest == "$attempt" ]] || die 3 "refused: job $job is of attempt $attempt of run $run, which has come to attempt $latest since: name the job there"
fi
[[ $newest == "$commit" ]] ||
  printf 'warning: the newest commit of %s is %s: this job builds the one above again, and where it deploys may bring an older state back\n' "$branch" "${newest:-not known}" >&2
printf 'note: the jobs that depend on this one, or were skipped for it, run too, a deployment perhaps\n'
if $dry_run; then
  printf 'would run again: job %s (%s)\n' "$job" "$name"
  exit 0
fi
said=$(api --method POST "$path/$again") || die 1 "job $job could not be run again: ${said//[[:cntrl:]]/ }"
if [[ $client == glab ]]; then
  new=$(jq -r '.id // empty' <<<"$said") || die 1 "what glab says is not understood"
  [[ $new =~ ^[0-9]+$ && $new != "$job" ]] || die 1 "GitLab has made no new job"
  path=projects/${repository//\//%2F}/jobs/$new what=.status
else
  # GitHub counts the attempts of the run; the job gets another number in the new one.
  path=repos/$repository/actions/runs/$run what="if .run_attempt > $attempt then .status else empty end"
fi
for ((waited = 0; waited < timeout; waited += 2)); do
  said=$(api "$path") || die 1 "it was asked for, and cannot be looked at"
  seen=$(jq -r "$what" <<<"$said") || die 1 "what $client says is not understood"
  if [[ -n $seen ]]; then
    printf 'started again: job %s (%s) of %s%s, now %s\n' "$job" "$name" "$repository" "${new:+ as job $new}" "$seen"
    case $seen in
      failed | canceled | skipped) die 1 "the new job has $seen already" ;;
      queued | pending | waiting | created | waiting_for_resource) printf 'note: it waits for a runner; without one that is free it stays so\n' >&2 ;;
    esac
    exit 0
  fi
  sleep 2
done
die 1 "it was asked for, and no new attempt is seen after $timeout s"
