export interface SitePage {
  /** Of the Markdown file, from the root of the project. */
  readonly source: string;
  /** Of the page, from the root of the site. */
  readonly target: string;
  readonly title: string;
}
export function makeSite(out: string): SitePage[];
