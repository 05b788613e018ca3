import type { RegisteredRouter } from '@tanstack/react-router';
import type { UrlState } from './url-state.js';

type Path = Exclude<keyof RegisteredRouter['routesByPath'], ''>;

/** `jobId` for `/jobs/$jobId`. */
type ParamOf<To extends string> = To extends `${string}$${infer Name}/${string}`
  ? Name
  : To extends `${string}$${infer Name}`
    ? Name
    : never;

type TargetAt<To extends string> = To extends unknown
  ? { to: To; search?: UrlState; hash?: string } & ([ParamOf<To>] extends [never]
      ? unknown
      : { params: Record<ParamOf<To>, string> })
  : never;

/**
 * The target of a link: a registered route with its params and search. Spread it into `Link`, or pass
 * it to `navigate`.
 */
export type LinkTarget = TargetAt<Path>;
