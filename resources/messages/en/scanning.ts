// The texts of scanning, in English: what was not found, and how the scanner is set up.
import type { InStoreRule, NearRule } from '../../../src-main/contract/barcodes.ts';
import type { CommandName } from '../../../src-main/contract/commands.ts';
import type { ScanEnd } from '../../../src-main/contract/selling.ts';
import type { Layout } from '../../../src-main/contract/keyboard-layouts.ts';
import { count, numeral, plural } from './formats.ts';

export const enScanning = {
  problems: 'Not added',
  problem: {
    unknown: (text: string) => `“${text}” is not in the catalogue.`,
    misread: (text: string) => `“${text}” was misread. Scan it again.`,
    failed: (text: string) => `“${text}” could not be looked up.`,
    no_weight: (product: string) => `“${product}”: the label holds no weight.`,
    no_price: (product: string) => `“${product}”: the label holds no price.`,
    percent_decimals: (typed: string) =>
      `“${typed}” was not taken off: a discount has at most two decimals.`,
    percent_much: (typed: string) => `“${typed}” was not taken off: a discount is at most 100 %.`,
  },
  near: (rule: NearRule): string => {
    switch (rule.differs) {
      case 'length':
        return `It begins with ${rule.prefix}, as a rule of the shop’s labels says, but has ${numeral(rule.digits)} digits where the rule takes 13.`;
      case 'prefix':
        return `It looks like a label of a scale, but no rule begins with ${rule.begins}. The nearest begins with ${rule.prefix}.`;
      case 'item':
        return `The rule for ${rule.prefix} finds product ${rule.item} in it, and the catalogue has none.`;
      case 'amount':
        return `The rule for ${rule.prefix} finds more in it than a till can sell.`;
    }
  },
  otherLayout:
    'The scanner and this computer seem to be set for the keyboards of different countries.',
  openScanner: 'Scanner settings',
  sellUnlabelled: 'Sell without the label',
  tryAgain: 'Try again',
  tryAgainWith: (text: string) => `Try again: ${text}`,
  byHand: 'Sell by hand',
  byHandWith: (text: string) => `Sell by hand: ${text}`,
  keep: 'Add to the catalogue',
  keepWith: (text: string) => `Add to the catalogue: ${text}`,
  dismiss: (text: string) => `Dismiss ${text}`,
  several: (codes: number) => `${numeral(codes)} codes not added`,
  dismissAll: 'Dismiss all',
  said: {
    unsold: (codes: number, last: string) =>
      plural(codes, {
        one: `Nothing was sold: “${last}” was scanned on a screen that does not sell.`,
        other: `Nothing was sold: ${numeral(codes)} codes were scanned on a screen that does not sell, “${last}” last.`,
      }),
    sell: (codes: number) => plural(codes, { one: 'Sell it', other: `Sell all ${numeral(codes)}` }),
    document: (code: string) => `“${code}” is the code of a document.`,
    open: 'Open it',
    noDocument: (code: string) => `No document has “${code}”.`,
    noDocumentRemembered: (code: string) =>
      `No document that was seen before has “${code}”, and the service cannot be asked just now.`,
    signedOut: (code: string) =>
      `“${code}” was scanned, but nothing can be sold before the till is signed in.`,
    locked: 'The till is locked: the scan did nothing.',
    secret: 'A scan is no PIN and no password: it was taken out of the field.',
    command: {
      elsewhere: (code: string) => `“${code}” did nothing: it works on the Sell screen only.`,
      twice: (code: string) =>
        `“${code}” was read twice, and the second time did nothing. Scan it again to go on.`,
      chained: (code: string) =>
        `“${code}” did nothing: it came in one go with other codes. Scan it from the sheet.`,
      nothing: (code: string) => `“${code}” did nothing: there is nothing to pay yet.`,
      idle: (code: string) => `“${code}” did nothing: there is nothing it applies to just now.`,
      number_needed: (code: string) =>
        `“${code}” did nothing: scan the digits of its number first, or “CF-BACK” if they are wrong.`,
      percent_wrong: (code: string) =>
        `“${code}” did nothing: a discount is at most 100 %, with at most two decimals. “CF-BACK” takes the number away.`,
      weight_needed: (code: string) =>
        `“${code}” did nothing: scan the digits of the weight and “Times” first, or “CF-BACK”.`,
      no_tax_number: (code: string) =>
        `“${code}” did nothing: the digits before it are no tax number. “CF-BACK” takes them away.`,
      unpaid: (code: string) => `“${code}” did nothing: scan “CF-PAY” first.`,
      no_method: (code: string) =>
        `“${code}” did nothing: this till does not have that payment method. Print the sheet again.`,
      unfinishable: (code: string) =>
        `“${code}” did nothing: this sale cannot be finished as it is.`,
      not_done: (code: string) => `“${code}” was refused: the screen says why.`,
      invoice_needed: (code: string) =>
        `“${code}” did nothing: this sale needs a full invoice. Press “Invoice”.`,
      product_needed: (code: string) =>
        `“${code}” did nothing: scan the product of “Times” first, or “CF-BACK” if its number is wrong.`,
      covered: (code: string) => `“${code}” did nothing: close this dialog first.`,
    },
    added: (quantity: string, description: string, total: string) =>
      `Added: ${quantity} × ${description}. New total: ${total}.`,
    waits: 'It waits behind this dialog.',
    dismiss: 'Dismiss the scan',
  },
  title: 'Scanner',
  hint: 'For scanners that type like a keyboard. The till knows a scan by its speed and by the key that ends it, wherever the cursor is.',
  prefix: 'Prefix',
  prefixHint: 'What the scanner types before each code. Usually nothing.',
  suffix: 'Ending key',
  keys: {
    Enter: 'Enter',
    Tab: 'Tab',
    ArrowDown: '↓',
    'Ctrl+J': 'Ctrl+J',
  } satisfies Record<ScanEnd, string>,
  gap: 'Longest pause (ms)',
  gapHint: 'Between two keys of one scan.',
  gapWrong: 'Give a pause of 10 to 200 milliseconds, and a prefix of at most 5 characters.',
  asksSameSale:
    'Ask before the same goods are sold again within a minute (not for one line in cash)',
  sounds: 'Sounds when scanning',
  cashiersAdd: 'Cashiers may add what is not found to the catalogue',
  test: 'Scan here to test',
  testHint: 'Nothing is sold. The scanner’s settings apply as they are typed.',
  arrived: (text: string) => `Arrived: ${text}`,
  rhythm: (characters: number, longestGapMs: number, end: string | null) =>
    `${count(characters, { one: 'character', other: 'characters' })}, longest pause ${longestGapMs} ms, ${end === null ? 'no ending key' : `ended by ${end}`}.`,
  taken: (code: string) => `Read as a scan of “${code}”.`,
  before: {
    cut: (before: string) => `The prefix ${before} is cut off.`,
    unset: (before: string) =>
      `${before} came before the code: give it as the prefix, or turn it off at the scanner.`,
    key: (key: string) => `The key ${key} came before the code. It does nothing.`,
  },
  layouts: {
    us: 'United States',
    pt: 'Portugal',
    es: 'Spain',
    fr: 'France',
    be: 'Belgium',
    de: 'Germany',
    it: 'Italy',
  } satisfies Record<Layout, string>,
  layoutsDiffer: (scanner: string, computer: string, meant: string) =>
    `Keyboard of the scanner: ${scanner}; of this computer: ${computer}. “${meant}” was meant. Set the scanner to ${computer}.`,
  wouldDo: {
    command: (name: string) => `On the Sell screen it is a command: ${name}.`,
    key: (key: string) => `On the Sell screen it types “${key}”.`,
    method: 'In the payment it chooses a payment method.',
    document: 'It is the code of a document.',
    product: (quantity: string, product: string, total: string) =>
      `It would sell ${quantity} × ${product} for ${total}.`,
  },
  notEnded: (key: string) => `Not read as a scan: it must end with ${key}.`,
  tooSlow: (gapMs: number) => `Not read as a scan: there was a pause of more than ${gapMs} ms.`,
  tooShort: 'Not read as a scan: it has fewer than 3 characters.',
  rules: 'Codes of this shop',
  rulesHint:
    'EAN-13 codes that scales print, with the product and its weight or price in them. They begin with 2 or 02.',
  rule: (row: number) => `Rule ${row}`,
  rulePrefix: 'Begins with',
  itemDigits: 'Product digits',
  ruleValue: 'Then',
  ruleValues: {
    weight: 'Weight',
    price: 'Price, by weight',
    piecePrice: 'Price, by the piece',
  } satisfies Record<InStoreRule['value'], string>,
  decimals: 'Decimals',
  rulePrefixWrong:
    'Begins with 02, with 20 to 29, or with 2 alone (and then six product digits): all other numbers are manufacturers’.',
  ruleWrong: 'A rule has 3 to 7 product digits and at most 3 decimals.',
  rulesWrong: 'Correct or remove the rules that cannot be used; no two may begin alike.',
  weightExample: (code: string, item: string, quantity: string) =>
    `${code} is product ${item}, weight ${quantity}.`,
  priceExamples: {
    price: (code: string, item: string, price: string) =>
      `${code} is product ${item} for ${price}. The weight sold is worked out from its price in the catalogue; what is sold by the piece stays one piece.`,
    piecePrice: (code: string, item: string, price: string) =>
      `${code} is one piece of product ${item} for ${price}, whatever it costs by weight.`,
  },
  addRule: 'Add rule',
  removeRule: (row: number) => `Remove rule ${row}`,
  save: 'Save scanner',
  saved: 'Saved.',
  commandSheet: 'Command barcodes',
  commandHint:
    'They work the sell screen by scanner alone. Scan a number digit by digit, and then what it is. The same barcode counts again after a second.',
  commandGroups: {
    numbers: 'Numbers',
    sale: 'The sale',
    methods: 'Payment methods',
    products: 'Quick keys',
  },
  decimalMark: (mark: string) => `Decimal ${mark === ',' ? 'comma' : 'point'}`,
  commands: {
    times: [
      'Times',
      'Sells so many of the product scanned next. After 3: three; after 0.35: 0.350.',
    ],
    percent: ['Percent off', 'Takes the number scanned before it off the line that came last.'],
    taxNumber: ['Tax number', 'Puts the nine digits scanned before it on the sale.'],
    pay: [
      'Pay',
      'Opens the payment. Again: finishes the sale, exactly or with the amount scanned since. Again: begins the next sale.',
    ],
    undo: ['Undo', 'Takes back the last change, such as a wrong line.'],
    hold: ['Put aside', 'Puts the sale aside.'],
    resume: ['Resume', 'Takes up the sale that was put aside, or shows several to choose from.'],
    printLast: ['Print receipt', 'Prints the last sale’s receipt once more.'],
    back: ['Back', 'Takes away the digits scanned so far, or closes a dialog.'],
  } satisfies Record<CommandName, readonly [string, string]>,
  saveSheet: 'Save as PDF',
  methodCommand: 'In the payment: chooses how it is paid.',
  barcodeOf: (code: string) => `Barcode of ${code}`,
  close: 'Close',
};
