// A manager's forgotten PIN, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTRecovery: Messages['lock']['recovery'] = {
  open: 'Esqueceu o PIN?',
  title: 'Um novo PIN para um gerente',
  proof: {
    password:
      'Quem pode iniciar sessão no serviço para esta caixa pode dar um novo PIN a um gerente. O serviço é consultado, por isso é precisa a rede.',
    token:
      'Quem tem um token do serviço para esta caixa pode dar um novo PIN a um gerente. O serviço é consultado, por isso é precisa a rede.',
    practice:
      'Na prática nada é real, por isso qualquer pessoa pode aqui dar um novo PIN a um gerente.',
  },
  told: 'Fica escrito no registo e num aviso aos gerentes.',
  forWhom: 'Gerente',
  set: 'Definir o novo PIN',
  busy: 'A perguntar ao serviço…',
  back: 'Voltar',
};
