import type {Aggregation} from '../../../../contract/wire/telemetry'
import {textsOf} from '../../../domain/language'

/** All texts of the telemetry dashboard. Their words are those of the specification. */
export const texts = textsOf('telemetry.dashboard', {
  title: 'Dashboard',
  greeting: (name: string) => `Hi, ${name}`,
  devices: {
    title: 'Devices',
    loading: 'Loading...',
    name: 'Device name:',
    id: 'Device ID:',
    noKeys: 'No telemetry yet',
    notRead: 'Keys not read yet',
    count: (devices: number) => `${counted(devices)} ${devices === 1 ? 'device' : 'devices'}`,
    hint: 'Arrow keys move between devices and keys.',
    of: (name: string) => `of ${name}`,
    empty: 'No devices yet',
    emptyNext:
      'Devices that your organisation owns appear here. Ask an administrator to create one, then let it post telemetry.',
    failed: 'The devices could not be loaded.',
    retry: 'Retry',
  },
  section: {
    title: (name: string, key: string) => `Timeseries for ${name} - ${key}`,
    nothingChosen: 'Choose a device and one of its keys to see its timeseries.',
    chooseKey: (name: string) => `Choose a key of ${name} to see its timeseries.`,
    noKeys: (name: string) => `${name} has no telemetry yet. Its keys appear here with its first message.`,
    notRead: (name: string) => `The keys of ${name} have not been read yet.`,
    latest: 'Latest value',
  },
  tiles: {
    title: 'Statistics',
    loading: 'Loading statistics...',
    none: '–',
    noPoints: 'no points',
    beyondRange: 'beyond range',
    incomplete: 'too many points',
    noNumbers: 'Statistics are of numbers; this key holds texts.',
    average: 'Average',
    min: 'Min',
    max: 'Max',
    lastHour: 'last hour',
    today: 'today',
    thisWeek: 'this week',
  },
  controls: {
    title: 'Chart controls',
    live: 'Live update',
    following: 'Follows now',
    waiting: 'Waits for the link',
    pausedByEnd: 'Paused: fixed time',
    paused: 'Paused',
    aggregation: 'Aggregation',
    aggregations: {
      none: 'None',
      average: 'Average',
      sum: 'Sum',
      count: 'Count',
      max: 'Max',
      min: 'Min',
    } satisfies Record<Aggregation, string>,
    window: 'Window',
    minutes: (minutes: number) => (minutes === 1440 ? 'One day' : `${minutes} minutes`),
    custom: 'Custom',
    customMinutes: 'Minutes',
    start: 'Start',
    end: 'End',
    endIsNow: 'now',
    startAfterEnd: 'The start must be before the end.',
    resetZoom: 'Reset zoom',
    download: 'Download CSV',
  },
  chart: {
    label: (name: string, key: string) =>
      `Chart of ${key} of ${name}. Plus and minus zoom, the arrow keys move, 0 shows everything again.`,
    loading: 'Loading chart...',
    changing: 'Loading the chosen points...',
    outdated: 'Newer points could not be loaded; some may be missing.',
    empty: 'No points in this range',
    emptyNext: 'Choose an earlier start, or wait for the device to send.',
    failed: 'The chart could not be loaded.',
    retry: 'Retry',
    points: (shown: number) => `${counted(shown)} ${shown === 1 ? 'point' : 'points'}`,
    buckets: (shown: number) => `${counted(shown)} ${shown === 1 ? 'bucket' : 'buckets'}`,
    thinned: (shown: number, total: number) => `${counted(shown)} of ${counted(total)} points`,
    truncated: (shown: number) => `newest ${counted(shown)} points; older ones were not fetched`,
    truncatedBuckets: (shown: number, total: number): string =>
      `${texts.chart.buckets(shown)} of the newest ${counted(total)} points; older ones were not fetched`,
    widened: (shown: number, {asked, applied}: {asked: number; applied: number}): string =>
      `${texts.chart.buckets(shown)} of ${minutes(applied)}: of ${minutes(asked)} they would be more than 1,000`,
    noNumbers: 'No numbers: this key holds texts',
    noNumbersNext: 'Its latest value is above; the CSV file holds all of them.',
    saving: 'Writing the file...',
    notSaved: 'The file could not be written.',
    sumIn: (unit: string) => `Sums of temperatures are in ${unit}.`,
    zoomed: 'Zoomed in: the view stays where it is.',
    late: (age: string | null) => (age === null ? 'Late: no new value confirmed.' : `Late: no new value for ${age}.`),
    linkDown: 'Link down: this is what was known before.',
    never: 'This device has never sent a value for this key.',
    summary: ({count, lowest, highest, latest}: {count: number; lowest: string; highest: string; latest: string}) =>
      `${counted(count)} points in view, lowest ${lowest}, highest ${highest}, latest ${latest}.`,
    summaryEmpty: 'No points in view.',
  },
})

const minutes = (count: number): string => `${counted(count)} ${count === 1 ? 'minute' : 'minutes'}`

/** `toLocaleString` would take a third of a millisecond, and a count is written anew at each point. */
const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
