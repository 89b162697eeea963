/** What the page of the studio may load and run: its own files, and what it makes itself. */

const RULES = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  // Pictures of the scene are made in the page.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
] as const;

/** For a <meta> in the page, where `frame-ancestors` is not allowed. */
export const PAGE_POLICY = RULES.join('; ');

/** For the header. */
export const HEADER_POLICY = [...RULES, "frame-ancestors 'none'"].join('; ');

/** Of the page that verifies: its worker is unpacked in the page, and it draws nothing. */
const VERIFY_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
] as const;

export const VERIFY_PAGE_POLICY = VERIFY_RULES.join('; ');
export const VERIFY_HEADER_POLICY = [...VERIFY_RULES, "frame-ancestors 'none'"].join('; ');
