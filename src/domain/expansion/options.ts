import { didYouMean } from '../did-you-mean.js';
import { parseDuration } from '../duration.js';
import type { Json } from '../json.js';
import { describeValue } from './describe-value.js';
import { type Filter, parseFilter } from './filter.js';
import { decodePart, type ParseError, parseError } from './percent-decode.js';

const MAX_BATCH_SIZE = 10_000;
const MAX_STAGGER_DELAY_MS = 24 * 60 * 60 * 1000;
const MAX_LIMIT = 1_000_000_000;

/** The options after `?` in a data source string. Options that were not written are absent. */
export interface DataSourceOptions {
  /** Jobs of one batch, 1–10,000. */
  batchSize?: number;
  /** Milliseconds between the end of a batch and the next, 0–24 h. */
  staggerDelay?: number;
  /** The most values to take, counted after NULLs and duplicates are dropped. */
  limit?: number;
  orderBy?: { column: string; direction: 'asc' | 'desc' };
  /** All of these conditions must hold. */
  filters: Filter[];
}

type OptionsResult = { kind: 'ok'; options: DataSourceOptions } | ParseError;

interface RawOption {
  name: string;
  raw: string;
  nameAt: number;
  valueAt: number;
}

const NAMES = ['batchSize', 'staggerDelay', 'limit', 'orderBy', 'filter'];

/**
 * Reads the options of `text` from `start`, the place after `?`; positions in errors count from the start of
 * `text`.
 */
export function parseOptions(text: string, start: number): OptionsResult {
  const split = splitOptions(text, start);
  if (split.kind === 'error') return split;
  const options: DataSourceOptions = { filters: [] };
  const seen = new Set<string>();
  for (const option of split.options) {
    if (seen.has(option.name)) return repeated(option);
    seen.add(option.name);
    const problem = applyOption(options, option);
    if (problem) return problem;
  }
  return { kind: 'ok', options };
}

/**
 * Splits `name=value&name=value`. The JSON of `filter=` may contain `&`, so its end is found by its braces.
 */
function splitOptions(text: string, start: number): { kind: 'ok'; options: RawOption[] } | ParseError {
  const options: RawOption[] = [];
  let at = start;
  for (;;) {
    const ampersand = indexOrEnd(text, '&', at);
    const equals = text.indexOf('=', at);
    if (equals < 0 || equals > ampersand) {
      return parseError('expected an option such as enabled=true here', at);
    }
    const name = decodePart(text, at, equals, 'the name of an option');
    if (name.kind === 'error') return name;
    let end = ampersand;
    if (name.value === 'filter' && text[equals + 1] === '{') {
      end = endOfJsonObject(text, equals + 1);
      if (end < 0) return parseError('filter= begins with "{" but its closing "}" is missing', equals + 1);
      if (end < text.length && text[end] !== '&') {
        return parseError('expected "&" or the end after the JSON of filter=', end);
      }
    }
    options.push({ name: name.value, raw: text.slice(equals + 1, end), nameAt: at, valueAt: equals + 1 });
    if (end >= text.length) return { kind: 'ok', options };
    at = end + 1;
  }
}

function endOfJsonObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function applyOption(options: DataSourceOptions, option: RawOption): ParseError | undefined {
  if (option.name === 'filter') return applyFilter(options, option);
  if (option.name === 'orderBy') return applyOrderBy(options, option);
  const decoded = decodePart(option.raw, 0, option.raw.length, `the value of ${option.name}`, true);
  if (decoded.kind === 'error') return parseError(decoded.message, option.valueAt + decoded.position);
  const { value } = decoded;
  switch (option.name) {
    case 'batchSize':
      return applyWholeNumber(options, 'batchSize', value, MAX_BATCH_SIZE, option.valueAt);
    case 'limit':
      return applyWholeNumber(options, 'limit', value, MAX_LIMIT, option.valueAt);
    case 'staggerDelay':
      return applyStaggerDelay(options, value, option.valueAt);
  }
  const almost = NAMES.find((name) => name.toLowerCase() === option.name.toLowerCase());
  if (almost) {
    return parseError(
      `unknown option ${describeValue(option.name)}.${didYouMean(option.name, NAMES)} To filter by a column of that name, use filter={…}`,
      option.nameAt,
    );
  }
  options.filters.push({ kind: 'compare', column: option.name, operator: '$eq', value, at: option.name });
  return undefined;
}

function applyWholeNumber(
  options: DataSourceOptions,
  name: 'batchSize' | 'limit',
  value: string,
  max: number,
  at: number,
): ParseError | undefined {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max)
    return parseError(`${name} must be a whole number from 1 to ${max.toLocaleString('en')}`, at);
  options[name] = number;
  return undefined;
}

function applyStaggerDelay(options: DataSourceOptions, value: string, at: number): ParseError | undefined {
  const duration = parseDuration(value);
  if (duration.kind === 'error') return parseError(`staggerDelay: ${duration.message}`, at);
  if (duration.ms > MAX_STAGGER_DELAY_MS) {
    return parseError(
      'staggerDelay must be between 0 and 24h, as milliseconds (1000) or a duration (30s)',
      at,
    );
  }
  options.staggerDelay = duration.ms;
  return undefined;
}

function applyOrderBy(options: DataSourceOptions, { raw, valueAt }: RawOption): ParseError | undefined {
  const colon = indexOrEnd(raw, ':', 0);
  const direction = raw.slice(colon + 1) || 'asc';
  if (colon === raw.length - 1 || (direction !== 'asc' && direction !== 'desc')) {
    return parseError('orderBy takes a column, optionally followed by :asc or :desc', valueAt + colon + 1);
  }
  const column = decodePart(raw, 0, colon, 'the column of orderBy');
  if (column.kind === 'error') return parseError(column.message, valueAt + column.position);
  options.orderBy = { column: column.value, direction };
  return undefined;
}

function applyFilter(options: DataSourceOptions, { raw, valueAt }: RawOption): ParseError | undefined {
  let text = raw;
  if (!raw.startsWith('{')) {
    const decoded = decodePart(raw, 0, raw.length, 'the JSON of filter');
    if (decoded.kind === 'error') return parseError(decoded.message, valueAt + decoded.position);
    text = decoded.value;
  }
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return parseError('filter= is not valid JSON', valueAt);
  }
  const result = parseFilter(json);
  if (result.kind === 'error') return parseError(result.message, valueAt);
  options.filters.push(result.filter);
  return undefined;
}

function repeated({ name, nameAt }: RawOption): ParseError {
  const hint = NAMES.includes(name) ? '' : ` To match any of several values write {"$in":[…]} in filter=`;
  return parseError(`${describeValue(name)} is given twice.${hint}`, nameAt);
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index < 0 ? text.length : index;
}
