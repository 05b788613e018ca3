/** Checks params before `run` sees them. */

/** The part of Standard Schema (standardschema.dev) that is used: Zod, Valibot and ArkType schemas have it. */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A Standard Schema, or a function that returns the params or throws an error that says what is wrong. */
export type ParamsCheck<Params> = StandardSchema<Params> | ((params: unknown) => Params);

export type CheckedParams<Params> = { kind: 'ok'; params: Params } | { kind: 'invalid'; message: string };

export async function checkParams<Params>(
  check: ParamsCheck<Params> | undefined,
  params: unknown,
): Promise<CheckedParams<Params>> {
  if (check === undefined) return { kind: 'ok', params: params as Params };
  if (typeof check === 'function' && !('~standard' in check)) {
    try {
      return { kind: 'ok', params: check(params) };
    } catch (error) {
      return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
    }
  }
  const result = await (check as StandardSchema<Params>)['~standard'].validate(params);
  if (result.issues === undefined) return { kind: 'ok', params: result.value };
  return { kind: 'invalid', message: result.issues.map(describe).join('; ') };
}

function describe({ path = [], message }: StandardIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${['params', ...keys].join('.')}: ${message}`;
}
