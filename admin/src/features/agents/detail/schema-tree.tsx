import { texts } from '../texts/schemas.js';
import { readSchema, type SchemaField } from './schema-fields.js';

const t = texts.schemas;

/** The fields that a schema allows. */
export function SchemaTree({ schema, label }: { schema: unknown; label: string }) {
  const root = readSchema(schema);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">
        {root.type}
        {root.rules.length > 0 && ` · ${root.rules.join(' · ')}`}
        {root.description && <span className="block">{root.description}</span>}
      </p>
      {root.fields.length > 0 && <Fields fields={root.fields} label={label} />}
    </div>
  );
}

function Fields({ fields, label }: { fields: readonly SchemaField[]; label?: string }) {
  return (
    <ul aria-label={label} className="flex flex-col border-l pl-3">
      {fields.map((field, index) => (
        <li key={field.name ?? index} className="py-1">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-mono text-xs font-medium">{field.name ?? '·'}</span>
            <span className="text-xs text-blue">{field.type}</span>
            {field.isRequired && <span className="text-xs text-amber">{t.required}</span>}
            {field.rules.length > 0 && (
              <span className="min-w-0 text-xs break-words text-muted">{field.rules.join(' · ')}</span>
            )}
          </div>
          {field.description && <p className="text-muted">{field.description}</p>}
          {field.fields.length > 0 && (
            <div className="mt-1">
              <Fields fields={field.fields} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
