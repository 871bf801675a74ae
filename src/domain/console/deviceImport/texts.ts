import {textsOf} from '../../language'

/** Why a file or a row is refused, and what the file of the result says of each row. */
export const texts = textsOf('domain.console.deviceImport', {
  columns: {name: 'Name', type: 'Type', label: 'Label', customer: 'Customer', accessToken: 'Access token'},
  unnamedColumn: (number: number) => `Column ${number}`,
  refusals: {
    empty: 'The file is empty.',
    noRows: 'The file has headers, but no rows below them.',
    tooManyRows: (most: number) => `The file has more than ${most.toLocaleString('en')} rows. Split it.`,
    tooManyColumns: (most: number) => `The file has more than ${most} columns.`,
    quotes: (line: number) =>
      `The quotation marks in line ${line} don’t match. Nothing behind them can be told for certain.`,
  },
  knownName: 'There is a device of this name already.',
  repeatedName: (line: number) => `Line ${line} has this name, too.`,
  repeatedToken: (line: number) => `Line ${line} has this access token, too.`,
  surplus: (cells: number, headers: number) => `Has ${cells} columns where the headers are ${headers}.`,
  noCustomer: (text: string) => `There is no customer “${text}” in the organisation.`,
  manyCustomers: (count: number, text: string) => `${count} customers are called “${text}”. Use the email or the ID.`,
  wrong: (label: string, problem: string) => `${label} ${problem}.`,
  unknown: 'No answer came. The device may be there or not.',
  results: {
    created: 'created',
    failed: 'failed',
    unclear: 'unclear',
    notStarted: 'not started',
    leftOut: 'left out',
  },
  result: {outcome: 'Outcome', reason: 'Reason', deviceId: 'Device ID'},
})
