import { Graph, layout } from '@dagrejs/dagre';

/** The positions of boxes in a graph, in pixels. */
export interface GraphLayout {
  /** Top left corner of each box, by ID. */
  places: ReadonlyMap<string, { x: number; y: number }>;
  /** The box at which the graph begins. Undefined without boxes. */
  first: string | undefined;
  /** Where the line of an edge passes the boxes between its ends, by `edgeId`. Only of edges that pass some. */
  bends: ReadonlyMap<string, readonly GraphPoint[]>;
  width: number;
  height: number;
}

export interface GraphPoint {
  x: number;
  y: number;
}

export function edgeId({ from, to }: { from: string; to: string }): string {
  return `${from}→${to}`;
}

export interface LayoutInput {
  /** The order decides between equal positions. */
  ids: readonly string[];
  /** Both ends are among the IDs. */
  edges: readonly { from: string; to: string }[];
  box: { width: number; height: number };
  direction: 'right' | 'down';
}

const BETWEEN_RANKS = 52;
const BETWEEN_BOXES = 24;

/** From left to right or from top to bottom, with each box after its dependencies. Cycles are drawn too. */
export function layoutGraph({ ids, edges, box, direction }: LayoutInput): GraphLayout {
  const graph = new Graph()
    .setGraph({
      rankdir: direction === 'right' ? 'LR' : 'TB',
      ranksep: direction === 'right' ? BETWEEN_RANKS : BETWEEN_BOXES * 1.5,
      nodesep: BETWEEN_BOXES,
      // The first dependents continue the line of their step. The default puts each step in the middle of its
      // neighbors, so that most lines are slanted.
      align: 'UL',
    })
    .setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...box });
  const drawn = edges.filter(({ from, to }) => from !== to);
  // Among equal positions, the edge that was added last comes first.
  for (const { from, to } of drawn.toReversed()) graph.setEdge(from, to);
  layout(graph);
  const corners = ids.map((id) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    return [id, { x: x - box.width / 2, y: y - box.height / 2 }] as const;
  });
  const along = direction === 'right' ? 'x' : 'y';
  const ranks = new Set(ids.map((id) => graph.node(id)[along]));
  const bendsOf = ({ from, to }: { from: string; to: string }) =>
    (graph.edge(from, to).points ?? []).slice(1, -1).filter((point: GraphPoint) => ranks.has(point[along]));
  const start = Math.min(...corners.map(([, corner]) => corner[along]));
  return {
    places: new Map(corners),
    first: corners.find(([, corner]) => corner[along] === start)?.[0],
    bends: new Map(
      drawn.map((edge) => [edgeId(edge), bendsOf(edge)] as const).filter(([, { length }]) => length > 0),
    ),
    width: Math.max(0, ...corners.map(([, { x }]) => x + box.width)),
    height: Math.max(0, ...corners.map(([, { y }]) => y + box.height)),
  };
}

/** Distance between the line of a loop and the boxes. */
const CLEAR = 26;

/**
 * The side of a loop from one box back to another, and the position of its line: clear of all boxes
 * between them, on the side where fewer are in the way.
 */
export function loopTrack(
  { places }: GraphLayout,
  { from, to, box, direction }: { from: string; to: string } & Pick<LayoutInput, 'box' | 'direction'>,
): { side: LoopSide; track: number } {
  const [start, end] = [places.get(from), places.get(to)];
  if (!start || !end) return { side: 'bottom', track: 0 };
  const [along, across] = direction === 'right' ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const size = direction === 'right' ? box.height : box.width;
  const all = [...places.values()];
  const [first, last] = [Math.min(start[along], end[along]), Math.max(start[along], end[along])];
  const passed = all.filter((corner) => corner[along] >= first && corner[along] <= last);
  const isBlocked = (sign: 1 | -1) =>
    [start, end].some((own) =>
      all.some((other) => other[along] === own[along] && (other[across] - own[across]) * sign > 0),
    );
  const isBefore = isBlocked(1) && !isBlocked(-1);
  const track = isBefore
    ? Math.min(...passed.map((corner) => corner[across])) - CLEAR
    : Math.max(...passed.map((corner) => corner[across] + size)) + CLEAR;
  if (direction === 'right') return { side: isBefore ? 'top' : 'bottom', track };
  return { side: isBefore ? 'left' : 'right', track };
}

export type LoopSide = 'top' | 'right' | 'bottom' | 'left';
