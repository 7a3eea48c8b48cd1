// The drawer's set-up, while it is being edited.
import * as v from 'valibot';
import { wholeNumber } from '../lines/entry.ts';
import { drawerSchema, type Drawer } from '../../src-main/contract/drawer.ts';

/** The pulse by which most drawers open. */
const usual: Drawer = { pin: 2, onMs: 120, offMs: 240, opensFor: [] };

export class DrawerDraft {
  exists = $state(false);
  pin = $state<Drawer['pin']>(usual.pin);
  onMs = $state('');
  offMs = $state('');
  opensFor = $state.raw<readonly number[]>([]);

  /** `cashLike` are the payment methods that a new drawer opens for. */
  constructor(drawer: Drawer | null, cashLike: readonly number[]) {
    const { pin, onMs, offMs, opensFor } = drawer ?? { ...usual, opensFor: [...cashLike] };
    this.exists = drawer !== null;
    this.pin = pin;
    this.onMs = String(onMs);
    this.offMs = String(offMs);
    this.opensFor = [...opensFor];
  }

  /** Returns null for no drawer, and undefined if the times cannot be used. */
  read(): Drawer | null | undefined {
    if (!this.exists) return null;
    const drawer = v.safeParse(drawerSchema, {
      pin: this.pin,
      onMs: wholeNumber(this.onMs),
      offMs: wholeNumber(this.offMs),
      opensFor: [...this.opensFor],
    });
    return drawer.success ? drawer.output : undefined;
  }
}
