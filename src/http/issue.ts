/** One thing wrong with an input: where (keys from the outside in) and what, in words for the person who sent it. */
export interface Issue {
  path: string[];
  message: string;
}
