/** Prints the schema as SDL. `npm run codegen` writes it to `schema.graphql`. */
import { printSchema } from 'graphql';
import { schema } from './index.js';

process.stdout.write(`${printSchema(schema)}\n`);
