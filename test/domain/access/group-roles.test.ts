import { expect, test } from 'vitest';
import { groupsIn, roleOfGroups } from '../../../src/domain/access/group-roles.js';

const mapping = { admin: ['owners'], operator: ['on-call', 'ops'], viewer: ['staff'] };

test('the highest role of all groups counts', () => {
  expect(roleOfGroups(['staff', 'owners', 'ops'], mapping)).toBe('admin');
  expect(roleOfGroups(['staff', 'ops'], mapping)).toBe('operator');
  expect(roleOfGroups(['staff'], mapping)).toBe('viewer');
});

test('groups are compared exactly as written', () => {
  for (const groups of [[], ['Staff'], ['staff '], ['*'], ['owners,staff']])
    expect(roleOfGroups(groups, mapping), String(groups)).toBeUndefined();
});

test('a star matches everybody', () => {
  expect(roleOfGroups([], { ...mapping, viewer: ['*'] })).toBe('viewer');
  expect(roleOfGroups(['owners'], { ...mapping, viewer: ['*'] })).toBe('admin');
});

test('groups are an array or a single text, under a name or a path', () => {
  expect(groupsIn({ groups: ['a', 'b'] }, 'groups')).toEqual(['a', 'b']);
  expect(groupsIn({ groups: 'a' }, 'groups')).toEqual(['a']);
  expect(groupsIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a']);
  expect(groupsIn({ 'https://example.org/groups': ['a'] }, 'https://example.org/groups')).toEqual(['a']);
});

test('other values are not groups', () => {
  for (const groups of [undefined, null, 1, {}, [1, null, { name: 'owners' }]])
    expect(groupsIn({ groups }, 'groups')).toEqual([]);
  expect(groupsIn({}, 'constructor.name')).toEqual([]);
  expect(groupsIn({}, '__proto__')).toEqual([]);
});
