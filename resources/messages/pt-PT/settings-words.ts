// What else a person may type to find a section of the settings, in European Portuguese: it is
// searched but never shown.
import type { enSettingsWords } from '../en/settings-words.ts';

export const ptPTSettingsWords: Record<keyof typeof enSettingsWords, string> = {
  'payment-methods':
    'cartão débito crédito numerário dinheiro Multibanco MB Way cheque transferência pagar métodos formas TPA',
  start: 'começar início assistente primeiros passos guia teclas rápidas loja aprender instalar',
  day: 'turno gaveta dinheiro contar contagem fundo de caixa fecho abertura fechar relatórios X Z cofre',
  catalogue: 'Excel CSV folha de cálculo ficheiro produtos artigos preços stock PLU',
  'simplified-invoices': 'limite teto lei valor montante imposto FS IVA',
  'full-invoices': 'tipo de documento série FT FR fatura-recibo NIF contribuinte IVA',
  returns: 'reembolso nota de crédito NC devolver dinheiro troca ensaio sem rede limite',
  scanner: 'código de barras scanner EAN GS1 QR balança peso som sons apito barulho comandos',
  'receipt-texts':
    'cabeçalho rodapé logótipo imagem morada horário obrigado nome da empresa recibo ticket NIF',
  printer:
    'imprimir gaveta de dinheiro rolo papel térmica etiquetas USB rede IP ESC/POS letras corte cortar',
  receipts: 'PDF pasta ficheiros guardados prova recibo ticket diretório',
  cashiers:
    'PIN código bloquear pessoal funcionários empregados utilizadores gerente desconto aprovação permissões caixas',
  exceptions:
    'desconto descontos anular anulada devolução relatório auditoria fraude controlo CSV preço baixo',
  connection:
    'internet rede proxy servidor login sair terminar sessão palavra-passe senha token endereço URL API conta ligação',
  profiles: 'empresa loja caixa trocar mudar cor nome vários',
  display:
    'tema escuro claro modo noite cores língua idioma português inglês teclado atalhos teclas',
  counter: 'quiosque ecrã inteiro janela monitor arranque arrancar suspender dormir tátil segundo',
  'customer-display': 'segundo ecrã monitor publicidade imagens fotografias saudação diapositivos',
  backups: 'cópia backup guardar encriptada cifrada encriptação pen USB chave dados perder',
  'second-copy': 'backup diário pen USB disco partilha NAS rede pasta espelho computador avariado',
  'start-again':
    'computador novo substituir avariado perdido roubado recuperar disco pen salvar mudar',
  'setup-file': 'clonar copiar definições exportar configuração transferir novo computador outro',
  updates: 'versão nova atualizar descarregar',
  about: 'versão licença programa ajuda apoio suporte relatório problema número Counterfoil sobre',
  restore: 'backup recuperar restaurar dados perdidos antigos cópia salvar avariado',
  'remove-profiles': 'apagar eliminar desinstalar limpar empresa',
};
