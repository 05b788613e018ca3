import { enumOf } from '../types/enum-of.js';

export const Role = enumOf(
  'Role',
  'Role of an API token. `ADMIN` includes `OPERATOR`, which includes `VIEWER`.',
  {
    viewer: 'Can read.',
    operator:
      'Can also trigger, backfill, pause, propose hints, retry, rerun, cancel and drain, suspend webhooks, check agents and reset their circuits.',
    admin: 'Can also edit resources and manage API tokens.',
  },
);
