import { buildSchema } from 'graphql';
import text from '../../../../schema.graphql?raw';

/** The API of this build. It is not asked of the server, which answers no introspection in production. */
export const schema = buildSchema(text, { assumeValid: true });
