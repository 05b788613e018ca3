import { features } from './features.js';

/** The address of each list, by its last segment. */
const LISTS: ReadonlyMap<string, string> = new Map(
  features.flatMap(({ nav }) => nav.map(({ to }) => [to.slice(to.lastIndexOf('/') + 1), to] as const)),
);

/** Other names of pages, as people guess them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  overview: '',
  home: '',
  login: '',
  signin: '',
  scheduler: 'schedules',
  runs: 'executions',
  'audit-log': 'audit',
  graphql: 'explorer',
};

/**
 * The address that an unknown one probably stands for: `/schedules/…` and `/schedule/…` for
 * `/scheduler/schedules/…`, `/scheduler/agents` for `/agents`. Undefined if there is none.
 */
export function guessAddress(path: string): string | undefined {
  const [first = '', ...rest] = path
    .replace(/^\/scheduler\/(?=.)/i, '/')
    .split('/')
    .filter((segment) => segment !== '');
  const name = first.toLowerCase();
  const list = [name, `${name}s`]
    .map((guess) => LISTS.get(OTHER_NAMES[guess] ?? guess))
    .find((to) => to !== undefined);
  if (list === undefined || (list === '/' && rest.length > 0)) return undefined;
  const address = list === '/' ? list : [list, ...rest].join('/');
  return address === path ? undefined : address;
}
