/**
 * One thing that is wrong with an input: where (keys from the outside in) and what, for the person who sent
 * it.
 */
export interface Issue {
  path: string[];
  message: string;
}
