// Lets a test act in front of the practice service when a document is created.
import type { Practice } from '../../../src-main/practice/practice.ts';
import type { Line } from '../../../src-main/practice-service/server.ts';

type Answering = Parameters<Line>[1];

/** Must be called before the service is started. */
export function onCreation(
  { rehearsals }: Practice,
  created: (answer: Answering) => ReturnType<Answering>,
): void {
  const { line } = rehearsals;
  const own: Line = (request, answer) =>
    request.method === 'POST' && request.url?.startsWith('/documents/new/')
      ? created(() => line(request, answer))
      : line(request, answer);
  Object.assign(rehearsals, { line: own });
}
