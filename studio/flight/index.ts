/** Bodies that fly: a page of their own. The studio's page links flight.css, and loads this when it is asked for. */
export { FlightPage } from './page.ts';
