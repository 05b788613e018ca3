/** Prints the schema as SDL: `npm run schema:print`. */
import { printSchema } from 'graphql';
import { schema } from './index.js';

process.stdout.write(`${printSchema(schema)}\n`);
