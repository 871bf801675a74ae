import {setTimeout as delay} from 'node:timers/promises'

export interface Senders {
  /**
   * Returns the statuses of the answers since the last call; 0 is a call without an answer, a text is a body out of
   * shape.
   */
  takeAnswers(): Set<number | string>
  stop(): Promise<void>
}

/** One device for each token, which posts attributes and telemetry in turn, each call after the answer to the last one. */
export function startSenders(origin: string, tokens: readonly string[]): Senders {
  let answers = new Set<number | string>()
  let isStopped = false

  async function send(token: string) {
    for (let call = 0; !isStopped; call++) {
      const kind = call % 2 === 0 ? 'attributes' : 'telemetry'
      const answer = await post(`${origin}/api/v1/${token}/${kind}`, {level: call})
      answers.add(answer)
      await delay(5)
    }
  }

  const sending = tokens.map(send)
  return {
    takeAnswers() {
      const taken = answers
      answers = new Set()
      return taken
    },
    async stop() {
      isStopped = true
      await Promise.all(sending)
    },
  }
}

async function post(url: string, body: object): Promise<number | string> {
  try {
    const answer = await fetch(url, {method: 'POST', body: JSON.stringify(body)})
    const text = await answer.text()
    return answer.ok || /^\{"message":"[^"]+"\}$/.test(text) ? answer.status : text
  } catch {
    return 0
  }
}
