import type { ReactNode } from 'react';
import { Button } from '../../components/button.js';
import { texts } from './texts.js';

const t = texts.section;

export interface SectionFrameProps {
  /** Fragment of the URL. */
  id: string;
  title: string;
  about?: ReactNode;
  /** Whether it does not match the search. */
  isHidden: boolean;
  children: ReactNode;
}

export function SectionFrame({ id, title, about, isHidden, children }: SectionFrameProps) {
  return (
    <section id={id} aria-label={title} hidden={isHidden} className="scroll-mt-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {about && <p className="text-muted">{about}</p>}
      <div className="mt-1">{children}</div>
    </section>
  );
}

export interface SaveButtonsProps {
  /** `Save 2 settings`. */
  label?: string;
  isDirty: boolean;
  isBusy: boolean;
  /** Whether it can be saved without a change. */
  isAlways?: boolean;
  onDiscard: () => void;
}

/** The buttons below each section that is saved separately. */
export function SaveButtons({ label = t.save, isDirty, isBusy, isAlways, onDiscard }: SaveButtonsProps) {
  return (
    <>
      {isDirty && <Button onClick={onDiscard}>{t.discard}</Button>}
      <Button
        variant={isDirty ? 'primary' : 'secondary'}
        type="submit"
        requires="ADMIN"
        isBusy={isBusy}
        disabledReason={isDirty || isAlways ? undefined : t.noChanges}
      >
        {label}
      </Button>
    </>
  );
}
