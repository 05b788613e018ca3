/** Where the texts of the admin stand: in one catalog per feature. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsInCode } from './texts-in-code.js';

const FEATURES = 'admin/src/features';

/** Files that may contain texts beside the catalogs, and why. */
const TABLES: Readonly<Record<string, string>> = {
  'agents/authentication-kinds.ts': 'One entry per kind of authentication: its fields, with their labels.',
  'notifications/channel-kinds.ts': 'One entry per kind of channel: its fields, with their labels.',
  'schedules/schedule-options.ts': 'One entry per option of a schedule, with its label and its hint.',
};

/** The navigation needs its labels before any page is loaded, and the catalogs are loaded with the pages. */
const isRoutes = (file: string) => file.endsWith('/routes.tsx');

const isCatalog = (file: string) => /\/texts(\.tsx?$|\/)/.test(file);

const sources = (await readdir(FEATURES, { recursive: true })).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.generated.ts'),
);

test('the texts of a feature stand in its catalog', async () => {
  const checked = sources.filter((file) => !isCatalog(file) && !isRoutes(file) && !(file in TABLES));
  const misplaced = [];
  for (const file of checked)
    for (const { line, text } of textsInCode(file, await readFile(join(FEATURES, file), 'utf8')))
      misplaced.push(
        `${FEATURES}/${file}:${line}: ${text} belongs in the catalog of the feature: ${FEATURES}/${file.split('/')[0]}/texts`,
      );
  expect(misplaced).toEqual([]);
});

test('the tables that may contain texts exist', () => {
  expect(Object.keys(TABLES).filter((file) => !sources.includes(file))).toEqual([]);
});

test('a new text is found wherever it stands in a component', () => {
  const planted = `
    import { Button } from '../components/button.js';
    const WORDS = { AGENT: 'agent' };
    const columns = [{ id: 'state', header: 'state', width: '7rem' }];
    export function Planted({ isOn, count, status }) {
      const look = isOn ? 'flex min-h-6 gap-1' : cn('rounded-md border', 'text-red');
      if (status === 'Running' || WORDS['AGENT'] === 'none') return 'Enter a start time.';
      void report('The schedule was saved');
      return (
        <Button variant="primary" className={look} aria-label={\`\${count} of \${count}\`} requires="ADMIN">
          {isOn ? 'stop' : <b>Start</b>} {counted(count, 'job')} · {count} / 12
        </Button>
      );
    }
  `;
  expect(textsInCode('planted.tsx', planted).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    "3: 'agent'",
    "4: 'state'",
    "7: 'Enter a start time.'",
    "8: 'The schedule was saved'",
    `10: \`\${count} of \${count}\``,
    "11: 'stop'",
    '11: Start',
    "11: 'job'",
  ]);
});
