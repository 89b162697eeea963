/** The gate as a server: HTTP, WebSocket, standard input and output, and a pool of workers behind them. */
export {};
