export const texts = {
  search: 'Search pipelines',
  disabled: 'Disabled',
  schedules: 'Schedules',
  empty: 'No pipelines yet',
  emptyHint:
    'A pipeline calls several agents in sequence or in parallel and passes results between them. Create one here or through the API:',
} as const;
