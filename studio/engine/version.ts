/** Name and version of the program, as certificates have it; a test holds it against package.json. */
export const PROGRAM = 'surepath 0.1.0';
