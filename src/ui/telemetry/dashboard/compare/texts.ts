import {counted} from '../../../../domain/format/texts'
import {textsOf} from '../../../../domain/language'
import type {Refusal} from '../../../../domain/telemetry/series/comparison'

export const texts = textsOf('telemetry.compare', {
  title: 'Compared series',
  compare: 'Compare…',
  addTitle: 'Add a series to compare',
  addHint: 'Search device or key…',
  add: (key: string, name: string) => `Compare ${key} of ${name} (Shift+Enter)`,
  remove: (series: string) => `Remove ${series}`,
  full: 'Six series are compared: remove one to add another.',
  refused: {
    text: (series: string) => `${series} can't be compared: it holds texts, and a chart draws numbers.`,
    full: (series: string) => `${series} was not added: six series can be compared. Remove one first.`,
    unit: (series: string, units: string) =>
      `${series} was not added: the two axes show ${units}, and there is none for a third unit.`,
  } satisfies Record<Refusal, (series: string, units: string) => string>,
  noUnit: 'values without a unit',
  and: (one: string, other: string) => `${one} and ${other}`,
  dismiss: 'Dismiss',
  gone: (series: string) => `The link compares what is not here: ${series}.`,
  isText: 'a text: not drawn',
  noAxis: 'a third unit: not drawn',
  loading: 'loading…',
  failed: 'not loaded',
  empty: 'no points in this range',
  beyondRange: 'results too large to be drawn',
  outdated: 'newer points not loaded',
  thinned: (shown: number, total: number) => `${counted(shown)} of ${counted(total)} points`,
  truncated: (shown: number) => `newest ${counted(shown)} points`,
  figures: (count: string, until: string) => `${count}, figures of hours and minutes before ${until}`,
  points: (shown: number) => `${counted(shown)} ${shown === 1 ? 'point' : 'points'}`,
  label:
    'Chart of the compared series. Plus and minus zoom, the arrow keys move, 0 shows everything again; ' +
    'with Shift the arrow keys move the crosshair.',
  name: 'Chart of the compared series',
  readOut: (when: string, values: string) => `${when}: ${values}.`,
  noValue: 'no value',
  summary: (series: string) => `In view: ${series}.`,
  summaryOf: (name: string, count: number, lowest: string, highest: string) =>
    `${name}, ${counted(count)} points, lowest ${lowest}, highest ${highest}`,
  summaryEmpty: (name: string) => `${name}, no points`,
  fileName: 'comparison-data.csv',
})
