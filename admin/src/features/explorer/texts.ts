export const texts = {
  page: {
    title: 'GraphQL',
    offTitle: 'The explorer is off',
    whyOff: {
      OFF: 'The explorer is turned off. To turn it on, set CALLBOARD_GRAPHIQL=true and restart the server.',
      PERSISTED_ONLY:
        'With CALLBOARD_OPERATIONS=persisted, browsers may only send the operations of the admin pages. Use a program with an API token instead.',
    },
  },
  explorer: {
    intro: 'Operations run with your rights, on this installation.',
    runShortcut: 'Run the operation',
    run: 'Run',
    stop: 'Stop',
    operation: 'Operation',
    variables: 'Variables',
    variablesTitle: 'Variables (JSON)',
    tabs: 'Explorer',
    result: 'Result',
    earlierResult: 'Earlier result',
    running: 'Running…',
    noResult: 'Run an operation to see its result.',
    noOperation: 'Write an operation first.',
    badVariables: (problem: string) => `Variables: ${problem}`,
    variablesNoObject: 'Variables must be a JSON object, e.g. {"id": "x"}.',
    connectionEnded: (reason: string) => `The server ended the connection: ${reason}`,
    serverUnreachable: 'Cannot reach the server. Check that it is running, then run the operation again.',
  },
  history: {
    title: 'History',
    empty: 'Operations that you run are listed here.',
    kept: 'The last 20 operations run in this browser, without variables and without the strings in mutations.',
    clear: 'Clear history',
  },
  schema: {
    title: 'Schema',
    search: 'Search types',
    searchPlaceholder: 'Search types and fields…',
    noneFound: 'No matching types or fields.',
    allTypes: 'All types',
    argumentsOf: (field: string) => `Arguments of ${field}`,
  },
} as const;
