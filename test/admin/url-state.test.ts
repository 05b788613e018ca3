import { describe, expect, test } from 'vitest';
import { choiceOf, choicesOf, given, instantOf, parseSearch } from '../../admin/src/lib/url-state.js';

const STATUSES = { DEAD_LETTER: 'Dead letter', FAILED: 'Failed' };

describe('the values in an address', () => {
  test('are choices in any case, once each; unknown ones are left out', () => {
    expect(choicesOf('dead_letter,FAILED,failed', STATUSES)).toEqual(['DEAD_LETTER', 'FAILED']);
    expect(choicesOf('nonsense, failed', STATUSES)).toEqual(['FAILED']);
    expect(choiceOf('Dead_Letter', STATUSES)).toBe('DEAD_LETTER');
    for (const unknown of [undefined, '', ',', 'nonsense', 'constructor', '__proto__'])
      expect(choicesOf(unknown, STATUSES)).toBeUndefined();
  });

  test('are the choice with the same case, if two differ by it only', () => {
    expect(choicesOf('B,b', ['b', 'B'])).toEqual(['B', 'b']);
  });

  test('are times that the API reads, or none', () => {
    expect(instantOf('2026-11-27T20:00:00+01:00')).toBe('2026-11-27T19:00:00.000Z');
    for (const none of [undefined, '', 'nonsense', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'])
      expect(instantOf(none)).toBeUndefined();
  });

  test('are read without the character 0, and empty ones do not count', () => {
    expect(parseSearch('?q=a%00b&status=&agent=%00')).toEqual({ q: 'ab' });
  });

  test('leave out of a filter what is undefined, and only that', () => {
    expect(given({ search: undefined, enabled: false, id: null })).toEqual({ enabled: false, id: null });
  });
});
