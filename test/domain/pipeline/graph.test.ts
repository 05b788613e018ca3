import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/domain/pipeline/graph.js';
import { chain, loopTo } from './steps.js';

const ids = (nodes: Iterable<{ step: { stepId: string } }>) => Array.from(nodes, ({ step }) => step.stepId);

describe('buildGraph', () => {
  // Listed against the order of running, so that the order of the list is not the order of the graph.
  const steps = chain('end<d,x d<b,c c<a b<a a x<a alone', {
    d: { loop: loopTo('a') },
    b: { loop: loopTo('b') },
  });
  const graph = buildGraph(steps);

  it('knows the neighbors', () => {
    expect(ids(graph.node('a').dependents)).toEqual(['c', 'b', 'x']);
    expect(ids(graph.node('d').dependencies)).toEqual(['b', 'c']);
    expect(graph.node('d').index).toBe(1);
  });

  it('looks up and down, in list order', () => {
    expect(graph.ancestors('end')).toEqual(['d', 'c', 'b', 'a', 'x']);
    expect(graph.ancestors('a')).toEqual([]);
    expect(graph.descendants('a')).toEqual(['end', 'd', 'c', 'b', 'x']);
    expect(graph.descendants('alone')).toEqual([]);
  });

  it('knows what a loop repeats', () => {
    expect(graph.loopBody('d')).toEqual(['d', 'c', 'b', 'a']);
    expect(graph.loopBody('b')).toEqual(['b']);
    expect(graph.loopBody('a')).toEqual([]);
    expect(ids(graph.node('b').loops.map(({ closedBy }) => closedBy))).toEqual(['b', 'd']);
    expect(graph.node('x').loops).toEqual([]);
  });

  it('orders a step after its dependencies and after the loops it waits for', () => {
    const place = (id: string) => graph.evaluationOrder.indexOf(graph.node(id));
    for (const node of graph.nodes)
      for (const dependency of node.dependencies)
        expect(place(dependency.step.stepId)).toBeLessThan(place(node.step.stepId));
    // x depends on a alone, but the loop around a is closed by d.
    expect(place('d')).toBeLessThan(place('x'));
  });

  it('is built once for each list of steps', () => {
    expect(buildGraph(steps)).toBe(graph);
    expect(buildGraph([...steps])).not.toBe(graph);
  });

  it.each([
    ['a cycle', chain('a<b b<a')],
    ['an unknown dependency', chain('a<b')],
    ['a dependency on itself', chain('a<a')],
    ['a name given twice', chain('a a')],
    ['a loop forward', chain('a b<a', { a: { loop: loopTo('b') } })],
    [
      'loops that wait for each other',
      chain('a b c<a,b d<a,b', { c: { loop: loopTo('a') }, d: { loop: loopTo('b') } }),
    ],
  ])('refuses %s', (_, broken) => {
    expect(() => buildGraph(broken)).toThrow('not valid');
  });

  it('names a step that it does not know', () => {
    expect(() => graph.node('toString')).toThrow('no step "toString"');
  });
});
