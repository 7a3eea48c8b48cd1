// The texts of printers, print jobs and the drawer, in English.
import type {
  PrintingError,
  UnreachablePrinterReason,
} from '../../../src-main/contract/print-jobs.ts';
import type { CodePage } from '../../../src-main/contract/printing.ts';
import type { PartSentences } from '../sentences.ts';

const unreachable: Record<UnreachablePrinterReason, string> = {
  refused: 'The printer’s address takes no print data. Check the address and its port.',
  no_such_host: 'The printer’s address was not found. Check the address.',
  no_network: 'This computer cannot reach the printer’s network.',
  timeout: 'The printer does not answer. Check that it is switched on and connected.',
};

export const enPrintingErrors: PartSentences<PrintingError> = {
  printer_unreachable: ({ reason }) => unreachable[reason],
  printer_offline: () => 'The printer is switched off, or not ready.',
  printer_paper_out: () => 'The printer is out of paper.',
  printer_cover_open: () => 'The printer’s cover is open.',
  printer_fault: () =>
    'The printer reports a fault of its own, of its cutter or its head. Switch it off and on again.',
  printer_answer_invalid: () =>
    'What answers there does not speak the printer’s language. Check the address and the language in Settings, Printer.',
  printer_broke_off: () => 'The connection to the printer broke off.',
  printer_too_slow: () => 'The printer stopped taking data before the end.',
  printer_not_a_device: ({ file }) =>
    `No printer is at ${file}: it is unplugged, that is no printer’s device file, or this user may not write to it.`,
  printer_missing: ({ name }) => `This computer has no printer named “${name}” any more.`,
  printer_kind_not_offered: () =>
    'This system has no such way to a printer. Use its driver, or the network.',
  print_unanswered: () => 'The system has not said whether this was printed.',
  print_interrupted: () => 'The till was closed before this was printed.',
  print_restored: () =>
    'This comes from a copy of the till’s data, and may have been printed since the copy was made.',
  receipt_unavailable: () =>
    'The receipt could not be made just now. Open its document and print it from there.',
  labels_gone: () => 'None of these products is in the catalogue any more.',
  no_roll_printer: () =>
    'Labels on a roll need a thermal printer. Set one up in Settings, Printer.',
  receipt_settings_damaged: () =>
    'The texts of this till’s receipts cannot be read, so there is no receipt. Enter and save them again in Settings, What a receipt says.',
  no_drawer: () =>
    'The drawer opens only through a thermal printer. Set one up in Settings, Printer.',
  drawer_not_opened: ({ error }) => drawerSentence(error.code),
  print_job_moved_on: () => 'This print job has moved on meanwhile. Look at it again.',
};

function drawerSentence(code: string): string {
  const why: Readonly<Record<string, string>> = {
    printer_unreachable: 'its printer does not answer',
    printer_offline: 'its printer is switched off or not ready',
    printer_paper_out: 'its printer is out of paper',
    printer_cover_open: 'its printer’s cover is open',
  };
  return `The drawer did not open: ${why[code] ?? 'its printer could not be told'}. Open it with its key.`;
}

const codePageNames: Readonly<Record<CodePage, string>> = {
  cp858: 'CP858',
  windows1252: 'Windows-1252',
  'iso8859-15': 'ISO 8859-15',
};

