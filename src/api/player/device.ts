import {optional, type ZodMiniType} from 'zod/mini'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import {scheduleFrom} from '../../../contract/rules/time/schedule'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type InClientNames, inClientNames, inWireNames} from '../../../contract/wire/names'
import {
  PLAYED_KEY,
  PLAYER_ATTRIBUTE,
  type PlayedWire,
  type PlayerPlaylistWire,
  pairing,
  pairingAnswer,
  playerPlaylist,
  playerReport,
} from '../../../contract/wire/player'
import type {PlayEmergency, PlayItem, PlayList} from '../../domain/player/list'
import type {Play} from '../../domain/player/play'
import type {Report} from '../../domain/player/report'
import {ApiError, answeredWith, unexpectedAnswer, unreachable} from '../errors'
import type {ServerClock} from '../serverClock'

/**
 * The calls of a screen. Its access token stands in their paths, so it needs neither a session nor what belongs to one.
 * Each failure is an `ApiError`.
 */
export function createDeviceCalls(clock: Pick<ServerClock, 'asking'>) {
  async function answered(name: string, path: string, {signal, body, giveUpAfter = PATIENCE}: Call): Promise<unknown> {
    const learn = clock.asking()
    const limit = AbortSignal.timeout(giveUpAfter)
    const sent = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body), headers: JSON_BODY}
    try {
      const answer = await fetch(path, {
        ...sent,
        cache: 'no-store',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      })
      learn(answer.headers.get('date') ?? undefined)
      const text = await answer.text()
      if (answer.ok) return text === '' ? undefined : JSON.parse(text)
      throw answeredWith(name, answer.status, null)
    } catch (cause) {
      throw cause instanceof ApiError ? cause : unreachable(name, cause)
    }
  }

  async function parsed<T>(schema: ZodMiniType<T>, name: string, path: string, call: Call): Promise<InClientNames<T>> {
    const {success, data, error} = schema.safeParse(await answered(name, path, call))
    if (!success) throw unexpectedAnswer(name, null, error)
    return inClientNames(schema, data)
  }

  return {
    /** With a `known` list it waits until there is another revision or emergency, or some time has passed. */
    async readList(token: string, known: KnownList | null, signal: AbortSignal): Promise<PlayList> {
      const wait = known === null ? '' : `?${waitFor(known)}`
      const {revision, items, fallback, emergency, prepared} = await parsed(
        playerPlaylist,
        'playlist',
        `${of(token)}/playlist${wait}`,
        {
          signal,
          giveUpAfter: known === null ? PATIENCE : POLL + PATIENCE,
        },
      )
      return {
        revision,
        items: items.map(itemFrom),
        fallback: fallback?.map(itemFrom) ?? [],
        emergency: emergency === undefined ? null : emergencyFrom(emergency),
        prepared: prepared?.map(itemFrom) ?? [],
      }
    },
    async postHeartbeat(access: Access, ts: EpochMs, signal: AbortSignal): Promise<void> {
      await answered('heartbeat', posting(access, 'attributes'), {
        signal,
        body: {[HEARTBEAT_ATTRIBUTE]: {ts, player: access.player}},
      })
    },
    async postReport(access: Access, report: Report, signal: AbortSignal): Promise<void> {
      const body = {[PLAYER_ATTRIBUTE]: inWireNames(playerReport, report)}
      await answered('report', posting(access, 'attributes'), {signal, body})
    },
    /** The same plays may be sent twice: the server keeps one value for each moment. */
    async postPlays(access: Access, plays: readonly Play[], signal: AbortSignal): Promise<void> {
      const body = plays.map(({startedAt, isWhole, ...play}) => ({
        ts: startedAt,
        values: {[PLAYED_KEY]: {...play, whole: isWhole} satisfies PlayedWire},
      }))
      await answered('plays', posting(access, 'telemetry'), {signal, body})
    },
    async askForCode(signal: AbortSignal) {
      return await parsed(pairing, 'pairing', PAIRING, {signal, body: {}})
    },
    /** Waits until a user has typed the code in. Null when nobody has in this time. */
    async awaitPairing(secret: string, signal: AbortSignal) {
      const call = {signal, giveUpAfter: POLL + PATIENCE}
      const answer = await parsed(optional(pairingAnswer), 'pairing', `${PAIRING}/${encodeURIComponent(secret)}`, call)
      return answer === undefined ? null : {token: answer.accessToken, deviceName: answer.deviceName}
    },
  }
}

/** `player` is the identity by which the server refuses all but the latest player of a device. */
interface Access {
  token: string
  player: string
}

interface Call {
  signal?: AbortSignal
  body?: unknown
  giveUpAfter?: Milliseconds
}

type WireItem = InClientNames<PlayerPlaylistWire>['items'][number]

const itemFrom = ({when, ...item}: WireItem): PlayItem => ({
  ...item,
  schedule: when === undefined ? null : scheduleFrom(when),
})

type WireEmergency = NonNullable<InClientNames<PlayerPlaylistWire>['emergency']>

const emergencyFrom = ({id, item, until, drill}: WireEmergency): PlayEmergency => ({
  id,
  item: item === undefined ? null : itemFrom(item),
  until,
  isDrill: drill,
})

type KnownList = Pick<PlayList, 'revision' | 'emergency'>

const waitFor = ({revision, emergency}: KnownList) =>
  new URLSearchParams({revision: `${revision}`, emergency: emergency?.id ?? '', timeout: `${POLL}`})

const PAIRING = '/api/v1/pairing'
const JSON_BODY = {'content-type': 'application/json'}
const PATIENCE: Milliseconds = 15_000
/** Shorter than what proxies wait for an answer by default. */
const POLL: Milliseconds = 25_000

const of = (token: string): string => `/api/v1/${encodeURIComponent(token)}`

const posting = ({token, player}: Access, what: 'attributes' | 'telemetry'): string =>
  `${of(token)}/${what}?player=${encodeURIComponent(player)}`
