/*
 * A slow, independent implementation of the rules for cron and DST: it asks Intl for the wall-clock reading
 * of every minute in a range, and looks up every reading of the calendar among them. It shares nothing with
 * the code under test: no offsets, no transitions, no cron parser.
 */

const MINUTE = 60_000;
const NAMES: Record<string, number> = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 };

export interface DstRules {
  readonly dstGap: 'next_valid' | 'skip';
  readonly dstRepeat: 'first' | 'last' | 'both';
}

/** The wall-clock readings of every minute in `[from, to]` (epoch ms). */
export interface Minutes {
  readonly instants: number[];
  /** A reading as the epoch ms that UTC would have at it. */
  readonly readings: number[];
  /** The instants of each reading: two if it occurs twice. */
  readonly passes: ReadonlyMap<number, number[]>;
}

export function readMinutes(timezone: string, from: number, to: number, step = MINUTE): Minutes {
  const read = reader(timezone);
  const instants: number[] = [];
  for (let at = from; at <= to; at += step) instants.push(at);
  const readings = instants.map(read);
  const passes = new Map<number, number[]>();
  for (const [i, reading] of readings.entries()) {
    const earlier = passes.get(reading);
    if (earlier) earlier.push(instants[i]!);
    else passes.set(reading, [instants[i]!]);
  }
  return { instants, readings, passes };
}

/** The instants near which a zone's offset changes in a year, to four hours. */
export function offsetChanges(timezone: string, year: number): number[] {
  const samples = readMinutes(timezone, Date.UTC(year, 0, 1) - 864e5, Date.UTC(year + 1, 0, 1), 240 * MINUTE);
  const offsets = samples.instants.map((instant, i) => samples.readings[i]! - instant);
  return samples.instants.filter((_, i) => i > 0 && offsets[i] !== offsets[i - 1]);
}

/** All slots of the expression among the minutes, by the rules as written, for any of the DST policies. */
export function oracleOf(expression: string, minutes: Minutes): (rules: DstRules) => number[] {
  const matches = matcher(expression);
  const { instants, readings, passes } = minutes;
  if (expression.split(' ')[1]!.startsWith('*')) {
    const all = instants.filter((_, i) => matches(readings[i]!));
    return () => all;
  }
  const wanted: number[] = [];
  for (let reading = readings[0]!; reading <= readings.at(-1)!; reading += MINUTE) {
    if (matches(reading)) wanted.push(reading);
  }
  return (rules) => {
    const slots = new Set<number>();
    for (const reading of wanted) {
      const met = passes.get(reading);
      if (met) for (const instant of chosenPasses(met, rules)) slots.add(instant);
      else if (rules.dstGap === 'next_valid') slots.add(firstAfterGap(minutes, reading));
    }
    return [...slots].sort((a, b) => a - b);
  };
}

function chosenPasses(passes: number[], { dstRepeat }: DstRules): number[] {
  if (dstRepeat === 'both') return passes;
  return [dstRepeat === 'first' ? passes[0]! : passes.at(-1)!];
}

function firstAfterGap({ instants, readings }: Minutes, missing: number): number {
  const index = readings.findIndex((reading, i) => i > 0 && reading > missing && readings[i - 1]! < missing);
  return instants[index]!;
}

function reader(timezone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const [month, day, year, hour, minute] = format.format(instant).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day!, hour!, minute!);
  };
}

function matcher(expression: string): (reading: number) => boolean {
  const fields = expression.toLowerCase().split(' ');
  const [minutes, hours, days, months] = [
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12],
  ].map(([min, max], i) => fieldValues(fields[i]!, min!, max!)) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const weekdays = new Set([...fieldValues(fields[4]!, 0, 7)].map((day) => day % 7));
  const either = fields[2] !== '*' && fields[4] !== '*';
  return (reading) => {
    const date = new Date(reading);
    if (!minutes.has(date.getUTCMinutes()) || !hours.has(date.getUTCHours())) return false;
    const onDate = days.has(date.getUTCDate());
    const onWeekday = weekdays.has(date.getUTCDay());
    return months.has(date.getUTCMonth() + 1) && (either ? onDate || onWeekday : onDate && onWeekday);
  };
}

function fieldValues(field: string, min: number, max: number): Set<number> {
  const values = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const ofItem = (item: string) => {
    const [range = '', step] = item.split('/');
    const [from = '', to] = range === '*' ? [`${min}`, `${max}`] : range.split('-');
    const low = NAMES[from] ?? Number(from);
    const high = to === undefined ? (step ? max : low) : (NAMES[to] ?? Number(to));
    return values.filter((value) => value >= low && value <= high && (value - low) % Number(step ?? 1) === 0);
  };
  return new Set(field.split(',').flatMap(ofItem));
}
