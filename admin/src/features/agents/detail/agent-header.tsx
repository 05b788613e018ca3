import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IconButton } from '../../../components/button.js';
import {
  ActionButton,
  ActionItem,
  type EntityAction,
  useEntityActions,
} from '../../../components/entity-actions.js';
import { ManagedByText } from '../../../components/facts/managed-by.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge } from '../../../components/facts/status-badge.js';
import { Switch } from '../../../components/forms/inputs.js';
import { Menu, MenuSeparator } from '../../../components/menu.js';
import { PageHeader } from '../../../components/page-header.js';
import {
  CalendarClock,
  Ellipsis,
  HeartPulse,
  ListChecks,
  Pencil,
  Play,
  Send,
  Trash2,
} from '../../../icons/lucide.js';
import { useRefusal } from '../../../lib/viewer.js';
import { healthOf } from '../agent-status.js';
import { texts } from '../texts/detail.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { CallDialog } from './call-dialog.js';
import { DeleteAgent } from './delete-agent.js';
import { GradeDialog } from './grade-dialog.js';
import { useCheckHealth, useSetEnabled } from './use-agent-actions.js';

const t = texts.header;

/** The agent, its current state and its actions. */
export function AgentHeader({ agent }: { agent: AgentDetailFragment }) {
  const { id, name, description, enabled } = agent;
  const { actions, open, close } = useAgentActions(agent);
  const [setEnabled, isSetting] = useSetEnabled(id);
  const notAdmin = useRefusal('ADMIN');
  const [status, word] = healthOf(agent);
  return (
    <>
      <PageHeader
        title={name}
        parent={{ label: texts.common.agents, to: '/agents' }}
        aside={
          <>
            <StatusBadge status={status} label={word} />
            {name !== id && <ShortId id={id} label={t.id} />}
            <ManagedByText value={agent.managedBy} />
          </>
        }
        actions={
          <>
            <Switch
              label={texts.states.true}
              isOn={enabled}
              disabledReason={notAdmin ?? (isSetting ? t.isChanging : undefined)}
              onChange={(isOn) => void setEnabled(isOn)}
            />
            <Menu trigger={<IconButton label={t.more} icon={Ellipsis} />}>
              <ActionItem action={actions.schedule} />
              <ActionItem action={actions.check} />
              <ActionItem action={actions.grade} />
              <ActionItem action={actions.edit} />
              <MenuSeparator />
              <ActionItem action={actions.remove} />
            </Menu>
            <ActionButton action={actions.test} />
            <ActionButton action={actions.run} variant="primary" />
          </>
        }
      >
        {description}
      </PageHeader>
      {(open === 'test' || open === 'run') && (
        <CallDialog key={open} kind={open} onClose={close} agent={agent} />
      )}
      {open === 'grade' && <GradeDialog onClose={close} agent={agent} />}
      <DeleteAgent isOpen={open === 'delete'} onClose={close} agent={agent} />
    </>
  );
}

type AgentDialog = 'test' | 'run' | 'grade' | 'delete';

function useAgentActions({ id }: AgentDetailFragment) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<AgentDialog>();
  const [check, isChecking] = useCheckHealth(id);
  const actions = {
    check: {
      label: t.check,
      requires: 'OPERATOR',
      icon: HeartPulse,
      isBusy: isChecking,
      run: () => void check(),
    },
    test: { label: t.test, requires: 'ADMIN', icon: Send, run: () => setOpen('test') },
    run: { label: t.run, requires: 'OPERATOR', icon: Play, run: () => setOpen('run') },
    schedule: {
      label: t.createSchedule,
      requires: 'ADMIN',
      icon: CalendarClock,
      run: () => void navigate({ to: '/scheduler/schedules/new', search: { agent: id } }),
    },
    grade: { label: t.grade, requires: 'OPERATOR', icon: ListChecks, run: () => setOpen('grade') },
    edit: {
      label: texts.common.edit,
      requires: 'ADMIN',
      icon: Pencil,
      run: () => void navigate({ to: '/agents/$agentId/edit', params: { agentId: id } }),
    },
    remove: {
      label: t.delete,
      requires: 'ADMIN',
      icon: Trash2,
      isDanger: true,
      run: () => setOpen('delete'),
    },
  } satisfies Record<string, EntityAction>;
  useEntityActions(texts.common.agent, Object.values(actions));
  return { actions, open, close: () => setOpen(undefined) };
}
