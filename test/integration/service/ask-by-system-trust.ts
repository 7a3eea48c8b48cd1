// Asks an address, by the given routes, as a till would whose system trusts what its environment
// says, and prints the outcome.
import { createServiceClient } from '../../../src-main/service/client.ts';
import { systemTrust } from '../../../src-main/service/trust.ts';

const [, , baseUrl = '', routes = ''] = process.argv;
const client = createServiceClient({
  baseUrl,
  allowsHttp: true,
  network: {
    findRoutes: () => Promise.resolve(routes),
    trust: systemTrust((error) => {
      throw error;
    }),
  },
});
const exchange = await client.exchange({ method: 'GET', path: '/' });
process.stdout.write(exchange.kind === 'answer' ? 'trusted' : JSON.stringify(exchange));
await client.close();
