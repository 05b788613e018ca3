import { useEffect, useState } from 'react';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useSettled } from '../../schedules/form/use-settled.js';
import { type PipelineDraft, readPipeline } from './draft.js';
import { PipelineEditorProblemsDocument } from './pipeline-editor.generated.js';
import { type Problem, toProblems } from './problems.js';

const TYPING_MS = 250;

export interface Problems {
  problems: readonly Problem[];
  /** Whether the draft has changed since the last check. */
  isStale: boolean;
  /** Whether the server could not be reached. */
  isUnknown: boolean;
}

/** The problems that the server finds in the draft. Checked when typing pauses and when agents are added or deleted. */
export function useProblems(draft: PipelineDraft): Problems {
  const { input, issues } = readPipeline(draft);
  const asked = { input, keys: draft.steps.map(({ key }) => key) };
  const settled = useSettled(asked, TYPING_MS);
  const { data, error } = useLiveQuery(PipelineEditorProblemsDocument, {
    variables: { input: settled.input },
    refetchOn: { agent: 'list' },
  });
  const [serverProblems, setServerProblems] = useState<readonly Problem[]>([]);
  const serverIssues = data?.validatePipeline;
  useEffect(() => {
    if (serverIssues) setServerProblems(toProblems(serverIssues, settled.keys));
  }, [serverIssues, settled]);

  const own = toProblems(issues, asked.keys);
  const isKnown = ({ key, path }: Problem) =>
    own.some((problem) => problem.key === key && problem.path.join('.') === path.join('.'));
  return {
    problems: [...own, ...serverProblems.filter((problem) => !isKnown(problem))],
    isStale: serverIssues === undefined || JSON.stringify(settled) !== JSON.stringify(asked),
    isUnknown: serverIssues === undefined && error !== undefined,
  };
}
