/**
 * Starts the worker. Its script is packed (gzip), as all readers and the verifier together are half a megabyte: it is
 * fetched from beside the page, unpacked and run from memory. `gunzip < verifier.pack` shows what is run.
 */
const PACKED = './verifier.pack';

export async function startWorker(): Promise<Worker> {
  const response = await fetch(new URL(PACKED, document.baseURI));
  if (!response.ok || !response.body) throw new Error(`${PACKED} is not beside the page`);
  const stream = response.body.pipeThrough(new DecompressionStream('gzip'));
  const script = new Blob([await new Response(stream).arrayBuffer()], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  return new Worker(address);
}
