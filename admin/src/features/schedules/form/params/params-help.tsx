import { Button } from '../../../../components/button.js';
import { parseJsonText } from '../../../../components/code/json-editor.js';
import { isObject } from '../../../../lib/is-object.js';
import { texts } from '../../texts/form.js';
import { exampleOf, membersOf } from './complete-params.js';

const t = texts.params;

export interface ParamsHelpProps {
  name: string;
  /** Schema of the input. */
  schema: unknown;
  /** The params as typed. */
  text: string;
  /** Members that the agent receives from elsewhere. */
  given: readonly string[];
  onInsert: (text: string) => void;
}

/** The input of the agent or pipeline, as documented by the schema. */
export function ParamsHelp({ name, schema, text, given, onInsert }: ParamsHelpProps) {
  const members = membersOf(schema);
  const typed = membersIn(text);
  if (members.length === 0) return null;
  return (
    <section aria-label={t.inputOf(name)} className="rounded-md border bg-canvas px-3 py-2">
      <p className="mb-1 text-xs text-muted">{t.inputOf(name)}</p>
      <ul className="flex flex-col gap-0.5">
        {members.map(({ name: member, detail, description, schema: own }) => (
          <li key={member} className="flex min-h-6 items-start gap-x-2">
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-0.5">
              <code className="font-mono text-xs">{member}</code>
              <span className="text-xs text-muted">{detail}</span>
              {description && <span className="min-w-0 text-xs">{description}</span>}
            </span>
            {typed !== undefined && !Object.hasOwn(typed, member) && !given.includes(member) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t.addMember(member)}
                onClick={() => onInsert(JSON.stringify({ ...typed, [member]: exampleOf(own) }, null, 2))}
              >
                {t.add}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function membersIn(text: string): Record<string, unknown> | undefined {
  const read = parseJsonText(text);
  if (read.kind !== 'ok') return undefined;
  const value = read.value ?? {};
  return isObject(value) ? value : undefined;
}
