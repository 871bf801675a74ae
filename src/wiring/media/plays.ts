import {from, lastValueFrom, mergeMap, toArray} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {BYTE_ORDER_MARK} from '../../../contract/rules/csv'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Http} from '../../api/http'
import {loadPlays, loadPlaysCsv, loadPlaysOf} from '../../api/media/plays'
import {loadDevices} from '../../api/telemetry/devices'
import {counted, ordered, type Play, playsCsv, playsFileName} from '../../domain/media/play'
import {resolveRange, type TimeRange} from '../../domain/timeRange/timeRange'
import {type PlaysLogic, playsMachine} from '../../machines/media/plays'
import {connected} from '../../machines/ports'
import {download} from '../../ui/kit/text/download'
import {browserStorage} from '../accessTokenMark'
import type {Connections} from '../connections'
import {createTimeRangeLogic} from '../timeRange'

type PlaysConnections = Pick<Connections, 'http' | 'links' | 'serverClock'>

export function createPlaysLogic({http, links, serverClock}: PlaysConnections): PlaysLogic {
  return connected(playsMachine)({
    actors: {
      timeRange: createTimeRangeLogic(browserStorage()),
      linkChanges: fromEventObservable(() => links),
      loadPlays: fromPromise(async ({input: {organisationId, range: raw, zone, offer}, signal}) => {
        const readAt = serverClock.now()
        const range = resolveRange(raw, readAt, zone)
        const question = {organisationId, range}
        if (isPulsewall(offer))
          return {plays: ordered(await loadPlays(http, question, {signal})), range, readAt, isCut: false}
        const {plays, isCut} = await playsOfEach(http, question, signal)
        return {plays: ordered(counted(plays)), range, readAt, isCut}
      }),
      saveFile: fromPromise(async ({input: {organisationId, range: raw, zone, offer}, signal}) => {
        const range = resolveRange(raw, serverClock.now(), zone)
        const question = {organisationId, range}
        const text = isPulsewall(offer)
          ? await loadPlaysCsv(http, question, {signal})
          : playsCsv((await playsOfEach(http, question, signal)).plays)
        // A browser takes the mark off what it reads from the server.
        download(playsFileName(range, zone), 'text/csv', `${BYTE_ORDER_MARK}${text}`)
      }),
    },
  })
}

const AT_ONCE = 4

/** Asks for the plays of each screen by itself. */
async function playsOfEach(
  http: Http,
  {organisationId, range}: {organisationId: string; range: TimeRange},
  signal: AbortSignal,
): Promise<{plays: Play[]; isCut: boolean}> {
  const devices = await loadDevices(http, {organisationId}, {signal})
  const answers = await lastValueFrom(
    from(devices).pipe(
      mergeMap(device => loadPlaysOf(http, {device, range}, {signal}), AT_ONCE),
      toArray(),
    ),
  )
  return {plays: answers.flatMap(({plays}) => plays), isCut: answers.some(({isCut}) => isCut)}
}
