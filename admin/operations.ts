/** The operations that the admin sends, for the build: the server knows them by their hash. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDocument, stringifyDocument } from '@urql/core';
import { type DefinitionNode, type DocumentNode, Kind, parse, visit } from 'graphql';

export interface AdminOperation {
  name: string;
  /** 48 bits of the SHA-256 of the text, as 8 characters. The first page loads all of them, so a longer one would make it heavier. */
  hash: string;
  /** The operation with its fragments, and with the type names that the cache of the admin asks for. */
  text: string;
}

/** @param directory with the `.graphql` files. @throws Error if two operations have the same name */
export function adminOperations(directory: string): AdminOperation[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const definitions = files
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .flatMap((file) => parse(readFileSync(join(directory, file), 'utf8')).definitions);
  const operations = definitions.flatMap((definition): AdminOperation[] => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name) return [];
    const document: DocumentNode = {
      kind: Kind.DOCUMENT,
      definitions: [definition, ...fragmentsOf(definition, definitions)],
    };
    const text = stringifyDocument(formatDocument(document));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    return [{ name: definition.name.value, hash, text }];
  });
  const names = operations.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two operations of the admin are named ${repeated}.`);
  return operations;
}

/** Those that the definition spreads, itself or through others. */
function fragmentsOf(definition: DefinitionNode, all: readonly DefinitionNode[]): DefinitionNode[] {
  const found = new Set<DefinitionNode>();
  const collect = (node: DefinitionNode): void => {
    visit(node, {
      FragmentSpread(spread) {
        const fragment = all.find(
          (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === spread.name.value,
        );
        if (!fragment || found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(definition);
  return [...found];
}
