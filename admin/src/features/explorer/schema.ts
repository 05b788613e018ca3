import { buildSchema } from 'graphql';
import text from '../../../../schema.graphql?raw';

/** The schema of this build. The server cannot be asked for it: in production, it refuses introspection. */
export const schema = buildSchema(text, { assumeValid: true });
