import { expect, test } from 'vitest';
import { createServiceClient, parseServiceAddress } from '../../../src-main/service/client.ts';

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['  https://shop.example/  ', 'https://shop.example'],
  ['https://shop.example/api/', 'https://shop.example/api'],
  ['https://shop.example/api/v1///', 'https://shop.example/api/v1'],
  ['HTTPS://Shop.Example:443/API', 'https://shop.example/API'],
  ['shop.example', 'https://shop.example'],
  ['shop.example:8443/api', 'https://shop.example:8443/api'],
  ['localhost:8080', 'https://localhost:8080'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://127.8.9.10', 'http://127.8.9.10'],
  ['http://127.1', 'http://127.0.0.1'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
])('%s is kept as %s', (text, address) => {
  expect(parseServiceAddress(text)).toEqual({ ok: true, value: address });
  expect(parseServiceAddress(address)).toEqual({ ok: true, value: address });
});

test.each([
  ...['', '   ', 'https://', 'http://shop.example', 'http://10.0.0.1', 'http://0.0.0.0'],
  ...['http://128.0.0.1', 'http://[::2]', 'http://localhost.example', 'http://127.0.0.1.example'],
  ...['http://localhost@shop.example', 'https://user:password@shop.example'],
  ...['https://user@shop.example', 'https://shop.example/?api_token=1', 'https://shop.example?'],
  ...['https://shop.example/#a', 'https://shop.example#', 'https://shop example'],
  ...['https://shop.example\\api', 'https://sh\nop.example', 'ftp://shop.example'],
  ...['file:///etc/passwd', 'javascript:alert(1)', 'mailto:till@shop.example'],
  'https://shop.example:99999',
])('"%s" is no address of a service', (text) => {
  expect(parseServiceAddress(text)).toEqual({
    ok: false,
    error: { code: 'invalid_value', field: 'serviceAddress' },
  });
});

test.each(['http://shop.example', 'https://shop.example/', 'shop.example'])(
  'a client for "%s" is a bug: addresses are parsed before',
  (baseUrl) => {
    expect(() => createServiceClient({ baseUrl })).toThrow(TypeError);
  },
);

test('plain http over a network needs a person’s word, and nothing else is let through by it', () => {
  expect(
    parseServiceAddress('http://10.0.0.1/api/', (address) => address === 'http://10.0.0.1/api'),
  ).toEqual({ ok: true, value: 'http://10.0.0.1/api' });
  for (const text of ['ftp://shop.example', 'http://a@shop.example', 'http://shop.example/?a']) {
    expect(parseServiceAddress(text, () => true).ok, text).toBe(false);
  }
});
