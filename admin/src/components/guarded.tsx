import { cloneElement, type ReactElement } from 'react';
import { type Role, useRefusal } from '../lib/viewer.js';

export interface GuardedProps {
  role: Role;
  /** One element that takes `disabledReason`: a `Button`, `IconButton`, `MenuItem` or field of a form. */
  children: ReactElement<{ disabledReason?: string | undefined }>;
}

/** Nothing is hidden from who may not use it: it is disabled, and says why. */
export function Guarded({ role, children }: GuardedProps) {
  const refusal = useRefusal(role);
  return refusal === undefined ? children : cloneElement(children, { disabledReason: refusal });
}
