import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/programs/build-once.js';

/** The modules of kubernetes-models, in which each kind of object has a class. */
const MODULES: Record<string, string> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'batch/v1': 'kubernetes-models/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
};

export type KubernetesObject = Record<string, unknown>;

const load = createRequire(import.meta.url);

/** What the schema of Kubernetes finds wrong: missing fields and wrong types. */
export function schemaProblems(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const Model = load(moduleOf(object))[String(object.kind)];
    try {
      new Model(object).validate();
      return [];
    } catch (error) {
      return [`${object.kind}: ${(error as Error).message}`];
    }
  });
}

/** Fields that Kubernetes does not know. Its JSON schema allows them; the types made of it do not. */
export function unknownFields(objects: readonly KubernetesObject[]): string[] {
  const source = objects
    .map((object, index) => {
      const type = `import('${moduleOf(object)}').I${object.kind}`;
      return `export const object${index}: ${type} = ${JSON.stringify(object, undefined, 2)};`;
    })
    .join('\n');
  const file = join(ROOT, 'test/deploy/objects.ts');
  const options: ts.CompilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    target: ts.ScriptTarget.ES2023,
  };
  const host = ts.createCompilerHost(options);
  const fromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, source, version) : fromDisk(name, version);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const name = MODULES[String(apiVersion)];
  if (name === undefined) throw new Error(`${kind} has an unexpected apiVersion: ${apiVersion}`);
  return name;
}
