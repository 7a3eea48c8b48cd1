// The texts of signing in and of whose till it is, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTSignIn: Messages['signIn'] = {
  welcome: 'Bem-vindo ao Counterfoil',
  purpose:
    'Uma caixa que guarda cada venda antes de tudo o resto, e a leva ao seu serviço de faturação exatamente uma vez, mesmo quando a rede falha.',
  practice: 'Praticar',
  practiceLine:
    'Experimente tudo com uma loja de exemplo neste computador. Nada do que lá fizer é uma fatura verdadeira.',
  connect: 'Ou ligue ao seu serviço de faturação',
  sandbox: 'Ambiente de testes do serviço',
  sandboxLine: 'Com a sua conta, numa empresa de demonstração. Nada lá é uma fatura verdadeira.',
  signIn: 'Iniciar sessão',
  signInLine: 'Venda na sua loja. Cada venda torna-se um documento verdadeiro.',
  heading: 'Ligar a sua loja',
  headingAgain: 'Iniciar sessão de novo',
  again: (company, till) => `Para ${company}, ${till}. As vendas por enviar seguem depois.`,
  anotherWay: 'Outra forma',
  moreWays: 'Mais formas',
  ways: {
    password: 'Utilizador e palavra-passe',
    sandbox: 'Ambiente de testes do serviço',
    token: 'Um token do backoffice',
    earlier: 'A interface anterior',
  },
  serviceAddress: 'Endereço do serviço',
  serviceAddressHint: 'Tal como o serviço de faturação o indicou, a começar por https://',
  earlierAddress: 'Endereço da interface anterior',
  earlierAddressHint:
    'Onde a interface anterior inicia sessão. As vendas seguem para o endereço do serviço.',
  username: 'Utilizador',
  password: 'Palavra-passe',
  token: 'Token',
  tokenHint: 'Criado no backoffice do serviço, nos tokens de acesso à API.',
  companyCode: 'Código da empresa',
  tillCode: 'Código da caixa',
  codesHint: {
    password: 'Os códigos podem ficar vazios: escolhe então a caixa numa lista.',
    token: 'Com os códigos, confirma-se que o token é mesmo dessa caixa. Podem ficar vazios.',
    earlier: 'Com os códigos, confirma-se que a sessão é mesmo dessa caixa. Podem ficar vazios.',
  },
  tillCodeHint: 'O serviço não diz qual é a caixa.',
  submit: 'Iniciar sessão',
  busy: 'A iniciar sessão…',
  required: (field) => `Preencha, por favor: ${field}.`,
  otherCodeToo: 'Preencha os dois códigos, ou nenhum.',
  unusable: (field) =>
    `O que está em «${field}» não pode ser usado: é demasiado longo, demasiado curto, ou contém caracteres não permitidos.`,
  tokenRefused: 'O serviço não aceita este token. Pode estar incompleto, ou já não ser válido.',
  noTills:
    'Este utilizador não tem caixa em nenhuma empresa. Peça uma a quem gere o serviço de faturação.',
  chooseTill: 'Escolha a sua caixa',
  lastUsedFirst: 'A última que foi usada vem primeiro.',
  demonstration: 'Demonstração',
  code: (code) => `código ${code}`,
  tillNeeded: 'Escolha primeiro uma caixa.',
  notAllTills: (shown) =>
    `Só são mostradas as primeiras ${shown} caixas. Para outra, volte atrás e escreva os códigos.`,
  plan: 'Plano da empresa de demonstração',
  planOfService: 'O que o serviço escolher',
  plansBusy: 'A ler os planos…',
  plansUnknown: 'Não foi possível ler os planos, por isso o serviço escolhe um.',
  tokenNeeded:
    'O serviço já não aceita o token da caixa. Continue a vender: cada venda fica guardada aqui e será enviada quando houver um novo.',
  openToken: 'Introduzir token',
  sandboxBand: 'Ambiente de testes – empresa de demonstração, nada aqui é uma fatura verdadeira',
};

export const ptPTConnection: Messages['connection'] = {
  title: 'Esta caixa',
  kind: 'Ligação',
  kinds: {
    practice: 'Prática',
    sandbox: 'Ambiente de testes',
    service: 'Serviço de faturação',
  },
  way: 'Forma de início de sessão',
  service: 'Serviço',
  earlierAddress: 'Interface anterior',
  company: 'Empresa',
  location: 'Local',
  terminal: 'Terminal',
  till: 'Caixa',
  user: 'Utilizador',
  interfaceVersion: 'Versão da interface',
  practiceShop: 'Loja de prática neste computador',
  keepWeakly: 'Guardar mesmo assim a sessão neste computador',
  keepWeaklyHint:
    'Este computador não tem um lugar seguro para ela: quem puder ler os ficheiros da caixa poderia iniciar sessão como esta caixa. Sem isso, será preciso iniciar sessão em cada arranque.',
  proxyScript: 'Script de proxy desta rede',
  proxyScriptHint:
    'O endereço do ficheiro PAC, dado por quem trata da rede. Deixe vazio para usar as definições deste computador.',
  saveScript: 'Guardar',
  scriptSaved: 'Guardado.',
  keepSelling: 'Continue a vender: cada venda fica guardada aqui.',
  unencrypted:
    'Sem cifra: quem estiver nesta rede pode ler a sessão e cada venda, e alterá-las pelo caminho.',
  signOut: 'Terminar sessão',
  signOutHint:
    'Pode terminar a sessão quando todas as vendas desta caixa tiverem chegado ao serviço.',
};
