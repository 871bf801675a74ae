import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {open, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import * as z from 'zod'
import {mp4} from '../tests/support/video'
import {hasExited, residentBytes, startNode} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withDataFolder, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createOrganisation} from './support/world'

const MEGABYTE = 1e6
const LEAST_SHARE = 0.6
const MAX_GROWTH_MEGABYTES = 150
const ROUNDS = 3
const SAMPLE_MILLISECONDS = 100

interface Compared {
  /** In MB a second, of the fastest round: whatever else the machine does only slows it down. */
  rates: Record<Way, number>
  /** The largest growth of the server's memory, in MB. */
  growth: number
}

type Way = (typeof WAYS)[number]
const WAYS = ['bare', 'flushed', 'own'] as const

/**
 * The same file is sent by the form and by tus, and in both ways by curl to a bare route that writes to the same file
 * system: curl itself sends a form slower than a file.
 */
export function upload(settings: Settings): Promise<Line[]> {
  const bytes = byLength(settings, {quick: 200, usual: 2000}) * MEGABYTE
  return withDataFolder(async folder => {
    const file = join(folder, 'video.mp4')
    await createVideo(file, bytes)
    return withServer(
      database => createOrganisation(database, 'Upload', 1),
      async (server, {emails: [email]}) => {
        const cookie = await cookiesOf(server, email)
        const form = await compare(server, bytes, formOf(file), () => sendForm(server, cookie, file))
        const resumable = await compare(server, bytes, ['-T', file], () => sendResumable(server, cookie, file, bytes))
        const size = `${(bytes / 1e9).toFixed(1)} GB`
        return [
          ...linesOf(
            `upload of ${size} by the form on loopback, against a bare route that writes to the same disk`,
            form,
          ),
          ...linesOf('  the same by tus', resumable),
          memoryLine(Math.max(form.growth, resumable.growth)),
        ]
      },
    )
  })
}

/** A sparse file: it is read faster than any disk could, so only writing counts. */
async function createVideo(path: string, bytes: number) {
  const head = mp4(0)
  const file = await open(path, 'w')
  await file.write(head)
  await file.truncate(bytes)
  await file.close()
}

/**
 * The ways take turns: here a file is written several times as fast when another of its size was removed just before
 * as when that was seconds ago.
 */
async function compare(
  {pid}: RunningServer,
  bytes: number,
  options: readonly string[],
  sendOwn: () => Promise<void>,
): Promise<Compared> {
  const target = join(tmpdir(), `pulsewall-bare-${process.pid}`)
  const bare = startNode(join(import.meta.dirname, 'support/bareUploadProcess.ts'), {parameters: [target]})
  const [address] = await once(bare, 'message')
  const {port} = z.object({port: z.number()}).parse(address)
  const sendBare = (path: string) => async () => {
    await curl([...options, `http://127.0.0.1:${port}/${path}`])
  }
  const ways = {bare: sendBare(''), flushed: sendBare('flushed'), own: sendOwn}
  const rates = {bare: 0, flushed: 0, own: 0}
  const before = residentBytes(pid)
  let largest = before
  const sampling = setInterval(() => {
    largest = Math.max(largest, residentBytes(pid))
  }, SAMPLE_MILLISECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of WAYS) {
      const startedAt = performance.now()
      await ways[way]()
      rates[way] = Math.max(rates[way], bytes / MEGABYTE / ((performance.now() - startedAt) / 1000))
      await rm(target, {force: true})
    }
  }
  clearInterval(sampling)
  bare.kill()
  await hasExited(bare)
  return {rates, growth: (largest - before) / MEGABYTE}
}

const formOf = (file: string) => ['-F', 'label=video_asset', '-F', 'type=digital_asset', '-F', `file=@${file}`]

async function sendForm({origin}: RunningServer, cookie: string, file: string) {
  const answer = await curl([...formOf(file), '-b', cookie, `${origin}/api/v0/digitalAssets/upload`])
  await remove(origin, cookie, answer)
}

async function sendResumable({origin}: RunningServer, cookie: string, file: string, bytes: number) {
  const headers = {cookie, 'tus-resumable': '1.0.0'}
  const created = await fetch(`${origin}/api/v0/digitalAssets/resumable`, {
    method: 'POST',
    headers: {...headers, 'upload-length': String(bytes), 'upload-metadata': `filename ${btoa('video.mp4')}`},
  })
  const given = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream', 'Expect:']
  const options = ['-X', 'PATCH', '-T', file, '-b', cookie, ...given.flatMap(header => ['-H', header])]
  await remove(origin, cookie, await curl([...options, `${origin}${created.headers.get('location')}`]))
}

/** Several files would need several times the room. */
async function remove(origin: string, cookie: string, answer: string) {
  const {assetId} = z.object({assetId: z.string()}).parse(JSON.parse(answer))
  await fetch(`${origin}/api/v0/digitalAssets/${assetId}`, {method: 'DELETE', headers: {cookie}})
}

async function curl(options: readonly string[]): Promise<string> {
  const child = spawn('curl', ['-sS', '--fail-with-body', ...options], {stdio: ['ignore', 'pipe', 'inherit']})
  let answer = ''
  child.stdout.on('data', chunk => {
    answer += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`curl ended with ${code}: ${answer}`)
  return answer
}

const memoryLine = (growth: number): Line => ({
  what: '  server memory meanwhile, over what it was before',
  measured: `+${growth.toFixed(0)} MB`,
  limit: `flat: ≤ ${MAX_GROWTH_MEGABYTES} MB`,
  verdict: verdict(growth <= MAX_GROWTH_MEGABYTES),
})

function linesOf(what: string, {rates: {bare, flushed, own}}: Compared): Line[] {
  const share = (base: number) => `${(own / base).toFixed(2)} × (${own.toFixed(0)} of ${base.toFixed(0)} MB/s)`
  return [
    {
      what,
      measured: share(bare),
      limit: `≥ ${LEAST_SHARE} ×`,
      verdict: verdict(own / bare >= LEAST_SHARE),
      cause:
        'our answer waits until the disk has the bytes, and until their hash is known; the bare route does neither',
    },
    information('  against one whose answer waits for the disk, too', share(flushed)),
  ]
}
