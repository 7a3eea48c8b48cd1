// What the sell screen asks for in a dialog, one thing at a time.
import type { ScanProblem } from '../lines/scans.svelte.ts';

export type SellStep =
  | {
      readonly name:
        | 'lines'
        | 'customer'
        | 'priceCheck'
        | 'hold'
        | 'held'
        | 'arrange'
        | 'drawer'
        | 'help'
        | 'noInvoice';
    }
  | { readonly name: 'freeLine'; readonly problem: ScanProblem | null }
  | { readonly name: 'keep'; readonly problem: ScanProblem }
  | { readonly name: 'payment'; readonly cartId: string; readonly asInvoice: boolean };
