import {cookiesOf} from './server'

/** Somebody who signs in, and again whenever that has expired. */
export interface Session {
  origin: string
  cookie(): Promise<string>
  ask(path: string, given?: RequestInit): Promise<Response>
  json(path: string): Promise<unknown>
}

const PATIENCE = 20_000

export function openSession(origin: string, email: string, password?: string): Session {
  let cookie: string | undefined

  async function signedIn(): Promise<string> {
    cookie ??= await cookiesOf({origin}, email, password)
    return cookie
  }

  async function ask(path: string, given: RequestInit = {}): Promise<Response> {
    const send = async () =>
      fetch(`${origin}${path}`, {
        ...given,
        headers: {...given.headers, cookie: await signedIn()},
        signal: AbortSignal.timeout(PATIENCE),
      })
    const answer = await send()
    if (answer.status !== 401) return answer
    cookie = undefined
    return send()
  }

  return {
    origin,
    async cookie() {
      const {status} = await ask('/api/v0/user')
      if (status !== 200) throw new Error(`The session: ${status}`)
      return signedIn()
    },
    ask,
    async json(path) {
      const answer = await ask(path)
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
  }
}
