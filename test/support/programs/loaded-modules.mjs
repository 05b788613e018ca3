// Loaded before a program by NODE_OPTIONS: writes the URLs of all scripts that it had loaded when it ended.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const file = process.env.LOADED_MODULES_FILE;
if (file) {
  const urls = [];
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
  session.post('Debugger.enable');
  process.on('exit', () => writeFileSync(file, JSON.stringify(urls)));
}
