import { isValidElement, type ReactElement } from 'react';
import type { LucideIcon } from '../icons/lucide.js';

/** The icon of a control: a Lucide component, drawn in the control's size, or an element, drawn unchanged. */
export type ControlIcon = LucideIcon | ReactElement;

export function Icon({ icon, size = 'md' }: { icon: ControlIcon | undefined; size?: 'sm' | 'md' }) {
  if (icon === undefined || isValidElement(icon)) return icon;
  const Drawn = icon as LucideIcon;
  return <Drawn aria-hidden="true" className={size === 'sm' ? 'size-3.5' : 'size-4'} />;
}
