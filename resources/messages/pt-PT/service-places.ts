// What the service's words may be about, in European Portuguese.
import type { PlaceWords } from '../sentences.ts';
import { ptPTParticulars } from './new-document.ts';

export const ptPTPlaces: PlaceWords = {
  line: (number) => `Linha ${number}`,
  fields: { code: 'código', quantity: 'quantidade', unitPrice: 'preço unitário' },
  particulars: ptPTParticulars.names,
  places: {
    lines: 'Linhas',
    payment: 'Pagamento',
    party: 'Cliente ou outra entidade',
    taxNumber: 'NIF',
    discount: 'Desconto',
    general: 'Em geral',
  },
};
