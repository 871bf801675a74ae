import {mkdir, readFile, rename, writeFile} from 'node:fs/promises'
import {homedir} from 'node:os'
import {dirname, join} from 'node:path'
import * as z from 'zod'
import {connectDevice} from '../support/deviceConnection'
import {withDemoProfile} from './demo'
import type {FleetOptions} from './options'
import type {Pauses} from './pace'
import {register} from './register'
import type {Target} from './target'

const kept = z.object({tokens: z.array(z.string())})

const KEEP_EVERY = 500
const UNKNOWN = 401

/**
 * Returns the access tokens of as many devices; missing ones register themselves. They are stored in a file, so that they
 * are the same the next time. There may be fewer when it is ended meanwhile.
 */
export async function provideTokens(
  options: FleetOptions,
  {target, pauses, tell}: {target: Target; pauses: Pauses; tell: (line: string) => void},
): Promise<string[]> {
  const file = options.tokens ?? fileFor(options)
  const remembered = await readTokens(file)
  const [first] = remembered
  const areKnown = first !== undefined && (await isKnown(target, first))
  const tokens = areKnown ? remembered : []
  const count = options.devices - tokens.length
  if (count <= 0) return tokens.slice(0, options.devices)

  tell(`${count.toLocaleString('en')} devices register themselves at ${target.origin} …`)
  let keeping = Promise.resolve()
  const keep = () => {
    const now = [...tokens]
    keeping = keeping.then(() => writeTokens(file, now))
    return keeping
  }
  const onToken = (token: string) => {
    tokens.push(token)
    if (tokens.length % KEEP_EVERY === 0) keep().catch(() => {})
  }
  const {origin} = target
  try {
    if (options.profile) await register({origin, profile: options.profile, count, pauses, onToken})
    else await withDemoProfile(target, profile => register({origin, profile, count, pauses, onToken}))
  } finally {
    await keep()
  }
  tell(`Their access tokens are in ${file}.`)
  return tokens
}

/** The profile decides who owns its devices, so each profile has a file of its own. */
function fileFor({server, profile}: FleetOptions): string {
  const name = ['fleet', new URL(server).host, ...(profile ? [profile.key] : [])].map(encodeURIComponent).join('-')
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pulsewall', `${name}.json`)
}

/** None where the file is missing or is not one of ours. */
async function readTokens(file: string): Promise<string[]> {
  try {
    return kept.parse(JSON.parse(await readFile(file, 'utf8'))).tokens
  } catch {
    return []
  }
}

/** For the eyes of its owner. A file is replaced as a whole, so that a run which is cut off leaves the former one. */
async function writeTokens(file: string, tokens: readonly string[]): Promise<void> {
  await mkdir(dirname(file), {recursive: true, mode: 0o700})
  const next = `${file}.${process.pid}`
  await writeFile(next, JSON.stringify({tokens}), {mode: 0o600})
  await rename(next, file)
}

/**
 * A server that was set up again knows none of them. Only one is tried, since the server slows down clients that try
 * many.
 */
async function isKnown({host, httpPort}: Target, token: string): Promise<boolean> {
  const connection = connectDevice(httpPort, token, host)
  const status = await connection.post('{}')
  connection.close()
  return status !== UNKNOWN
}
