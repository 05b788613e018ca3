import { Link } from '@tanstack/react-router';
import { RunBar } from '../../components/facts/run-outcome.js';
import { StatusText } from '../../components/facts/status-badge.js';
import { Elapsed, Time } from '../../components/facts/time.js';
import { TextLink } from '../../components/text-link.js';
import { linkTo } from '../../lib/link-to.js';
import { endedOf } from '../../lib/run-counters.js';
import { useNow } from '../../lib/text/time.js';
import { isOpen, stateOf } from '../executions/execution-words.js';
import { PANEL_ROW, PANEL_ROWS, Panel, PanelList } from './panel.js';
import { texts } from './texts.js';
import { type Run, startOf } from './timeline/marks.js';
import type { Runs } from './timeline/use-runs.js';

const t = texts.running;

/** Runs in progress, newest first. */
export function Running({ lanes, isLoading }: Runs) {
  const open = [...lanes.values()]
    .flat()
    .filter(isOpen)
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  return (
    <Panel
      title={t.title}
      aside={
        open.length > PANEL_ROWS && (
          <TextLink to="/executions" search={{ status: 'PENDING,RUNNING' }} look="quiet">
            {t.more(open.length - PANEL_ROWS)}
          </TextLink>
        )
      }
    >
      <PanelList items={isLoading && open.length === 0 ? undefined : open} empty={t.empty}>
        {(run) => <Line key={run.id} run={run} />}
      </PanelList>
    </Panel>
  );
}

function Line({ run }: { run: Run }) {
  const { status, label } = stateOf(run);
  const start = startOf(run);
  const since = new Date(start).toISOString();
  // Not the run that has just started: the clock of the page is up to a second old.
  const isLater = start - useNow().getTime() > 1_000;
  return (
    <li className={PANEL_ROW}>
      <StatusText status={status} label={label} />
      <Link {...linkTo.run(run.id)} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {run.name}
      </Link>
      <span className="text-muted">{isLater ? <Time at={since} /> : <Elapsed since={since} />}</span>
      <span className="min-w-12 text-right text-muted">
        {run.jobsCreated > 0 &&
          `${endedOf(run).toLocaleString('en')}/${run.jobsCreated.toLocaleString('en')}`}
      </span>
      <span className="w-24">
        <RunBar label={t.jobsOf(run.name)} execution={run} />
      </span>
    </li>
  );
}
