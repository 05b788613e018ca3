import { useEffect, useRef } from 'react';

export interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Whether some but not all rows are selected. */
  isMixed?: boolean;
  tabIndex?: number | undefined;
  /** `isRange`: with Shift, selects all rows from the last one to this one. */
  onToggle: (isRange: boolean) => void;
}

export function SelectBox({ label, isChecked, isMixed = false, tabIndex, onToggle }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed && !isChecked;
  });
  return (
    <label className="touch-target-11 flex w-fit">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        tabIndex={tabIndex}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
        className="size-3.5 accent-accent"
      />
    </label>
  );
}
