/** Live joint states: somebody gives them, everybody who follows is told, with verdict and vectors. */
import { flag, list, named, number, object } from '../schema/index.ts';
import { ABOUT, ANSWERS, BUDGET, CONFIGURATION, GATE, NAME, RUN } from './common.ts';
import { LIMITS } from './limits.ts';
import { state, vector } from './questions.ts';

const TIME = number({ description: 'Seconds, on the clock of who gives the state.' });

export const live = {
  summary: 'Where the robots are now: verdict and vectors, for the asker and for all who follow.',
  params: named(
    'LiveParams',
    object(
      { q: CONFIGURATION },
      {
        optional: {
          time: TIME,
          threshold: number({ above: 0, description: 'Metres, as of `vector`.' }),
          ...ABOUT,
          ...BUDGET,
        },
      },
    ),
    'Give `supersede` as well: of states that wait only the newest matters.',
  ),
  result: named(
    'LiveAnswer',
    object(
      {
        ...ANSWERS,
        q: list(number(), { most: LIMITS.joints }),
        state: state.result,
        vector: vector.result,
      },
      { optional: { time: TIME } },
    ),
    'What `state` and `vector` say of it. Nothing is said of the way between two states: ask `motion`.',
  ),
};

export const follow = {
  summary: 'From now on notifications `live` come for every state that somebody gives.',
  params: named(
    'FollowParams',
    object({}, { optional: { ...RUN, cell: ABOUT.cell, isOn: flag('Default true.') } }),
    'Over a WebSocket or standard input alone. Params of a notification are those that `live` answers.',
  ),
  result: named('Following', object({ gate: GATE, cell: NAME, isOn: flag() })),
};
