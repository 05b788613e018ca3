/**
 * `npm run schema:changes`: compares schema.graphql with that of the last release, the newest tag `v1.2.3` in the history, and lists the
 * changes that break clients or may do so. Fails if one breaks them and the version in package.json does not say so: a new major version,
 * or a new minor version while the major one is 0. Before the first release, there is nothing to compare.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
};
const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')?.trim();
const released = tag && git('show', `${tag}:./schema.graphql`);

if (!released) process.stdout.write('schema.graphql has no earlier release to compare with\n');
else {
  const [before, after] = [released, readFileSync('schema.graphql', 'utf8')].map((text) => buildSchema(text));
  const breaking = findBreakingChanges(before, after);
  for (const { description } of breaking) process.stdout.write(`breaks clients: ${description}\n`);
  for (const { description } of findDangerousChanges(before, after))
    process.stdout.write(`may break clients: ${description}\n`);
  process.stdout.write(`${breaking.length} changes since ${tag} break clients\n`);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (breaking.length > 0 && !announcesBreak(tag.slice(1), version)) {
    process.stderr.write(
      `Keep what clients use and deprecate it, or release another version than ${version}.\n`,
    );
    process.exitCode = 1;
  }
}

function announcesBreak(from, to) {
  const [[major, minor], [nextMajor, nextMinor]] = [from, to].map((version) =>
    version.split('.').map(Number),
  );
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}
