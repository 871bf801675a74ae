import {cookieHeader, signIn, type TestAppOptions} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {createWorld, type World} from '../../support/world'

interface Answer {
  status: number
  message: string | undefined
}

/** A server that listens, as the admin of the first organisation calls it. Paths are below `/api/v0`. */
export interface Door {
  world: World
  origin: string
  ask(path: string, init?: RequestInit): Promise<Answer>
  /** The body of an answer. */
  read(path: string, init?: RequestInit): ReturnType<Response['json']>
  /** Whether the server answers somebody else. */
  isAlive(): Promise<boolean>
}

export async function openDoor(options: TestAppOptions = {}): Promise<Door> {
  const world = await createWorld(options)
  await world.app.listen({port: 0, host: '127.0.0.1'})
  const {origin} = originOf(world.app)
  const cookie = cookieHeader(await signIn(world.app, 'plant@t.test'))
  const call = (path: string, {headers, ...init}: RequestInit = {}) =>
    fetch(`${origin}/api/v0${path}`, {...init, headers: {cookie, ...Object.fromEntries(new Headers(headers))}})
  return {
    world,
    origin,
    async ask(path, init) {
      const answer = await call(path, init)
      const text = await answer.text()
      return {status: answer.status, message: text === '' ? undefined : JSON.parse(text).message}
    },
    read: async (path, init) => (await call(path, init)).json(),
    isAlive: async () => (await fetch(`${origin}/livez`, {headers: {connection: 'close'}})).ok,
  }
}

export const json = (method: 'PUT' | 'POST', body: object): RequestInit => ({
  method,
  headers: {'content-type': 'application/json'},
  body: JSON.stringify(body),
})
