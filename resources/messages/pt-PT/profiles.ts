// The texts of the connections of this computer, in European Portuguese.
import type { Messages } from '../en.ts';
import { numeral, plural } from './formats.ts';

export const ptPTProfiles: Messages['profiles'] = {
  title: 'Perfis',
  hint: 'Cada empresa e caixa neste computador tem as suas vendas, o seu catálogo e a sua sessão. O nome e a cor aparecem em todos os ecrãs.',
  switchFrom: (name) => `Perfil ${name}. Mudar de perfil`,
  switchTitle: 'Mudar de perfil',
  known: 'Neste computador',
  open: 'Aberto agora',
  signedOut: 'Sem sessão',
  waiting: (sales) => `${numeral(sales)} por enviar`,
  another: 'Outra empresa ou caixa…',
  opening: 'A abrir…',
  waitTitle: 'Deixar vendas por enviar?',
  leave: (sales) =>
    plural(sales, {
      one: 'Uma venda ainda não chegou ao serviço. Fica neste computador, e a caixa continua com ela quando este perfil voltar a ser aberto.',
      other: `${numeral(sales)} vendas ainda não chegaram ao serviço. Ficam neste computador, e a caixa continua com elas quando este perfil voltar a ser aberto.`,
    }),
  leaveAnyway: 'Mudar mesmo assim',
  stay: 'Ficar aqui',
  change: (name) => `Alterar ${name}`,
  changeTitle: 'Alterar perfil',
  name: 'Nome',
  nameWrong: 'Indique um nome com, no máximo, 60 caracteres.',
  colour: 'Cor',
  colours: {
    green: 'Verde',
    blue: 'Azul',
    red: 'Vermelho',
    orange: 'Laranja',
    teal: 'Turquesa',
    pink: 'Rosa',
    brown: 'Castanho',
    grey: 'Cinzento',
  },
  save: 'Guardar',
  remove: (name) => `Remover ${name}`,
  removals: 'Remover perfis',
  removalsHint:
    'Um perfil removido desaparece da lista e o seu início de sessão é esquecido. As suas vendas ficam neste computador.',
  removeTitle: 'Remover o perfil?',
  removeText: (name) =>
    `${name} desaparece desta lista, e a sua sessão é esquecida. As suas vendas ficam neste computador: são guardadas para sempre, e voltam a aparecer quando alguém iniciar sessão na mesma empresa e caixa.`,
  removeIt: 'Remover perfil',
  signInTitle: 'Iniciar sessão neste perfil',
};
