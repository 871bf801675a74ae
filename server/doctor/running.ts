import * as z from 'zod'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {ready, unready} from '../../contract/wire/system'
import {type Finding, ok, reasonOf, warning, wrong} from './finding'

const PATIENCE: Milliseconds = 10_000
/** The clock of the other side is given in whole seconds. */
const CLOCKS_AGREE: Milliseconds = 5_000

/** Asks a server how it is. One that must not be there may be away. */
export async function askServer(url: string, isExpected: boolean, now: () => EpochMs): Promise<Finding[]> {
  let answer: Response
  try {
    answer = await fetch(new URL('/readyz', url), {signal: AbortSignal.timeout(PATIENCE)})
  } catch (error) {
    const sentence = `No server answers at ${url}: ${reasonOf(error)}.`
    return [isExpected ? wrong(sentence) : ok(`${sentence} So only what it left was looked at.`)]
  }
  const body: unknown = await answer.json().catch(() => undefined)
  const found = z.union([unready, ready]).safeParse(body).data
  if (found === undefined) return [wrong(`What answers at ${url} is no Pulsewall that tells its readiness.`)]
  return [
    'reasons' in found
      ? wrong(`The server at ${url} is not ready: ${found.reasons.join(' ')}`)
      : ok(`The server at ${url} is ready.`),
    ...found.warnings.map(warning),
    ...compareClock(answer, now()),
  ]
}

function compareClock({headers}: Response, now: EpochMs): Finding[] {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at)) return []
  const apart = Math.abs(at - now)
  if (apart <= CLOCKS_AGREE) return [ok('The clock of the server agrees with that of this machine.')]
  return [wrong(`The clocks of the server and this machine are ${Math.round(apart / 1000)} s apart: let NTP set both.`)]
}
