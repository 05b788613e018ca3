/** Labels of schedules: words by which lists are filtered and API tokens are limited. */
import { z } from 'zod';

const MAX_LABELS = 20;
const MAX_LENGTH = 63;
const FORM = /^[\p{L}\p{N}](?:[\p{L}\p{N}._:/=-]*[\p{L}\p{N}])?$/u;

/** One label. Labels are compared exactly. */
export const scheduleLabel = z
  .string('must be a string')
  .max(MAX_LENGTH, `is longer than ${MAX_LENGTH} characters`)
  .regex(FORM, 'must consist of letters, digits and ._:/=- and begin and end with a letter or digit');

/** The labels of one schedule, each once and in the order of the alphabet. */
export const scheduleLabels = z
  .array(scheduleLabel, 'must be a list of strings')
  .max(MAX_LABELS, `has more than ${MAX_LABELS} labels`)
  .transform((labels) => [...new Set(labels)].sort());
