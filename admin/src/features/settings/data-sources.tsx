import { useState } from 'react';
import { Callout } from '../../components/callout.js';
import { TextAreaField } from '../../components/forms/fields.js';
import { Form } from '../../components/forms/form.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { toast } from '../../components/toast.js';
import { type ActionError, useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../lib/viewer.js';
import { SaveButtons, SectionFrame } from './section-parts.js';
import {
  SettingsDataSourcesDocument,
  type SettingsDataSourcesQuery,
  SettingsReadableTablesDocument,
  SettingsUpdateDataSourcesDocument,
} from './settings.generated.js';
import { texts } from './texts.js';

const t = texts.dataSources;

const OF_POLICY = {
  record: ({ recordKind, id }: { recordKind?: string; id: string }) =>
    recordKind === 'SETTING' && id === 'dataSources',
};

/** The policy for data sources in params. */
export function DataSources({ search }: { search: string }) {
  const refusal = useRefusal('ADMIN');
  const query = useLiveQuery(SettingsDataSourcesDocument, {
    pause: refusal !== undefined,
    refetchOn: OF_POLICY,
  });
  const fits = t.searchWords.includes(search.toLowerCase());
  return (
    <SectionFrame id="data-sources" title={t.title} about={t.about} isHidden={!fits}>
      {refusal ? (
        <Callout kind="info">
          {t.adminsOnly} {refusal}
        </Callout>
      ) : query.data ? (
        <Policy policy={query.data.dataSourcePolicy} onSaved={query.refetch} />
      ) : (
        <NotLoaded what={t.what} query={query} />
      )}
    </SectionFrame>
  );
}

type Stored = SettingsDataSourcesQuery['dataSourcePolicy'];
const LISTS = ['allow', 'only', 'deny'] as const;
type List = (typeof LISTS)[number];

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function Policy({ policy, onSaved }: { policy: Stored; onSaved: () => void }) {
  const [update, isUpdating] = useAction(
    SettingsUpdateDataSourcesDocument,
    (data) => data.updateDataSourcePolicy,
  );
  const [typed, setTyped] = useState<Partial<Record<List, string>>>({});
  const [error, setError] = useState<ActionError>();
  const textOf = (list: List) => typed[list] ?? policy[list].join('\n');
  const isChanged = (list: List) => linesOf(textOf(list)).join('\n') !== policy[list].join('\n');
  const isDirty = LISTS.some(isChanged);

  async function submit(): Promise<void> {
    if (!isDirty && !policy.malformed) return;
    const result = await update({
      input: Object.fromEntries(LISTS.map((list) => [list, linesOf(textOf(list))])),
    });
    if (result.kind === 'error') return setError(result.error);
    setError(undefined);
    setTyped({});
    toast({ kind: 'success', title: t.saved, description: t.savedHint });
    onSaved();
  }

  /** The server counts entries from 0, people count lines from 1. */
  const problemOf = (list: List) =>
    error?.issues
      .filter(({ path }) => path[0] === list)
      .map(({ path, message }) => t.problem(linesOf(textOf(list))[Number(path[1])] ?? '', message))
      .join('; ') || undefined;

  return (
    <Form
      label={t.title}
      error={
        error && {
          ...error,
          issues: error.issues.filter(({ path }) => !LISTS.some((list) => list === path[0])),
        }
      }
      isDirty={isDirty}
      onSubmit={() => void submit()}
      footer={
        <SaveButtons
          isDirty={isDirty}
          isBusy={isUpdating}
          isAlways={policy.malformed}
          onDiscard={() => {
            setTyped({});
            setError(undefined);
          }}
        />
      }
    >
      {policy.malformed && <Callout kind="error">{t.malformed}</Callout>}
      <div className="grid gap-4 lg:grid-cols-3">
        {LISTS.map((list) => (
          <TextAreaField
            key={list}
            {...t.lists[list]}
            problem={problemOf(list)}
            rows={5}
            spellCheck={false}
            className="font-mono text-xs"
            value={textOf(list)}
            onValue={(value) => setTyped({ ...typed, [list]: value })}
          />
        ))}
      </div>
      <Readable />
    </Form>
  );
}

const SHOWN = 12;

/** The tables that can be read under the policy, as data sources name them. */
function Readable() {
  const { data, error } = useLiveQuery(SettingsReadableTablesDocument, { refetchOn: OF_POLICY });
  if (error) {
    return <p className="text-muted">{t.readableError(error.graphQLErrors[0]?.message)}</p>;
  }
  if (!data) return null;
  const tables = data.dataSources.flatMap(({ source, tables: found }) =>
    found.map(({ reference, columns }) => ({ name: `${source}:${reference}`, columns })),
  );
  if (tables.length === 0) return <p className="text-muted">{t.noneReadable}</p>;
  const rest = tables.length - SHOWN;
  return (
    <div>
      <p className="mb-1 text-muted">{t.readable(tables.length)}</p>
      <ul className="flex flex-wrap gap-1.5">
        {tables.slice(0, SHOWN).map(({ name, columns }) => (
          <li
            key={name}
            title={columns.map((column) => column.name).join(', ')}
            className="rounded-sm bg-grey-soft px-1.5 font-mono text-xs"
          >
            {name} <span className="text-muted">{columns.length}</span>
          </li>
        ))}
        {rest > 0 && <li className="text-muted">{t.andMore(rest)}</li>}
      </ul>
    </div>
  );
}
