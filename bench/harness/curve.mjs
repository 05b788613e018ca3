/** A line chart as SVG: x on a logarithmic scale if it spans more than a power of ten, y from zero. */
const WIDTH = 660;
const HEIGHT = 320;
const LEFT = 64;
const RIGHT = 170;
const TOP = 40;
const BOTTOM = 44;
const COLORS = ['#2563eb', '#dc2626', '#059669', '#9333ea'];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (number) => Math.round(number * 10) / 10;
const short = (number) => {
  if (number >= 1_000_000) return `${Number((number / 1_000_000).toPrecision(2))} M`;
  if (number >= 10_000) return `${Number((number / 1_000).toPrecision(2))} k`;
  return String(Number(number.toPrecision(3)));
};

/** @param curve {{ title, x, y, series: { name, points: [x, y][] }[] }} `x` and `y` are the labels of the axes, with the unit */
export function svg({ title, x: xTitle, y: yTitle, series }) {
  const points = series.flatMap((line) => line.points);
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b);
  const place = xs.at(-1) > 10 * xs[0] ? (x) => Math.log10(Math.max(x, 1)) : (x) => x;
  const [least, most] = [place(xs[0]), place(xs.at(-1))];
  const step = niceStep(Math.max(...points.map(([, y]) => y), 1e-9));
  const top = Math.ceil(Math.max(...points.map(([, y]) => y)) / step) * step;
  const xOf = (x) => round(LEFT + ((place(x) - least) / (most - least || 1)) * (WIDTH - LEFT - RIGHT));
  const yOf = (y) => round(HEIGHT - BOTTOM - (y / top) * (HEIGHT - TOP - BOTTOM));
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...ticks.flatMap((y) => [
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(y)}" y2="${yOf(y)}" stroke="#ddd"/>`,
      `<text x="${LEFT - 6}" y="${yOf(y) + 4}" text-anchor="end">${short(y)}</text>`,
    ]),
    ...xs.map(
      (x) => `<text x="${xOf(x)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${short(x)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(xTitle)}</text>`,
    `<text x="${LEFT}" y="${TOP - 6}" fill="#555">${escaped(yTitle)}</text>`,
    ...series.flatMap(({ name, points: line }, n) => {
      const color = COLORS[n % COLORS.length];
      const last = line.at(-1);
      return [
        `<polyline points="${line.map(([x, y]) => `${xOf(x)},${yOf(y)}`).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...line.map(([x, y]) => `<circle cx="${xOf(x)}" cy="${yOf(y)}" r="3" fill="${color}"/>`),
        `<text x="${WIDTH - RIGHT + 12}" y="${TOP + 14 + n * 18}" fill="${color}">${escaped(name)}: ${short(last[1])}</text>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** A step of 1, 2 or 5 times a power of ten that gives four to ten lines. */
function niceStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 5));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= 6) ?? power * 10;
}
