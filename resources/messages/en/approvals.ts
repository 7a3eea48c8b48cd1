// What a manager is asked to approve, in English: each thing that can be reserved.
import { count, numeral } from './formats.ts';

export const enApprovals = {
  title: 'A manager is needed',
  /** Isolated as well, so that a name written from right to left leaves what is beside it alone. */
  quoted: (text: string) => `“\u2068${text}\u2069”`,
  whoApproves: 'Who approves it?',
  approve: 'Approve',
  /** Stands above everything but prices, which name the person who sells. */
  by: (name: string) => `${name} asks for this:`,
  sells: (name: string, what: string, list: string, price: string) =>
    `${name} sells ${what}, list ${list}, for ${price}`,
  sellsFree: (name: string, what: string, price: string) =>
    `${name} sells ${what} for ${price}, which the catalogue does not have`,
  sellsFraction: (name: string, what: string, price: string) =>
    `${name} sells ${what} at ${price}, a part of what is sold by the piece`,
  discounts: (name: string, percent: string, amount: string) =>
    `${name} gives ${percent} off the whole sale: ${amount}`,
  prices: (prices: number) => `${prices} prices, the greatest reduction first:`,
  lines: (quantity: string, description: string) => `${quantity} × ${description}`,
  practise: 'Open practice',
  askService: (address: string, user: string) => `Ask ${address} for the tills of “${user}”`,
  askPlans: (address: string) => `Ask ${address} for its demonstration plans`,
  signIn: (address: string, company: string, till: string) =>
    `Sign in to ${address}, company ${company}, till ${till}`,
  earlierAddress: (address: string) => `The password goes to ${address}`,
  unnamed: 'not named',
  signOut: (company: string, till: string) => `Sign out of ${company}, ${till}`,
  openProfile: (name: string) => `Open the profile “${name}”`,
  closeProfile: 'Leave this till to sign in to another',
  changeProfile: (name: string, to: string, colour: string) =>
    `Call the profile “${name}” “${to}”, in ${colour}`,
  removeProfile: (name: string) => `Remove the profile “${name}” from the list`,
  addCashier: (name: string, role: string) => `Add ${name}: ${role}`,
  changeCashier: (name: string, to: string, role: string) =>
    name === to ? `Change ${name}: ${role}` : `Change ${name} to ${to}: ${role}`,
  withNewPin: 'with a new PIN',
  removeCashier: (name: string) => `Remove ${name}`,
  setSalesman: (name: string, salesman: string) => `${name} sells as: ${salesman}`,
  lockAfter: (time: string) => `Lock the till after: ${time}`,
  reserve: (actions: string) => `Only with a manager’s PIN: ${actions}`,
  nothing: 'nothing',
  addRecoveryUser: 'Add a user who may recover a PIN',
  removeRecoveryUser: (name: string) => `Remove ${name} from those who may recover a PIN`,
  paymentMethods: (names: string) => `Payment methods: ${names}`,
  invoiceKind: (name: string) => `Full invoices: ${name}`,
  returnKind: (name: string) => `Returns are made as: ${name}`,
  returnLimit: (amount: string) =>
    `Up to ${amount} comes back also while the service cannot be asked for other returns`,
  returnGoods: (amount: string, key: string, method: string) =>
    `Take goods of ${key} back and give ${amount} back: ${method}`,
  returnUnasked: 'The service cannot be asked whether another till has taken them back',
  limits: (privately: string, otherwise: string) =>
    `Limits of a simplified invoice: ${privately} to a private person, ${otherwise} otherwise`,
  scanner: 'Scanner settings',
  labels: (prefixes: string) => `The shop’s own labels begin with: ${prefixes}`,
  proxyScript: (address: string) => `Proxy script of the network: ${address}`,
  keepToken: 'Keep the sign-in although this computer keeps no keys',
  forgetToken: 'Keep the sign-in in memory only',
  backUp: 'Make a backup',
  makeRecoveryKey: 'Make a recovery key, which opens all later backups',
  counter: (kind: string) => `At the counter: ${kind}`,
  startsWithComputer: 'Start with the computer',
  staysAwake: 'Keep the screen awake while somebody is at the till',
  chooseFile: 'Choose a file, which leads out of the kiosk',
  showFolder: 'Open a folder, which leads out of the kiosk',
  leaveKiosk: 'Leave the kiosk until the next start',
  updatesFrom: (address: string) => `Look for newer versions of the program at ${address}`,
  noUpdates: 'Look for no newer versions of the program',
  installUpdate: (version: string) => `Install version ${version} of the program`,
  display: 'Show each sale to the customer on another screen',
  noDisplay: 'Show the customer nothing on another screen',
  displaySays: (text: string) => `The customer display says “${text}”`,
  addPicture: 'Choose a picture for the customer display, which leads out of a kiosk',
  removePicture: (name: string) => `Take “${name}” off the customer display`,
  saveSetup: 'Save how this till is set up to a file, with its catalogue',
  chooseSetup: 'Choose a set-up file on this computer',
  useSetup: (name: string, company: string, till: string) =>
    `Set this till up from the file ${name} (of ${company}, ${till}):`,
  restoreBackup: (name: string) => `Restore the backup ${name}`,
  resetPractice: 'Start practice over',
  loseComputer: 'Lose everything that this practice till has',
  quickKeys: (keys: number) =>
    `Arrange the quick keys: ${count(keys, { one: 'key', other: 'keys' })}`,
  importCatalogue: 'Read a file for the catalogue',
  useCatalogue: (added: number, changed: number, removed: number) =>
    `Import into the catalogue: ${count(added, { one: 'product', other: 'products' })} added, ${numeral(changed)} changed, ${numeral(removed)} removed`,
  exportCatalogue: 'Export the catalogue',
  takeProducts: (products: number) =>
    `Catalogue: add ${count(products, { one: 'product', other: 'products' })} from documents`,
  keepProduct: (code: string, description: string, price: string) =>
    `Catalogue: ${code}, ${description}, ${price}`,
  addProduct: (code: string, description: string, price: string) =>
    `Add to the catalogue: ${code}, ${description}, at ${price}`,
  changeProduct: (code: string, description: string, price: string) =>
    `Change in the catalogue: ${code}, ${description}, still ${price}`,
  changePrice: (code: string, description: string, before: string, after: string) =>
    `Change the price of ${code}, ${description}: from ${before} to ${after}`,
  lowestPrice: (code: string, price: string) => `The lowest price of them: ${price} (${code})`,
  barcodesAdded: (barcodes: string) => `Scanned by: ${barcodes}`,
  barcodesGone: (barcodes: string) => `No longer scanned by: ${barcodes}`,
  soldBy: (before: string, after: string) => `Sold: ${before} → ${after}`,
  unit: (before: string, after: string) => `Unit: ${before} → ${after}`,
  wasCalled: (before: string) => `So far: ${before}`,
  removeProduct: (code: string, description: string, price: string) =>
    `Remove from the catalogue: ${code}, ${description}, ${price}`,
  changeMany: (products: string) => `Change ${products} at once`,
  undoCatalogue: 'Undo the last change of the catalogue',
  undoMany: (products: string) => `Undo the last change of the catalogue: ${products}`,
  cashiersAdd: 'Cashiers may add what was scanned and not found to the catalogue',
  managersAdd: 'Only managers may add products to the catalogue',
  createDocument: (kind: string, total: string) => `Make a document: ${kind}, ${total}`,
  exportDays: 'Export the list of closed days',
  exportDocuments: 'Export documents',
  release: 'Send the sales that were never sent',
  sendAllAgain: 'Send all refused sales again',
  cancelSale: (reference: string) => `Cancel the sale ${reference}`,
  sendAgain: (reference: string) => `Send the sale ${reference} again`,
  correctSale: (reference: string, total: string) => `Correct the sale ${reference}: ${total}`,
  settleSale: {
    confirmed: (reference: string) => `Settle the sale ${reference}: the service has it`,
    cancelled: (reference: string) => `Settle the sale ${reference}: the service has none`,
  },
  note: (text: string) => `Note: ${text}`,
  seeFigures: (days: string) => `See the figures of ${days}`,
  exportFigures: (days: string) => `Export figures of ${days}`,
  seeExceptions: (day: string) => `See the exceptions of ${day}`,
  exportExceptions: (day: string) => `Export the exceptions of ${day}`,
  receiptTexts: 'Change what every receipt says',
  printer: (name: string) => `Printer: ${name}`,
  systemPrinter: 'the system’s own',
  drawer: 'Drawer settings',
  automatic: 'When receipts are printed by themselves',
  testPage: (printer: string) => `Print a test page: ${printer}`,
  testDrawer: (printer: string) => `Try the drawer: ${printer}`,
  openDrawer: (reason: string) => `Open the drawer: ${reason}`,
  cashIn: (amount: string, why: string) => `Put ${amount} into the drawer: ${why}`,
  cashOut: (amount: string, why: string) => `Take ${amount} out of the drawer: ${why}`,
  takeBack: (number: string) => `Take back a movement of cash: ${number}`,
  takeBackIn: (amount: string, why: string) =>
    `Take back what was taken out, ${amount} into the drawer: ${why}`,
  takeBackOut: (amount: string, why: string) =>
    `Take back what was put in, ${amount} out of the drawer: ${why}`,
  seeReport: (name: string) => `See or print the report of a day: ${name}`,
  earlierCount: (amount: string) => `An earlier count of the day differed by ${amount}`,
  closeDay: (counted: string, expected: string, difference: string) =>
    `Close the day: counted ${counted}, expected ${expected}, difference ${difference}`,
  leaves: (amount: string) => `Leave ${amount} in the drawer`,
  daySettings: 'Change the settings of the working day',
  changed: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  on: 'yes',
  off: 'no',
  moneyGoes: (amount: string) => `${amount} of the sale is given back from the drawer`,
  moneyComes: (amount: string) => `${amount} of the sale comes into the drawer`,
  openDay: (float: string, left: string, difference: string) =>
    `Open the day with a float of ${float}; ${left} was left at the last closing: difference ${difference}`,
};
