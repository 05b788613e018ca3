import { expect, test } from 'vitest';
import { exampleOfSteps, schemaOfSteps } from '../../admin/src/features/schedules/form/params/steps-input.js';

const STEPS = [
  {
    params: { depth: 2 },
    agent: {
      inputSchema: {
        $defs: { ticker: { type: 'string', examples: ['AAPL'] } },
        required: ['ticker', 'depth'],
        properties: {
          ticker: { $ref: '#/$defs/ticker' },
          depth: { type: 'integer' },
          source: { enum: ['news', 'filings'], default: 'news' },
        },
      },
    },
  },
  { params: {}, agent: { inputSchema: null } },
  { params: null, agent: null },
  {
    params: {},
    agent: {
      inputSchema: {
        required: ['ticker', 'tone'],
        properties: { ticker: { type: 'string' }, tone: { enum: ['warm', 'dry'] }, note: { type: 'string' } },
      },
    },
  },
];

test('a run of a pipeline starts with what its steps require and do not set themselves', () => {
  expect(exampleOfSteps(STEPS)).toEqual({ ticker: 'AAPL', source: 'news', tone: 'warm' });
  expect(Object.keys(exampleOfSteps(STEPS))).toEqual(['ticker', 'source', 'tone']);
});

test('the input of a pipeline is that of all its steps, and the first one describes it', () => {
  const { properties, required } = schemaOfSteps(STEPS);
  expect(Object.keys(properties)).toEqual(['ticker', 'source', 'tone', 'note']);
  expect(properties.ticker).toEqual({ type: 'string', examples: ['AAPL'] });
  expect(required).toEqual(['ticker', 'tone']);
});
