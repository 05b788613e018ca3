import { useState } from 'react';
import { Button, type ButtonProps } from './button.js';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.js';

export interface ConfirmButtonProps
  extends Omit<ConfirmDialogProps, 'isOpen' | 'onClose'>,
    Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'requires' | 'disabledReason' | 'className'> {
  label: string;
}

/** A button whose action is confirmed first. */
export function ConfirmButton({ label, title, children, confirmLabel, ...rest }: ConfirmButtonProps) {
  const { dismissLabel, isDanger, onConfirm, ...look } = rest;
  const [isAsking, setAsking] = useState(false);
  const asked = { title, confirmLabel, onConfirm, ...(dismissLabel && { dismissLabel }), isDanger };
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog {...asked} isOpen={isAsking} onClose={() => setAsking(false)}>
        {children}
      </ConfirmDialog>
    </>
  );
}
