import type {ImportColumn} from '../../../domain/console/deviceImport/columns'
import type {RowFilter} from '../../../domain/console/deviceImport/filter'
import {counted} from '../../../domain/format/counted'
import {textsOf} from '../../../domain/language'

const rows = (count: number): string => `${counted(count)} ${count === 1 ? 'row' : 'rows'}`
const devices = (count: number): string => `${counted(count)} ${count === 1 ? 'device' : 'devices'}`

/** The rules in src/domain supply the reasons why a file or a row is refused. */
export const texts = textsOf('console.import', {
  heading: 'Import devices',
  choose: {
    heading: 'Choose a CSV file',
    lead: 'With a line of headers, and a line for each device: a name, and, where you like, a type, a label, a customer and an access token. Nothing is written before you have seen what would be.',
    zone: 'Place for the file',
    drop: 'Drop a file here, or',
    button: 'Choose a file',
    limits: 'CSV with commas, semicolons or tabs, in UTF-8; 100,000 rows and 50 MB at most.',
    template: 'Download a template',
  },
  reading: (name: string) => `Reading ${name}…`,
  cancel: 'Cancel',
  mapping: {
    heading: 'Which column is what?',
    found: (name: string, count: number) => `${name}: ${rows(count)}.`,
    none: '— none —',
    required: 'A column for the name is needed.',
    hints: {
      name: 'Needed.',
      type: '',
      label: '',
      customer: 'Its email, title or ID.',
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
    heading: 'Nothing is written yet',
    good: (count: number) => `${rows(count)} can be imported`,
    wrong: (count: number) => `${rows(count)} can not`,
    warned: (count: number) => `${counted(count)} with a warning`,
    filter: 'Show',
    filters: {
      all: 'All rows',
      wrong: 'Rows with a problem',
      warned: 'Rows with a warning',
      good: 'Rows that can be imported',
    } satisfies Record<RowFilter, string>,
    filterCount: (label: string, count: number) => `${label} (${counted(count)})`,
    table: 'Checked rows',
    columns: {line: 'Line', name: 'Name', details: 'Type and label', customer: 'Customer', findings: 'Findings'},
    problem: 'Problem:',
    warning: 'Warning:',
    fine: 'Fine',
    empty: 'No rows of this kind.',
    start: (count: number) => (count === 1 ? 'Import the good one' : `Import the ${counted(count)} good ones`),
    save: 'Save as CSV with the reasons',
    back: 'Back to the columns',
  },
  running: {
    heading: (count: number) => `Importing ${devices(count)}`,
    bar: 'Rows that are through',
    tally: ({done, failed, left}: {done: number; failed: number; left: number}) =>
      `${counted(done)} done, ${counted(failed)} failed, ${counted(left)} left`,
    speed: (perSecond: number) => `${counted(Math.round(perSecond))} rows a second`,
    cancel: 'Stop the import',
    stopping: 'Stopping: what was sent is waited for…',
    paused: 'The import is paused',
    unsure: (count: number) =>
      `Whether the last ${rows(count)} arrived is not known. Go on: what arrived is not made again.`,
    safe: 'What is done stays done; nothing of the rest is lost.',
    resume: 'Go on',
    giveUp: 'Stop here',
  },
  finished: {
    heading: (isAll: boolean) => (isAll ? 'The import is done' : 'The import has ended'),
    made: (count: number) => `${devices(count)} made`,
    failed: (count: number) => `${counted(count)} failed`,
    left: (count: number) => `${counted(count)} not begun`,
    unsure: (count: number) => `${counted(count)} not known`,
    skipped: (count: number) => `${rows(count)} with a problem were not imported`,
    stays: 'What was made stays.',
    failures: 'Rows that failed',
    columns: {line: 'Line', name: 'Name', reason: 'Reason'},
    save: 'Save the result as CSV',
    retry: (count: number) => `Try the other ${counted(count)} again`,
    retryFailed: 'Retry the failed',
    list: 'To the devices',
    other: 'Import another file',
  },
  leaving: {
    heading: 'Leave during the import?',
    lead: 'What was made stays. The rest is not imported, and the list of what became of each row is lost.',
  },
})
