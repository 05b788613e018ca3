/** Forms that kinds of channels share. */
import { z } from 'zod';
import { SECRET } from '../../input-forms.js';

export const channelUrl = z
  .string('must be a URL')
  .min(1, 'must not be empty')
  .max(2_048, 'is longer than 2,048 characters');

export const channelSecret = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(1_024, 'is longer than 1,024 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'contains a line break or control character')
  .meta(SECRET);

export const sealed = z.string().min(1);
export const hint = z.string().nullable().default(null);
