// Keeps the focus from getting lost. Where the control that has it goes or can no longer be used, a
// browser gives it to nothing: a person at the keyboard begins at the top of the page again, and a
// person who cannot see it does not know where they are. Here what stood next to it gets it.

import { after } from '../bridge/timer.ts';

/** Where the focus was: in the page, or in a dialog over it. */
interface Place {
  readonly element: Element;
  /** The element and what it stands in, from the inside out. */
  readonly path: readonly Node[];
  readonly dialog: Element | null;
  /** For each of the path that was removed: what stood before it, null if nothing that is left. */
  readonly before: Map<Node, Node | null>;
  /** True once a person has pressed where nothing takes the focus. */
  isLeft: boolean;
}

const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex]';
const takesText =
  'textarea, select, input:not([type="button"], [type="checkbox"], [type="radio"], [type="file"])';

/** Keeps the focus of this page. Returns the function that ends it. */
export function keepFocus(page: Document): () => void {
  /** The page's own first, then that of each dialog over the other. */
  const places: Place[] = [];
  let frame: number | null = null;
  let isPressing = false;
  /** What was given the focus while a key was perhaps still held down. */
  let givenFocus: Element | null = null;

  function note(element: Element): void {
    const dialog = element.closest('dialog');
    const at = places.findIndex((place) => place.dialog === dialog);
    if (at >= 0) places.length = at;
    places.push({ element, path: pathOf(element), dialog, before: new Map(), isLeft: false });
  }

  /** Waits for a frame, so that code which moves the focus by itself comes first. */
  function checkSoon(): void {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      if (isLost(page)) giveOn();
    });
  }

  function giveOn(): void {
    let place = places.at(-1);
    while (place?.dialog && !isOpen(place.dialog)) {
      places.pop();
      place = places.at(-1);
    }
    if (!place || place.isLeft) return;
    givenFocus = firstToTakeFocus(page, place);
  }

  function focusIn({ target }: Event): void {
    if (target instanceof Element) note(target);
  }

  function focusOut({ relatedTarget }: FocusEvent): void {
    if (relatedTarget) return;
    const place = places.at(-1);
    if (isPressing && place) place.isLeft = true;
    else checkSoon();
  }

  /** The focus moves once all have heard of the press, in the same task. */
  function press(): void {
    isPressing = true;
    after(0, endPress);
  }

  /** What a press brings about may come before any timer. */
  function endPress(): void {
    isPressing = false;
  }

  /** A key that is held down presses only what it was pressed for. */
  function holdRepeated(event: KeyboardEvent): void {
    if (event.repeat && event.key === 'Enter' && event.target === givenFocus)
      event.preventDefault();
  }

  function release(): void {
    givenFocus = null;
  }

  // A scan's painting is measured: while all is well this only compares.
  const nodes = new MutationObserver((records) => {
    for (const place of places) if (!place.element.isConnected) noteRemoval(place, records);
    if (page.activeElement === page.body) checkSoon();
  });
  const attributes = new MutationObserver((records) => {
    const focused = page.activeElement;
    if (focused === page.body || records.some(({ target }) => target.contains(focused)))
      checkSoon();
  });

  if (page.activeElement && page.activeElement !== page.body) note(page.activeElement);
  const listening = new AbortController();
  const capture = { capture: true, signal: listening.signal };
  page.addEventListener('focusin', focusIn, capture);
  page.addEventListener('focusout', focusOut, capture);
  page.addEventListener('mousedown', press, capture);
  page.addEventListener('mouseup', endPress, capture);
  page.addEventListener('keydown', holdRepeated, capture);
  page.addEventListener('keyup', release, capture);
  nodes.observe(page.body, { childList: true, subtree: true });
  attributes.observe(page.body, {
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    subtree: true,
  });
  return () => {
    listening.abort();
    nodes.disconnect();
    attributes.disconnect();
    if (frame !== null) cancelAnimationFrame(frame);
  };
}

function pathOf(element: Element): readonly Node[] {
  const path: Node[] = [];
  for (let node: Node | null = element; node; node = node.parentNode) path.push(node);
  return path;
}

/** A disabled control may stay the active one, and takes no keys. */
function isLost({ activeElement, body }: Document): boolean {
  if (!activeElement || activeElement === body) return true;
  return activeElement.matches(':disabled') || !isShown(activeElement);
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');

const isOpen = (dialog: Element): boolean =>
  dialog.isConnected && dialog instanceof HTMLDialogElement && dialog.open;

/** Only what is removed itself is named, not what it holds; its neighbours may be gone as well. */
function noteRemoval({ path, before }: Place, records: readonly MutationRecord[]): void {
  const previousOf = new Map<Node, Node | null>();
  for (const { removedNodes, previousSibling } of records)
    for (const node of removedNodes) previousOf.set(node, previousSibling);
  for (const node of path) {
    if (!previousOf.has(node)) continue;
    let previous = previousOf.get(node) ?? null;
    while (previous && !previous.isConnected) previous = previousOf.get(previous) ?? null;
    before.set(node, previous);
  }
}

/**
 * Gives the focus to the lost element if it can have it again, or else to what stands nearest to
 * its place: after it, else before it. Returns what has taken it.
 */
function firstToTakeFocus(page: Document, place: Place): Element | null {
  const { element, path, before } = place;
  const at = path.findIndex((node) => node.isConnected);
  const survivor = path[at];
  if (!(survivor instanceof Element)) return null;
  const removed = at > 0 ? path[at - 1] : undefined;
  const previous = (removed && before.get(removed)) ?? null;
  const isAfter = (other: Element): boolean => {
    const anchor = previous?.isConnected ? previous : survivor;
    const position = anchor.compareDocumentPosition(other);
    if (anchor === previous && position & Node.DOCUMENT_POSITION_CONTAINED_BY) return false;
    return Boolean(position & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  const hasDialog = page.querySelector('dialog:modal') !== null;
  const isTaken = (candidate: Element): boolean => {
    if (hasDialog && !candidate.closest('dialog:modal')) return false;
    if (candidate instanceof HTMLElement) candidate.focus();
    return page.activeElement === candidate && !isLost(page);
  };
  if (at === 0 && isTabbable(element) && isTaken(element)) return element;
  for (let within: Element | null = survivor; within; within = within.parentElement) {
    const all = [...within.querySelectorAll(tabbable)].filter(isTabbable);
    const inOrder = [...all.filter(isAfter), ...all.filter((one) => !isAfter(one)).reverse()];
    // What is typed after a press was not meant for a field that comes to have the focus.
    const wantsField = element.matches(takesText);
    const isField = (one: Element) => one.matches(takesText);
    const preferred = wantsField
      ? inOrder
      : [...inOrder.filter((one) => !isField(one)), ...inOrder.filter(isField)];
    const next = preferred.find(isTaken);
    if (next) return next;
  }
  // A dialog whose place was elsewhere.
  return [...page.querySelectorAll('dialog:modal *')].filter(isTabbable).find(isTaken) ?? null;
}

function isTabbable(element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0) return false;
  if (!element.matches(tabbable) || element.matches(':disabled') || !isShown(element)) return false;
  // Of the choices of one question only the chosen one is a stop.
  const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
  if (!isRadio || element.checked || element.name === '') return true;
  const { form, name } = element;
  const others = element.ownerDocument.getElementsByName(name);
  return ![...others].some(
    (other) => other instanceof HTMLInputElement && other.form === form && other.checked,
  );
}
