/** The examples of bodies that fly, as people choose from them; the engine makes them (engine/flights.ts). */
export interface FlightExample {
  /** As the schedule's examples are called. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

export const FLIGHTS: readonly FlightExample[] = [
  {
    name: 'bullet',
    title: 'A bullet and a thin wall',
    about:
      'At 1,000 m/s it is 33 m farther from one picture of a film to the next. The wall is 1 mm thick.',
  },
  {
    name: 'coins',
    title: 'Eight coins tossed on a table',
    about: 'They spin, fall and bounce; which pairs are watched changes all the time.',
  },
  {
    name: 'bowling',
    title: 'A bowling alley',
    about: 'A ball, ten pins, and what they do to each other.',
  },
  {
    name: 'rattleback',
    title: 'A rattleback',
    about: 'A boat whose mass lies askew, spun on a table: it rattles, and turns the other way.',
  },
  {
    name: 'feeder',
    title: 'A part feeder',
    about: 'Twelve small parts on a tray that shakes and slopes.',
  },
];
