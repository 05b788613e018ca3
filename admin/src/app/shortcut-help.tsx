import { Dialog } from '../components/dialog.js';
import { Kbd } from '../components/kbd.js';
import { type Shortcut, useAllShortcuts } from '../lib/keys/shortcuts.js';

/** `?`: all keyboard shortcuts that work at this moment. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useAllShortcuts();
  const groups = new Map<string, Map<string, Shortcut>>();
  for (const shortcut of shortcuts) {
    const name = shortcut.group ?? 'This page';
    groups.set(name, (groups.get(name) ?? new Map<string, Shortcut>()).set(shortcut.keys, shortcut));
  }
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" size="md">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {[...groups].map(([name, byKeys]) => (
          <section key={name} aria-label={name}>
            <h3 className="mb-1 text-xs text-muted">{name}</h3>
            <dl>
              {[...byKeys.values()].map(({ keys, label }) => (
                <div key={keys} className="flex h-6 items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
