import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Command as Cmdk } from 'cmdk';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { Kbd } from '../components/kbd.js';
import { type Command, useAllCommands } from '../lib/commands.js';
import { features } from './features.js';

const TYPING_MS = 150;
const LOOK =
  'flex min-h-8 items-center gap-2 rounded-md px-2 data-[selected=true]:bg-hover data-[disabled=true]:text-muted';

/** ⌘K: goes to anything by name or id, and does what the page can do. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const commands = useAllCommands();
  const found = useSearch(text, onClose);
  const groups = groupBy([...commands, ...found]);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label="Find and do anything"
          className="rise fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-raised shadow-pop outline-none"
        >
          <Cmdk label="Find and do anything" loop>
            <Cmdk.Input
              value={text}
              onValueChange={setText}
              placeholder="Go to, do, find by name or id…"
              className="h-11 w-full border-b bg-transparent px-4 text-base outline-none"
            />
            <Cmdk.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Cmdk.Empty className="px-3 py-6 text-center text-muted">Nothing is called that.</Cmdk.Empty>
              {groups.map(([group, items]) => (
                <Cmdk.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
                >
                  {items.map((command) => (
                    <Cmdk.Item
                      key={command.id}
                      value={command.id}
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function groupBy(commands: readonly Command[]): [group: string, items: Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const group = command.group ?? 'This page';
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  return [...groups].sort(([a], [b]) => Number(b === 'This page') - Number(a === 'This page'));
}

/** Entities of all features that are called like that. */
function useSearch(text: string, onClose: () => void): readonly Command[] {
  const client = useClient();
  const navigate = useNavigate();
  const [found, setFound] = useState<readonly Command[]>([]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted.length < 2) return setFound([]);
    let isOld = false;
    const go = (path: string) => {
      onClose();
      void navigate({ to: path as never });
    };
    const timer = setTimeout(async () => {
      const searches = features.flatMap(({ search }) => (search ? [search(client, wanted, go)] : []));
      const results = await Promise.allSettled(searches);
      if (isOld) return;
      setFound(results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])));
    }, TYPING_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, client, navigate, onClose]);
  return found;
}
