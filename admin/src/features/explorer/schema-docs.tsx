import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { useState } from 'react';
import { TextInput } from '../../components/forms/inputs.js';
import { schema } from './schema.js';
import { texts } from './texts.js';

const t = texts.schema;

const ALL = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const ROOTS = ['Query', 'Mutation', 'Subscription'];
const TYPES = ALL.toSorted((a, b) => rankOf(a.name) - rankOf(b.name) || a.name.localeCompare(b.name));

function rankOf(name: string): number {
  const rank = ROOTS.indexOf(name);
  return rank < 0 ? ROOTS.length : rank;
}

/** The types of the API, with a search, and the members of each. */
export function SchemaDocs() {
  const [path, setPath] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const open = (name: string) => setPath((before) => [...before, name]);
  const name = path.at(-1);
  return (
    <section aria-label={t.title} className="flex min-h-0 flex-col gap-2 text-sm">
      {name === undefined ? (
        <>
          <TextInput
            aria-label={t.search}
            placeholder={t.searchPlaceholder}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <TypeList text={text.trim().toLowerCase()} onOpen={open} />
        </>
      ) : (
        <>
          <button type="button" className="self-start text-accent" onClick={() => setPath(path.slice(0, -1))}>
            ← {path.at(-2) ?? t.allTypes}
          </button>
          <TypeDetail name={name} onOpen={open} />
        </>
      )}
    </section>
  );
}

/** The name of the type itself, without lists and non-null markers. */
const nameOf = (type: GraphQLType) => (getNamedType(type) as GraphQLNamedType).name;

interface Opens {
  onOpen: (name: string) => void;
}

function TypeList({ text, onOpen }: { text: string } & Opens) {
  const found = TYPES.filter((type) => {
    const fields = 'getFields' in type ? Object.keys(type.getFields()) : [];
    return [type.name, ...fields].some((each) => each.toLowerCase().includes(text));
  });
  if (found.length === 0) return <p className="text-muted">{t.noneFound}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {found.map(({ name }) => (
        <li key={name}>
          <TypeLink name={name} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function TypeLink({ name, label = name, onOpen }: { name: string; label?: string } & Opens) {
  return (
    <button
      type="button"
      className="font-mono text-xs text-accent hover:underline"
      onClick={() => onOpen(name)}
    >
      {label}
    </button>
  );
}

function TypeDetail({ name, onOpen }: { name: string } & Opens) {
  const type = schema.getType(name);
  if (!type) return null;
  return (
    <>
      <h2 className="font-mono font-semibold">{name}</h2>
      <p className="text-muted">{type.description}</p>
      <ul className="flex flex-col gap-2">
        {(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) &&
          Object.values(type.getFields()).map((field) => (
            <li key={field.name}>
              <code className="text-xs">{field.name}</code>{' '}
              <TypeLink name={nameOf(field.type)} label={String(field.type)} onOpen={onOpen} />
              {'args' in field && <Arguments field={field} onOpen={onOpen} />}
              <p className="text-xs text-muted">{field.description}</p>
            </li>
          ))}
        {isEnumType(type) &&
          type.getValues().map((value) => (
            <li key={value.name}>
              <code className="text-xs">{value.name}</code>
              <p className="text-xs text-muted">{value.description}</p>
            </li>
          ))}
        {isUnionType(type) &&
          type.getTypes().map((member) => (
            <li key={member.name}>
              <TypeLink name={member.name} onOpen={onOpen} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Arguments({ field, onOpen }: { field: GraphQLField<unknown, unknown> } & Opens) {
  if (field.args.length === 0) return null;
  return (
    <ul aria-label={t.argumentsOf(field.name)} className="ml-3 flex flex-col">
      {field.args.map(({ name, type, description }) => (
        <li key={name} className="text-xs">
          <code>{name}</code> <TypeLink name={nameOf(type)} label={String(type)} onOpen={onOpen} />
          {description && <span className="text-muted"> {description}</span>}
        </li>
      ))}
    </ul>
  );
}
