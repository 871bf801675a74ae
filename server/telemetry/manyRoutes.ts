import type {FastifyPluginAsync} from 'fastify'
import {ANSWER_TEXT_BYTES, HISTORY_POINTS, SHORT_TEXT_LENGTH} from '../../contract/limits'
import {HEADLINES_ATTRIBUTE, headlinesFor, headlinesFrom, headlinesValue} from '../../contract/rules/headlines'
import {nearestThresholds, THRESHOLDS_ATTRIBUTE, thresholdsFrom, thresholdsValue} from '../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../contract/rules/units'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {
  type HeadlinesOfManyWire,
  type HistoryWire,
  type LatestOfManyWire,
  readExtent,
  readHeadlinesOfMany,
  readHistory,
  readLatestOfMany,
  readOverview,
  readPlacesOfMany,
  readSparklines,
  readThresholdsOfMany,
  readUnitsOfMany,
  type SparklinesWire,
  type ThresholdsOfManyWire,
  type UnitsOfManyWire,
} from '../../contract/wire/telemetry/telemetry'
import type {Viewer} from '../access/viewer'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRepository, VisibleDevice} from '../device/repository'
import {contentTooLarge} from '../http/failures/errors'
import {unparsed} from '../http/json'
import {serving} from '../http/serve'
import {toPointValue} from './ingest/value'
import {groupsByNearest, type Owned} from './read/nearest'
import {overviewOf} from './read/overview'
import type {PastPoint} from './read/past'
import type {Range} from './read/series'
import type {NamedSeries} from './read/sparklines'
import type {TelemetryRepository} from './repository'

export interface ManyOptions {
  devices: DeviceRepository
  telemetry: TelemetryRepository
  attributes: Pick<AttributeRepository, 'sharedJson' | 'places'>
  usualHours: UsualHours | undefined
}

/** The usual hours of series around a range, by their places in the list. */
export type UsualHours = (
  series: readonly NamedSeries[],
  range: Range,
) => Promise<ReadonlyMap<number, NonNullable<SparklinesWire[number]['usual']>>>

const refusals = {400: errorBody, 404: errorBody}

const SHORT_TEXTS =
  `Of texts and JSON of more than ${SHORT_TEXT_LENGTH} characters the beginning is sent, as a text that ends with an ellipsis. ` +
  'The call for one value tells all of it.'

const HISTORY_BOUNDS =
  `An answer holds at most ${HISTORY_POINTS} points, and at most ${ANSWER_TEXT_BYTES} bytes of texts. ` +
  'What came after `until` is sent by the next call.'

