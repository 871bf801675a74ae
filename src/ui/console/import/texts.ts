import type {ImportColumn} from '../../../domain/console/deviceImport/columns'
import type {RowFilter} from '../../../domain/console/deviceImport/filter'
import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

const rows = (count: number): string => `${counted(count)} ${count === 1 ? 'row' : 'rows'}`
const devices = (count: number): string => `${counted(count)} ${count === 1 ? 'device' : 'devices'}`

/** The rules in src/domain supply the reasons why a file or a row is refused. */
export const texts = textsOf('console.import', {
  heading: 'Import devices',
  steps: {
    label: 'Steps of the import',
    names: {file: 'File', columns: 'Columns', check: 'Check', import: 'Import', result: 'Result'},
    done: 'done',
    back: 'Back to:',
  },
  filter: 'Show rows by kind',
  empty: 'No rows of this kind.',
  choose: {
    heading: 'Choose a CSV file',
    lead: 'Its first line names the columns, and each other line is a device. Only a name is needed; a type, a label, a customer and an access token may stand beside it. Nothing is created before you have seen every row checked.',
    zone: 'Place for the file',
    drop: 'Drop a file here, or',
    button: 'Choose a file',
    limits: 'CSV with commas, semicolons or tabs, in UTF-8; 100,000 rows and 50 MB at most.',
    template: 'Download a template',
  },
  reading: (name: string) => `Reading ${name}…`,
  mapping: {
    heading: 'Match the columns',
    found: (name: string, count: number) => `${name}: ${rows(count)}.`,
    none: '— none —',
    required: 'A column for the name is needed.',
    hints: {
      name: 'Needed.',
      type: '',
      label: '',
      customer: 'The customer’s email, title or ID.',
      accessToken: 'With it the device can send at once.',
    } satisfies Record<ImportColumn, string>,
    preview: 'The first rows of the file',
    line: 'Line',
    becomes: (label: string) => `→ ${label}`,
    check: 'Check the rows',
    other: 'Another file',
  },
  preparing: 'Loading what the organisation has already…',
  checking: (count: number) => `Checking ${rows(count)}…`,
  checked: {
    heading: 'Nothing has been created yet',
    lead: 'Rows with problems are left out. A row whose name is there already is imported anyway.',
    filters: {
      all: (count: number) => (count === 1 ? 'row' : 'rows'),
      good: () => 'ready',
      wrong: (count: number) => (count === 1 ? 'with a problem' : 'with problems'),
      known: () => 'already there',
      repeated: () => 'repeating a name',
    } satisfies Record<RowFilter, (count: number) => string>,
    table: 'Checked rows',
    columns: {line: 'Line', name: 'Name', details: 'Type and label', customer: 'Customer', findings: 'Check'},
    problem: 'Problem:',
    note: 'Note:',
    fine: 'Ready',
    start: (count: number) => `Import ${devices(count)}`,
    save: 'Save the reasons as CSV',
    back: 'Back to the columns',
  },
  running: {
    heading: (count: number) => `Importing ${devices(count)}`,
    bar: 'Rows done',
    tally: (done: number, failed: number, left: number) =>
      `${counted(done)} done, ${counted(failed)} failed, ${counted(left)} left`,
    speed: (perSecond: number) => `${counted(Math.round(perSecond))} rows a second`,
    cancel: 'Stop the import',
    stopping: 'Stopping. Waiting for the answer to the last rows…',
    paused: 'The import is paused',
    unsure: (count: number) =>
      `It is unclear whether the last ${rows(count)} arrived. Continue: no device is created twice.`,
    safe: 'Devices that are created stay, and the other rows stay here.',
    resume: 'Continue',
    giveUp: 'Stop here',
  },
  finished: {
    heading: (isAll: boolean) => (isAll ? 'The import is done' : 'The import has ended'),
    stays: 'Devices that are created stay.',
    table: 'Result',
    columns: {line: 'Line', name: 'Name', result: 'Result', reason: 'Reason'},
    save: 'Save the result as CSV',
    retry: (count: number) => (count === 1 ? 'Import the other row' : `Import the other ${rows(count)}`),
    retryFailed: (count: number) => (count === 1 ? 'Retry the failed row' : `Retry the ${counted(count)} failed rows`),
    list: 'Open the devices',
    other: 'Import another file',
  },
  leaving: {
    heading: 'Leave during the import?',
    lead: 'Devices that are created stay. The other rows are not imported, and the result is lost.',
  },
})
