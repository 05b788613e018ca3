/** The result of one check of `callboard doctor`. */
export interface Finding {
  check: string;
  /** A warning needs attention but prevents nothing from working. */
  level: 'ok' | 'warning' | 'problem';
  message: string;
  remedy?: string;
}

export const fine = (check: string, message: string): Finding => ({ check, level: 'ok', message });

export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  message,
  remedy,
});

export const problem = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'problem',
  message,
  remedy,
});
