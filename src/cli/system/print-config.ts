import { describeSettings } from '../../config/describe-settings.js';
import { usageError } from '../cli-error.js';
import { type Output, table } from '../output.js';

/**
 * `callboard config`: the settings in effect and their sources.
 * @throws CliError if one is invalid, after printing all
 */
export function printConfig(output: Output): void {
  const { settings, problems, warnings } = describeSettings();
  output.result({ settings, problems, warnings }, () =>
    [
      table([
        ['SETTING', 'VALUE', 'FROM'],
        ...settings.map(({ name, value, source, file }) => [name, value ?? '-', file ?? source]),
      ]),
      ...warnings.map((warning) => `\nWarning: ${warning}`),
    ].join('\n'),
  );
  if (problems.length > 0)
    throw usageError(
      ['Callboard cannot start with these settings:', ...problems.map((problem) => `  - ${problem}`)].join(
        '\n',
      ),
    );
}
