// A till whose main process signs in as a test arranges it, and answers when the test lets it.
import type { RequestName } from '../../../../src-main/contract/api.ts';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import type { CompanyChoice, DemoPlan, TillChoice } from '../../../../src-main/contract/sign-in.ts';
import type { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { sampleProfile } from '../../../sample-profile.ts';
import { tillOf } from '../sell/catalogue-till.ts';

export const tillChoice = (code: string, isLast = false): TillChoice => ({
  isLast,
  code,
  name: `Caixa ${code}`,
  locationName: 'Loja',
  terminalName: `Terminal ${code}`,
});

export const company = (code: string, ...tillCodes: readonly string[]): CompanyChoice => ({
  code,
  name: code,
  isDemo: false,
  // The till that was used last comes first, as main answers it.
  tills: tillCodes.map((tillCode, at) => tillChoice(tillCode, at === 0)),
});

interface Asked {
  readonly name: RequestName;
  readonly argument: unknown;
}

export class SigningInTill {
  readonly till: Till = tillOf(async (name, argument) => {
    this.askedRequests.push({ name, argument });
    const answer = this.#answer(name);
    if (this.holds) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return answer;
  });
  companies: readonly CompanyChoice[] = [];
  plans: readonly DemoPlan[] = [];
  /** Is answered instead. */
  error: AppError | null = null;
  /** While true, answers wait for `let`. */
  holds = false;
  readonly askedRequests: Asked[] = [];
  #waiting: (() => void)[] = [];

  /** Gives the answer that has waited longest, or the one at the index. */
  let(index = 0): void {
    const [answer] = this.#waiting.splice(index, 1);
    answer?.();
  }

  #answer(name: RequestName): Result<unknown> {
    if (this.error) return err(this.error);
    switch (name) {
      case 'session.findTills':
        return ok(this.companies);
      case 'session.demoPlans':
        return ok(this.plans);
      case 'session.signIn':
        return ok(sampleProfile);
      default:
        throw new Error(name);
    }
  }
}
