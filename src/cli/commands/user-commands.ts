import type { DefineCommand } from '../command.js';
import { whoami } from './whoami.js';

/** Commands for those who use a server, in the order of the help. They talk GraphQL to it. */
export const USER_COMMANDS: readonly DefineCommand[] = [
  whoami, //
];
