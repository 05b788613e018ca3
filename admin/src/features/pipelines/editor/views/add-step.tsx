import { Command } from 'cmdk';
import { useState } from 'react';
import { Button, type ButtonProps } from '../../../../components/button.js';
import { Dialog } from '../../../../components/dialog.js';
import { Kbd } from '../../../../components/kbd.js';
import { Plus } from '../../../../icons/lucide.js';
import { useLiveQuery } from '../../../../lib/graphql/use-live-query.js';
import { useSettled } from '../../../schedules/form/use-settled.js';
import { texts } from '../../texts/editor.js';
import { type Editing, stepName } from '../editing.js';
import {
  PipelineEditorAgentsDocument,
  type PipelineEditorAgentsQuery,
} from '../pipeline-editor.generated.js';

const t = texts.addStep;

export function AddStepButton({ editing, variant }: { editing: Editing } & Pick<ButtonProps, 'variant'>) {
  return (
    <Button {...(variant && { variant })} icon={Plus} onClick={() => editing.add(editing.selected)}>
      {t.label}
      <span aria-hidden="true" className="ml-1 hidden sm:inline">
        <Kbd keys="a" />
      </span>
    </Button>
  );
}

type PaletteAgent = PipelineEditorAgentsQuery['agents']['edges'][number]['node'];

export interface AgentPaletteProps {
  editing: Editing;
  /** Key of the step that the new one depends on. */
  after: string | undefined;
  onChoose: (agent: { id: string; name: string }) => void;
  onClose: () => void;
}

/** Chooses the agent of a new step. */
export function AgentPalette({ editing, after, onChoose, onClose }: AgentPaletteProps) {
  const [text, setText] = useState('');
  const settled = useSettled(text.trim(), 120);
  const { data, error, isLoading } = useLiveQuery(PipelineEditorAgentsDocument, {
    variables: { search: settled || null },
    refetchOn: { agent: 'list' },
  });
  // Until the answer arrives, the agents are those of the text before. Enter must not choose one that does not match.
  const agents = (data?.agents.edges ?? []).map(({ node }) => node).filter((agent) => matches(agent, text));
  // The option that Enter chooses: the first one, unless the arrow keys selected another that is still listed.
  const [pointed, setPointed] = useState('');
  const active = agents.some(({ id }) => id === pointed) ? pointed : (agents[0]?.id ?? '');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.label}
      description={after === undefined ? t.hint : t.hintAfter(stepName(editing.draft, after))}
      size="md"
    >
      <Command label={t.agents} shouldFilter={false} loop value={active} onValueChange={setPointed}>
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={t.search}
          className="mt-1 h-8 w-full rounded-md border border-line-strong bg-surface px-2"
        />
        <Command.List aria-label={t.agents} className="mt-2 max-h-[45vh] overflow-y-auto">
          {agents.length === 0 && (
            <div role="status" className="px-2 py-4 text-center text-muted">
              {error
                ? t.loadError
                : isLoading || settled !== text.trim()
                  ? t.loading
                  : settled
                    ? t.noMatches
                    : t.noAgents}
            </div>
          )}
          {agents.map(({ id, name, description, enabled }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => onChoose({ id, name })}
              className="flex min-h-9 flex-col justify-center rounded-md px-2 py-1 data-[selected=true]:bg-hover"
            >
              <span className="flex items-center gap-2">
                <span className="min-w-0 truncate font-medium">{name}</span>
                {id !== name && <span className="truncate font-mono text-xs text-muted">{id}</span>}
                {!enabled && <span className="text-xs text-amber">{t.disabled}</span>}
              </span>
              {description && <span className="truncate text-xs text-muted">{description}</span>}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Whether the agent is found by this text, like the server decides it. */
function matches({ id, name, description }: PaletteAgent, text: string): boolean {
  const part = text.trim().toLowerCase();
  return [id, name, description ?? ''].some((value) => value.toLowerCase().includes(part));
}
