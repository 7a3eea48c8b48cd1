// Sales that the service cannot take, for a product, a customer or a size that it fails at.
export const poisons = ['product', 'customer', 'size'] as const;
export type Poison = (typeof poisons)[number];

export const poisonedProduct = 'DESCONHECIDO';
/** A tax number that is well-formed. */
export const poisonedCustomer = '501964843';
/** More than any other sale of a history has. */
export const poisonedLines = 12;

/** By the body of the request, as the service would tell it. */
export const isPoisoned = (body: string): boolean =>
  body.includes(poisonedProduct) ||
  body.includes(poisonedCustomer) ||
  body.split('"base_qty"').length > poisonedLines;
