import {setTimeout as delay} from 'node:timers/promises'
import {type CallResult, callOrder} from './calls'

/** With it one person stays within the limit of calls in a minute, however fast the answers come. */
const PAUSE = 20

process.once('message', async message => {
  const result = await callAgain(message)
  process.send?.(result, () => process.exit(0))
})

async function callAgain(message: unknown): Promise<CallResult> {
  const {url, method, headers, body, status, milliseconds} = callOrder.parse(message)
  const bytes = body === null ? null : Buffer.from(body, 'latin1')
  const until = performance.now() + milliseconds
  let calls = 0
  do {
    const answer = await fetch(url, {method, headers, body: bytes})
    const text = await answer.text()
    if (answer.status !== status) return {calls, fault: `${url}: ${answer.status} ${text.slice(0, 300)}`}
    calls++
    await delay(PAUSE)
  } while (performance.now() < until)
  return {calls, fault: null}
}
