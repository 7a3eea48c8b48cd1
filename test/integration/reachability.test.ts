// What the till concludes from whatever answers at the service's address while it looks whether the
// service is there.
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { sayingService, newFolder, startSession } from './session-rig.ts';
import { proxyTo } from './service/tunnels.ts';
import { listenHttp } from './service/probe.ts';
import { network } from './service/networks.ts';

const page = '<html><form>Hotel guest? Accept our terms.</form></html>';

/** All requests go through a tunnel that leads wherever the test says, as in a moving network. */
async function atMovingNetwork() {
  const real = await sayingService();
  let port = Number(new URL(real.serviceAddress).port);
  const tunnels = await proxyTo(() => port);
  const started = startSession(newFolder(), network(`PROXY 127.0.0.1:${tunnels.port}`));
  started.person.acceptsHttp = true;
  const signedIn = await started.session.signIn({
    ...{ way: 'password', serviceAddress: 'http://service.example' },
    ...{ username: 'ana', password: 'x', companyCode: 'LOJA', tillCode: '1' },
  });
  expect(signedIn.ok).toBe(true);
  const { till } = started.session;
  if (!till) throw new Error('no till is open');
  return {
    outbox: till.outbox,
    leadTo: async (listener: RequestListener) => {
      port = Number(new URL(await listenHttp(listener)).port);
      till.outbox.tryNow();
    },
  };
}

const documents = JSON.stringify({ count: 0, next: null, previous: null, results: [] });
const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    // Each request has a connection of its own, since the next one may lead elsewhere.
    response.writeHead(status, { connection: 'close', ...headers }).end(body);
  };

test('a captive portal, a wrong address and an outage are told apart, and the service is found again', async () => {
  const { outbox, leadTo } = await atMovingNetwork();
  const isAt = (connection: string, error: object | null) =>
    eventually(() => {
      expect(outbox.connection).toBe(connection);
      if (error) expect(outbox.error).toMatchObject(error);
      else expect(outbox.error).toBeNull();
    });
  await isAt('offline', { code: 'service_busy' });
  await leadTo(answer(200, page));
  await isAt('offline', { code: 'not_the_service', status: 200 });
  await leadTo(answer(302, '', { location: 'http://portal.example/' }));
  await isAt('offline', { code: 'not_the_service', status: 302 });
  await leadTo(answer(404, page));
  await isAt('offline', { code: 'not_the_service', status: 404 });
  await leadTo((request) => request.socket.destroy());
  await isAt('offline', { code: 'service_unreachable', reason: 'broken_off' });
  await leadTo(answer(403, '{}'));
  await isAt('sign_in_needed', { code: 'not_permitted' });
  await leadTo(answer(200, documents, { 'content-type': 'application/json' }));
  await isAt('online', null);
});
