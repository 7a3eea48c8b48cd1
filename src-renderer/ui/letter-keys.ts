// The keys of the letter pad, and which fields it is for.
export type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Letters, and then what else names, notes and addresses need. The last row stands beside the space
 * bar.
 */
export const pages = [
  [Array.from('qwertyuiop'), Array.from('asdfghjklç'), Array.from('zxcvbnm,.-'), []],
  [Array.from('1234567890'), Array.from('áàâãéêíóôõ'), Array.from('úüñ/&()*%+'), Array.from('@_')],
] as const;

/** A field for a number has the number pad; one for a password is never written on screen. */
export const isForText = (target: Element): target is TextField =>
  target.matches('input:is([type="text"], [type="search"]):not([inputmode]), textarea') &&
  !(target as TextField).readOnly;
