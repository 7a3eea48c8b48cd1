// What else a person may type to find a section of the settings, in English: it is searched but
// never shown. Words that the title or a label has already, and plurals, need no place here. Each
// section has an entry by its name in the address.
export const enSettingsWords = {
  'payment-methods': 'card debit credit cash Multibanco MB Way cheque transfer pay tender money',
  start: 'begin setup wizard first steps guide assistant quick keys shop learn',
  day: 'shift drawer cash count float till close opening closing reports X Z money safe',
  catalogue: 'Excel CSV spreadsheet file products articles items prices stock PLU',
  'simplified-invoices': 'limit ceiling law amount tax FS VAT',
  'full-invoices': 'document type series FT FR invoice-receipt customer tax number VAT',
  returns: 'refund credit note NC give back money exchange trial offline limit',
  scanner: 'barcode bar codes reader EAN GS1 QR scales weight sound beep sounds noise commands',
  'receipt-texts':
    'header footer logo picture address opening hours thanks company name ticket VAT',
  printer: 'printing cash drawer kick roll paper thermal labels USB network IP ESC/POS letters cut',
  receipts: 'PDF folder files saved evidence ticket directory',
  cashiers:
    'PIN code lock staff employees users people manager discount approval permission rights',
  exceptions:
    'discount discounts void cancelled refund report audit fraud control CSV price lowered',
  connection:
    'internet network proxy server login log out logout sign off password token address URL API account',
  profiles: 'company shop store till switch colour name several',
  display:
    'theme dark mode light night colours language Portuguese English keyboard shortcuts keys',
  counter: 'kiosk full screen fullscreen window monitor autostart boot sleep startup touch second',
  'customer-display':
    'second screen monitor customer-facing pole advertising pictures slideshow greeting',
  backups: 'copy save encryption encrypted USB stick recovery key data loss safe',
  'second-copy':
    'backup journal stick USB disk drive share NAS network folder mirror dead computer',
  'start-again':
    'new computer replace broken dead lost stolen recover disk stick rescue take over move',
  'setup-file': 'clone copy settings export configuration transfer new computer another',
  updates: 'version upgrade new release download',
  about: 'version licence license program help support report problem number Counterfoil',
  restore: 'backup recover bring back old data lost copy rescue broken',
  'remove-profiles': 'delete erase uninstall wipe company',
};
