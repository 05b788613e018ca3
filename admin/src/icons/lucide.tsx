/*!
 * @license Icons of Lucide 1.75, some of them from Feather. ISC and MIT: see lucide-license.txt beside the admin.
 */
import type { ComponentProps, ReactElement } from 'react';

// Their package has some 5 000 files. To add an icon, copy its shapes from https://lucide.dev.

export type LucideIcon = (props: ComponentProps<'svg'>) => ReactElement;

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** @param r radius of the corners */
const rect = (x: number, y: number, width: number, height: number, r: number) => {
  const corner = (right: number, down: number) => `a${r} ${r} 0 0 1 ${right} ${down}`;
  const [across, along] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${corner(r, r)}v${along}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-along}${corner(r, -r)}z`;
};

/** Draws paths on a grid of 24 by 24 as lines in the color of the text. Hidden from assistive technology unless it has a label. */
function lucideIcon(...paths: string[]): LucideIcon {
  return function DrawnIcon(props) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: an icon with a meaning of its own gets an aria-label
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined || undefined}
        {...props}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };
}

export const Activity = lucideIcon(
  'M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2',
);
export const ArrowDown = lucideIcon('M12 5v14', 'm19 12-7 7-7-7');
export const ArrowDownRight = lucideIcon('m7 7 10 10', 'M17 7v10H7');
export const ArrowDownUp = lucideIcon('m3 16 4 4 4-4', 'M7 20V4', 'm21 8-4-4-4 4', 'M17 4v16');
export const ArrowUp = lucideIcon('m5 12 7-7 7 7', 'M12 19V5');
export const ArrowUpRight = lucideIcon('M7 7h10v10', 'M7 17 17 7');
export const Ban = lucideIcon(circle(12, 12, 10), 'M4.929 4.929 19.07 19.071');
export const Bell = lucideIcon(
  'M10.268 21a2 2 0 0 0 3.464 0',
  'M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
);
export const Bot = lucideIcon(
  'M12 8V4H8',
  rect(4, 8, 16, 12, 2),
  'M2 14h2',
  'M20 14h2',
  'M15 13v2',
  'M9 13v2',
);
export const CalendarClock = lucideIcon(
  'M16 14v2.2l1.6 1',
  'M16 2v3',
  'M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338',
  'M3 9h5.859',
  'M8 2v3',
  circle(16, 16, 6),
);
export const Check = lucideIcon('M20 6 9 17l-5-5');
export const ChevronDown = lucideIcon('m6 9 6 6 6-6');
export const ChevronRight = lucideIcon('m9 18 6-6-6-6');
export const CircleAlert = lucideIcon(circle(12, 12, 10), 'M12 8L12 12', 'M12 16L12.01 16');
export const CircleCheck = lucideIcon(circle(12, 12, 10), 'm16 9-5.5 5.5L8 12');
export const CirclePause = lucideIcon(circle(12, 12, 10), 'M10 15L10 9', 'M14 15L14 9');
export const CirclePlay = lucideIcon(
  'M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z',
  circle(12, 12, 10),
);
export const Copy = lucideIcon(
  rect(8, 8, 14, 14, 2),
  'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const Droplets = lucideIcon(
  'M7 16.3c2.2 0 4-1.83 4-4.05 0-1.16-.57-2.26-1.71-3.19S7.29 6.75 7 5.3c-.29 1.45-1.14 2.84-2.29 3.76S3 11.1 3 12.25c0 2.22 1.8 4.05 4 4.05z',
  'M12.56 6.6A10.97 10.97 0 0 0 14 3.02c.5 2.5 2 4.9 4 6.5s3 3.5 3 5.5a6.98 6.98 0 0 1-11.91 4.97',
);
export const Ellipsis = lucideIcon(circle(12, 12, 1), circle(19, 12, 1), circle(5, 12, 1));
export const FileCode = lucideIcon(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
  'M14 2v5a1 1 0 0 0 1 1h5',
  'M10 12.5 8 15l2 2.5',
  'm14 12.5 2 2.5-2 2.5',
);
export const HeartPulse = lucideIcon(
  'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
  'M3.22 13H9.5l.5-1 2 4.5 2-7 1.5 3.5h5.27',
);
export const Info = lucideIcon(circle(12, 12, 10), 'M12 16v-4', 'M12 8h.01');
export const KeyRound = lucideIcon(
  'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z',
  circle(16.5, 7.5, 0.5),
);
export const LayoutDashboard = lucideIcon(
  rect(3, 3, 7, 9, 1),
  rect(14, 3, 7, 5, 1),
  rect(14, 12, 7, 9, 1),
  rect(3, 16, 7, 5, 1),
);
export const ListChecks = lucideIcon('M13 5h8', 'M13 12h8', 'M13 19h8', 'm3 17 2 2 4-4', 'm3 7 2 2 4-4');
export const Lock = lucideIcon(rect(3, 11, 18, 11, 2), 'M7 11V7a5 5 0 0 1 10 0v4');
export const LogOut = lucideIcon('m16 17 5-5-5-5', 'M21 12H9', 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4');
export const MailX = lucideIcon(
  'M22 12.532V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8.792',
  'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7',
  'm16.5 16.5 5 5',
  'm21.5 16.5-5 5',
);
export const Maximize = lucideIcon(
  'M8 3H5a2 2 0 0 0-2 2v3',
  'M21 8V5a2 2 0 0 0-2-2h-3',
  'M3 16v3a2 2 0 0 0 2 2h3',
  'M16 21h3a2 2 0 0 0 2-2v-3',
);
export const Menu = lucideIcon('M4 5h16', 'M4 12h16', 'M4 19h16');
export const Minus = lucideIcon('M5 12h14');
export const Monitor = lucideIcon(rect(2, 3, 20, 14, 2), 'M8 21L16 21', 'M12 17L12 21');
export const Moon = lucideIcon(
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
);
export const Pause = lucideIcon(rect(14, 3, 5, 18, 1), rect(5, 3, 5, 18, 1));
export const Pencil = lucideIcon(
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
  'm15 5 4 4',
);
export const Play = lucideIcon(
  'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
);
export const Plus = lucideIcon('M5 12h14', 'M12 5v14');
export const Redo2 = lucideIcon('m15 14 5-5-5-5', 'M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13');
export const Repeat2 = lucideIcon(
  'm2 9 3-3 3 3',
  'M13 18H7a2 2 0 0 1-2-2V6',
  'm22 15-3 3-3-3',
  'M11 6h6a2 2 0 0 1 2 2v10',
);
export const RotateCcw = lucideIcon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8', 'M3 3v5h5');
export const ScrollText = lucideIcon(
  'M15 12h-5',
  'M15 8h-5',
  'M19 17V5a2 2 0 0 0-2-2H4',
  'M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3',
);
export const Search = lucideIcon('m21 21-4.34-4.34', circle(11, 11, 8));
export const Send = lucideIcon(
  'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z',
  'm21.854 2.147-10.94 10.939',
);
export const Server = lucideIcon(rect(2, 2, 20, 8, 2), rect(2, 14, 20, 8, 2), 'M6 6L6.01 6', 'M6 18L6.01 18');
export const Settings = lucideIcon(
  'M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915',
  circle(12, 12, 3),
);
export const Split = lucideIcon(
  'M16 3h5v5',
  'M8 3H3v5',
  'M12 22v-8.3a4 4 0 0 0-1.172-2.872L3 3',
  'm15 9 6-6',
);
export const Square = lucideIcon(rect(3, 3, 18, 18, 2));
export const SquareTerminal = lucideIcon('m7 11 2-2-2-2', 'M11 13h4', rect(3, 3, 18, 18, 2));
export const Sun = lucideIcon(
  circle(12, 12, 4),
  'M12 2v2',
  'M12 20v2',
  'm4.93 4.93 1.41 1.41',
  'm17.66 17.66 1.41 1.41',
  'M2 12h2',
  'M20 12h2',
  'm6.34 17.66-1.41 1.41',
  'm19.07 4.93-1.41 1.41',
);
export const ToggleLeft = lucideIcon(circle(9, 12, 3), rect(2, 5, 20, 14, 7));
export const ToggleRight = lucideIcon(circle(15, 12, 3), rect(2, 5, 20, 14, 7));
export const Trash2 = lucideIcon(
  'M10 11v6',
  'M14 11v6',
  'M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6',
  'M3 6h18',
  'M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
);
export const TriangleAlert = lucideIcon(
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
  'M12 9v4',
  'M12 17h.01',
);
export const Undo2 = lucideIcon('M9 14 4 9l5-5', 'M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11');
export const Upload = lucideIcon('M12 3v12', 'm17 8-5-5-5 5', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4');
export const Webhook = lucideIcon(
  'M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2',
  'm6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06',
  'm12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8',
);
export const Workflow = lucideIcon(rect(3, 3, 8, 8, 2), 'M7 11v4a2 2 0 0 0 2 2h4', rect(13, 13, 8, 8, 2));
export const X = lucideIcon('M18 6 6 18', 'm6 6 12 12');
