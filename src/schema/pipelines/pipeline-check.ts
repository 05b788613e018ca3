import { checkPipeline } from '../../services/pipelines/check-pipeline.js';
import { builder } from '../builder.js';
import { ValidationIssue } from '../types/errors.js';
import { CreatePipelineInput } from './pipeline-mutations.js';

builder.queryField('validatePipeline', (t) =>
  t.field({
    type: [ValidationIssue],
    description:
      'Checks a pipeline as `createPipeline` would and returns all problems. An empty list means it could be created.',
    args: {
      input: t.arg({ type: CreatePipelineInput, required: true, description: 'The pipeline to check.' }),
    },
    resolve: (_root, { input }, context) => checkPipeline(context.services.pool, input),
  }),
);
