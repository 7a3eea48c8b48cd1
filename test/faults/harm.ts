// Does to one creation what a fault says: what the till is answered, and when the service carries
// the request out.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { compressed, type Answer } from './proxied-lists.ts';

export interface Creation {
  readonly response: ServerResponse;
  /** Creates the document at the service, and returns its answer as the lists show it now. */
  carryOut: () => Promise<Answer>;
  send: (answer: Answer) => void;
}

export async function harm(
  fault: Fault | null,
  { response, carryOut, send }: Creation,
): Promise<void> {
  const reset = () => response.socket?.resetAndDestroy();
  switch (fault?.kind) {
    case undefined:
    case 'mangled_then_answer':
    case 'draft_then_answer':
      send(await carryOut());
      return;
    case 'slow': {
      const answer = await carryOut();
      await delay(fault.delayMs);
      send(answer);
      return;
    }
    case 'reset_before':
      reset();
      return;
    case 'reset_after':
    case 'mangled_then_reset':
    case 'draft_then_reset':
      await carryOut();
      reset();
      return;
    case 'swallow_before':
      return;
    case 'swallow_after':
      await carryOut();
      return;
    case 'status_before':
      send({ status: fault.status, headers: {}, body: Buffer.from(fault.body) });
      return;
    case 'status_after':
      await carryOut();
      send({ status: fault.status, headers: {}, body: Buffer.from(fault.body) });
      return;
    case 'cut_after': {
      const answer = await carryOut();
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.write(answer.body.subarray(0, answer.body.length / 2), () => {
        response.socket?.destroy();
      });
      return;
    }
    case 'compressed_after':
      send(compressed(await carryOut()));
      return;
    case 'answer_then_again':
      send(await carryOut());
      await delay(fault.delayMs);
      await carryOut();
      return;
    case 'reset_then_late':
      reset();
      await delay(fault.delayMs);
      await carryOut();
      return;
    case 'swallow_then_late':
      await delay(fault.delayMs);
      await carryOut();
      return;
    case 'twice_then_reset':
      await carryOut();
      await carryOut();
      reset();
      return;
    case 'twice_then_answer': {
      const answer = await carryOut();
      await carryOut();
      send(answer);
      return;
    }
  }
}
