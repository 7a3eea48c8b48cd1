// The focus is never lost: where what has it goes, what stood next to it gets it.
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepFocus } from '../../src-renderer/ui/keep-focus.ts';

/** Shows this in a page that keeps its focus. */
function showHtml(html: string): HTMLElement {
  const root = document.createElement('main');
  root.innerHTML = html;
  document.body.append(root);
  const end = keepFocus(document);
  onTestFinished(() => {
    end();
    root.remove();
  });
  return root;
}

const at = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no ${id}`);
  return element;
};
const focused = () => document.activeElement?.id ?? null;
/** What has the focus once there was time to give it on. */
async function settled(): Promise<string | null> {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return focused();
}

const row = (name: string) =>
  `<tr id="${name}"><td><input id="${name}-field"></td><td><button id="${name}-remove">x</button></td></tr>`;
const table = `<table><tbody>${['a', 'b', 'c'].map(row).join('')}</tbody></table><button id="add">+</button>`;

it.each([
  ['a', 'b-remove'],
  ['b', 'c-remove'],
  ['c', 'b-remove'],
])(
  'row %s goes: the same button of the next row has the focus, or of the last one',
  async (name, next) => {
    showHtml(table);
    at(`${name}-remove`).focus();
    at(name).remove();
    expect(focused()).toBe('');
    expect(await settled()).toBe(next);
  },
);

it('a field that goes leaves the focus to what stood after it, a field or not', async () => {
  showHtml(table);
  at('b-field').focus();
  at('b').remove();
  expect(await settled()).toBe('c-field');
});

it('several rows go at once', async () => {
  showHtml(table);
  at('b-remove').focus();
  at('a').remove();
  at('b').remove();
  expect(await settled()).toBe('c-remove');
});

it('all rows go: what follows the table has the focus', async () => {
  showHtml(`<button id="early">1</button>${table}`);
  at('b-remove').focus();
  document.querySelector('tbody')?.replaceChildren();
  expect(await settled()).toBe('add');
});

it('what takes the place of the lost one has the focus before what follows', async () => {
  showHtml(
    '<button id="one">1</button><p><button id="old">2</button></p><button id="three">3</button>',
  );
  at('old').focus();
  const renewed = document.createElement('button');
  renewed.id = 'renewed';
  at('old').before(renewed);
  at('old').remove();
  expect(await settled()).toBe('renewed');
});

it('one that is only moved keeps the focus', async () => {
  showHtml(table);
  at('a-remove').focus();
  at('c').after(at('a'));
  expect(await settled()).toBe('a-remove');
});

it.each([
  ['disabled', 'two'],
  ['hidden', 'around'],
  ['inert', 'around'],
] as const)('one that becomes %s gives the focus on', async (attribute, id) => {
  showHtml(
    '<button id="one">1</button><div id="around"><button id="two">2</button></div>' +
      '<input id="field"><button id="three">3</button>',
  );
  at('two').focus();
  at(id).toggleAttribute(attribute, true);
  expect(await settled()).toBe('three');
});

it('one that a style hides gives the focus on', async () => {
  showHtml('<p id="around"><button id="two">2</button></p><button id="three">3</button>');
  at('two').focus();
  at('around').style.display = 'none';
  await expect.poll(focused).toBe('three');
});

it('a control disabled by its group, or folded away, gives the focus on', async () => {
  showHtml(
    '<fieldset id="group"><button id="in">1</button></fieldset>' +
      '<details id="fold" open><summary id="head">2</summary><button id="inner">3</button></details>',
  );
  at('in').focus();
  at('group').toggleAttribute('disabled', true);
  expect(await settled()).toBe('head');
  at('inner').focus();
  at('fold').toggleAttribute('open', false);
  expect(await settled()).toBe('head');
});

it('only what can take the focus gets it', async () => {
  showHtml(
    '<button id="lost">1</button><button disabled>2</button><a>3</a><button tabindex="-1">4</button>' +
      '<input type="hidden"><p style="visibility: hidden"><button>5</button></p>' +
      '<p inert><button>6</button></p><input type="radio" name="r"><input type="radio" name="r" id="chosen" checked>',
  );
  at('lost').focus();
  at('lost').remove();
  expect(await settled()).toBe('chosen');
});

it('what is lost in a dialog stays in the dialog', async () => {
  const root = showHtml(
    '<button id="under">1</button><dialog id="dialog"><p><button id="inside">2</button></p><button id="close">3</button></dialog><button>4</button>',
  );
  root.querySelector('dialog')?.showModal();
  at('inside').focus();
  at('inside').remove();
  expect(await settled()).toBe('close');
  at('close').toggleAttribute('disabled', true);
  expect(await settled()).toBe('');
  at('close').toggleAttribute('disabled', false);
  expect(await settled()).toBe('close');
});

it('a dialog whose opener is gone leaves the focus where the opener stood', async () => {
  const root = showHtml(`${table}<dialog id="dialog"><button id="yes">!</button></dialog>`);
  at('b-remove').focus();
  const dialog = root.querySelector('dialog');
  dialog?.showModal();
  expect(focused()).toBe('yes');
  at('b').remove();
  await settled();
  dialog?.close();
  dialog?.remove();
  expect(await settled()).toBe('c-remove');
});

it('a dialog that goes together with its opener leaves the focus beside both', async () => {
  const root = showHtml(
    `<section><div id="both"><button id="opener">?</button><dialog><button>!</button></dialog></div><button id="next">3</button></section>`,
  );
  at('opener').focus();
  root.querySelector('dialog')?.showModal();
  at('both').remove();
  expect(await settled()).toBe('next');
});

it('nothing is stolen when a person presses where nothing takes the focus', async () => {
  showHtml('<button id="one">1</button><p id="text">words</p>');
  at('one').focus();
  await userEvent.click(page.elementLocator(at('text')));
  expect(focused()).toBe('');
  at('text').append(document.createElement('b'));
  at('one').toggleAttribute('disabled', true);
  expect(await settled()).toBe('');
});

it('a press that takes away what it presses gives the focus on', async () => {
  showHtml('<p id="notice">said <button id="dismiss">x</button></p><button id="next">2</button>');
  at('dismiss').addEventListener('click', () => at('notice').remove());
  await userEvent.click(page.elementLocator(at('dismiss')));
  expect(await settled()).toBe('next');
});

it('code that moves the focus by itself in the same frame has its way', async () => {
  showHtml('<button id="one">1</button><button id="two">2</button><button id="three">3</button>');
  const moves: string[] = [];
  document.addEventListener('focusin', noteMove);
  onTestFinished(() => {
    document.removeEventListener('focusin', noteMove);
  });
  function noteMove() {
    moves.push(focused() ?? '');
  }
  at('one').focus();
  at('one').remove();
  await Promise.resolve();
  at('three').focus();
  expect(await settled()).toBe('three');
  expect(moves).toEqual(['one', 'three']);
});

it('nothing takes the focus in a page where nothing had it', async () => {
  const root = showHtml('<button id="one">1</button>');
  root.append(document.createElement('button'));
  at('one').toggleAttribute('disabled', true);
  at('one').toggleAttribute('disabled', false);
  expect(await settled()).toBe('');
});

it('what has the focus before it begins is kept as well, and nothing is once it has ended', async () => {
  const root = document.createElement('main');
  root.innerHTML = table;
  document.body.append(root);
  at('a-remove').focus();
  const end = keepFocus(document);
  onTestFinished(() => {
    root.remove();
  });
  at('a').remove();
  expect(await settled()).toBe('b-remove');
  end();
  at('b').remove();
  expect(await settled()).toBe('');
});

it('Enter that is held down presses nothing that it was not pressed for', async () => {
  showHtml(table);
  const pressed: string[] = [];
  for (const name of ['a', 'b', 'c'])
    at(`${name}-remove`).addEventListener('click', () => {
      pressed.push(name);
      at(name).remove();
    });
  at('a-remove').focus();
  await userEvent.keyboard('{Enter>}');
  expect(await settled()).toBe('b-remove');
  const repeated = new KeyboardEvent('keydown', {
    ...{ key: 'Enter', repeat: true, bubbles: true, cancelable: true },
  });
  expect(at('b-remove').dispatchEvent(repeated)).toBe(false);
  await userEvent.keyboard('{/Enter}');
  await userEvent.keyboard('{Enter}');
  expect(pressed).toEqual(['a', 'b']);
});
