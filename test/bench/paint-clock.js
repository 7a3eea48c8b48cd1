// Runs in the page before its own scripts, and tells how long after a key press something is
// painted.
{
  /** Resolves with the time at which the next frame was laid out and painted. */
  const afterFrame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          resolve(performance.now());
        };
        port2.postMessage(null);
      });
    });

  let expected;
  let shown = 0;
  let text;

  window.paintClock = {
    /**
     * Must be called before the key is sent. `isThere` is called whenever anything in the page
     * changes.
     */
    expect(key, isThere) {
      const { promise, resolve, reject } = Promise.withResolvers();
      setTimeout(reject, 10_000, new Error(`nothing came of ${key}`));
      expected = { key, pressedAt: undefined };
      const observer = new MutationObserver(() => {
        const { pressedAt } = expected;
        if (pressedAt === undefined || !isThere()) return;
        observer.disconnect();
        void afterFrame().then((at) => {
          resolve(at - pressedAt);
        });
      });
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      this.took = promise;
    },
    lines: () => document.querySelectorAll('ul[aria-label="Lines"] > li').length,
    suggestions: () => document.querySelectorAll('[role="listbox"]:not([hidden]) > li').length,
    shown: () => shown,
  };

  /** The baseline: the key changes a text and does nothing else. */
  function showOnce() {
    if (!text) {
      const place = document.createElement('p');
      Object.assign(place.style, { position: 'fixed', insetBlockStart: 0, insetInlineEnd: 0 });
      text = document.createTextNode('');
      place.append(text);
      document.body.append(place);
    }
    shown += 1;
    text.data = String(shown);
  }

  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === expected?.key) expected.pressedAt ??= event.timeStamp;
      if (event.key !== 'F24') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      showOnce();
    },
    true,
  );
}
