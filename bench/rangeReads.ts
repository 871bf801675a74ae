import {randomUUID} from 'node:crypto'
import {setTimeout as delay} from 'node:timers/promises'
import {playerPlaylist} from '../contract/wire/player'
import {formOf, mp4} from '../tests/support/video'
import {type PlayersResult, runPlayers} from './support/players'
import {type CpuUse, watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, sum} from './support/statistics'
import {createOrganisation} from './support/world'

const PLAYERS = 200
const VIDEOS = 4
const VIDEO_BYTES = 24 * 1024 * 1024
const P99_LIMIT = 250

/**
 * Every player waits for changes, sends heartbeats, and reads its files by ranges as fast as it plays them, all at once.
 */
export function rangeReads(settings: Settings): Promise<Line[]> {
  return withServer(
    database => createOrganisation(database, 'Screens', PLAYERS),
    async (server, {emails: [email], devices}) => {
      const cookie = await cookiesOf(server, email)
      const video = mp4(VIDEO_BYTES)
      const playlist: {assetId: string; order: number}[] = []
      for (let order = 0; order < VIDEOS; order++) {
        playlist.push({assetId: await upload(server, cookie, video), order})
      }
      const players = []
      for (const {id, token} of devices) {
        await write(server, cookie, `device/${id}/2/playlist`, {json_v: playlist})
        players.push({token, ...(await playlistOf(server, token))})
      }
      const order = {port: server.port, players, fileBytes: video.length}
      const run = (seconds: number) =>
        Promise.all([
          runPlayers({...order, does: 'talk', seconds}),
          runPlayers({...order, does: 'stream', seconds: seconds + 1}),
        ])
      await run(5)
      const cpuSince = watchCpu(server.pid)
      const seconds = byLength(settings, {quick: 10, usual: 30})
      const [talked, streamed] = await run(seconds)
      return lines(talked, streamed, seconds, cpuSince())
    },
  )
}

async function upload({origin}: RunningServer, cookie: string, bytes: Buffer): Promise<string> {
  const id = randomUUID()
  const {payload, headers} = formOf({label: 'video_asset', type: 'digital_asset', id, file: {name: 'a.mp4', bytes}})
  const request = {method: 'POST', headers: {...headers, cookie}, body: new Uint8Array(payload)}
  const answer = await fetch(`${origin}/api/v0/digitalAssets/upload`, request)
  if (answer.status !== 201) throw new Error(`Upload: ${answer.status} ${await answer.text()}`)
  return id
}

async function write({origin}: RunningServer, cookie: string, path: string, value: object) {
  const headers = {cookie, 'content-type': 'application/json'}
  const answer = await fetch(`${origin}/api/v0/attribute/${path}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(value),
  })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  // No person may call more often.
  await delay(10)
}

async function playlistOf({origin}: RunningServer, token: string) {
  const answer = await fetch(`${origin}/api/v1/${token}/playlist`)
  const {revision, items} = playerPlaylist.parse(await answer.json())
  return {revision, urls: items.map(({url}) => url)}
}

function lines(talked: PlayersResult, streamed: PlayersResult, seconds: number, cpu: CpuUse): Line[] {
  const {heartbeats, polls} = talked
  const p99 = percentile(heartbeats, 0.99)
  const errors = {...talked.errors, ...streamed.errors}
  const failed = sum(Object.values(errors))
  const inSecond = (count: number) => Math.round(count / seconds)
  const players = (talked.cpuMilliseconds + streamed.cpuMilliseconds) / 1000 / seconds
  const cores = [cpu.server, cpu.database, players].map(share => share.toFixed(2))
  return [
    {
      what: `${PLAYERS} players polling and streaming ranges: heartbeat → answer`,
      measured:
        `p50 ${percentile(heartbeats, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ` +
        `${failed} errors${failed > 0 ? ` (${Object.keys(errors)})` : ''}`,
      limit: 'no error, p99 ≤ 250 ms',
      verdict: verdict(p99 <= P99_LIMIT && failed === 0),
      cause: 'a heartbeat is answered after its commit, which waits for the disk, and for whatever else writes to it',
    },
    information(
      '  in a second; cores used by server, database, players',
      `${inSecond(streamed.rangeBytes / 1e6)} MB in ${inSecond(streamed.ranges)} ranges, ` +
        `${inSecond(heartbeats.length)} heartbeats, ${inSecond(polls)} polls; ${cores.join(', ')}`,
    ),
  ]
}
