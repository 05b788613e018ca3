import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canServe,
  type Requirements,
  requirementsKey,
  requirementsOf,
  requirementsSchema,
} from '../../../src/domain/worker/requirements.js';

const name = fc.stringMatching(/^[\w.-]{1,10}$/).filter((text) => text !== '__proto__');
const value = fc.oneof(fc.string({ minLength: 1, maxLength: 10 }), fc.integer(), fc.boolean());
const requirements: fc.Arbitrary<Requirements> = fc.dictionary(name, value, {
  maxKeys: 5,
  noNullPrototype: true,
});

describe('a key', () => {
  test('of no requirements is empty, and any worker can serve it', () => {
    expect(requirementsKey(null, undefined, {})).toBe('');
    expect(canServe({}, '')).toBe(true);
    expect(requirementsOf('')).toBeNull();
  });

  test('has the more specific value of each name, as text, in one order', () => {
    const key = requirementsKey({ region: 'eu', gpu: true }, { region: 'us', tier: 2 }, { gpu: false });
    expect(key).toBe('{"gpu":"false","region":"us","tier":"2"}');
    expect(requirementsOf(key)).toEqual({ gpu: 'false', region: 'us', tier: '2' });
  });

  test('is the same whoever of them carries which value, if they do not differ', () => {
    fc.assert(
      fc.property(requirements, requirements, (one, other) => {
        const differ = Object.keys(one).some(
          (key) => key in other && String(one[key]) !== String(other[key]),
        );
        fc.pre(!differ);
        expect(requirementsKey(one, other)).toBe(requirementsKey(other, one));
        expect(requirementsKey({ ...one, ...other })).toBe(requirementsKey(one, null, other));
      }),
    );
  });
});

describe('a worker', () => {
  test('serves what it has, with any of its values', () => {
    const capabilities = { region: ['eu'], model: ['gpt-4o', 'o3'] };
    expect(canServe(capabilities, requirementsKey({ model: 'o3' }))).toBe(true);
    expect(canServe(capabilities, requirementsKey({ region: 'eu', model: 'gpt-4o' }))).toBe(true);
    expect(canServe(capabilities, requirementsKey({ region: 'eu', model: 'o4' }))).toBe(false);
    expect(canServe(capabilities, requirementsKey({ gpu: true }))).toBe(false);
    expect(canServe(capabilities, requirementsKey({ gpu: false }))).toBe(true);
    expect(canServe({ gpu: ['true'] }, requirementsKey({ gpu: false }))).toBe(false);
    expect(canServe({ gpu: ['false'] }, requirementsKey({ gpu: false }))).toBe(true);
    expect(canServe(capabilities, requirementsKey({ toString: 'x' } as never))).toBe(false);
  });

  test('serves exactly the requirements that ask for nothing else', () => {
    fc.assert(
      fc.property(requirements, requirements, (asked, has) => {
        const capabilities = Object.fromEntries(
          Object.entries(has).map(([key, own]) => [key, ['x', String(own)]]),
        );
        const fits = Object.entries(asked).every(([key, wanted]) =>
          key in has ? ['x', String(has[key])].includes(String(wanted)) : String(wanted) === 'false',
        );
        expect(canServe(capabilities, requirementsKey(asked))).toBe(fits);
      }),
    );
  });

  test.each(['nonsense', '[]', '1', 'null', '{'])('does not serve the key %s, written by SQL', (key) => {
    expect(canServe({ region: ['eu'] }, key)).toBe(false);
    expect(requirementsOf(key)).toBeNull();
  });
});

describe('the format', () => {
  test('accepts text, numbers and booleans', () => {
    const given = { region: 'eu', gpu: true, tier: 2 };
    expect(requirementsSchema.parse(given)).toEqual(given);
    expect(requirementsSchema.parse({})).toEqual({});
  });

  test.each([
    ['eu', [], /an object/],
    [['eu'], [], /an object/],
    [null, [], /an object/],
    [{ 'a b': 'x' }, ['a b'], /valid capability name/],
    [{ '': 'x' }, [''], /valid capability name/],
    [{ region: '' }, ['region'], /1 to 200/],
    [{ region: 'e\u0000u' }, ['region'], /a string/],
    [{ region: '\ud800' }, ['region'], /a string/],
    [{ region: ['eu'] }, ['region'], /a string/],
    [{ region: null }, ['region'], /a string/],
    [{ region: { eu: true } }, ['region'], /a string/],
    [{ region: Number.NaN }, ['region'], /a string/],
  ])('refuses %j and says where', (given, path, message) => {
    const [issue] = requirementsSchema.safeParse(given).error?.issues ?? [];
    expect(issue).toMatchObject({ path, message: expect.stringMatching(message) });
  });

  test('refuses too many names', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, n]));
    expect(requirementsSchema.safeParse(many).success).toBe(false);
  });

  test('refuses what the index of waiting jobs could not hold, counted in bytes', () => {
    const long = (text: string) => Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, text]));
    expect(requirementsSchema.safeParse(long('x'.repeat(180))).success).toBe(true);
    for (const text of ['x'.repeat(190), '\u{1F3AD}'.repeat(50)])
      expect(requirementsSchema.safeParse(long(text)).error?.issues).toMatchObject([
        { path: [], message: expect.stringMatching(/longer than 750 bytes/) },
      ]);
  });
});
