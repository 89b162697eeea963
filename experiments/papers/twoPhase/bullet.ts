/**
 * [C 4] A bullet and a thin wall: looks at fixed intervals, 1/30 s and less, against the schedule. The shots differ in
 * when they are fired, so that intervals meet them at other places of their flight.
 */
import { identityPose, Random } from 'surepath/math';
import { createSchedule, Rest, runFixedIntervals, type ScheduleSettings } from 'surepath/schedule';
import { grouped } from '../../lab/numbers.ts';
import { meanOf } from '../../lab/statistics.ts';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { FIXED_INTERVAL } from './publishedC.ts';

export const bulletExperiment: Experiment = {
  ids: ['bullet'],
  title: 'the bullet: fixed intervals against the schedule',
  run,
};

/** Metres, and metres per second. */
const RADIUS = 0.004;
const WALL = 0.001;
const AWAY = 10;
const SPEED = 1000;
const UNTIL = 0.02;
/** Parts of 1/30 s. */
const FINER = [1, 10, 100, 1000, 10_000];

function at(x: number): Float64Array {
  const pose = identityPose();
  pose[9] = x;
  return pose;
}

/** The bullet flies toward the wall; the run ends where they meet. */
export function shot(away: number): ScheduleSettings {
  return {
    bodies: [
      {
        name: 'bullet',
        pieces: [{ shape: { kind: 'sphere', radius: RADIUS } }],
        start: { pose: at(-away), velocity: [SPEED, 0, 0], angularVelocity: [0, 0, 0] },
      },
      {
        name: 'wall',
        pieces: [{ shape: { kind: 'box', half: [WALL / 2, 1, 1] } }],
        start: new Rest(at(0)),
      },
    ],
    gravity: [0, 0, -9.81],
  };
}

function run(sampler: Sampler): Table[] {
  const shots = sampler.count(200, 10);
  const random = new Random(4);
  const places = Array.from({ length: shots }, () => AWAY * random.between(0.5, 1.5));
  const intervals = FINER.slice(0, sampler.count(FINER.length, 3)).map((n) => FIXED_INTERVAL / n);
  const rows: Record<string, Value>[] = intervals.map((interval) => {
    sampler.say(`bullet: every ${interval} s`);
    const seen = places.map((away) => runFixedIntervals(shot(away), { interval, until: UNTIL }));
    return {
      method: `every 1/${grouped(Math.round(1 / interval))} s`,
      'ours.between': `${Number((1000 * SPEED * interval).toPrecision(3))} mm`,
      'ours.found': seen.filter(({ impacts }) => impacts.length > 0).length / shots,
      'ours.looks': meanOf(seen.map(({ looks }) => looks)),
      'ours.bracket': null,
    };
  });
  for (const keys of ['bounds', 'estimates'] as const) {
    sampler.say(`bullet: the schedule, ${keys}`);
    const seen = places.map((away) => createSchedule({ ...shot(away), keys }).run(UNTIL));
    const brackets = seen.flatMap(({ impacts }) => impacts.map(({ free, hit }) => hit - free));
    rows.push({
      method: `schedule by ${keys}`,
      'ours.between': '',
      'ours.found': seen.filter(({ impacts }) => impacts.length > 0).length / shots,
      'ours.looks': meanOf(seen.map(({ stats }) => stats.looks)),
      'ours.bracket': 1e9 * Math.max(...brackets),
    });
  }
  return [
    {
      id: 'bullet',
      title: 'C 4: a bullet of 8 mm and a wall of 1 mm, at 1,000 m/s',
      samples: `${shots} shots from ${AWAY / 2} to ${1.5 * AWAY} m`,
      notes: [
        'The paper: "no matter what the minimum sampling period, one can choose a bullet speed and wall thickness such that the bullet passes completely through the wall", 1/30 s being usual. between: how far the bullet flies from one look to the next. bracket: nanoseconds between the last time that is proven apart and the first that is proven to meet, at most.',
      ],
      columns: [
        { key: 'method', title: 'looks', format: 'text' },
        { key: 'ours.between', title: 'between', source: 'ours', format: 'text' },
        { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
        { key: 'ours.looks', title: 'looks', source: 'ours', format: 'count' },
        { key: 'ours.bracket', title: 'bracket, ns', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [],
    },
  ];
}
