import {randomBytes} from 'node:crypto'
import * as z from 'zod'
import {provisionAnswer} from '../../contract/wire/entities/provisioning'
import type {Profile} from './options'
import {type Pauses, pauseAfter} from './pace'

interface RegisterOptions {
  origin: string
  profile: Profile
  count: number
  /** Registration stops once it is over. */
  pauses: Pauses
  onToken: (token: string) => void
}

/** A server registers the devices of an organisation one after the other. */
const AT_A_TIME = 8
const MAX_FAILURES = 8

/** Lets this many new devices register themselves. Throws when the server refuses that. */
export async function register({origin, profile, count, pauses, onToken}: RegisterOptions): Promise<void> {
  const mark = randomBytes(3).toString('hex')
  let begun = 0
  let left = count

  // Each time by a name of its own: a device whose answer was lost exists already.
  const nextName = () => `Simulated ${mark} ${String(++begun).padStart(5, '0')}`

  async function registerOne() {
    for (let failures = 1; !pauses.isOver(); failures++) {
      const outcome = await ask(origin, profile, nextName())
      if ('token' in outcome) return onToken(outcome.token)
      if (outcome.isFinal || failures === MAX_FAILURES)
        throw new Error(`No device could register itself: ${outcome.why}`)
      await pauses.pause(pauseAfter(failures, Math.random()))
    }
  }

  async function work() {
    while (left > 0 && !pauses.isOver()) {
      left--
      await registerOne()
    }
  }
  try {
    await Promise.all(Array.from({length: AT_A_TIME}, work))
  } catch (error) {
    // The others stop, too.
    left = 0
    throw error
  }
}

type Outcome = {token: string} | {why: string; isFinal: boolean}

async function ask(origin: string, {key, secret}: Profile, deviceName: string): Promise<Outcome> {
  const body = JSON.stringify({deviceName, provisionDeviceKey: key, provisionDeviceSecret: secret})
  const headers = {'content-type': 'application/json'}
  const signal = AbortSignal.timeout(30_000)
  try {
    const answer = await fetch(`${origin}/api/v1/provision`, {method: 'POST', headers, body, signal})
    if (!answer.ok) return {why: `${answer.status} ${await answer.text()}`, isFinal: !isPassing(answer.status)}
    const told = provisionAnswer.parse(await answer.json())
    if (told.status === 'SUCCESS') return {token: told.credentialsValue}
    return {why: told.errorMsg, isFinal: told.status === 'NOT_FOUND'}
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    return {why: `${origin} does not answer`, isFinal: false}
  }
}

/** Tells whether a refused message may be accepted later. */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500
