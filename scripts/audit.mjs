/**
 * `npm run audit`: fails if what is installed in production has known vulnerabilities of high or critical
 * severity. A registry that cannot answer (a mirror, or no network) is reported and does not count as a
 * failure.
 */
import { spawnSync } from 'node:child_process';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const flags = ['--omit=dev', '--json', '--audit=true', '--fetch-retries=0', '--fetch-timeout=30000'];
const { stdout, stderr } = spawnSync(npm, ['audit', ...flags], { encoding: 'utf8' });

const answer = parse(stdout);
if (!answer?.vulnerabilities) {
  process.stdout.write(`Vulnerabilities were not checked: ${answer?.message ?? stderr.trim()}\n`);
} else {
  const serious = Object.values(answer.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, range } of serious) process.stderr.write(`${severity}: ${name} ${range}\n`);
  process.stdout.write(`${serious.length} known vulnerabilities of high or critical severity\n`);
  if (serious.length > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
