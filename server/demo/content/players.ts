import {createHash} from 'node:crypto'
import {HEARTBEAT_PERIOD, POLL_TIMEOUT} from '../../../contract/limits'
import {isDue, scheduleFrom} from '../../../contract/rules/time/schedule'
import {type PlayerPlaylistWire, type PlayerReport, playerPlaylist} from '../../../contract/wire/player'
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

type Item = PlayerPlaylistWire['items'][number]

const NO_PLAYLIST: PlayerPlaylistWire = {revision: 0, items: []}
const SECOND = 1000
const TRY_AGAIN = 30 * SECOND
const NOTHING_DUE = SECOND
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
/** A video that someone has uploaded is shown for as long as this, because nothing here can decode it. */
const UNKNOWN_SECONDS = 10
const CAN_NOT_PLAY = 'The file can not be played.'
const IS_DAMAGED = 'The file is damaged.'

/** Screens that fetch the files of their playlists and play them, but show nothing. */
export function startPlayers({members, ...options}: PlayersOptions): Running {
  const stopping = new AbortController()
  for (const member of members) {
    const screen = DEMO_SCREENS[member.key]
    if (screen === undefined || member.presence === 'silent') continue
    // The further heartbeats are those of the fleet.
    void options.client.sendHeartbeat(member.accessToken, options.scheduler.now())
    if (!screen.isForeign) void startPlayer(member, screen.broken?.id, options, stopping.signal)
  }
  return {stop: () => stopping.abort()}
}

async function startPlayer(
  {accessToken}: Member,
  brokenId: string | undefined,
  {client, baseUrl, scheduler}: Omit<PlayersOptions, 'members'>,
  stopped: AbortSignal,
) {
  const {now, delay} = scheduler
  const stored = new Set<string>()
  let playlist: PlayerPlaylistWire | undefined
  let fetching: PlayerPlaylistWire | undefined
  let faults: Record<string, string> = {}
  let playing: Item | undefined

  const get = (path: string) =>
    fetch(`${baseUrl}${path}`, {signal: AbortSignal.any([stopped, AbortSignal.timeout(2 * POLL_TIMEOUT)])})

  function report() {
    const {items} = fetching ?? playlist ?? NO_PLAYLIST
    return client.sendReport(accessToken, {
      revision: playlist?.revision ?? null,
      fetching: fetching?.revision ?? null,
      playing: playing?.assetId ?? null,
      faults,
      ready: items.filter(({sha256}) => stored.has(sha256)).length,
      files: items.length,
      free: null,
      clock_error: 0,
      zone: ZONE,
    } satisfies PlayerReport)
  }

  async function fetchPlaylist() {
    const wanted = playerPlaylist.parse(await (await get(`/api/v1/${accessToken}/playlist`)).json())
    const found: Record<string, string> = {}
    if (wanted.revision !== playlist?.revision) {
      fetching = wanted
      await report()
    }
    for (const {assetId, url, sha256} of wanted.items) {
      if (assetId === brokenId) found[assetId] = CAN_NOT_PLAY
      if (stored.has(sha256)) continue
      const bytes = Buffer.from(await (await get(url)).arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') === sha256) stored.add(sha256)
      else found[assetId] = IS_DAMAGED
    }
    faults = found
    playlist = wanted
    fetching = undefined
    await report()
  }

  /** Fetches the playlist, and again after each event or a while. */
  async function follow() {
    const news = get(`/api/v1/${accessToken}/attributes/updates?timeout=${HEARTBEAT_PERIOD}`)
    const [answer] = await Promise.all([news, fetchPlaylist()])
    if (!answer.ok && answer.status !== 408) throw new Error(`status ${answer.status}`)
    await answer.arrayBuffer()
  }

  async function playNext() {
    const due = playlist?.items.filter(
      ({assetId, when}) => !(assetId in faults) && (when === undefined || isDue(scheduleFrom(when), now(), ZONE)),
    )
    playing = due?.[(due.findIndex(({assetId}) => assetId === playing?.assetId) + 1) % due.length]
    if (playing === undefined || playlist === undefined) return delay(NOTHING_DUE, stopped)
    const {assetId, name} = playing
    const {revision} = playlist
    await report()
    const startedAt = now()
    const seconds = DEMO_VIDEOS.find(({id}) => id === assetId)?.seconds ?? UNKNOWN_SECONDS
    await delay(seconds * SECOND, stopped)
    if (stopped.aborted) return
    await client.sendPlay(accessToken, startedAt, {assetId, name, seconds, whole: true, revision})
  }

  /** Goes on after any failure: the server may be restarted, and users of the demo may take the token away. */
  async function repeat(step: () => Promise<void>) {
    while (!stopped.aborted) await step().catch(() => delay(TRY_AGAIN, stopped))
  }

  await Promise.all([repeat(follow), repeat(playNext)])
}
