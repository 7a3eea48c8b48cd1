// Says what changed of the settings that decide which money the drawer has to hold.
import type { MoneySettings, TillException } from '../../src-main/contract/exceptions.ts';
import type { Cents } from '../../src-main/contract/money.ts';
import type { enDay } from './en/day.ts';
import type { enLock } from './en/lock.ts';

type Changed = Extract<TillException, { kind: 'money_settings_changed' }>;

interface Says {
  readonly day: Pick<typeof enDay, 'modeLegend' | 'modes' | 'cashMethods' | 'differenceLimit'>;
  readonly approval: Pick<typeof enLock.approval, 'changed' | 'nothing'>;
  /** The methods that are not paid into the drawer. */
  readonly others: string;
  readonly money: (amount: Cents) => string;
}

export function changedMoneySettings(
  { before, after }: Changed,
  { day, approval, others, money }: Says,
): string {
  const listed = (names: readonly string[]) => names.join(', ') || approval.nothing;
  const wordsOf = (settings: MoneySettings) =>
    [
      [day.modeLegend, day.modes[settings.mode]],
      [day.cashMethods, listed(settings.cash)],
      [others, listed(settings.others)],
      [day.differenceLimit, money(settings.differenceLimitCents)],
    ] as const;
  const now = wordsOf(after);
  return wordsOf(before)
    .flatMap(([name, from], index) => {
      const to = now[index]?.[1] ?? '';
      return from === to ? [] : [approval.changed(name, from, to)];
    })
    .join('; ');
}
