import { useNavigate } from '@tanstack/react-router';
import { Command as Cmdk } from 'cmdk';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { Kbd } from '../components/kbd.js';
import type { Feature } from '../lib/feature.js';
import { type Command, useAllCommands } from '../lib/keys/commands.js';
import { features } from './features.js';

const TYPING_MS = 150;
const LOOK =
  'flex min-h-8 items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover data-[disabled=true]:text-muted';

export interface CommandListProps {
  label: string;
  /** Attributes of the field. */
  input: { autoFocus: boolean; placeholder: string; className: string };
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** What the palette finds by its text: commands of the page and entities of all features. */
export default function CommandList({ label, input, text, onText, onClose }: CommandListProps) {
  const commands = useAllCommands();
  const { found, wanted, isSearching } = useSearch(text);
  const groups = groupBy([...commands, ...found]);
  return (
    <Cmdk label={label} loop filter={fit}>
      <Cmdk.Input {...input} value={text} onValueChange={onText} />
      <Cmdk.List className="max-h-[50vh] overflow-y-auto p-1.5">
        <Cmdk.Empty className="px-3 py-6 text-center text-muted">
          {isSearching ? 'Searching…' : 'No results.'}
        </Cmdk.Empty>
        {groups.map(([group, items]) => (
          <Cmdk.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
          >
            {items.map((command) => (
              <Cmdk.Item
                key={command.id}
                // Results of the search match the text, whatever their labels are.
                value={found.includes(command) ? `${command.id} ${wanted}` : command.id}
                keywords={[command.label, command.detail ?? '', ...(command.keywords ?? [])]}
                disabled={command.disabledReason !== undefined}
                onSelect={() => {
                  onClose();
                  command.run();
                }}
                className={LOOK}
              >
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
                <span className="max-w-64 truncate text-xs text-muted">
                  {command.disabledReason ?? command.detail}
                </span>
                {command.keys && <Kbd keys={command.keys} />}
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk>
  );
}

/**
 * How well a command matches the typed text, its label first. Every word has to occur in it: matching
 * letters alone, as of "coll" in "Go to Schedules", do not count.
 */
function fit(id: string, typed: string, [label = '', ...more]: string[] = []): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const name = label.toLowerCase();
  const all = [name, ...more, id].join(' ').toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  const [first = ''] = words;
  if (name.startsWith(first)) return 1;
  if (` ${name}`.includes(` ${first}`)) return 0.8;
  return name.includes(first) ? 0.6 : 0.4;
}

function groupBy(commands: readonly Command[]): [group: string, items: Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const group = command.group ?? 'This page';
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  return [...groups].sort(([a], [b]) => Number(b === 'This page') - Number(a === 'This page'));
}

const searchable: readonly Feature[] = features;

/** Entities of all features that match the text. */
function useSearch(text: string): { found: readonly Command[]; wanted: string; isSearching: boolean } {
  const client = useClient();
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<{ wanted: string; found: readonly Command[] }>({
    wanted: '',
    found: [],
  });
  const wanted = text.trim().length < 2 ? '' : text.trim();
  useEffect(() => {
    if (wanted === '') return setAnswer({ wanted, found: [] });
    let isOld = false;
    const timer = setTimeout(async () => {
      const searches = searchable.flatMap(({ search }) => (search ? [search(client, wanted)] : []));
      const results = await Promise.allSettled(searches);
      if (isOld) return;
      const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      setAnswer({
        wanted,
        found: found.map(({ link, ...entry }) => ({ ...entry, run: () => void navigate(link) })),
      });
    }, TYPING_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [wanted, client, navigate]);
  return { ...answer, isSearching: answer.wanted !== wanted };
}
