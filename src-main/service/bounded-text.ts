// The text of an answer that is no larger than it may be.

/** @throws where there is more of it. */
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
