#!/bin/sh
# An agent in shell: it accepts with 202, then works and reports in SQL, with psql.
#
#   PORT=8083 DATABASE_URL=postgresql://login:password@host/db ./agent.sh
#
# The shell cannot listen, so a few lines of Perl (which every Debian has) do. They pass each connection to
# "agent.sh handle" as its standard input and output, like inetd.
set -eu

if [ "${1:-}" != handle ]; then
  : "${DATABASE_URL:?the login made by create_agent_login}"
  exec perl -MIO::Socket::INET -e '
    $| = 1; $SIG{CHLD} = "IGNORE";
    my ($port, $script) = @ARGV;
    my $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $port, Listen => 64, ReuseAddr => 1)
      or die "cannot listen on port $port: $@\n";
    print "agent on http://127.0.0.1:$port\n";
    for (;;) {
      my $client = $server->accept or next;
      next if fork;
      open STDIN, "<&", $client; open STDOUT, ">&", $client; close $client; close $server;
      exec $script, "handle";
    }
  ' "${PORT:-8083}" "$0"
fi

answer() { # status body
  printf 'HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
    "$1" "${#2}" "$2"
}

cr=$(printf '\r')
read -r method path _
length=0 execution=
while read -r header && header=${header%"$cr"} && [ -n "$header" ]; do
  value=${header#*: }
  case $(printf %s "${header%%:*}" | tr '[:upper:]' '[:lower:]') in
    content-length) length=$value ;;
    x-execution-id) execution=$value ;;
  esac
done
head -c "$length" > /dev/null # the task; its params are also in the row

if [ "$method $path" = 'GET /health' ]; then answer '200 OK' '{"status":"healthy","version":"1.0.0"}'; exit; fi
if [ -z "$execution" ]; then answer '400 Bad Request' '{"message":"X-Execution-Id is missing"}'; exit; fi
answer '202 Accepted' '{"status":"accepted"}'
exec > /dev/null 2>&1 < /dev/null # the answer is complete; the work continues

sleep "${WORK_SECONDS:-1}"
psql "$DATABASE_URL" --quiet --no-psqlrc -v ON_ERROR_STOP=1 -v id="$execution" << 'SQL'
UPDATE "AgentJobExecution"
SET status = 'completed',
    result = jsonb_build_object('tickerId', params ->> 'tickerId', 'sentiment', length(params ->> 'tickerId') % 3 - 1),
    "completedAt" = now(), "updatedAt" = now()
WHERE id = :'id';
SQL
