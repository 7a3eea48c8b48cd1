// What the company has every receipt say, and what is chosen at each print, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTReceiptTexts: Messages['receiptTexts'] = {
  title: 'O que diz um talão',
  hint: 'A resposta do serviço não traz a morada nem o logótipo. O que escrever aqui fica em todos os talões desta caixa.',
  addressLines: 'Morada, por baixo do nome da empresa',
  companyTaxNumber: 'NIF da empresa',
  headerText: 'Acima do documento',
  footerText: 'No fim',
  logo: 'Logótipo',
  logoHint: 'PNG, JPEG ou WebP. As impressoras imprimem-no só a preto.',
  chooseLogo: 'Escolher imagem',
  removeLogo: 'Retirar logótipo',
  logoNow: 'Logótipo tal como é impresso',
  logoWrong: 'Este ficheiro não serve de logótipo. Escolha uma imagem PNG, JPEG ou WebP.',
  withoutMarks: 'Quando o serviço não envia ATCUD nem código QR',
  printWithoutMarks: 'Imprimir, dizendo que o documento oficial é o PDF do serviço',
  refuseWithoutMarks: 'Não imprimir talão',
  withoutMarksText: 'Ou então, por palavras suas',
  withoutMarksHint: 'Se ficar vazio, imprime-se a frase da própria caixa.',
  wrong: 'Há um texto que não pode ser usado: é demasiado longo, ou contém uma tabulação.',
  save: 'Guardar textos',
  saved: 'Guardado.',
  printLanguage: 'Idioma do talão',
  pdfPaper: 'Papel do PDF',
  papers: { '80': 'PDF 80 mm', '58': 'PDF 58 mm', A4: 'PDF A4' },
};
