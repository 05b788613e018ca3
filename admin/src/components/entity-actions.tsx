import { useNavigate } from '@tanstack/react-router';
import { Plus } from '../icons/lucide.js';
import { useCommands } from '../lib/keys/commands.js';
import { useShortcuts } from '../lib/keys/shortcuts.js';
import type { LinkTarget } from '../lib/link-target.js';
import { type Role, useRefusal } from '../lib/viewer.js';
import { Button, type ButtonProps } from './button.js';
import type { ControlIcon } from './icon.js';
import { MenuItem } from './menu.js';

/** One action on the object of a page. It appears as a button, a menu item, a command and a shortcut. */
export interface EntityAction {
  /** Ends in `…` if it opens a dialog. */
  label: string;
  requires: Role;
  icon?: ControlIcon;
  /** Why the action is not possible now, for any user. */
  disabledReason?: string | undefined;
  keys?: string;
  /** Whether the action is in progress. */
  isBusy?: boolean;
  isDanger?: boolean;
  run: () => void;
}

export function ActionButton({
  action: { label, requires, icon, disabledReason, isBusy, run },
  ...look
}: { action: EntityAction } & Pick<ButtonProps, 'variant' | 'size'>) {
  return (
    <Button
      {...look}
      requires={requires}
      icon={icon}
      disabledReason={disabledReason}
      isBusy={isBusy ?? false}
      onClick={run}
    >
      {label}
    </Button>
  );
}

export function ActionItem({ action: { label, run, isBusy, ...rest } }: { action: EntityAction }) {
  return (
    <MenuItem {...rest} onSelect={run}>
      {label}
    </MenuItem>
  );
}

/** Registers the actions in the command palette, and their shortcuts. `group` is the kind of object: `Schedule`. */
export function useEntityActions(group: string, actions: readonly EntityAction[]): void {
  const refusals = { VIEWER: undefined, OPERATOR: useRefusal('OPERATOR'), ADMIN: useRefusal('ADMIN') };
  const offered = actions.map(({ label, requires, disabledReason, keys, run }) => ({
    id: `${group} ${label}`,
    label: label.replace('…', ''),
    ...(keys && { keys }),
    disabledReason: refusals[requires] ?? disabledReason,
    run,
  }));
  useCommands(offered);
  useShortcuts(
    offered.flatMap(({ keys, label, disabledReason, run }) =>
      keys && !disabledReason ? [{ keys, label, group, run }] : [],
    ),
  );
}

/**
 * The action of a list page that creates an object, on the page `form` or by the function, registered like
 * {@link useEntityActions}. `c` runs it.
 */
export function useCreateAction(group: string, label: string, form: LinkTarget | (() => void)): EntityAction {
  const navigate = useNavigate();
  const run = typeof form === 'function' ? form : () => void navigate(form);
  const create: EntityAction = { label, requires: 'ADMIN', icon: Plus, keys: 'c', run };
  useEntityActions(group, [create]);
  return create;
}
