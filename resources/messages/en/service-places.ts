// What the service's words may be about, in English.
import type { PlaceWords } from '../sentences.ts';
import { enParticulars } from './new-document.ts';

export const enPlaces: PlaceWords = {
  line: (number) => `Line ${number}`,
  fields: { code: 'code', quantity: 'quantity', unitPrice: 'unit price' },
  particulars: enParticulars.names,
  places: {
    lines: 'Lines',
    payment: 'Payment',
    party: 'Customer or other party',
    taxNumber: 'Tax number',
    discount: 'Discount',
    general: 'As a whole',
  },
};
