import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { DialogForm } from '../../../components/forms/dialog-form.js';
import { toast } from '../../../components/toast.js';
import { type ActionError, useAction } from '../../../lib/graphql/use-action.js';
import { linkTo } from '../../../lib/link-to.js';
import { useRunOptions } from '../../schedules/detail/run-options.js';
import { ExpansionPanel } from '../../schedules/form/params/expansion-panel.js';
import { ParamsField } from '../../schedules/form/params/params-field.js';
import { exampleOfSteps } from '../../schedules/form/params/steps-input.js';
import { texts } from '../texts/detail.js';
import { PipelineDetailTriggerDocument } from './pipeline-detail.generated.js';
import type { PipelinePartProps } from './pipeline-header.js';

const t = texts.triggerDialog;

/**
 * Runs the pipeline now, with the params of its last run or those that its steps require. Shows the number of
 * contexts in advance.
 */
export function TriggerDialog({ pipeline: { id, name, steps, lastExecution }, actions }: PipelinePartProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(() =>
    JSON.stringify(lastExecution?.params ?? exampleOfSteps(steps), null, 2),
  );
  const options = useRunOptions();
  const [trigger] = useAction(PipelineDetailTriggerDocument, (data) => data.triggerPipeline);
  const read = parseJsonText(text);

  async function submit(): Promise<ActionError | undefined> {
    if (read.kind === 'error') return undefined;
    const result = await trigger({ id, params: read.value ?? {}, ...options.variables });
    if (result.kind === 'error') return result.error;
    toast({ kind: 'success', title: options.isLater ? t.scheduled(name) : t.triggered(name) });
    void navigate({ ...linkTo.run(result.value.id), search: { tab: 'graph' } });
    return undefined;
  }

  return (
    <DialogForm
      title={t.title(name)}
      description={t.description}
      size="md"
      isReady
      submitLabel={t.submit}
      disabledReason={read.kind === 'error' ? read.message : options.problem}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <ParamsField
        value={text}
        onChange={setText}
        lines={5}
        pipelineId={id}
        hint={lastExecution?.params ? t.paramsOfLastRun : t.paramsHint}
      />
      {options.fields}
      <ExpansionPanel params={text} isPipeline />
    </DialogForm>
  );
}
