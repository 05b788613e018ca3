import type { DefineCommand } from '../../command.js';

export const schema: DefineCommand = (program) => {
  program
    .command('schema')
    .description('print the JSON Schema of configuration files, for editors')
    .action(async () => {
      const { documentJsonSchema } = await import('../../../schema/configuration/document-json-schema.js');
      process.stdout.write(`${JSON.stringify(documentJsonSchema(), undefined, 2)}\n`);
    });
};
