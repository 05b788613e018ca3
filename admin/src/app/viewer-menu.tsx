import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuSeparator } from '../components/menu.js';
import { LogOut } from '../icons/lucide.js';
import { setTheme, type Theme, useTheme } from '../lib/theme.js';
import { useViewer } from '../lib/viewer.js';
import { THEMES } from './themes.js';

export interface ViewerMenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  onSignOut: () => void;
}

/** Who is signed in, the theme, and signing out. It is open when it appears. */
export default function ViewerMenu({ trigger, onSignOut }: ViewerMenuProps) {
  const { name, role } = useViewer();
  const theme = useTheme();
  return (
    <Menu trigger={trigger} isOpenAtFirst>
      <div className="px-2 py-1">
        <div className="max-w-48 truncate font-medium">{name}</div>
        <div className="text-xs text-muted">{role.toLowerCase()}</div>
      </div>
      <MenuSeparator />
      {Object.entries(THEMES).map(([each, { label, icon }]) => (
        <MenuItem key={each} icon={icon} isChecked={theme === each} onSelect={() => setTheme(each as Theme)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
