import { Button } from '../../../components/button.js';
import { Menu, MenuItem } from '../../../components/menu.js';
import { ArrowDownUp } from '../../../icons/lucide.js';
import type { Sort } from '../../../lib/use-sort.js';

const FIELDS = [
  { field: 'NAME', label: 'Name' },
  { field: 'NEXT_RUN_AT', label: 'Next run' },
  { field: 'LAST_RUN_AT', label: 'Last run' },
  { field: 'CREATED_AT', label: 'Created' },
] as const;

/** Sorting for screens without room for all headers. Choosing the same field again reverses the order. */
export function SortMenu({ sort }: { sort: Sort }) {
  const chosen = FIELDS.find(({ field }) => field === sort.field)?.label.toLowerCase();
  return (
    <Menu
      trigger={
        <Button className="font-normal" icon={ArrowDownUp}>
          <span className="text-muted">Sorted by</span> {chosen}
        </Button>
      }
    >
      {FIELDS.map(({ field, label }) => (
        <MenuItem key={field} isChecked={field === sort.field} onSelect={() => sort.by(field)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
