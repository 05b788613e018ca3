import { useNavigate } from '@tanstack/react-router';
import { HeartPulse, ListChecks, MoreHorizontal, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { Switch } from '../../../components/inputs.js';
import { ManagedByText } from '../../../components/managed-by.js';
import { Menu, MenuItem, MenuSeparator } from '../../../components/menu.js';
import { PageHeader } from '../../../components/page-header.js';
import { ShortId } from '../../../components/short-id.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { useCommands } from '../../../lib/commands.js';
import { useRefusal } from '../../../lib/viewer.js';
import { healthOf } from '../agent-status.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { CallDialog } from './call-dialog.js';
import { DeleteAgent } from './delete-agent.js';
import { GradeDialog } from './grade-dialog.js';
import { useCheckHealth, useSetEnabled } from './use-agent-actions.js';

/** What it is, how it is now, and what can be done with it. */
export function AgentHeader({ agent }: { agent: AgentDetailFragment }) {
  const { id, name, description, enabled } = agent;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'test' | 'run' | 'grade' | 'delete'>();
  const [check, isChecking] = useCheckHealth(id);
  const [setEnabled, isSetting] = useSetEnabled(id);
  const notOperator = useRefusal('OPERATOR');
  const notAdmin = useRefusal('ADMIN');
  const [status, word] = healthOf(agent);
  const edit = () => void navigate({ to: '/agents/$agentId/edit', params: { agentId: id } });
  const close = () => setOpen(undefined);

  useCommands([
    {
      id: 'check agent',
      label: `Check the health of ${name}`,
      disabledReason: notOperator,
      run: () => void check(),
    },
    {
      id: 'test agent',
      label: `Send test call to ${name}`,
      disabledReason: notAdmin,
      run: () => setOpen('test'),
    },
    { id: 'run agent', label: `Run ${name} now`, disabledReason: notOperator, run: () => setOpen('run') },
    {
      id: 'grade agent',
      label: `Check the protocol of ${name}`,
      disabledReason: notOperator,
      run: () => setOpen('grade'),
    },
    { id: 'edit agent', label: `Edit ${name}`, disabledReason: notAdmin, run: edit },
  ]);

  return (
    <>
      <PageHeader
        title={name}
        parent={{ label: 'Agents', to: '/agents' }}
        aside={
          <>
            <StatusBadge status={status} label={word} />
            {name !== id && <ShortId id={id} label="agent id" />}
            <ManagedByText value={agent.managedBy} />
          </>
        }
        actions={
          <>
            <Switch
              label="Enabled"
              isOn={enabled}
              disabledReason={notAdmin ?? (isSetting ? 'A change is in progress.' : undefined)}
              onChange={(isOn) => void setEnabled(isOn)}
            />
            <Button
              requires="OPERATOR"
              isBusy={isChecking}
              icon={<HeartPulse aria-hidden="true" className="size-4" />}
              onClick={() => void check()}
            >
              Check health
            </Button>
            <Button
              requires="ADMIN"
              icon={<Send aria-hidden="true" className="size-4" />}
              onClick={() => setOpen('test')}
            >
              Send test call
            </Button>
            <Menu
              trigger={
                <IconButton
                  label="More"
                  variant="secondary"
                  icon={<MoreHorizontal aria-hidden="true" className="size-4" />}
                />
              }
            >
              <MenuItem
                requires="OPERATOR"
                icon={<Play aria-hidden="true" className="size-4" />}
                onSelect={() => setOpen('run')}
              >
                Run now…
              </MenuItem>
              <MenuItem
                requires="OPERATOR"
                icon={<ListChecks aria-hidden="true" className="size-4" />}
                onSelect={() => setOpen('grade')}
              >
                Check protocol…
              </MenuItem>
              <MenuItem
                requires="ADMIN"
                icon={<Pencil aria-hidden="true" className="size-4" />}
                onSelect={edit}
              >
                Edit
              </MenuItem>
              <MenuSeparator />
              <MenuItem
                requires="ADMIN"
                isDanger
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onSelect={() => setOpen('delete')}
              >
                Delete…
              </MenuItem>
            </Menu>
          </>
        }
      >
        {description}
      </PageHeader>
      <CallDialog
        kind={open === 'run' ? 'run' : 'test'}
        isOpen={open === 'test' || open === 'run'}
        onClose={close}
        agent={agent}
      />
      <GradeDialog isOpen={open === 'grade'} onClose={close} agent={agent} />
      <DeleteAgent isOpen={open === 'delete'} onClose={close} agent={agent} />
    </>
  );
}
