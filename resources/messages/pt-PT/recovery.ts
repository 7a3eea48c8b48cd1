// A manager's forgotten PIN, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTRecovery: Messages['lock']['recovery'] = {
  open: 'Esqueceu o PIN?',
  title: 'Um novo PIN para um gerente',
  proof: {
    password:
      'O utilizador do serviço que iniciou a primeira sessão desta caixa, ou um que um gerente tenha acrescentado, pode dar um novo PIN a um gerente. O serviço é consultado, por isso é precisa a rede.',
    token:
      'Um token do utilizador que iniciou a primeira sessão desta caixa, ou de um que um gerente tenha acrescentado, pode dar um novo PIN a um gerente. O serviço é consultado, por isso é precisa a rede.',
    practice:
      'Na prática nada é real, por isso qualquer pessoa pode aqui dar um novo PIN a um gerente.',
  },
  told: 'Fica registado, e todos os gerentes são avisados.',
  forWhom: 'Gerente',
  newManager: 'Nome do novo gerente',
  set: 'Definir o novo PIN',
  busy: 'A perguntar ao serviço…',
  back: 'Voltar',
};
