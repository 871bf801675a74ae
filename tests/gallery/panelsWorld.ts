import {fromPromise} from 'xstate'
import type {KeptList} from '../../contract/rules/lists/keptList'
import type {Json} from '../../contract/wire/common'
import {averagesFrom, sparklineBuckets} from '../../src/domain/telemetry/series/sparkline'
import {historyId} from '../../src/domain/wall/histories'
import {compositionFrom} from '../../src/domain/wall/panels/panels'
import {NEW_WALL, type Wall} from '../../src/domain/wall/walls'
import {answers} from './given'
import type {Parts} from './parts'
import {plant, valueAt} from './plant'
import {ALL, NOW} from './world'

const of = (at: number, key: string) => ({deviceId: `p-${at}`, key})

/** A panel of each kind. */
const PANELS: Json[] = [
  {id: 'a', kind: 'text', title: '', x: 0, y: 0, w: 20, h: 1, text: 'Salt Works, halls 1 to 8', size: 'huge'},
  {id: 'b', kind: 'clock', title: '', x: 20, y: 0, w: 4, h: 2, zone: ''},
  {id: 'c', kind: 'number', title: '', x: 0, y: 1, w: 5, h: 3, series: of(11, 'temperature')},
  {id: 'd', kind: 'number', title: 'Feed pump', x: 5, y: 1, w: 5, h: 3, series: of(2, 'load')},
  {id: 'e', kind: 'number', title: '', x: 10, y: 1, w: 5, h: 3, series: of(30, 'load')},
  {id: 'f', kind: 'number', title: 'Sold in May', x: 15, y: 1, w: 5, h: 3, series: of(900, 'load')},
  {
    ...{id: 'g', kind: 'chart', title: 'Boilers', x: 0, y: 4, w: 12, h: 5, span: '24h'},
    series: [of(1, 'temperature'), of(6, 'temperature'), of(30, 'temperature'), of(1, 'load')],
  },
  {id: 'h', kind: 'top', title: '', x: 12, y: 4, w: 8, h: 5, key: 'temperature', by: 'now', span: '24h', count: 5},
  {id: 'i', kind: 'alarms', title: '', x: 20, y: 2, w: 4, h: 7},
  {id: 'j', kind: 'tiles', title: 'Hall 3', x: 0, y: 9, w: 14, h: 4, devices: {by: 'label', values: ['Hall 3']}},
  {id: 'k', kind: 'map', title: 'Site', x: 14, y: 9, w: 10, h: 4, zoom: 3},
]

export const composed = (entries: readonly Json[]): Wall => ({
  ...NEW_WALL,
  name: 'Salt Works',
  ...compositionOf(entries),
})

function compositionOf(entries: readonly Json[]): Pick<Wall, 'composition'> {
  const composition = compositionFrom([...entries])
  return composition === undefined ? {} : {composition}
}

export const COMPOSED = composed(PANELS)
export const WITHOUT_PANELS = composed([])
/** Five hundred clocks, all in one place. */
export const CROWDED = composed(
  Array.from({length: 500}, (_, at) => ({id: `x${at}`, kind: 'clock', title: '', x: 0, y: 0, w: 3, h: 2, zone: ''})),
)

const AT = /\d+$/

/** A plant whose first wall is composed. */
export function composedPlant(wall: Wall, isFailing = true, count = 60): (parts: Parts) => Partial<Parts> {
  const list: KeptList<Wall> = {items: [wall], ignored: [], isList: true, version: 3, exists: true}
  return parts => ({
    ...plant(count, isFailing)(parts),
    walls: parts.walls.provide({actors: {readList: answers(list)}}),
    link: parts.link.provide({actors: {probeCapabilities: answers({...ALL, sparklines: true})}}),
    panelSeries: parts.panelSeries.provide({
      actors: {
        load: fromPromise(async ({input: {question}}) => {
          const buckets = sparklineBuckets(NOW, question.span)
          const found = question.series.map(({deviceId, key}) => {
            const at = Number(deviceId.match(AT)?.[0] ?? 0)
            const points = Array.from({length: 96}, (_, bucket) => ({
              ts: buckets.start + bucket * buckets.windowMinutes * 60_000,
              value: key === 'load' ? 20 + ((at * 37 + bucket) % 60) : valueAt(at, bucket),
            }))
            const id = {deviceId, key}
            return [historyId(id), {...id, averages: averagesFrom(points, buckets)}] as const
          })
          return {found: new Map(found), span: question.span}
        }),
      },
    }),
  })
}