/** The data of many devices in one call. */
export const manyRoutes: FastifyPluginAsync<ManyOptions> = async (
  app,
  {devices, telemetry, attributes, usualHours},
) => {
  const serve = serving(app, 'telemetry')

  /** The ids, by number, of the devices within reach, of an organisation or of all. */
  const visibleIds = async (viewer: Viewer, filter: {organisation_id?: string | undefined}) =>
    idsByNumber(await devices.allVisible(viewer, filter))

  async function latestOf(
    found: readonly Pick<VisibleDevice, 'id' | 'number'>[],
    at: EpochMs | undefined,
  ): Promise<LatestOfManyWire> {
    const ids = idsByNumber(found)
    const numbers = [...ids.keys()]
    const rows = await (at === undefined ? telemetry.latestOfMany(numbers) : telemetry.latestOfManyAt(numbers, at))
    return rows.map(({deviceNumber, ...latest}) => ({device_id: ids.get(deviceNumber) ?? '', ...latest}))
  }

  async function unitsThatHold(found: readonly VisibleDevice[]): Promise<UnitsOfManyWire> {
    const owned = found.map(({id, organisationId}) => ({id, owners: [organisationId, id]}))
    const groups = groupsByNearest(owned, await storedBy(owned, UNITS_ATTRIBUTE), unitsFrom)
    return groups.map(({ids, nearest}) => ({device_ids: ids, units: Object.fromEntries(nearest)}))
  }

  async function thresholdsThatHold(found: readonly VisibleDevice[]): Promise<ThresholdsOfManyWire> {
    const owned = found.map(({id, customerId, organisationId}) => ({
      id,
      owners: [organisationId, ...(customerId === null ? [] : [customerId]), id],
    }))
    const stored = await storedBy(owned, THRESHOLDS_ATTRIBUTE)
    const groups = groupsByNearest(owned, stored, value => thresholdsFrom(value).thresholds)
    return groups.map(({ids, nearest}) => ({device_ids: ids, thresholds: thresholdsValue(nearestThresholds(nearest))}))
  }

  /** A customer sees no label or type of others. */
  async function headlinesThatHold(found: readonly VisibleDevice[]): Promise<HeadlinesOfManyWire> {
    const organisations = [...new Set(found.map(({organisationId}) => organisationId))]
    const stored = await attributes.sharedJson(HEADLINES_ATTRIBUTE, organisations)
    return Array.from(stored, ([id, value]) => {
      const headlines = headlinesFrom(value)
      const own = found.filter(({organisationId}) => organisationId === id)
      const holding = new Set(own.flatMap(device => headlinesFor(headlines, device)))
      return {organisation_id: id, headlines: headlinesValue([...holding])}
    }).filter(({headlines}) => headlines.length > 0)
  }

  const storedBy = (owned: readonly Owned[], attribute: string) =>
    attributes.sharedJson(attribute, [...new Set(owned.flatMap(({owners}) => owners))])

  serve({...readLatestOfMany, description: SHORT_TEXTS, refusals: {}}, async ({viewer, query}, reply) => {
    const {device_ids: ids} = query
    const found =
      ids === undefined ? devices.allVisible(viewer, query) : devices.visibleAmong(viewer, ids.toLowerCase().split(','))
    const answer = await latestOf(await found, query.at)
    return unparsed(reply).send(answer)
  })

  serve({...readOverview, description: SHORT_TEXTS, refusals: {413: errorBody}}, async ({viewer, query}, reply) => {
    const found = await devices.allVisible(viewer, query)
    if (found.length > (query.at_most ?? found.length)) throw contentTooLarge('There are more devices than that.')
    const [latest, units, thresholds, headlines] = await Promise.all([
      latestOf(found, query.at),
      unitsThatHold(found),
      thresholdsThatHold(found),
      headlinesThatHold(found),
    ])
    const answer = overviewOf(found, {latest, units, thresholds, headlines})
    return unparsed(reply).send(answer)
  })

  serve({...readHistory, description: HISTORY_BOUNDS, refusals}, async ({viewer, query}, reply) => {
    const ids = await visibleIds(viewer, query)
    const {from_ts: from, to_ts: to, step} = query
    const {points, until} = await telemetry.history([...ids.keys()], {from, to, step})
    const answer: HistoryWire = {series: seriesOf(points, ids), until}
    return unparsed(reply).send(answer)
  })

  serve({...readExtent, refusals}, async ({viewer, query}) => ({
    oldest_ts: await telemetry.oldest([...(await visibleIds(viewer, query)).keys()]),
  }))

  serve({...readUnitsOfMany, refusals: {}}, async ({viewer, query}) =>
    unitsThatHold(await devices.allVisible(viewer, query)),
  )

  serve({...readThresholdsOfMany, refusals: {}}, async ({viewer, query}) =>
    thresholdsThatHold(await devices.allVisible(viewer, query)),
  )

  serve({...readHeadlinesOfMany, refusals: {}}, async ({viewer, query}) =>
    headlinesThatHold(await devices.allVisible(viewer, query)),
  )

  serve({...readPlacesOfMany, refusals: {}}, async ({viewer, query}) => {
    const places = await attributes.places((await devices.allVisible(viewer, query)).map(({id}) => id))
    return Array.from(places, ([device_id, place]) => ({device_id, ...place}))
  })

  serve(
    {...readSparklines, refusals},
    async ({viewer, body: {series, start_ts: startTs, end_ts: endTs, window, usual, figures}}, reply) => {
      const asked = await devices.visibleAmong(viewer, [...new Set(series.map(({device_id: id}) => id))])
      const numbers = new Map(asked.map(({id, number}) => [id, number]))
      const visible = series.flatMap(({device_id: id, key}) => {
        const deviceNumber = numbers.get(id)
        return deviceNumber === undefined ? [] : [{id, deviceNumber, key}]
      })
      const [found, hours] = await Promise.all([
        telemetry.sparklines(visible, {startTs, endTs}, window),
        usual === true ? usualHours?.(visible, {startTs, endTs}) : undefined,
      ])
      const answer: SparklinesWire = visible.flatMap(({id, key}, index) => {
        const averages = found.get(index)
        const usual = hours?.get(index)
        if (averages === undefined) return []
        const {points, figures: all} = averages
        return [{device_id: id, key, points, ...(usual && {usual}), ...(figures === true && {figures: all})}]
      })
      return unparsed(reply).send(answer)
    },
  )
}

const idsByNumber = (found: readonly Pick<VisibleDevice, 'id' | 'number'>[]): ReadonlyMap<number, string> =>
  new Map(found.map(({number, id}) => [number, id]))

function seriesOf(points: readonly PastPoint[], ids: ReadonlyMap<number, string>): HistoryWire['series'] {
  const series = new Map<string, HistoryWire['series'][number]>()
  for (const {deviceNumber, key, ts, ...stored} of points) {
    const name = `${deviceNumber} ${key}`
    const known = series.get(name) ?? {device_id: ids.get(deviceNumber) ?? '', key, points: []}
    if (known.points.length === 0) series.set(name, known)
    known.points.push({ts, ...toPointValue(stored)})
  }
  return [...series.values()]
}
