// Reads the text of an answer, up to a bound.

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
