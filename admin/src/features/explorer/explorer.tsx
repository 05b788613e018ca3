import { Kind, parse } from 'graphql';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { CodeBlock } from '../../components/code/code-block.js';
import { JsonEditor, parseJsonText } from '../../components/code/json-editor.js';
import { PageHeader } from '../../components/page-header.js';
import { Tabs } from '../../components/tabs.js';
import { Play, Square } from '../../icons/lucide.js';
import { isObject } from '../../lib/is-object.js';
import { useShortcuts } from '../../lib/keys/shortcuts.js';
import { forgetHistory, readHistory, remember } from './operation-history.js';
import { QueryEditor } from './query-editor.js';
import { SchemaDocs } from './schema-docs.js';
import { texts } from './texts.js';
import { type Result, useOperation } from './use-operation.js';

const t = texts.explorer;

const FIRST =
  '# Ctrl or Cmd with Enter runs the operation at the cursor.\nquery Me {\n  me {\n    name\n    role\n  }\n}\n';

/** An editor for GraphQL operations, with their results. Use `ExplorerPage`, which loads this if the explorer is on. */
export default function Explorer() {
  const [query, setQuery] = useState(FIRST);
  const [variables, setVariables] = useState('');
  const [problem, setProblem] = useState<string>();
  const [history, setHistory] = useState(readHistory);
  const cursor = useRef(0);
  const operation = useOperation();

  function run(at = cursor.current) {
    setProblem(undefined);
    operation.stop();
    const given = variablesOf(variables);
    if (given.kind === 'error') return setProblem(given.message);
    const chosen = chooseOperation(query, at);
    if (chosen.kind === 'error') return setProblem(chosen.message);
    setHistory(remember(query));
    operation.run({ query, operationName: chosen.name, variables: given.value });
  }

  useShortcuts([{ keys: 'mod+enter', label: t.runShortcut, run: () => run() }]);

  const tabs = [
    { id: 'result', label: t.result, render: () => <Results problem={problem} {...operation} /> },
    {
      id: 'history',
      label: texts.history.title,
      count: history.length,
      render: () => (
        <History history={history} onChoose={setQuery} onForget={() => setHistory(forgetHistory())} />
      ),
    },
    {
      id: 'schema',
      label: texts.schema.title,
      render: () => (
        <Padded>
          <SchemaDocs />
        </Padded>
      ),
    },
  ];
  return (
    <div className="flex min-h-full flex-col lg:h-full">
      <PageHeader
        title={texts.page.title}
        actions={
          operation.isRunning ? (
            <Button icon={Square} onClick={operation.stop}>
              {t.stop}
            </Button>
          ) : (
            <Button icon={Play} variant="primary" onClick={() => run()}>
              {t.run}
            </Button>
          )
        }
      >
        {t.intro}
      </PageHeader>
      <div className="grid min-h-0 flex-1 lg:grid-cols-2">
        <div className="flex min-h-0 min-w-0 flex-col gap-2 p-4 lg:border-r">
          <QueryEditor value={query} onChange={setQuery} onRun={run} onMove={(at) => (cursor.current = at)} />
          <h2 className="text-xs text-muted">{t.variablesTitle}</h2>
          <JsonEditor label={t.variables} value={variables} onChange={setVariables} lines={4} />
        </div>
        <div className="flex min-h-72 min-w-0 flex-col">
          <Tabs label={t.tabs} tabs={tabs} />
        </div>
      </div>
    </div>
  );
}

function Padded({ children }: { children: React.ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>;
}

function Results({
  problem,
  results,
  isRunning,
}: {
  problem?: string | undefined;
  results: readonly Result[];
  isRunning: boolean;
}) {
  return (
    <Padded>
      <p role="status" className="mb-2 text-xs text-muted">
        {isRunning ? t.running : results.length === 0 && !problem ? t.noResult : ''}
      </p>
      {problem && (
        <p role="alert" className="text-red">
          {problem}
        </p>
      )}
      <div className="flex flex-col gap-2">
        {results.map(({ id, value }, index) => (
          <CodeBlock key={id} label={index === 0 ? t.result : t.earlierResult} value={value} />
        ))}
      </div>
    </Padded>
  );
}

interface HistoryProps {
  history: readonly string[];
  onChoose: (query: string) => void;
  onForget: () => void;
}

function History({ history, onChoose, onForget }: HistoryProps) {
  if (history.length === 0) return <Padded>{texts.history.empty}</Padded>;
  return (
    <Padded>
      <p className="mb-2 text-xs text-muted">{texts.history.kept}</p>
      <ul className="mb-2 flex flex-col gap-1">
        {history.map((query) => (
          <li key={query}>
            <button
              type="button"
              className="line-clamp-3 w-full rounded-md border px-2 py-1 text-left font-mono text-xs whitespace-pre-wrap hover:bg-hover"
              onClick={() => onChoose(query)}
            >
              {query.trim()}
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={onForget}>
        {texts.history.clear}
      </Button>
    </Padded>
  );
}

type Outcome<T> = ({ kind: 'ok' } & T) | { kind: 'error'; message: string };

/** Chooses the operation that contains the cursor, otherwise the first one. */
function chooseOperation(text: string, at: number): Outcome<{ name: string | undefined }> {
  try {
    const operations = parse(text).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    const chosen = operations.find(({ loc }) => loc && loc.start <= at && at <= loc.end) ?? operations[0];
    return chosen ? { kind: 'ok', name: chosen.name?.value } : { kind: 'error', message: t.noOperation };
  } catch (error) {
    return { kind: 'error', message: (error as Error).message };
  }
}

function variablesOf(text: string): Outcome<{ value: Record<string, unknown> | undefined }> {
  const parsed = parseJsonText(text);
  if (parsed.kind === 'error') return { kind: 'error', message: t.badVariables(parsed.message) };
  const { value } = parsed;
  if (value === undefined) return { kind: 'ok', value: undefined };
  return isObject(value) ? { kind: 'ok', value } : { kind: 'error', message: t.variablesNoObject };
}
