import {setTimeout as delay} from 'node:timers/promises'
import {connectDevice} from '../support/deviceConnection'
import type {BenchDevice} from '../support/world'

/** Each value of it is the number of its message. */
export const SEQUENCE_KEY = 'sequence'
/** A device raises one alarm of each key, so that none of them comes and goes. */
export const alarmKey = (episode: number) => `pressure${episode}`
export const ALARM_ABOVE = 80

/** A value above the limit, and then below it again: what a device has posted, and the server has acknowledged. */
export interface Episode {
  deviceName: string
  key: string
  isRaised: boolean
  isOver: boolean
}

export interface Fleet {
  /** The numbers of the messages of a device that were acknowledged. */
  acknowledgedOf(id: string): readonly number[]
  /** The time of the first and of the last message of all, epoch ms. */
  range(): {from: number; to: number}
  episodes: readonly Episode[]
  /** When each device last began to send a message that was acknowledged. */
  lastAcknowledged(): readonly number[]
  /** When messages were acknowledged, epoch ms, in their order. */
  acknowledgedAt(): readonly number[]
  /** The number of answers with each status; 0 is a broken connection or no answer at all. */
  answers: ReadonlyMap<number, number>
  /** Returns the longest time that a message waited for its 200, ms. */
  longestWait(): number
  /** From now on no alarm begins. */
  endEpisodes(): void
  stop(): Promise<void>
}

interface FleetOptions {
  devices: readonly BenchDevice[]
  /** Returns the port of each device, by its place. */
  portOf(place: number): number
  period: number
  /** In messages. */
  episodeEvery: number
  episodes: number
}

const EPISODE_LENGTH = 4
const PATIENCE = 10_000
const PAUSE = 200
/** At the end a server that is well answers long before. */
const GIVE_UP_AFTER = 60_000
const HIGH = 99
const LOW = 20

/**
 * Devices that send at a steady pace, and each message until it is acknowledged, with the time at which it was measured:
 * what a server has stored without having said so comes again, and must not be there twice.
 */
export function startFleet({devices, portOf, period, episodeEvery, episodes: most}: FleetOptions): Fleet {
  const acknowledged = new Map<string, number[]>(devices.map(({id}) => [id, []]))
  const last = devices.map(() => 0)
  const answers = new Map<number, number>()
  const episodes: Episode[] = []
  const acknowledgedAt: number[] = []
  const from = Date.now()
  let to = from
  let longestWait = 0
  let isStopped = false
  let hasGivenUp = false
  let areEpisodesOver = false

  async function run({id, token, name}: BenchDevice, place: number) {
    let connection = connectDevice(portOf(place), token)
    const first = from + (period * place) / devices.length
    let episode: {number: number; left: number; posted: Episode} | undefined
    let begun = 0
    let ts = 0

    async function post(body: string): Promise<number> {
      const timer = setTimeout(() => connection.close(), PATIENCE)
      const status = await connection.post(body)
      clearTimeout(timer)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 0) connection = connectDevice(portOf(place), token)
      return status
    }

    async function deliver(body: string): Promise<boolean> {
      const startedAt = Date.now()
      while (!hasGivenUp) {
        const sentAt = Date.now()
        if ((await post(body)) === 200) {
          last[place] = sentAt
          acknowledgedAt.push(Date.now())
          longestWait = Math.max(longestWait, Date.now() - startedAt)
          return true
        }
        await delay(PAUSE)
      }
      return false
    }

    for (let turn = 0; !isStopped || episode !== undefined; turn++) {
      await delay(Math.max(0, first + turn * period - Date.now()))
      ts = Math.max(ts + 1, Date.now())
      const isDue = (turn + place * 7) % episodeEvery === 0
      if (episode === undefined && isDue && begun < most && !areEpisodesOver) {
        const posted = {deviceName: name, key: alarmKey(begun), isRaised: false, isOver: false}
        episodes.push(posted)
        episode = {number: begun++, left: 2 * EPISODE_LENGTH, posted}
      }
      const isHigh = episode !== undefined && episode.left > EPISODE_LENGTH
      const alarm = episode === undefined ? {} : {[alarmKey(episode.number)]: isHigh ? HIGH : LOW}
      if (!(await deliver(JSON.stringify({ts, values: {[SEQUENCE_KEY]: turn, ...alarm}})))) break
      acknowledged.get(id)?.push(turn)
      to = Math.max(to, ts)
      if (episode === undefined) continue
      if (isHigh) episode.posted.isRaised = true
      else episode.posted.isOver = true
      if (--episode.left === 0) episode = undefined
    }
    connection.close()
  }

  const running = devices.map(run)
  return {
    acknowledgedOf: id => acknowledged.get(id) ?? [],
    range: () => ({from, to}),
    episodes,
    lastAcknowledged: () => last,
    acknowledgedAt: () => acknowledgedAt,
    answers,
    longestWait: () => longestWait,
    endEpisodes() {
      areEpisodesOver = true
    },
    async stop() {
      isStopped = true
      const timer = setTimeout(() => {
        hasGivenUp = true
      }, GIVE_UP_AFTER)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
