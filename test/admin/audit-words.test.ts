import { describe, expect, test } from 'vitest';
import { actionWords, deedWords } from '../../admin/src/features/audit/audit-words.js';

describe('an entry of the audit log', () => {
  test('names actions in the terms of the admin', () => {
    expect(actionWords('createSchedule')).toBe('Create schedule');
    expect(actionWords('createApiToken')).toBe('Create API token');
    expect(actionWords('cancelScheduleExecution')).toBe('Cancel run');
    expect(actionWords('cancelScheduleExecutions')).toBe('Cancel runs');
  });

  test('names the kind of object only once', () => {
    const deed = (action: string, resourceType: 'SCHEDULE_EXECUTION' | 'API_TOKEN' | 'SCHEDULE') =>
      deedWords({ action, resourceType } as Parameters<typeof deedWords>[0]);
    expect(deed('cancelScheduleExecution', 'SCHEDULE_EXECUTION')).toEqual({
      action: 'Cancel run',
      entity: '',
    });
    expect(deed('createApiToken', 'API_TOKEN')).toEqual({ action: 'Create API token', entity: '' });
    expect(deed('update', 'SCHEDULE')).toEqual({ action: 'Update', entity: 'schedule' });
    expect(deed('rerunFrom', 'SCHEDULE_EXECUTION')).toEqual({ action: 'Rerun from', entity: 'run' });
  });
});
