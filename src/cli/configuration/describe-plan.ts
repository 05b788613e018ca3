export interface Plan {
  changes: {
    action: 'CREATE' | 'UPDATE' | 'DELETE';
    kind: string;
    key: string;
    id: string | null;
    name: string;
    fields: { path: string[]; before: unknown; after: unknown; secret: boolean }[];
  }[];
  unchanged: number;
  dryRun: boolean;
}

const SIGNS = { CREATE: '+', UPDATE: '~', DELETE: '-' } as const;
const DONE = { CREATE: 'created', UPDATE: 'changed', DELETE: 'deleted' } as const;
const LONGEST = 200;

/** A line for each object and each field, then the counts. */
export function describePlan({ changes, unchanged, dryRun }: Plan): string {
  const lines = changes.flatMap(({ action, kind, key, name, fields }) => [
    `${SIGNS[action]} ${kindName(kind)} ${key}${name === key ? '' : ` ${show(name)}`}`,
    ...fields.map((field) => `    ${describeField(field, action)}`),
  ]);
  const numbers = (['CREATE', 'UPDATE', 'DELETE'] as const).flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${dryRun ? `to be ${DONE[action]}` : DONE[action]}`];
  });
  const summary = numbers.length === 0 ? 'No changes' : numbers.join(', ');
  return [...lines, ...(lines.length > 0 ? [''] : []), `${summary}; ${unchanged} unchanged.`].join('\n');
}

function describeField(
  { path, before, after, secret }: Plan['changes'][number]['fields'][number],
  action: Plan['changes'][number]['action'],
): string {
  const name = path.join('.');
  if (secret) return `${name}: (secret)`;
  return action === 'CREATE' ? `${name}: ${show(after)}` : `${name}: ${show(before)} → ${show(after)}`;
}

/** As JSON, which escapes control characters and characters that reverse the direction of text. */
function show(value: unknown): string {
  if (value === null) return '(not set)';
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    },
  );
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** `NOTIFICATION_CHANNEL` is `NotificationChannel` in files. */
function kindName(kind: string): string {
  return kind
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
