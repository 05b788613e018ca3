#!/usr/bin/env bash
# Counts what a typical change touches, for the table in docs/contributing.md. Each drill follows one existing example: every
# line that matches its pattern counts, and every line of the files that exist only for it. Generated files do not count.
# With a revision as argument, it counts what stood there.
set -euo pipefail
cd "$(dirname "$0")/.."
revision=("$@")

generated=(':!*.generated.ts' ':!test/support/generated' ':!src/db/generated' ':!schema.graphql' ':!docs/contributing.md')

# files and lines in one area: `area <path> <pattern> [own files…] [:!files in which the pattern means something else…]`
area() {
  local path=$1 pattern=$2; shift 2
  local own=() not=() file
  for file in "$@"; do
    case $file in
      :!*) not+=("$file") ;;
      *) own+=("$file") not+=(":!$file") ;;
    esac
  done
  {
    git grep -cE "$pattern" "${revision[@]}" -- "$path" "${generated[@]}" "${not[@]}" || true
    if ((${#own[@]})); then git grep -c '' "${revision[@]}" -- "${own[@]}" "${generated[@]}" | sed 's/^[0-9a-f]*://' | grep "^$path" || true; fi
  } | awk -F: '{ files += 1; lines += $NF } END { printf "%d / %d", files, lines }'
}

drill() { # name, pattern, own files
  local name=$1 pattern=$2; shift 2
  echo "| $name | $(area src/ "$pattern" "$@") | $(area admin/src/ "$pattern" "$@") | $(area prisma/ "$pattern" "$@") | $(area test/ "$pattern" "$@") | $(area docs/ "$pattern" "$@") |"
}

echo '| change | `src` | `admin` | `prisma` | `test` | `docs` |'
echo '| --- | --- | --- | --- | --- | --- |'
drill 'a schedule option (`startingDeadline`)' startingDeadline
drill 'a kind of data source (`db`)' "sources/db/|createDbSource" src/sources/db
# `SLACK_MS` of the engine is a span of time, not the service.
drill 'a notification channel (Slack)' "Slack|SLACK(\\b|_[^M])|\\bslack\\b|slack(Payload|Message)" src/domain/notification/channels/slack.ts src/http/notify/slack.ts src/domain/notification/slack-payload.ts
# How Callboard authenticates to identity providers, and the heading “Basic info”.
drill 'a way of authenticating to agents (basic)' "\\b(basic|Basic|BASIC)\\b" ':!src/http/oidc-client.ts' ':!admin/src/features/schedules'
drill 'an event kind (`worker`)' "workerChanged|WorkerEvents?(Document|Subscription)?\\b|LiveWorker|EVENT_KINDS =|worker: 0, record|ADD CONSTRAINT outbox_kind_check|(kind: |toEvent\\(|of\\(|addKind\\(|SELECT )'worker'|Topic = .*'worker'"
drill 'a run-time setting (`auditMaxAge`)' "\\bauditMaxAge\\b"
drill 'a page of the admin (audit)' "features/audit/|^  audit,\$" admin/src/features/audit
