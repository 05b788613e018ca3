import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Callout } from '../../components/callout.js';
import { FilterBar } from '../../components/lists/filter-bar.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { PageHeader } from '../../components/page-header.js';
import { cn } from '../../lib/class-names.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useUrlState } from '../../lib/url-state.js';
import { useRefusal } from '../../lib/viewer.js';
import { About, SessionSection } from './about.js';
import { DataSources } from './data-sources.js';
import { SECTIONS } from './sections.js';
import {
  SettingsAllDocument,
  type SettingsAllQuery,
  SettingsUpdateDocument,
  SettingsUpdateEngineDocument,
} from './settings.generated.js';
import { SettingsSection } from './settings-section.js';
import { texts } from './texts.js';

const t = texts.page;

const CONTENTS = [
  ...SECTIONS.map(({ id, title }) => ({ id, title })),
  { id: 'data-sources', title: texts.dataSources.title },
  { id: 'about', title: texts.about.title },
  { id: 'session', title: texts.session.title },
];

/** `/settings`: all settings that an admin can change at run time. */
export function SettingsPage() {
  const refusal = useRefusal('ADMIN');
  const query = useLiveQuery(SettingsAllDocument, {
    refetchOn: { record: ({ recordKind }) => recordKind === 'SETTING' },
  });
  return (
    <>
      <PageHeader title={t.title} />
      <FilterBar search={t.search} />
      {query.data ? (
        <div className="flex gap-8 px-4 py-4 md:px-6">
          <Contents />
          <div className="flex min-w-0 max-w-2xl flex-1 flex-col gap-10 pb-16">
            {refusal && (
              <Callout kind="info">
                {t.readOnly} {refusal}
              </Callout>
            )}
            <Sections data={query.data} onSaved={query.refetch} />
          </div>
        </div>
      ) : (
        <NotLoaded what={t.what} query={query} />
      )}
    </>
  );
}

function Sections({ data, onSaved }: { data: SettingsAllQuery; onSaved: () => void }) {
  const [{ q = '' }] = useUrlState();
  const { hash } = useLocation();
  const [update] = useAction(SettingsUpdateDocument, (result) => result.updateSchedulerConfig);
  const [updateEngine] = useAction(SettingsUpdateEngineDocument, (result) => result.updateEngineConfig);
  const { schedulerConfig, settings } = data;
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);

  return (
    <>
      {schedulerConfig.issues.length > 0 && (
        <Callout kind="error">
          {t.invalid}
          <ul className="mt-1 list-disc pl-4">
            {schedulerConfig.issues.map(({ path, message }) => (
              <li key={path.join('.')}>
                <span className="font-mono text-xs">{path.join('.')}</span> {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {SECTIONS.map((section) => (
        <SettingsSection
          key={section.id}
          section={section}
          settings={settings}
          search={q}
          save={(input) => (section.key === 'engine' ? updateEngine({ input }) : update({ input }))}
          onSaved={onSaved}
        />
      ))}
      <DataSources search={q} />
      <About search={q} />
      <SessionSection search={q} />
      <NothingFits search={q} />
    </>
  );
}

/** CSS hides it if a section before it is not hidden. */
function NothingFits({ search }: { search: string }) {
  return (
    <p role="status" className="text-muted [section:not([hidden])~&]:hidden">
      {t.noMatches(search)}
    </p>
  );
}

function Contents() {
  const { hash } = useLocation();
  return (
    <nav aria-label={t.title} className="sticky top-4 hidden w-40 shrink-0 self-start lg:block">
      <ul className="flex flex-col gap-px">
        {CONTENTS.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="."
              search={true}
              hash={id}
              resetScroll={false}
              onClick={() => document.getElementById(id)?.scrollIntoView()}
              className={cn(
                'block rounded-md px-2 py-1 hover:bg-hover hover:text-ink',
                hash === id ? 'bg-hover font-medium text-ink' : 'text-muted',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
