/** Unit roundoff 2^-53: the largest relative error of one rounded operation in double precision. */
export const U = 1.1102230246251565e-16;
