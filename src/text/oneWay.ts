/**
 * Names that come from files of others, as they may be shown: control characters and those that turn the direction of
 * writing are shown as unknown ones, so that a name cannot pose as something else, nor turn what stands beside it.
 */
export function oneWay(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
