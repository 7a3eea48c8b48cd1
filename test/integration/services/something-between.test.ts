// Something between the till and the service that answers every request with a page of its own: a
// network's sign-in page, a firewall, a gateway.
import { afterEach, expect, it } from 'vitest';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { errorSentence } from '../../../resources/messages/sentences.ts';
import { honestly, type Answer } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
afterEach(() => rig.close());

const minuteMs = 60_000;
const page = '<!doctype html><title>Sign in to the network</title>';

const sentenceOf = () => {
  const { error } = rig.replay;
  return error ? errorSentence(messagesFor('en').errors, error) : '';
};

function answerAll(answer: Answer | null): void {
  rig.service.behaviour.create = answer ? () => answer : honestly;
  rig.service.behaviour.list = () => answer ?? undefined;
}

it.each([200, 403, 511])(
  'a page with %i instead of every answer is told as not the service’s, and every sale arrives once afterwards',
  async (status) => {
    rig = await startOddRig();
    await rig.untilState(rig.sell(), 'confirmed');
    answerAll({ status, body: page, headers: { 'content-type': 'text/html' } });
    const sales = [rig.sell()];
    await rig.pass(minuteMs);
    sales.push(rig.sell(), rig.sell(), rig.sell());
    await rig.pass(10 * minuteMs);
    expect(rig.replay.connection).toBe('offline');
    expect(sentenceOf()).toMatch(/something (else|other)/i);
    // Only the first was sent to it.
    expect(rig.service.creations).toHaveLength(2);
    answerAll(null);
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    for (const { reference } of sales) expect(rig.service.countOf(reference)).toBe(1);
  },
);
