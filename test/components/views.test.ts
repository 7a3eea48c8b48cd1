// Views in each of their states: what each shows, and its examination.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { defaultCounter } from '../../src-main/contract/counter.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { exceptionKinds } from '../../src-main/contract/exceptions.ts';
import { cents } from '../../src-main/contract/money.ts';
import { unusableReasons, type BackupVerdict } from '../../src-main/contract/restore.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { dayName } from '../../src-renderer/bridge/day-names.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { product, state } from '../unit/src-renderer/sell/catalogue-till.ts';
import { oneOfEachException } from '../one-of-each-exception.ts';
import { company } from '../unit/src-renderer/sign-in/signing-in-till.ts';
import { button, dialog, shows, textbox, visible } from './locators.ts';
import { examine, examinePinWindow } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { isInSight } from './in-sight.ts';
import { layOut } from './lay-out.ts';
import { showPinWindow } from './shown-pin-window.ts';
import { ines, learntNothing, lockWith, noting, show, signedIn } from './shown-till.ts';
import type { Answers } from './shown-till.ts';

const saleAnswers: Answers = { 'sell.openCart': cart };
const failed = { code: 'sale_open' } as const;
const keptBackups: Answers = {
  'restore.list': [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    name: `till-2026-11-0${day}T18-30-00.000Z.db`,
    madeAtMs: Date.UTC(2026, 10, day, 18, 30),
    bytes: day * 12_345_678,
  })),
};

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { frame, lock, sellActions, payment, restore, sell, settings, signIn, startAgain } =
    messages;
  const at = (change: Partial<TillState> = {}): TillState => ({ ...signedIn, language, ...change });
  const banner = (text: string) => page.getByRole('alert').filter({ hasText: text });

  it('what people do is told to main, also where nobody has unlocked the till', async () => {
    const touches: unknown[] = [];
    show(at(), { 'lock.touch': noting(touches, null) });
    await expect.element(page.getByRole('link').first()).toBeVisible();
    await userEvent.keyboard('{Shift}');
    await expect.poll(() => touches).toContainEqual({ what: 'person' });
  });

  it('names each screen with room around its name', async () => {
    show(at());
    const links = page.getByRole('link');
    await expect.element(links.first()).toBeVisible();
    for (const width of [1024, 1920]) {
      await layOut({ width, height: 1080 });
      for (const link of links.elements()) {
        const words = globalThis.document.createRange();
        words.selectNodeContents(link);
        const { left, right } = link.getBoundingClientRect();
        const box = words.getBoundingClientRect();
        const { textContent } = link;
        expect(box.left - left, textContent).toBeGreaterThanOrEqual(2);
        expect(right - box.right, textContent).toBeGreaterThanOrEqual(2);
      }
    }
  });

  describe('a till of nobody', () => {
    it('offers three ways, practice first', async () => {
      show({ ...state, language });
      await expect.element(button(signIn.practice)).toBeVisible();
      expect(globalThis.document.documentElement.lang).toBe(language);
      await examine();
    });

    it.each(['earlier', 'token'] as const)(
      'says what is missing for the way of %s',
      async (way) => {
        show({ ...state, language });
        if (way === 'earlier') await page.getByText(signIn.moreWays).click();
        await button(signIn.ways[way]).click();
        await button(signIn.submit).click();
        await expect.element(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid');
        await examine();
      },
    );

    it('offers the tills of a user', async () => {
      show({ ...state, language }, { 'session.findTills': [company('AURORA', '1', '2')] });
      await textbox(signIn.serviceAddress).fill('https://service.example');
      await textbox(signIn.username).fill('ana');
      await textbox(signIn.password).fill('secret');
      await button(signIn.submit).click();
      await expect.element(page.getByRole('heading', { name: signIn.chooseTill })).toBeVisible();
      await examine();
    });

    it('reports settings that could not be read', async () => {
      show({
        ...state,
        language,
        notices: [{ code: 'settings_set_aside', file: '/settings.json' }],
      });
      await expect.element(page.getByRole('alert').first()).toBeVisible();
      await examine();
    });
  });

  describe('a till that could not be opened', () => {
    const failedStart = (error: AppError, nextTryAtMs: number | null): TillState => ({
      ...state,
      ...{ language, profiles: signedIn.profiles, profileId: signedIn.profileId },
      failedStart: {
        ...{ companyName: 'Mercearia Aurora, Lda.', tillName: 'Caixa 1' },
        ...{ error, nextTryAtMs },
      },
    });
    const file = '/home/loja/.config/Counterfoil/tills/0123456789abcdef/till.db';
    const newer = failedStart({ code: 'store_newer', file }, null);
    const failing = messages.failedStart;

    it.each<[AppError, number | null]>([
      [{ code: 'disk_full' }, Date.UTC(2026, 10, 2)],
      [{ code: 'store_failed', detail: 'SQLITE_READONLY' }, Date.UTC(2026, 10, 2)],
      [{ code: 'store_in_use' }, Date.UTC(2026, 10, 2)],
      [{ code: 'unexpected', id: '0a1b2c3d' }, Date.UTC(2026, 10, 2)],
      [{ code: 'store_newer', file }, null],
      [{ code: 'store_other_till', file }, null],
    ])('says why, and when it is tried again: %o', async (error, nextTryAtMs) => {
      show(failedStart(error, nextTryAtMs));
      await expect.element(banner(errorSentence(messages.errors, error))).toBeVisible();
      await shows(
        nextTryAtMs === null
          ? failing.noNextTry
          : failing.nextTry(formatFor(language).instantTime(nextTryAtMs)),
      );
      await expect.element(button(messages.common.retry)).toBeVisible();
      await examine();
    });

    it('opens as soon as the main process says so', async () => {
      const become = show(newer);
      await expect.element(button(failing.saveReport)).toBeVisible();
      become(at());
      await expect.element(page.getByRole('button', { name: sell.pay })).toBeVisible();
    });

    it('saves a report', async () => {
      show(newer, { 'app.saveReport': { file: '/home/loja/counterfoil-report.txt' } });
      await button(failing.saveReport).click();
      await shows(/counterfoil-report\.txt/);
      await examine();
    });

    const heading = (name: string) => page.getByRole('heading', { name });
    it.each([
      ['other tills', failing.otherTill, () => button(signIn.practice), failing.thisTill],
      ['the backups', restore.open, () => heading(restore.title), messages.common.back],
      ['second copies', startAgain.open, () => heading(startAgain.title), messages.common.back],
    ])('leads to %s, and back', async (_, opener, place, back) => {
      show(newer, keptBackups);
      await button(opener).click();
      await visible(place());
      await examine();
      await button(back).click();
      await visible(button(failing.saveReport));
    });
  });

  describe('restoring a backup', () => {
    const references = Array.from({ length: 40 }, (_, index) => `CF-AB3D-00${index + 10}-WXYZ`);
    const whole = {
      outcome: 'whole',
      name: 'till-2026-11-01T18-30-00.000Z.db',
      lookId: 1,
      sales: 1234,
      newestAtMs: Date.UTC(2026, 10, 1, 18),
    } as const;
    const lookAt = async (verdict: BackupVerdict | AppError) => {
      show(at(), { ...keptBackups, 'restore.look': verdict }, '#/settings/restore');
      await button(restore.look).first().click();
    };

    it('begins with the backups that there are', async () => {
      show(at(), {}, '#/settings/restore');
      await shows(restore.none);
      await examine();
    });

    it.each([
      ['nothing', { count: 0, references: [] }],
      ['one sale', { count: 1, references: references.slice(0, 1) }],
      ['many sales', { count: 512, references }],
      ['nobody knows what', null],
    ])('says what would be lost: %s', async (_, lost) => {
      await lookAt({ ...whole, lost });
      await shows(restore.holds(whole.sales, whole.newestAtMs));
      await shows(restore.lost(lost?.count ?? null));
      await expect.element(button(restore.use)).toBeEnabled();
      await examine();
    });

    it.each(unusableReasons)('says why a backup cannot be used: %s', async (outcome) => {
      await page.viewport(1024, 768);
      await lookAt({ outcome, name: whole.name });
      await expect.element(banner(restore.unusable[outcome])).toBeInViewport({ ratio: 1 });
      expect(page.getByRole('button', { name: restore.use }).elements()).toHaveLength(0);
      await examine();
    });

    it('says what prevented it', async () => {
      const all = { 'restore.look': { ...whole, lost: null }, 'restore.use': failed } as const;
      show(at(), { ...keptBackups, ...all }, '#/settings/restore');
      await button(restore.look).first().click();
      await button(restore.use).click();
      await expect.element(banner(errorSentence(messages.errors, failed))).toBeVisible();
      await examine();
    });
  });

  describe('a sale', () => {
    it('without a line cannot be paid', async () => {
      show(at());
      await expect.element(page.getByRole('button', { name: sell.pay })).toBeDisabled();
      await examine();
    });

    it('has lines, and products that match what is typed', async () => {
      const products = ['PAO-MISTURA', 'PAO-AGUA'].map((code) => product(code));
      show(at(), { ...saleAnswers, 'sell.findProducts': products });
      await expect.element(page.getByRole('list', { name: sell.lines })).toBeVisible();
      await examine();
      await page.getByRole('combobox', { name: sell.search }).fill('pao');
      await expect.element(page.getByRole('option').first()).toBeVisible();
      await examine();
    });

    it('is paid by a method whose number is typed if no document names one', async () => {
      const { onTheSpot } = messages.start;
      const requests: unknown[] = [];
      show(at({ paymentMethods: [] }), {
        ...saleAnswers,
        'learning.findMethods': [],
        'settings.update': noting(requests, null),
      });
      await page.getByRole('button', { name: sell.pay }).click();
      await textbox(onTheSpot.number).fill('12');
      await textbox(onTheSpot.name).fill('Cheque');
      await examine();
      await button(onTheSpot.use).click();
      expect(requests).toEqual([{ paymentMethods: [{ id: 12, label: 'Cheque' }] }]);
    });

    it('is not held up if the documents cannot be read', async () => {
      const { onTheSpot } = messages.start;
      show(at({ paymentMethods: [] }), {
        ...saleAnswers,
        'learning.findMethods': { code: 'service_unreachable', reason: 'refused' },
      });
      await page.getByRole('button', { name: sell.pay }).click();
      await expect.element(textbox(onTheSpot.number)).toBeVisible();
      await examine();
    });

    it.each([
      ['help', '{F1}', sellActions.shortcuts.title],
      ['the price check', '{F3}', sellActions.priceCheck.title],
      ['being put aside', '{Shift>}{F3}{/Shift}', sellActions.hold.title],
      ['arranging the keys', '{Shift>}{F7}{/Shift}', sellActions.arrange.title],
    ])('leaves room for %s', async (_, keys, title) => {
      show(at(), saleAnswers);
      await expect.element(page.getByRole('list', { name: sell.lines })).toBeVisible();
      await expect.element(button(sellActions.arrange.action)).toBeVisible();
      await userEvent.keyboard(keys);
      await expect.element(dialog(title)).toBeVisible();
      await examine();
    });
  });

  describe('a low window', () => {
    const low = { width: 1093, height: 614 };

    it('keeps the button that signs in in sight', async () => {
      show({ ...state, language });
      await page.getByText(signIn.moreWays).click();
      await button(signIn.ways.earlier).click();
      await button(signIn.submit).click();
      await layOut(low);
      expect(isInSight(button(signIn.submit))).toBe(true);
    });

    it('shows the open step in the list of steps', async () => {
      const answers: Answers = { 'learning.state': learntNothing, 'learning.methods': [] };
      show(at(), answers, '#/start/methods');
      const last = page.getByRole('link').filter({ hasText: messages.start.names.backups });
      await expect.element(last).toBeInTheDocument();
      await layOut({ ...low, height: 520 });
      expect(isInSight(last)).toBe(false);
      location.hash = '#/start/backups';
      await expect.poll(() => isInSight(last)).toBe(true);
    });
  });

  describe('the connection', () => {
    it('is offline, and sales are unsent', async () => {
      show(at({ connection: 'offline', unsent: 3 }));
      const connection = page.getByRole('status', { name: frame.connection });
      await expect.element(connection.getByText(frame.connections.offline)).toBeVisible();
      await expect.element(connection.getByText(frame.waiting(3))).toBeVisible();
      await examine();
    });

    it('is refused everything', async () => {
      show(at({ connection: 'paused', pause: { code: 'not_found' }, unsent: 1 }));
      await expect.element(banner(frame.paused)).toBeVisible();
      await examine();
    });

    it('needs a sign-in', async () => {
      show(at({ connection: 'sign_in_needed' }));
      await button(frame.openSignIn).click();
      const dialog = page.getByRole('dialog');
      await expect.element(dialog).toBeVisible();
      // Its button is visible however low the window is, and Enter in a field does the same.
      await page.viewport(1093, 614);
      const submit = dialog.getByRole('button', { name: signIn.submit, exact: true });
      await expect.element(submit).toBeInViewport({ ratio: 1 });
      await submit.click();
      await expect.element(dialog.getByLabelText(signIn.password)).toHaveFocus();
      await expect.element(dialog.getByRole('alert').first()).toBeVisible();
      await examine();
    });
  });

  it.each([true, false])(
    'settings say whether backups are encrypted (%s)',
    async (hasRecoveryKey) => {
      show({ ...at(), hasRecoveryKey }, {}, '#/settings/backups');
      const sentence = hasRecoveryKey ? settings.hasRecoveryKey : settings.noRecoveryKey;
      await expect.element(page.getByText(sentence)).toBeVisible();
      await examine();
    },
  );

  // What is left of 1366×768 within a frame on X11 and on Wayland, and of 1024×768.
  it.each([
    [1280, 743],
    [1236, 720],
    [1023, 720],
    [1023, 767],
  ])('the first page fits into %i × %i without scrolling', async (width, height) => {
    await page.viewport(width, height);
    show({ ...at(), profile: null, profileId: null, profiles: [] }, {});
    await visible(page.getByRole('heading', { name: messages.signIn.welcome }));
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } =
      globalThis.document.documentElement;
    expect([scrollHeight - clientHeight, scrollWidth - clientWidth]).toEqual([0, 0]);
  });

  it('a kiosk on a second screen is left', async () => {
    const screens = [
      { id: 1, name: '', width: 1920, height: 1080, isFirst: true },
      { id: 2, name: '', width: 1024, height: 768, isFirst: false },
    ] as const;
    const kiosk = { ...defaultCounter, windowKind: 'kiosk', screenId: 2 } as const;
    const counter = {
      ...{ settings: kiosk, isKiosk: true },
      ...{ canStartWithComputer: true, canPlaceWindows: true },
    };
    const answers: Answers = { 'counter.screens': screens, 'counter.leaveKiosk': null };
    const become = show({ ...at(), counter }, answers, '#/settings/counter');
    const { counter: texts } = messages;
    await expect.element(page.getByRole('radio', { name: texts.windowKinds.kiosk })).toBeChecked();
    await expect
      .element(page.getByRole('combobox', { name: texts.screen }))
      .toHaveDisplayValue(texts.screenName(screens[1], 2));
    await examine();
    await button(texts.leaveKiosk).click();
    become({ ...at(), counter: { ...counter, isKiosk: false } });
    await expect.element(button(texts.leaveKiosk)).not.toBeInTheDocument();
    expect(page.getByText(texts.cannotPlace).elements()).toEqual([]);
    become({ ...at(), counter: { ...counter, canPlaceWindows: false } });
    await expect.element(page.getByText(texts.cannotPlace)).toBeVisible();
    await examine();
  });

  it('a printer is set up', async () => {
    show(at(), {}, '#/settings/printer');
    await page.getByRole('radio', { name: messages.printing.kinds.tcp }).click();
    await examine();
  });

  it('the first manager is named', async () => {
    show(at(), {}, '#/settings/cashiers');
    await button(lock.manage.firstTitle).click();
    await dialog(lock.manage.firstTitle).getByRole('button', { name: lock.manage.add }).click();
    await shows(lock.manage.nameNeeded);
    await examine();
  });

  it('a day’s exceptions are listed by kind and one by one, and are gone once the till is locked', async () => {
    const { exceptions } = messages;
    const lockOf = (atTill: typeof ines | null) => ({ lock: lockWith([ines], atTill) });
    const become = show(
      at(lockOf(ines)),
      { 'exceptions.list': oneOfEachException },
      '#/settings/exceptions',
    );
    for (const kind of exceptionKinds) await shows(exceptions.kinds[kind]);
    const list = page.getByRole('table', { name: exceptions.title, exact: true });
    await expect.element(list.getByRole('row')).toHaveLength(exceptionKinds.length + 1);
    await examine();
    become(at(lockOf(null)));
    await expect.element(page.getByRole('heading', { name: lock.title })).toBeVisible();
    expect(globalThis.document.body.textContent).not.toContain(exceptions.kinds.approval);
    become(at(lockOf(ines)));
    // The list is not requested again by itself.
    await expect.element(page.getByRole('combobox', { name: sell.search })).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
  });

  it('a day without exceptions says so', async () => {
    show(at(), { 'exceptions.list': [] }, '#/settings/exceptions');
    await shows(messages.exceptions.empty);
    // A field shows dates as the system writes them, which may mean another day here.
    await shows(dayName(language, new Date().toLocaleDateString('sv-SE')));
    await examine();
  });

  it('a locked till shows only who may unlock it', async () => {
    show(at({ lock: lockWith([ines], null) }), saleAnswers);
    await expect.element(page.getByRole('heading', { name: lock.title })).toBeVisible();
    await expect.element(page.getByRole('list', { name: sell.lines })).not.toBeInTheDocument();
    await examine();
  });

  describe('half-typed text at the time of locking', () => {
    const rui = { ...ines, role: 'cashier' } as const;
    const lockOf = (atTill: typeof rui | null) => ({ lock: lockWith([rui], atTill) });
    const there = at(lockOf(rui));

    async function lockAndUnlock(
      become: (changed: TillState) => void,
      secret: string,
      unlocked = there,
    ) {
      become(at(lockOf(null)));
      await expect.element(page.getByRole('heading', { name: lock.title })).toBeVisible();
      const { body } = globalThis.document;
      expect(body.innerHTML).not.toContain(secret);
      expect(location.hash).toBe('');
      expect(body.querySelectorAll('dialog, input')).toHaveLength(0);
      become(unlocked);
    }

    it('is a new document, on its own screen', async () => {
      const become = show(there, {}, '#/documents/new');
      const discount = () => page.getByRole('textbox', { name: sell.discount });
      await discount().fill('12.5');
      await lockAndUnlock(become, '12.5');
      await expect.element(discount()).toHaveValue('12.5');
    });

    it('is a payment, with its method and the tendered amount', async () => {
      // Both methods go into the drawer: the second one is not what the dialog begins with.
      const bothCash = { ...there, day: { ...there.day, cashMethods: [1, 2] } };
      const become = show(bothCash, saleAnswers);
      await page.getByRole('button', { name: sell.pay }).click();
      await page.getByRole('radio', { name: 'Multibanco' }).click();
      await textbox(payment.tendered).fill('123.45');
      await lockAndUnlock(become, '123.45', bothCash);
      await expect.element(dialog(payment.title)).toBeVisible();
      await expect.element(textbox(payment.tendered)).toHaveValue('123.45');
      await expect.element(page.getByRole('radio', { name: 'Multibanco' })).toBeChecked();
    });

    it('is an incomplete tax number, and the text of a product search', async () => {
      const become = show(there, saleAnswers);
      await textbox(sell.taxNumber).fill('50196');
      await page.getByRole('combobox', { name: sell.search }).fill('azeite');
      await lockAndUnlock(become, 'azeite');
      await expect.element(textbox(sell.taxNumber)).toHaveValue('50196');
      await expect.element(page.getByRole('combobox', { name: sell.search })).toHaveValue('azeite');
    });

    it('is a text of the receipts', async () => {
      const become = show(there, {}, '#/settings/receipt-texts');
      const { headerText } = messages.receiptTexts;
      await textbox(headerText).fill('Obrigado!');
      await lockAndUnlock(become, 'Obrigado!');
      await expect.element(textbox(headerText)).toHaveValue('Obrigado!');
    });
  });

  it('a locked till that cannot open the PIN window says so', async () => {
    const answers = { 'lock.unlock': { code: 'pin_window_failed' } } as const;
    show(at({ lock: lockWith([ines], null) }), answers);
    await page.getByRole('button', { name: /^Inês/ }).click();
    await shows(messages.errors.pin_window_failed({ code: 'pin_window_failed' }));
    await examine();
  });

  it('a locked till whose cashiers are gone says so, and asks for a new manager', async () => {
    show(at({ lock: { ...lockWith([], null), standing: 'people_gone' } }), saleAnswers);
    const { title } = lock.recovery;
    const toldSentence = messages.errors.manager_unproven({
      code: 'manager_unproven',
      why: 'people_gone',
    });
    expect(toldSentence).toContain(title);
    await shows(toldSentence);
    await expect.element(button(title)).toBeVisible();
    await examine();
  });

  describe('the PIN window', () => {
    const { window: texts, approval } = lock;

    it('says what is to be approved, and asks who approves it', async () => {
      const asks = [approval.by('Rui'), approval.cancelSale('CF-0000-0000-0000')];
      const maria = { ...ines, cashierId: 'B', name: 'Maria' };
      const typed = showPinWindow(language, { kind: 'approve', asks, managers: [ines, maria] });
      for (const ask of asks) await shows(ask);
      await button('Maria').click();
      await page.getByLabelText(lock.pinOf('Maria')).fill('123456');
      await button(approval.approve).click();
      expect(typed.answers).toEqual([{ kind: 'approve', cashierId: 'B', pin: '123456' }]);
      await shows(messages.errors.pin_wrong({ code: 'pin_wrong' }));
      await examinePinWindow();
      await userEvent.keyboard('{Escape}');
      expect(typed.closed).toBe(1);
    });

    it('keeps a long list of prices beside the digits', async () => {
      const { money } = formatFor(language);
      const asks = Array.from({ length: 30 }, (_, at) =>
        approval.sells(
          'Rui',
          `Azeite virgem extra ${String(at)}`,
          money(cents(1234)),
          money(cents(100)),
        ),
      );
      showPinWindow(language, { kind: 'approve', asks, managers: [ines] });
      await expect.element(button(approval.approve)).toBeInViewport();
      await examinePinWindow();
    });

    it('takes a new PIN twice', async () => {
      const typed = showPinWindow(language, { kind: 'new_pin', name: 'Ana', role: 'cashier' });
      await page.getByLabelText(lock.manage.pin, { exact: true }).fill('123');
      await button(texts.newPin).click();
      await shows(lock.manage.pinWrong('cashier'));
      await shows(lock.manage.pinDiffers);
      expect(typed.answers).toEqual([]);
      await examinePinWindow();
    });

    it.each(['password', 'token'] as const)('recovers a PIN by %s', async (way) => {
      showPinWindow(language, { kind: 'recover', managers: [], way, username: 'ana' });
      await button(lock.recovery.set).click();
      await shows(lock.manage.nameNeeded);
      await shows(lock.manage.pinWrong('manager'));
      await examinePinWindow();
    });

    it('asks for the key of an encrypted backup', async () => {
      const wrong = { code: 'recovery_key_wrong', isKey: false } as const;
      const name = 'AURORA-1.db.age';
      const typed = showPinWindow(language, { kind: 'recovery_key', name }, wrong);
      await shows(restore.key.opens(name));
      await textbox(restore.key.title).fill('AGE-SECRET-KEY-1 ABCDEF');
      await button(restore.key.open).click();
      await shows(messages.errors.recovery_key_wrong(wrong));
      expect(typed.answers).toEqual([{ kind: 'recovery_key', key: 'AGE-SECRET-KEY-1 ABCDEF' }]);
      await examinePinWindow();
    });

    it('asks who may recover a PIN to sign in', async () => {
      showPinWindow(language, { kind: 'recovery_user', way: 'password' });
      await button(lock.manage.users.add).click();
      await expect.element(page.getByRole('textbox').first()).toHaveAttribute('aria-invalid');
      await examinePinWindow();
    });
  });

  it('a cashier is one of the salesmen whom documents have named', async () => {
    const { salesmen } = lock.manage;
    const requests: unknown[] = [];
    show(
      at({ lock: lockWith([ines], ines) }),
      {
        'learning.choices': {
          ...{ kinds: [], series: [], warehouses: [], paymentTerms: [] },
          salesmen: [{ id: 2, name: 'Balcão 2' }],
        },
        'cashiers.setSalesman': noting(requests, null),
      },
      '#/settings/cashiers',
    );
    await shows(salesmen.title);
    await examine();
    await page.getByRole('combobox', { name: ines.name }).selectOptions('Balcão 2');
    const { cashierId } = ines;
    await expect
      .poll(() => requests)
      .toEqual([{ cashierId, salesman: { id: 2, name: 'Balcão 2' } }]);
  });

  it('users who may recover a PIN are listed beside the cashiers, and can be added', async () => {
    const users = [
      { recoveryUserId: 1, id: 7, username: 'ana@loja.example', name: 'Ana', addedBy: null },
      { recoveryUserId: 2, id: 8, username: null, name: 'Rui', addedBy: 'Inês' },
    ];
    show(
      at({ lock: { ...lockWith([ines], ines), standing: 'unsealed' } }),
      { 'cashiers.recoveryUsers': users },
      '#/settings/cashiers',
    );
    await shows('Ana (ana@loja.example, id 7)');
    await shows(lock.manage.users.addedBy('Inês'));
    await shows(lock.manage.weak);
    await examine();
    await expect.element(button(lock.manage.users.add)).toBeVisible();
  });
});
