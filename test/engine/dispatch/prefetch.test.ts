import { expect, test } from 'vitest';
import { createPrefetch } from '../../../src/engine/dispatch/claim/prefetch.js';

function setUp() {
  let now = 5_000;
  const prefetch = createPrefetch(() => now);
  return {
    prefetch,
    /** This many answers to calls of `took` milliseconds, evenly distributed over this time. */
    answers(count: number, ms: number, took = 1) {
      for (let index = 0; index < count; index += 1) {
        now += ms / count;
        prefetch.answered(took);
      }
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

test('nothing is claimed ahead while nothing is answered', () => {
  expect(setUp().prefetch.wanted()).toBe(0);
});

test('as much is claimed ahead as was answered within the last 150 ms', () => {
  const { prefetch, answers } = setUp();
  answers(400, 200);
  expect(prefetch.wanted()).toBeGreaterThanOrEqual(280);
  expect(prefetch.wanted()).toBeLessThanOrEqual(300);
});

test('fast answers do not make it grow without end', () => {
  const { prefetch, answers } = setUp();
  answers(5_000, 100);
  expect(prefetch.wanted()).toBe(1_000);
});

test('nothing is claimed ahead for agents that have become slow', () => {
  const { prefetch, answers, pass } = setUp();
  answers(500, 100);
  expect(prefetch.wanted()).toBeGreaterThan(50);
  pass(160);
  expect(prefetch.wanted()).toBe(0);
});

test('the first answers already show the speed of the agents', () => {
  const { prefetch, answers } = setUp();
  answers(50, 20);
  expect(prefetch.wanted()).toBeGreaterThanOrEqual(350);
  expect(prefetch.wanted()).toBeLessThanOrEqual(400);
});

test('a wait for the next claim does not make agents look slow', () => {
  const { prefetch, answers, pass } = setUp();
  answers(150, 150);
  prefetch.starved();
  pass(60);
  expect(prefetch.wanted()).toBeGreaterThanOrEqual(140);
  prefetch.supplied();
  answers(75, 75);
  expect(prefetch.wanted()).toBeGreaterThanOrEqual(140);
});

test('what was answered before a long time without work is forgotten', () => {
  const { prefetch, answers, pass } = setUp();
  answers(150, 150);
  prefetch.starved();
  pass(300);
  expect(prefetch.wanted()).toBe(0);
});

test('a slow agent is claimed nothing ahead for after its first answer, nor after many at once', () => {
  const slow = setUp();
  slow.answers(1, 1, 30_000);
  expect(slow.prefetch.wanted()).toBeLessThanOrEqual(1);
  const burst = setUp();
  burst.answers(100, 5, 1_000);
  expect(burst.prefetch.wanted()).toBeLessThanOrEqual(100);
});
