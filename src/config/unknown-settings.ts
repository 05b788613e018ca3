import { editDistance } from '../domain/did-you-mean.js';
import { KNOWN_SETTINGS } from './settings.js';

/**
 * Variables that Kubernetes and Docker links set for a service with this name: `CALLBOARD_SERVICE_HOST`,
 * `CALLBOARD_PORT=tcp://…`, `CALLBOARD_PORT_4000_TCP_ADDR`.
 */
const OF_SERVICES =
  /^CALLBOARD_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const PORT_OF_SERVICES = /^CALLBOARD_(?:\w+_)?PORT$/;
/** Set by the tests, which start programs with their own environment. */
const OF_TESTS = /^CALLBOARD_(?:TEST\w*|REQUIRE_ALL)$/;

/** Maximum edit distance between a variable and a suggested setting. */
const MAX_DISTANCE = 8;

/**
 * @returns one sentence for each `CALLBOARD_…` variable that is not a setting, with the setting that was
 * probably meant
 */
export function unknownSettings(
  given: Readonly<Record<string, string>>,
): { name: string; warning: string }[] {
  return Object.entries(given)
    .filter(
      ([name, value]) =>
        name.startsWith('CALLBOARD_') && !KNOWN_SETTINGS.includes(name) && !isForeign(name, value),
    )
    .map(([name]) => {
      const [nearest] = KNOWN_SETTINGS.map((candidate) => ({
        candidate,
        distance: editDistance(name, candidate),
      })).sort((a, b) => a.distance - b.distance);
      const hint =
        nearest && nearest.distance <= MAX_DISTANCE ? `Did you mean ${nearest.candidate}?` : 'It is ignored.';
      return { name, warning: `${name} is not a setting. ${hint}` };
    });
}

function isForeign(name: string, value: string): boolean {
  return (
    OF_SERVICES.test(name) ||
    OF_TESTS.test(name) ||
    (PORT_OF_SERVICES.test(name) && /^(tcp|udp):\/\//.test(value))
  );
}
