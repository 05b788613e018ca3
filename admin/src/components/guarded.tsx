import { cloneElement, type ReactElement } from 'react';
import { type Role, useRefusal } from '../lib/viewer.js';

export interface GuardedProps {
  role: Role;
  /** One element with a `disabledReason` prop: a `Button`, `IconButton`, `MenuItem` or form field. */
  children: ReactElement<{ disabledReason?: string | undefined }>;
}

/** Controls that a user may not use are not hidden, but disabled with the reason. */
export function Guarded({ role, children }: GuardedProps) {
  const refusal = useRefusal(role);
  return refusal === undefined ? children : cloneElement(children, { disabledReason: refusal });
}
