import {randomUUID} from 'node:crypto'
import {setTimeout as delay} from 'node:timers/promises'
import {formOf, mp4} from '../../tests/support/video'
import type {Session} from '../support/session'

export interface Uploads {
  /** The ids of the videos that the server has acknowledged as stored. */
  kept: readonly string[]
  answers: ReadonlyMap<number, number>
  stop(): Promise<void>
}

const BYTES = 40_000
const PERIOD = 1000
const PAUSE = 300
const GIVE_UP_AFTER = 60_000

/** One video after the other, each sent again with its id until it was taken. */
export function startUploads(session: Session): Uploads {
  const kept: string[] = []
  const answers = new Map<number, number>()
  let isStopped = false
  let hasGivenUp = false

  async function send(id: string): Promise<number> {
    const file = {name: `${id}.mp4`, bytes: mp4(BYTES)}
    const {payload, headers} = formOf({id, label: 'video_asset', type: 'digital_asset', file})
    const sent = {method: 'POST', headers, body: new Uint8Array(payload)}
    const status = await session.ask('/api/v0/digitalAssets/upload', sent).then(
      ({status}) => status,
      () => 0,
    )
    answers.set(status, (answers.get(status) ?? 0) + 1)
    return status
  }

  async function run() {
    while (!isStopped) {
      const id = randomUUID()
      let status = 0
      while (!hasGivenUp && status !== 200 && status !== 201) {
        status = await send(id)
        if (status !== 200 && status !== 201) await delay(PAUSE)
      }
      if (!hasGivenUp) kept.push(id)
      await delay(PERIOD)
    }
  }

  const running = run()
  return {
    kept,
    answers,
    async stop() {
      isStopped = true
      const timer = setTimeout(() => {
        hasGivenUp = true
      }, GIVE_UP_AFTER)
      await running
      clearTimeout(timer)
    },
  }
}
