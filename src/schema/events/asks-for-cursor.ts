import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/** By document, which clients send again and again, and by operation name. */
const known = new WeakMap<DocumentNode, Map<string | undefined, boolean>>();

/** Whether the operation selects `eventCursor`, which must be read before all other data. */
export function asksForCursor({
  document,
  operationName,
}: {
  document: DocumentNode;
  operationName?: string | null | undefined;
}): boolean {
  const name = operationName ?? undefined;
  const answers = known.get(document) ?? new Map<string | undefined, boolean>();
  known.set(document, answers);
  const answer = answers.get(name) ?? standsAtRoot('eventCursor', document, name);
  answers.set(name, answer);
  return answer;
}

/** Whether the operation selects this field at its root. */
function standsAtRoot(field: string, document: DocumentNode, operationName?: string): boolean {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  );
  const selects = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === field;
      return selects(
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value),
      );
    }) ?? false;
  return selects(getOperationAST(document, operationName)?.selectionSet);
}
