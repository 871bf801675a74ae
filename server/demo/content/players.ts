import {createHash} from 'node:crypto'
import * as z from 'zod/mini'
import {HEARTBEAT_PERIOD, POLL_TIMEOUT} from '../../../contract/limits'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import {SECOND} from '../../../contract/rules/time/durations'
import {isDue, scheduleFrom} from '../../../contract/rules/time/schedule'
import type {EpochMs} from '../../../contract/wire/common'
import {
  type PlayerPlaylistWire,
  type PlayerReport,
  playerHeartbeat,
  playerPlaylist,
} from '../../../contract/wire/player'
import type {Scheduler} from '../../scheduler'
import type {Running} from '../agent'
import type {DeviceClient} from '../post'
import type {Member} from './members'
import {DEMO_SCREENS} from './screens'
import {DEMO_VIDEOS} from './videos'

interface PlayersOptions {
  client: DeviceClient
  baseUrl: string
  members: readonly Member[]
  scheduler: Pick<Scheduler, 'now' | 'delay'>
}

const clientAttributes = z.object({client: z.optional(z.record(z.string(), z.unknown()))})

type Item = PlayerPlaylistWire['items'][number]

const NO_PLAYLIST: PlayerPlaylistWire = {revision: 0, items: []}
const TRY_AGAIN = 30 * SECOND
const NOTHING_DUE = SECOND
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
/** A video that someone has uploaded is shown for as long as this, because nothing here can decode it. */
const UNKNOWN_SECONDS = 10
const CAN_NOT_PLAY = 'The file can not be played.'
const IS_DAMAGED = 'The file is damaged.'

/**
 * Screens that fetch the files of their playlists and play them, but show nothing. Each stops for good when a real
 * player takes its device over.
 */
export function startPlayers({members, ...options}: PlayersOptions): Running {
  const stopping = new AbortController()
  for (const member of members) {
    const screen = DEMO_SCREENS[member.key]
    if (screen === undefined || member.presence === 'silent') continue
    if (screen.isForeign) void options.client.sendHeartbeat(member.accessToken, options.scheduler.now())
    else void new Player(member.accessToken, screen.broken?.id, options, stopping.signal).run()
  }
  return {stop: () => stopping.abort()}
}

export function isWithoutPlayer({key}: Pick<Member, 'key'>): boolean {
  const screen = DEMO_SCREENS[key]
  return screen === undefined || screen.isForeign === true
}

class Player {
  readonly #accessToken
  readonly #brokenId
  readonly #options
  readonly #stopped
  readonly #takenOver = new AbortController()
  readonly #stored = new Set<string>()
  #playlist: PlayerPlaylistWire | undefined
  #fetching: PlayerPlaylistWire | undefined
  #faults: Record<string, string> = {}
  #playing: Item | undefined
  #since: EpochMs | null = null

  constructor(
    accessToken: string,
    brokenId: string | undefined,
    options: Omit<PlayersOptions, 'members'>,
    stopped: AbortSignal,
  ) {
    this.#accessToken = accessToken
    this.#brokenId = brokenId
    this.#options = options
    this.#stopped = AbortSignal.any([stopped, this.#takenOver.signal])
  }

