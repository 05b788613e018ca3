import { useState } from 'react';
import type { ActionError } from '../../lib/graphql/use-action.js';
import { stillWrong } from './draft.js';

/**
 * The refusal of a draft, without the issues of fields that have changed since, and a function that sets it.
 *
 * @param input what the draft would send now
 * @param together fields that are checked together: see {@link stillWrong}
 */
export function useRefused(
  input: object,
  together?: readonly (readonly string[])[],
): [error: ActionError | undefined, setError: (error: ActionError | undefined) => void] {
  const [refused, setRefused] = useState<{ error: ActionError; sent: object }>();
  return [
    refused && stillWrong(refused.error, refused.sent, input, together),
    (error) => setRefused(error && { error, sent: input }),
  ];
}
