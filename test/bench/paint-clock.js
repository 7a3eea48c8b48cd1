// In the page, before its own scripts: tells how long after a key went down something is painted.
{
  /** The time at which the next frame has been laid out and painted. */
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

  let shown = 0;
  let text;

  window.paintClock = {
    /** To be called before the key is sent. `isThere` is asked whenever anything in the page changes. */
    expect(key, isThere) {
      const { promise, resolve } = Promise.withResolvers();
      let pressedAt;
      const observer = new MutationObserver(() => {
        if (pressedAt === undefined || !isThere()) return;
        observer.disconnect();
        void afterFrame().then((at) => {
          resolve(at - pressedAt);
        });
      });
      window.addEventListener(
        'keydown',
        function pressed(event) {
          if (event.key !== key) return;
          window.removeEventListener('keydown', pressed, true);
          pressedAt = event.timeStamp;
        },
        true,
      );
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
    shown: () => Number(text?.data ?? 0),
  };

  /** What is measured against: a key that changes a text and does nothing else. */
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'F24') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!text) {
        const place = document.createElement('p');
        Object.assign(place.style, { position: 'fixed', insetBlockStart: 0, insetInlineEnd: 0 });
        text = document.createTextNode('');
        place.append(text);
        document.body.append(place);
      }
      text.data = String((shown += 1));
    },
    true,
  );
}
