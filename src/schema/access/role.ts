import { enumOf } from '../types/enum-of.js';

export const Role = enumOf('Role', 'Role of an API token. Each role includes the ones before it.', {
  viewer: 'Can read.',
  operator: 'Can also trigger, pause, propose hints, retry and cancel.',
  admin: 'Can also edit resources and manage API tokens.',
});