export const enPrinting = {
  title: 'Printer',
  none: 'The system’s default printer',
  notFound: (name: string) => `${name} (not found)`,
  kind: 'Connected by',
  kinds: {
    system: 'The system’s driver',
    tcp: 'Network',
    device: 'Device file',
    queue: 'Raw system queue',
  },
  kindHints: {
    system: 'For every printer that this computer knows. It cannot open a drawer.',
    tcp: 'For thermal printers with an address of their own.',
    device: 'For thermal printers on a cable, such as /dev/usb/lp0.',
    queue:
      'For thermal printers that the system knows as raw queues. The system takes the data and does not say what becomes of it.',
  },
  printer: 'Printer',
  looking: 'Looking for printers…',
  noPrinters: 'This computer knows no printer.',
  paper: 'Paper',
  papers: { '80': '80 mm roll', '58': '58 mm roll', A4: 'A4' },
  host: 'Address',
  hostHint: 'A name or an IP address, as the printer’s own test page shows it.',
  port: 'Port',
  file: 'File',
  language: 'Printer’s language',
  languages: { 'esc-pos': 'ESC/POS (Epson and most others)', 'star-prnt': 'StarPRNT (Star)' },
  width: 'Roll',
  columns: 'Letters per line',
  columnsNamed: (columns: number, usual: boolean) => (usual ? `${columns} (usual)` : `${columns}`),
  codePage: 'Code page',
  codePages: codePageNames,
  cuts: 'Has a cutter',
  incomplete: 'Choose a printer, or give its address and port.',
  testPageTexts: {
    title: 'Counterfoil – test page',
    width: 'This ruler fills one line, from edge to edge:',
    letters: (codePage: CodePage) => `Letters in ${codePageNames[codePage]}:`,
    cut: 'The paper is cut below this line.',
    line: 'This line goes from edge to edge:',
    end: 'The page ends below this line.',
  },
  testPage: 'Print test page',
  testing: 'Printing the test page…',
  save: 'Save printer',
  saved: 'Saved.',
  whatCameOut: 'What came out?',
  allRight: 'Everything is right: save',
  rulerWrong: 'The ruler breaks, or stops short',
  whichLetters: 'Which letters are right?',
  follow: 'The page names each code page above its letters.',
  gibberish: 'Only odd signs, or nothing',
  notCut: 'It was not cut',
  shouldCut: 'It should be cut',
  drawer: 'Cash drawer',
  drawerHint: 'Plugged into the thermal printer.',
  needsThermal: 'First save a thermal printer: the network, a device file or a raw queue.',
  hasDrawer: 'There is a drawer',
  pin: 'Line',
  pins: { 2: 'Pin 2 (usual)', 5: 'Pin 5' },
  onMs: 'Pulse (ms)',
  offMs: 'Pause after it (ms)',
  opensFor: 'Opens by itself for',
  noMethods: 'Set up payment methods first.',
  drawerWrong: 'Give 2 to 510 milliseconds for the pulse and for the pause.',
  saveDrawer: 'Save drawer',
  testDrawer: 'Test the drawer',
  testReason: 'Test in Settings',
  opened: 'The drawer was told to open.',
  openDrawer: 'Open drawer',
  why: 'Why?',
  whyHint: 'Choose or write why: the drawer opens, and the reason is kept with your name.',
  reasons: ['Changing money', 'Forgotten change', 'Checking the cash'],
  openIt: 'Open it',
  automatic: 'Automatic printing',
  automatics: {
    never: 'Never',
    after_sale: 'After each sale: the receipt, or the slip while the sale waits',
    when_confirmed: 'Receipts only, as soon as the sale is confirmed',
  },
  jobs: 'Print jobs',
  noJobs: 'Nothing has been printed yet.',
  jobColumns: { time: 'Time', what: 'What', by: 'By', state: 'State' },
  states: {
    waiting: 'Waiting',
    printing: 'Printing…',
    printed: 'Printed',
    failed: 'Not printed',
    uncertain: 'Perhaps printed',
    given_up: 'Given up',
  },
  copy: 'copy',
  byItself: 'automatic',
  printAgain: 'Print again',
  printAgainAsCopy: 'Print again, as a copy',
  giveUp: 'Give up',
  again: (what: string) => `Print again: ${what}`,
  againAsCopy: (what: string) => `Print again, as a copy: ${what}`,
  giveUpWhat: (what: string) => `Give up: ${what}`,
  failed: (what: string) => `${what} was not printed.`,
  uncertain: (what: string) => `${what} may have been printed. Look at the paper.`,
  mayStillCome:
    'The printer may hold it and still print it: wait and look at the paper before you print it again.',
  more: (others: number) => `${others} more`,
  openings: 'Drawer openings',
  noOpenings: 'The drawer has not been opened yet.',
  openingColumns: { time: 'Time', by: 'Who', why: 'Why', outcome: 'Outcome' },
  openedBy: (name: string, manager: string) => `${name}, approved by ${manager}`,
  cashSale: (reference: string) => `Paid in cash: ${reference}`,
  outcomes: {
    opened: 'Told to open',
    failed: 'Not opened',
    unclear: 'Perhaps opened',
    unknown: 'Unknown',
  },
};
