/** Server-sent events (WHATWG HTML, 9.2) from a body: names and data, whatever pieces they come in. */

/** One event. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Events in order, until the body ends. One that is not finished then is left out, as it must be. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { event, data: data.join('\n') };
          event = 'message';
          data = [];
          continue;
        }
        const [, name, text] = /^([^:]*):? ?(.*)$/.exec(line) as RegExpExecArray;
        if (name === 'event') event = text;
        else if (name === 'data') data.push(text);
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
