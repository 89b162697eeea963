/** Talks to a gate: typed by its protocol, over HTTP or a WebSocket. */
export {};
