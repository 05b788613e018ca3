/**
 * Estimates the cost of validating a document before anything of it runs. Validation compares all
 * pairs of selections with the same response name.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { LIMITS } from '../../../domain/limits.js';

/** Whether validating the document would take too long. The check itself is linear in the limits. */
export function isTooHeavy(document: DocumentNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  let selections = 0;
  let comparisons = 0;
  const exceeded = () => selections > LIMITS.documentSelections || comparisons > LIMITS.documentComparisons;

  /** The fields of selection sets that are merged, by response name. */
  function collect(sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
    const fields = new Map<string, FieldNode[]>();
    const pending = [...sets];
    const spread = new Set<string>();
    for (let set = pending.pop(); set && !exceeded(); set = pending.pop()) {
      selections += set.selections.length;
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          const name = (selection.alias ?? selection.name).value;
          const same = fields.get(name);
          if (same) same.push(selection);
          else fields.set(name, [selection]);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) pending.push(selection.selectionSet);
        else {
          const name = selection.name.value;
          const fragment = fragments.get(name);
          if (fragment && !spread.has(name)) pending.push(fragment.selectionSet);
          spread.add(name);
        }
      }
    }
    return fields;
  }

  const merged = document.definitions.flatMap((definition) =>
    'selectionSet' in definition ? [[definition.selectionSet]] : [],
  );
  for (let sets = merged.pop(); sets && !exceeded(); sets = merged.pop()) {
    for (const same of collect(sets).values()) {
      comparisons += (same.length * (same.length - 1)) / 2;
      const nested = same.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
      if (nested.length > 0) merged.push(nested);
    }
  }
  return exceeded();
}
