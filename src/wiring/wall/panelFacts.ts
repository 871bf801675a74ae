import {SPARKLINES_PER_QUERY} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import type {EpochMs} from '../../../contract/wire/common'
import {loadAvailability} from '../../api/alarms/availability'
import {listAudit} from '../../api/audit'
import type {Http, Options} from '../../api/http'
import {loadScreens} from '../../api/media/screens'
import {loadVideos} from '../../api/media/videos'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {loadUsualNow} from '../../api/telemetry/usual'
import {EVERYTHING} from '../../domain/audit'
import {isRefusedWith} from '../../domain/failure'
import {updateFromAll} from '../../domain/media/screenReport'
import type {Figures, SparklineId} from '../../domain/telemetry/series/sparkline'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {SPAN_LENGTHS} from '../../domain/wall/facts/availability'
import {lastChanges} from '../../domain/wall/facts/changes'
import {comparedDays} from '../../domain/wall/facts/comparison'
import type {Facts, FactsAsked} from '../../domain/wall/facts/facts'
import {historyId} from '../../domain/wall/histories'
import {connected} from '../../machines/ports'
import {type PanelFactsLogic, panelFactsMachine} from '../../machines/wall/panelFacts'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

type Asked<Kind extends FactsAsked['kind']> = Extract<FactsAsked, {kind: Kind}>

/** What panels of a wall say besides latest values. A screen with a link may not read all of it. */
export const createPanelFactsLogic = (
  connections: Pick<Connections, 'http' | 'links' | 'serverClock' | 'isReplay'>,
): PanelFactsLogic =>
  connected(panelFactsMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {question, offer}, options): Promise<Facts> => {
        const readAt = connections.serverClock.now()
        // What was unusual, available or changed in the past is not what it is now.
        if (connections.isReplay && question.kind !== 'comparison') return {kind: 'withheld', why: 'past', readAt}
        if (!isPulsewall(offer)) return {kind: 'withheld', why: 'notOffered', readAt}
        try {
          return await read(http, {question, readAt}, options)
        } catch (error) {
          if (isRefusedWith(error, 403)) return {kind: 'withheld', why: 'refused', readAt}
          throw error
        }
      }),
    },
  })

async function read(
  http: Http,
  {question, readAt}: {question: FactsAsked; readAt: EpochMs},
  options: Options,
): Promise<Facts> {
  switch (question.kind) {
    case 'unusual': {
      const {series, learned} = await loadUsualNow(http, options)
      return {kind: 'unusual', readAt, usual: new Map(series.map(each => [historyId(each), each])), learned}
    }
    case 'availability': {
      const {organisationId, span, zone} = question
      const range = {start: readAt - SPAN_LENGTHS[span], end: readAt}
      const {rows} = await loadAvailability(http, {organisationId, range, zone, by: 'device'}, options)
      return {kind: 'availability', readAt, rows}
    }
    case 'screens':
      return {kind: 'screens', readAt, ...(await screens(http, question, options))}
    case 'comparison':
      return {kind: 'comparison', readAt, ...(await days(http, {...question, readAt}, options))}
    case 'changes': {
      const {organisationId, count} = question
      const {entries} = await listAudit(http, {filter: {...EVERYTHING, organisationId}, cursor: null}, options)
      return {kind: 'changes', readAt, entries: lastChanges(entries, count)}
    }
    default:
      return question satisfies never
  }
}

/** Without the names of the videos, their ids are shown. */
async function screens(http: Http, {organisationId}: Asked<'screens'>, options: Options) {
  const [updates, list] = await Promise.all([
    loadScreens(http, {organisationId, updateOf: updateFromAll}, options),
    loadVideos(http, {organisationId}, options).catch(() => null),
  ])
  return {updates, videos: new Map(list?.videos.map(({id, name}) => [id, name]))}
}

/** A whole day, also one of 25 hours: of the answers, the figures of the range count. */
const WINDOW_MINUTES = 25 * 60

async function days(http: Http, {series, zone, readAt}: Asked<'comparison'> & {readAt: EpochMs}, options: Options) {
  const {today, yesterday} = comparedDays(readAt, zone)
  const [ofToday, ofYesterday] = await Promise.all([
    figuresOf(http, {series, range: today}, options),
    figuresOf(http, {series, range: yesterday}, options),
  ])
  return {today: ofToday, yesterday: ofYesterday}
}

async function figuresOf(
  http: Http,
  {series, range}: {series: readonly SparklineId[]; range: TimeRange},
  options: Options,
): Promise<ReadonlyMap<string, Figures>> {
  const found = new Map<string, Figures>()
  if (range.end <= range.start) return found
  for (let from = 0; from < series.length; from += SPARKLINES_PER_QUERY) {
    const requested = series.slice(from, from + SPARKLINES_PER_QUERY)
    const asked = {requested, ...range, windowMinutes: WINDOW_MINUTES, hasFigures: true}
    for (const {figures, ...id} of await loadSparklines(http, asked, options))
      if (figures !== undefined) found.set(historyId(id), figures)
  }
  return found
}
