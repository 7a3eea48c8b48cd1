// Reads what others serve, a proxy script or the description of a newer version, up to a bound.
// `client.ts` bounds the answers of the invoicing service itself.

/** @throws if the text is longer. */
export async function boundedText(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('it is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