  async run() {
    await Promise.all([this.#repeat(() => this.#follow()), this.#repeat(() => this.#playNext())])
  }

  /** Goes on after any failure: the server may be restarted, and users of the demo may take the token away. */
  async #repeat(step: () => Promise<void>) {
    while (!this.#stopped.aborted) await step().catch(() => this.#options.scheduler.delay(TRY_AGAIN, this.#stopped))
  }

  /** Says that it is alive and fetches the playlist, and again after each event or a while. */
  async #follow() {
    if (await this.#isTakenOver()) return this.#takenOver.abort()
    const {client, scheduler} = this.#options
    await client.sendHeartbeat(this.#accessToken, scheduler.now())
    const news = this.#get(`/api/v1/${this.#accessToken}/attributes/updates?timeout=${HEARTBEAT_PERIOD}`)
    const [answer] = await Promise.all([news, this.#fetchPlaylist()])
    if (!answer.ok && answer.status !== 408) throw new Error(`status ${answer.status}`)
    await answer.arrayBuffer()
  }

  /** A real player names itself in its heartbeat. */
  async #isTakenOver(): Promise<boolean> {
    const answer = await this.#get(`/api/v1/${this.#accessToken}/attributes?clientKeys=${HEARTBEAT_ATTRIBUTE}`)
    const {client} = clientAttributes.parse(await answer.json())
    return playerHeartbeat.safeParse(client?.[HEARTBEAT_ATTRIBUTE]).success
  }

  async #fetchPlaylist() {
    const requested = playerPlaylist.parse(await (await this.#get(`/api/v1/${this.#accessToken}/playlist`)).json())
    const found: Record<string, string> = {}
    if (requested.revision !== this.#playlist?.revision) {
      this.#fetching = requested
      await this.#report()
    }
    for (const {assetId, url, sha256} of requested.items) {
      if (assetId === this.#brokenId) found[assetId] = CAN_NOT_PLAY
      if (this.#stored.has(sha256)) continue
      const bytes = Buffer.from(await (await this.#get(url)).arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') === sha256) this.#stored.add(sha256)
      else found[assetId] = IS_DAMAGED
    }
    this.#faults = found
    this.#playlist = requested
    this.#fetching = undefined
    await this.#report()
  }

  async #playNext() {
    const {client, scheduler} = this.#options
    const due = this.#playlist?.items.filter(
      ({assetId, when}) =>
        !(assetId in this.#faults) && (when === undefined || isDue(scheduleFrom(when), scheduler.now(), ZONE)),
    )
    const before = this.#playing
    this.#playing = due?.[(due.findIndex(({assetId}) => assetId === before?.assetId) + 1) % due.length]
    const isOther = this.#playing?.assetId !== before?.assetId
    if (isOther || this.#since === null) this.#since = scheduler.now()
    if (this.#playing === undefined || this.#playlist === undefined) {
      if (isOther) await this.#report()
      return scheduler.delay(NOTHING_DUE, this.#stopped)
    }
    const {assetId, name} = this.#playing
    const {revision} = this.#playlist
    await this.#report()
    const startedAt = scheduler.now()
    const seconds = DEMO_VIDEOS.find(({id}) => id === assetId)?.seconds ?? UNKNOWN_SECONDS
    await scheduler.delay(seconds * SECOND, this.#stopped)
    if (this.#stopped.aborted) return
    await client.sendPlay(this.#accessToken, startedAt, {assetId, name, seconds, whole: true, revision})
  }

  #report() {
    const {items} = this.#fetching ?? this.#playlist ?? NO_PLAYLIST
    return this.#options.client.sendReport(this.#accessToken, {
      revision: this.#playlist?.revision ?? null,
      fetching: this.#fetching?.revision ?? null,
      playing: this.#playing?.assetId ?? null,
      faults: this.#faults,
      ready: items.filter(({sha256}) => this.#stored.has(sha256)).length,
      files: items.length,
      free: null,
      clock_error: 0,
      zone: ZONE,
      since: this.#since,
      dark: this.#dark(),
    } satisfies PlayerReport)
  }

  #dark(): PlayerReport['dark'] {
    if (this.#playing !== undefined) return null
    if (this.#playlist === undefined) return 'fetching'
    const {items} = this.#playlist
    if (items.length === 0) return 'nothingAssigned'
    return items.every(({assetId}) => assetId in this.#faults) ? 'allBroken' : 'outsideHours'
  }

  #get(path: string) {
    const signal = AbortSignal.any([this.#stopped, AbortSignal.timeout(2 * POLL_TIMEOUT)])
    return fetch(`${this.#options.baseUrl}${path}`, {signal})
  }
}
